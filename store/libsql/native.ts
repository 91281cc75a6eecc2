/**
 * A connection to a database file through the native `libsql` driver: two to three times as fast as the asynchronous
 * client. Every call blocks the event loop for as long as the statement runs. The addon does its own file access, outside
 * Deno's read and write permissions.
 * @module
 */
import NativeDatabase from "libsql";
import { bindable, type SqlConnection, type SqlResult, type StatementObserver } from "./connection.ts";
import { DatabaseFault } from "./fault.ts";

/** The part of a prepared statement that is used; the driver's own types say less than it does. */
interface PreparedStatement {
  readonly reader: boolean;
  all(...parameters: unknown[]): Record<string, unknown>[];
  run(...parameters: unknown[]): { readonly changes: number };
  iterate(...parameters: unknown[]): IterableIterator<Record<string, unknown>>;
}

/** Statements kept prepared. Above it the one used longest ago is dropped, so that generated SQL stays bounded. */
const MAX_PREPARED = 256;

/** The driver's error for a file that cannot be opened has no code to tell it by, and nothing else fails here. */
function connect(path: string): InstanceType<typeof NativeDatabase> {
  try {
    return new NativeDatabase(path);
  } catch (error) {
    throw new DatabaseFault("unreachable", { cause: error });
  }
}

/**
 * Opens `path` (created when it is absent).
 * @throws {DatabaseFault} `unreachable` when the file cannot be opened; later, the driver's errors with a SQLite `code`.
 */
export function openNative(
  path: string,
  options: { readonly busyTimeoutMs: number; readonly onStatement?: StatementObserver | undefined },
): SqlConnection {
  const database = connect(path);
  const prepared = new Map<string, PreparedStatement>();

  const prepare = (sql: string): PreparedStatement => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql) as unknown as PreparedStatement;
      if (prepared.size >= MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? "");
    } else {
      prepared.delete(sql);
    }
    prepared.set(sql, statement);
    return statement;
  };

  const execute = (sql: string, parameters: readonly unknown[]): SqlResult => {
    options.onStatement?.(sql);
    const statement = prepare(sql);
    const bound = parameters.map(bindable);
    if (statement.reader) return { rows: statement.all(bound), changes: 0 };
    return { rows: [], changes: statement.run(bound).changes };
  };

  execute(`pragma busy_timeout = ${Math.trunc(options.busyTimeoutMs)}`, []);
  return {
    execute,
    async *stream(sql, parameters) {
      options.onStatement?.(sql);
      // Prepared apart from the cache: an unfinished iterator must not disturb the same SQL run elsewhere.
      const statement = database.prepare(sql) as unknown as PreparedStatement;
      yield* statement.iterate(parameters.map(bindable));
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}
