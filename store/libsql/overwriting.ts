/**
 * Deleting so that nothing of it can be read in the file afterwards. SQLite leaves what was deleted where it lay until
 * something else comes there; `secure_delete = fast`, which connections have, zeroes it where the page is written anyway,
 * and whole pages that become free keep what they held: the second half of a long text, a file.
 * @module
 */
import { type QueryExecutorProvider, sql } from "kysely";
import { LibsqlAdapter } from "./dialect.ts";

/**
 * Runs `work`, whose deletions are overwritten, free pages too. On a server, which takes no such setting, it deletes as
 * that server does.
 */
export async function overwriting<Result>(
  trx: QueryExecutorProvider,
  work: () => Promise<Result>,
): Promise<Result> {
  const { adapter } = trx.getExecutor();
  // What has temporary tables is a file's own connection.
  if (!(adapter instanceof LibsqlAdapter && adapter.hasTemporary)) return await work();
  await sql`pragma secure_delete = on`.execute(trx);
  try {
    return await work();
  } finally {
    await sql`pragma secure_delete = fast`.execute(trx);
  }
}
