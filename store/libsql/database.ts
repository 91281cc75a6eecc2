/**
 * A database as the stores see it: reads on one connection, writes on another, one write transaction at a time in this
 * process and, by SQLite's own lock, among processes. Opening migrates under that lock and refuses a database that is
 * newer than the program or another product's.
 * @module
 */
import { Kysely, sql, type Transaction } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Env } from "../../base/env.ts";
import type { SqlConnection, StatementObserver } from "./connection.ts";
import { LibsqlDialect } from "./dialect.ts";
import { offerDirect, withdrawDirect } from "./direct.ts";
import { DatabaseFault, isBusy, toDatabaseFault } from "./fault.ts";
import { openNative } from "./native.ts";
import { openRemote } from "./remote.ts";

/** How long a write waits for another process before it gives up. */
const WRITE_WAIT_MS = 15_000;

/** The longest text, blob or row: SQLite's own limit; and what a libSQL server takes, unless it was told otherwise. */
const FILE_VALUE_BYTES = 1_000_000_000;
const SERVER_VALUE_BYTES = 5_000_000;

/** How to open a database. */
export interface DatabaseOptions {
  /** `file:PATH`, or `libsql://…`, `https://…`, `http://…` for a libSQL server. */
  readonly url: string;
  /** The server's token; never logged. */
  readonly authToken?: string | undefined;
  /** SQLite application id: tells one product's file from another's. No server lets it be set. */
  readonly applicationId: number;
  /** By name; names sort in the order of their numbers and are never renamed. */
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly env: Pick<Env, "sleep" | "monotonic">;
  readonly onStatement?: StatementObserver | undefined;
}

/** An open database. */
export interface Database<Schema> {
  /** The longest row that is sure to be taken, in bytes. */
  readonly maxValueBytes: number;
  /** For queries outside a transaction: sees what is committed, never what is being written. */
  readonly read: Kysely<Schema>;
  /**
   * Runs reads that must agree with each other: all of them see the database as it was at the first, whatever others
   * commit meanwhile. Takes no lock. `work` reads through what it is given and nothing else.
   */
  snapshot<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in one transaction that holds the write lock from its start; commits when it resolves, rolls back when
   * it rejects.
   * @throws {DatabaseFault} `locked` after 15 s behind another process, `full`, `readonly`…
   */
  write<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /** Waits for the write under way, then closes. */
  close(): Promise<void>;
}

/** The path of a `file:` address; undefined for a server's. */
export function pathOf(url: string): string | undefined {
  return /^file:(.*)$/s.exec(url)?.[1];
}

/** Repeats `work` while another process holds a lock that it needs, without ever blocking the event loop. */
async function untilFree<Result>(
  env: DatabaseOptions["env"],
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const deadline = env.monotonic() + WRITE_WAIT_MS;
  for (let wait = 1;; wait = Math.min(wait * 2, 40)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || env.monotonic() >= deadline) throw error;
      await env.sleep(wait);
    }
  }
}

/** Tables that nobody made: SQLite's own, and those of servers. */
const OF_THE_ENGINE = /^(?:sqlite|libsql|_litestream)_/;

/**
 * Whether migrations are missing. Only reads: what is refused here is left as it was, to the byte.
 *
 * A database is ours by its mark, or, where it has none (a server takes no mark), by our first migration: one that has
 * neither and is not empty is another's.
 * @throws {DatabaseFault} `foreign`, `newer`, `corrupt`
 */
export async function isBehind<Schema>(
  db: Kysely<Schema>,
  options: Pick<DatabaseOptions, "applicationId" | "migrations">,
): Promise<boolean> {
  const { rows: [mark] } = await sql<{ application_id: number }>`pragma application_id`.execute(db);
  const { rows: found } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    .execute(db);
  const tables = found.map(({ name }) => name).filter((name) => !OF_THE_ENGINE.test(name));
  const { rows: done } = tables.includes("kysely_migration")
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] };
  const wanted = Object.keys(options.migrations);
  const isOurs = mark?.application_id
    ? mark.application_id === options.applicationId
    : tables.length === 0 || done.some(({ name }) => name === wanted[0]);
  if (!isOurs) throw new DatabaseFault("foreign");
  if (done.some(({ name }) => !(name in options.migrations))) throw new DatabaseFault("newer");
  return done.length < wanted.length;
}

/** Brings the tables up to date, all at once or not at all. Of several processes, the first does it. */
async function migrate<Schema>(trx: Transaction<Schema>, options: DatabaseOptions): Promise<void> {
  if (!await isBehind(trx, options)) return;
  const migrator = new Migrator({
    db: trx,
    provider: { getMigrations: () => Promise.resolve({ ...options.migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  if (pathOf(options.url) !== undefined) {
    await sql`pragma application_id = ${sql.lit(options.applicationId)}`.execute(trx);
  }
}

/** Opens two connections to a file. */
function openFile(path: string, options: DatabaseOptions): { reader: SqlConnection; writer: SqlConnection } {
  const { onStatement } = options;
  // The writer does not wait inside SQLite, which would block the event loop: `untilFree` waits instead.
  const writer = openNative(path, { busyTimeoutMs: 0, onStatement });
  return { writer, reader: openNative(path, { busyTimeoutMs: 1_000, onStatement }) };
}

/** The settings that the store was measured with (docs/architecture.md). */
async function setUpFile(reader: SqlConnection, writer: SqlConnection): Promise<void> {
  for (const connection of [writer, reader]) {
    for (
      const pragma of [
        "journal_mode = wal",
        "synchronous = full",
        "foreign_keys = on",
        // What is deleted is zeroed where that costs no further page (see overwriting.ts).
        "secure_delete = fast",
        "cache_size = -16384",
        // This build of SQLite would keep temporary tables and sorts in memory, however large.
        "temp_store = file",
      ]
    ) await connection.execute(`pragma ${pragma}`, []);
  }
}

/**
 * Opens and migrates a database.
 * @throws {DatabaseFault} with the kind of what is wrong; the file is left as it was.
 */
export async function openDatabase<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  try {
    const path = pathOf(options.url);
    const { reader, writer } = path === undefined ? openRemote(options) : openFile(path, options);
    const begin = (it: SqlConnection) =>
      untilFree(options.env, async () => void await it.execute("begin immediate", []));
    const hasTemporary = path !== undefined;
    const write = new Kysely<Schema>({
      dialect: new LibsqlDialect({ connection: writer, begin, hasTemporary }),
    });
    const readDialect = new LibsqlDialect({
      connection: reader,
      begin: async (it) => void await it.execute("begin", []),
      hasTemporary,
    });
    const read = new Kysely<Schema>({ dialect: readDialect });
    // A statement of a file's connection is over when its call returns: between two users nobody can be in the middle.
    if (path !== undefined) offerDirect(read, () => readDialect.driver.idle);
    /** A transaction has its connection to itself, until it ends. */
    const alone =
      <Result>(connection: SqlConnection, work: (trx: Transaction<Schema>) => Promise<Result>) =>
      async (trx: Transaction<Schema>) => {
        offerDirect(trx, () => connection);
        try {
          return await work(trx);
        } finally {
          withdrawDirect(trx);
        }
      };
    try {
      const behind = await untilFree(options.env, () => isBehind(write, options));
      if (path !== undefined) await untilFree(options.env, () => setUpFile(reader, writer));
      if (behind) await write.transaction().execute((trx) => migrate(trx, options));
    } catch (error) {
      await read.destroy();
      await write.destroy();
      throw error;
    }
    return {
      maxValueBytes: path === undefined ? SERVER_VALUE_BYTES : FILE_VALUE_BYTES,
      read,
      snapshot: (work) => read.transaction().execute(alone(reader, work)),
      async write(work) {
        try {
          return await write.transaction().execute(alone(writer, work));
        } catch (error) {
          throw toDatabaseFault(error);
        }
      },
      async close() {
        // Its turn comes when the write under way is done; another process's is not waited for. What the log holds goes
        // into the file, so that the file alone is the desk; where others use it, that is left to them.
        await write.connection().execute((db) =>
          path === undefined
            ? Promise.resolve()
            : sql`pragma wal_checkpoint(truncate)`.execute(db).then(() => {}, () => {})
        );
        await read.destroy();
        await write.destroy();
      },
    };
  } catch (error) {
    throw toDatabaseFault(error);
  }
}
