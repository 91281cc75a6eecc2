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
  columns(): readonly { readonly name: string; readonly type: string | null }[];
  all(...parameters: unknown[]): Record<string, unknown>[];
  run(...parameters: unknown[]): { readonly changes: number };
  get(...parameters: unknown[]): unknown;
  iterate(...parameters: unknown[]): Iterator<Record<string, unknown>>;
}

/** A statement, and which of its columns are declared as blobs: the driver gives those as bare `ArrayBuffer`s. */
interface Prepared {
  readonly statement: PreparedStatement;
  /** Asked of the driver once: it asks the library each time. */
  readonly reader: boolean;
  readonly blobs: readonly string[];
}

function preparedFrom(statement: PreparedStatement): Prepared {
  const { reader } = statement;
  const columns = reader ? statement.columns() : [];
  return { statement, reader, blobs: columns.filter(({ type }) => type === "BLOB").map(({ name }) => name) };
}

/** Gives a row's blobs the type that is promised. */
function withBlobs(row: Record<string, unknown>, blobs: readonly string[]): Record<string, unknown> {
  for (const name of blobs) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
  return row;
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
 * Ends a query whose rows nobody wants any more: left open, it would hold its snapshot and let the log grow. The driver
 * resets a statement only when it runs it again, and for one row it stops at the first.
 */
function abandon(statement: PreparedStatement, bound: readonly unknown[]): void {
  try {
    statement.get(bound);
  } catch {
    // What is wrong with the query was thrown already.
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
  const prepared = new Map<string, Prepared>();

  const prepare = (sql: string): Prepared => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = preparedFrom(database.prepare(sql) as unknown as PreparedStatement);
      if (prepared.size >= MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? "");
    } else {
      prepared.delete(sql);
    }
    prepared.set(sql, statement);
    return statement;
  };

  const execute = (sql: string, parameters: readonly unknown[]): SqlResult => {
    options.onStatement?.(sql, parameters);
    const { statement, reader, blobs } = prepare(sql);
    const bound = parameters.map(bindable);
    if (reader) {
      const rows = statement.all(bound);
      if (blobs.length > 0) { for (const row of rows) withBlobs(row, blobs); }
      return { rows, changes: 0 };
    }
    return { rows: [], changes: statement.run(bound).changes };
  };

  execute(`pragma busy_timeout = ${Math.trunc(options.busyTimeoutMs)}`, []);
  return {
    execute,
    async *stream(sql, parameters) {
      options.onStatement?.(sql, parameters);
      // Prepared apart from the cache: an unfinished iterator must not disturb the same SQL run elsewhere.
      const statement = database.prepare(sql) as unknown as PreparedStatement;
      const bound = parameters.map(bindable);
      const rows = statement.iterate(bound);
      let done: boolean | undefined = false;
      try {
        for (;;) {
          const next = rows.next();
          done = next.done;
          if (done) return;
          yield next.value;
        }
      } finally {
        if (!done) abandon(statement, bound);
      }
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}
