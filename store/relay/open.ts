/**
 * Opens the relay's database.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { Env } from "../../base/env.ts";
import type { StatementObserver } from "../libsql/connection.ts";
import { type Database, openDatabase } from "../libsql/database.ts";
import * as relay from "./migrations/0001_relay.ts";
import * as filesAndPush from "./migrations/0002_files_and_push.ts";
import * as fileRoom from "./migrations/0003_file_room.ts";
import type { RelaySchema } from "./schema.ts";

/** "PCRL": marks a database file as the relay's. */
const APPLICATION_ID = 0x5043524c;

/** What makes a database a relay's. */
export const RELAY = {
  applicationId: APPLICATION_ID,
  migrations: { "0001_relay": relay, "0002_files_and_push": filesAndPush, "0003_file_room": fileRoom },
} as const;

/** The relay's database. */
export type RelayStore = Database<RelaySchema>;
/** What a query runs on: the reading side, or a transaction. */
export type RelayQuerier = Kysely<RelaySchema>;

/**
 * Opens, creates or migrates the relay's database at `url`.
 * @throws {DatabaseFault}
 */
export async function openRelayStore(
  options: {
    readonly url: string;
    readonly authToken?: string | undefined;
    readonly env: Env;
    readonly onStatement?: StatementObserver | undefined;
  },
): Promise<RelayStore> {
  const store = await openDatabase<RelaySchema>({ ...options, ...RELAY });
  if (options.url.startsWith("file:")) {
    // Of the writing connection: what is forgotten is overwritten, not only unlinked.
    await store.write(async (transaction) => void await sql`pragma secure_delete = on`.execute(transaction));
  }
  return store;
}

/**
 * Folds the write-ahead log into the database file and empties it, so that what was forgotten is gone from both. Does
 * nothing while someone reads or writes; the next call will.
 */
export async function foldLog(store: RelayStore): Promise<void> {
  await store.read.connection().execute(async (db) => {
    const { rows: [row] } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db);
    // Not waited for: SQLite would wait inside the call, and the writer that it waits for is in this very thread.
    await sql`pragma busy_timeout = 0`.execute(db);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(row?.timeout ?? 0)}`.execute(db);
    }
  });
}
