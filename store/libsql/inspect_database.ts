/**
 * Looks at a database without changing it: no file is made, nothing is migrated.
 * @module
 */
import { stat } from "node:fs/promises";
import { Kysely } from "kysely";
import type { SqlConnection } from "./connection.ts";
import { type DatabaseOptions, isBehind, pathOf } from "./database.ts";
import { LibsqlDialect } from "./dialect.ts";
import { DatabaseFault, isBusy, toDatabaseFault } from "./fault.ts";
import { openNative } from "./native.ts";
import { openRemote } from "./remote.ts";

/** Which database, and what makes it this product's. */
export type InspectOptions = Pick<DatabaseOptions, "url" | "authToken" | "applicationId" | "migrations">;

/** How long a lock is waited for, inside SQLite: the event loop stands still meanwhile. */
const LOCK_WAIT_MS = 2_000;

/**
 * Looks at the database at `url`, then lets `look` ask it more. A file is read whole (seconds for a gigabyte), beside those
 * who use it; of a server, only the marks are read. `behind`: the next opening migrates it.
 * @throws {DatabaseFault} `unreachable` when there is none; `corrupt`, `foreign`, `newer`
 */
export async function inspectDatabase<Found>(
  options: InspectOptions,
  look: (connection: SqlConnection, behind: boolean) => Promise<Found>,
): Promise<Found> {
  try {
    const path = pathOf(options.url);
    if (path !== undefined) {
      return await withFile(path, async (connection) => {
        const behind = await readMarks(connection, options);
        await expectWhole(connection);
        return await look(connection, behind);
      });
    }
    const { reader, writer } = openRemote(options);
    try {
      return await look(reader, await readMarks(reader, options));
    } finally {
      await reader.close();
      await writer.close();
    }
  } catch (error) {
    throw toDatabaseFault(error);
  }
}

/** Whether migrations are missing. @throws {DatabaseFault} `foreign`, `newer`, `corrupt` */
export function readMarks(connection: SqlConnection, options: InspectOptions): Promise<boolean> {
  return isBehind(
    new Kysely<unknown>({ dialect: new LibsqlDialect({ connection, begin: () => Promise.resolve() }) }),
    options,
  );
}

/**
 * Runs `work` on a connection of its own to the file at `path`.
 * @throws {DatabaseFault} `unreachable`: the driver would make a file that is not there
 */
export async function withFile<Result>(
  path: string,
  work: (connection: SqlConnection) => Promise<Result>,
): Promise<Result> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new DatabaseFault("unreachable");
  const connection = openNative(path, { busyTimeoutMs: LOCK_WAIT_MS });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Reads every page and index, and checks that rows refer to rows. @throws {DatabaseFault} `corrupt` */
export async function expectWhole(connection: SqlConnection): Promise<void> {
  const { rows: [first] } = await connection.execute("pragma integrity_check(1)", []);
  const { rows: dangling } = await connection.execute("pragma foreign_key_check", []);
  if (first?.["integrity_check"] !== "ok" || dangling.length > 0) throw new DatabaseFault("corrupt");
}

/** Whether a write can begin within two seconds. @throws SQLite's error when the file cannot be written */
export async function canWrite(connection: SqlConnection): Promise<boolean> {
  try {
    await connection.execute("begin immediate", []);
    await connection.execute("rollback", []);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
