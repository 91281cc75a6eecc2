/**
 * One connection to libSQL, whichever way it is reached: the native driver on a file, or `@libsql/client` on a server.
 * Both answer plain rows; integers come back as numbers (safe below 2^53), blobs as `Uint8Array`.
 * @module
 */

/** What SQLite stores, as it goes in. Booleans are stored as 0 and 1. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

/**
 * A text as the database keeps it: U+FFFD stands for lone surrogates, which UTF-8 cannot hold, and for NUL, at which the
 * native driver would cut the text when it is read.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** A parameter as SQLite takes it. Drivers bind every number as REAL ("7" in a TEXT column would become "7.0"). */
export function bindable(value: unknown): Exclude<SqlValue, boolean> {
  switch (typeof value) {
    case "string":
      return storable(value);
    case "number":
      return Number.isInteger(value) ? BigInt(value) : value;
    case "boolean":
      return value ? 1n : 0n;
    case "bigint":
      return value;
    default:
      if (value === undefined || value === null) return null;
      if (value instanceof Uint8Array) return value;
      throw new TypeError("this value cannot be stored");
  }
}

/** What a statement answered. */
export interface SqlResult {
  readonly rows: readonly Record<string, unknown>[];
  /** Rows changed; 0 for a query. */
  readonly changes: number;
}

/** One connection. Statements run one after the other; a caller never overlaps two of them. */
export interface SqlConnection {
  /** Runs one statement with bound parameters. */
  execute(sql: string, parameters: readonly unknown[]): SqlResult | Promise<SqlResult>;
  /**
   * Rows one by one; in bounded memory on a file, all at once from a server. The connection is busy until the iterator
   * ends or is returned.
   */
  stream(sql: string, parameters: readonly unknown[]): AsyncIterable<Record<string, unknown>>;
  close(): void | Promise<void>;
}

/** Called with every statement and its parameters; tests count with it, benches repeat what they saw. */
export type StatementObserver = (sql: string, parameters: readonly unknown[]) => void;
