/**
 * Queries that are built and compiled once and then only given their parameters: building one with Kysely costs as much
 * as SQLite needs to answer it (bench/messagerie.ts).
 * @module
 */
import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import { runCompiled } from "./direct.ts";

/** Stands for an argument while the query is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Gives the stand-in of an argument. */
export type ArgumentOf<Arguments> = <Name extends keyof Arguments & string>(name: Name) => Arguments[Name];

/**
 * Makes a function that runs one query. `build` is called once, with something that stands for each argument: it may be
 * used wherever a bound value may, and in nothing that decides how the query is built.
 * @example
 * ```ts
 * const rename = compileOnce<DeskSchema, { no: number; name: string }>()((db, argument) =>
 *   db.updateTable("site").set({ name: argument("name") }).where("no", "=", argument("no")));
 * await rename(db, { no: 1, name: "Boutique" });
 * ```
 */
export function compileOnce<Schema, Arguments extends object>() {
  return <Row>(
    build: (
      db: Kysely<Schema>,
      argument: ArgumentOf<Arguments>,
    ) => { compile(db: Kysely<Schema>): CompiledQuery<Row> },
  ): (db: Kysely<Schema>, values: Arguments) => Promise<QueryResult<Row>> => {
    let compiled: CompiledQuery<Row> | undefined;
    return (db, values) => {
      compiled ??= build(db, (name) => new Placeholder(name) as never).compile(db);
      const parameters = compiled.parameters.map((value) =>
        value instanceof Placeholder ? values[value.name as keyof Arguments] : value
      );
      return runCompiled(db, { ...compiled, parameters });
    };
  };
}
