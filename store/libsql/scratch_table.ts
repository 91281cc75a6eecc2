/**
 * Tables for the length of one transaction: temporary ones in a file, which keep what they hold out of it. A server has
 * none (a connection is a request's there): ordinary ones, which nobody else sees before they are dropped, and which go
 * with the transaction that fails.
 * @module
 */
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { LibsqlAdapter } from "./dialect.ts";

/** Makes a table; `definition` is what follows its name. The transaction drops it: {@linkcode dropScratchTable}. */
export async function createScratchTable(
  trx: QueryExecutorProvider,
  name: string,
  definition: RawBuilder<unknown>,
): Promise<void> {
  const { adapter } = trx.getExecutor();
  const temporary = adapter instanceof LibsqlAdapter && adapter.hasTemporary ? sql`temp ` : sql``;
  await sql`create ${temporary}table ${sql.id(name)} ${definition}`.execute(trx);
}

/** Drops it. */
export async function dropScratchTable(trx: QueryExecutorProvider, name: string): Promise<void> {
  await sql`drop table ${sql.id(name)}`.execute(trx);
}
