/**
 * Connections to a libSQL server through `@libsql/client` (HTTP or WebSocket). A transaction is a stream on the server,
 * so `begin`, `commit` and `rollback` map to the client's own transaction object.
 * @module
 */
import { createClient, LibsqlError, type ResultSet, type Transaction } from "@libsql/client";
import { bindable, type SqlConnection, type SqlResult, type StatementObserver } from "./connection.ts";
import { DatabaseFault } from "./fault.ts";

function resultOf(result: ResultSet): SqlResult {
  const rows = result.rows.map((row) =>
    Object.fromEntries(result.columns.map((column, index) => {
      const value = row[index];
      return [column, value instanceof ArrayBuffer ? new Uint8Array(value) : value];
    }))
  );
  return { rows, changes: result.columns.length > 0 ? 0 : result.rowsAffected };
}

/** Codes of what a server itself answers about a statement; anything else is the way to it that failed. */
const ANSWERED = /^(?:SQLITE_|SQL_|ARGS_|RESPONSE_TOO_LARGE|TRANSACTION_(?:BUSY|TIMEOUT)|BLOCKED)/;

function isStatementError(error: unknown): boolean {
  return error instanceof LibsqlError && ANSWERED.test(error.code);
}

/**
 * Opens a reading and a writing connection to the server at `url`. When the answer to a commit is lost on its way, whether it was
 * made is not known: the fault is `unreachable`, and only reading tells.
 */
export function openRemote(
  options: {
    readonly url: string;
    readonly authToken?: string | undefined;
    readonly onStatement?: StatementObserver | undefined;
  },
): { readonly reader: SqlConnection; readonly writer: SqlConnection } {
  const client = createClient({
    url: options.url,
    ...(options.authToken ? { authToken: options.authToken } : {}),
  });
  const connect = (): SqlConnection => {
    let transaction: Transaction | undefined;
    const execute = async (sql: string, parameters: readonly unknown[]): Promise<SqlResult> => {
      options.onStatement?.(sql, parameters);
      try {
        return await send(sql, parameters);
      } catch (error) {
        throw isStatementError(error) ? error : new DatabaseFault("unreachable", { cause: error });
      }
    };
    const send = async (sql: string, parameters: readonly unknown[]): Promise<SqlResult> => {
      switch (sql) {
        case "begin":
        case "begin immediate":
          transaction = await client.transaction(sql === "begin" ? "read" : "write");
          // The client begins with the first statement: here, so that a lock is met where it is waited for.
          await transaction.execute("select 1");
          return { rows: [], changes: 0 };
        case "commit":
        case "rollback": {
          const ending = transaction;
          transaction = undefined;
          await ending?.[sql]();
          return { rows: [], changes: 0 };
        }
      }
      return resultOf(await (transaction ?? client).execute({ sql, args: parameters.map(bindable) }));
    };
    return {
      execute,
      async *stream(sql, parameters) {
        yield* (await execute(sql, parameters)).rows;
      },
      close: () => client.close(),
    };
  };
  return { reader: connect(), writer: connect() };
}
