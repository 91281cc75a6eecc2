/**
 * Keeps a file's write-ahead log short while a process serves, without any commit paying for it: see
 * `checkpoint_worker.ts`. Where no worker can run, SQLite's own checkpoints stay: slower commits, nothing worse.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { CheckpointOrder } from "./checkpoint_worker.ts";
import type { Database } from "./database.ts";

/** How often the log is moved. */
const EVERY_MS = 1_000;
/** Pages (of 4 KiB) in the log at which a commit moves it all the same: a writer that never rests must not fill the disk. */
const SAFETY_PAGES = 16_000;
/** SQLite's own. */
const USUAL_PAGES = 1_000;

/** Checkpoints under way. */
export interface Checkpoints {
  /** Ends them: commits move the log again, as SQLite does by itself. */
  close(): Promise<void>;
}

async function setAutomatic<Schema>(database: Database<Schema>, pages: number): Promise<void> {
  await database.write((trx: Kysely<Schema>) =>
    sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(trx)
  );
}

/** Begins to move the log of `database`, which is the file of `url`; a server's log is the server's business. */
export async function startCheckpoints<Schema>(
  database: Database<Schema>,
  url: string,
  everyMs = EVERY_MS,
): Promise<Checkpoints> {
  const path = /^file:(.*)$/s.exec(url)?.[1];
  if (path === undefined) return { close: () => Promise.resolve() };
  const worker = new Worker(new URL("./checkpoint_worker.ts", import.meta.url), { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answered: (() => void) | undefined;
  let isLost = false;
  const order = (what: CheckpointOrder) =>
    new Promise<void>((resolve) => {
      if (isLost) return resolve();
      answered = resolve;
      worker.postMessage(what);
    });
  worker.onmessage = () => answered?.();
  worker.onerror = (event) => {
    event.preventDefault();
    isLost = true;
    clearTimeout(timer);
    setAutomatic(database, USUAL_PAGES).catch(() => {}).finally(() => answered?.());
  };
  const next = () => {
    timer = setTimeout(async () => {
      under = order("checkpoint");
      await under;
      if (!isClosed) next();
    }, everyMs);
  };
  let under = order({ open: path });
  let isClosed = false;
  await under;
  if (!isLost) {
    await setAutomatic(database, SAFETY_PAGES);
    next();
  }
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await under;
      await order("end");
      worker.terminate();
      await setAutomatic(database, USUAL_PAGES);
    },
  };
}
