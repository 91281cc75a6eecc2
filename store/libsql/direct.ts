/**
 * The short way of a compiled query: straight to the connection, past Kysely's executor, which costs a read of one row
 * more than SQLite does (bench/messagerie.ts). Only where nobody else can hold the connection meanwhile; elsewhere the
 * query takes Kysely's way and waits its turn.
 * @module
 */
import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { SqlConnection } from "./connection.ts";

/** By Kysely instance: the connection while it is free for one statement, else undefined. */
const ways = new WeakMap<object, () => SqlConnection | undefined>();

/** Lets `runCompiled` reach the connection of `db` whenever `free` gives it. */
export function offerDirect(db: object, free: () => SqlConnection | undefined): void {
  ways.set(db, free);
}

/** Ends that: a transaction that is over must not run on outside itself. */
export function withdrawDirect(db: object): void {
  ways.delete(db);
}

/** Runs a compiled query on `db`, which may be a transaction. */
export async function runCompiled<Row, Schema>(
  db: Kysely<Schema>,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  const connection = ways.get(db)?.();
  if (connection === undefined) return db.executeQuery(query);
  const { rows, changes } = await connection.execute(query.sql, query.parameters);
  return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
}
