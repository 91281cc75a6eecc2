/**
 * Copies a database file while it is in use, and puts a copy in a database's place. A name is given only to what is whole,
 * checked and on the disk.
 * @module
 */
import { randomUUID } from "node:crypto";
import { chown, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseFault, isBusy, toDatabaseFault } from "./fault.ts";
import { expectWhole, type InspectOptions, readMarks, withFile } from "./inspect_database.ts";

/** What may stand beside a database file and belongs to it: SQLite would replay it into whatever file has the name. */
const COMPANIONS = ["-wal", "-shm", "-journal"];

/** The place is taken. */
export class PlaceTaken extends Error {
  override readonly name = "PlaceTaken";
  /** `there`: a file has that name; `used`: a process has it open; `remains`: what belonged to a file that is gone. */
  readonly kind: "there" | "used" | "remains";

  constructor(kind: PlaceTaken["kind"]) {
    super(`place taken: ${kind}`);
    this.kind = kind;
  }
}

/** From where to where; what makes the database this product's. */
export interface CopyOptions extends Omit<InspectOptions, "url"> {
  readonly from: string;
  readonly to: string;
  /** Replace a database that is there, when no process has it open. */
  readonly replace?: boolean;
}

/**
 * Copies the database file `from` to `to`, as it is at one moment, whoever writes meanwhile. Only its owner may read it.
 * @throws {DatabaseFault} `unreachable` when there is none at `from`; `corrupt`, `foreign`, `newer`; `full`. Also for what is at `to`.
 * @throws {PlaceTaken}
 */
export async function copyDatabase(options: CopyOptions): Promise<void> {
  const { from, to, replace = false } = options;
  const draft = `${to}.${randomUUID().slice(0, 8)}.part`;
  try {
    if (await exists(to)) {
      if (!replace) throw new PlaceTaken("there");
    } else if ((await Promise.all(COMPANIONS.map((end) => exists(to + end)))).includes(true)) {
      throw new PlaceTaken("remains");
    }
    await writeCopy(from, draft, options);
    await belongLike(await exists(to) ? to : dirname(to), draft);
    if (await exists(to)) await withUnused(to, options, () => rename(draft, to));
    else await rename(draft, to);
    await syncFolder(dirname(to));
  } catch (error) {
    throw toDatabaseFault(error);
  } finally {
    for (const end of ["", ...COMPANIONS]) await rm(draft + end, { force: true });
  }
}

async function writeCopy(from: string, draft: string, options: CopyOptions): Promise<void> {
  const marks = { ...options, url: `file:${from}` };
  await withFile(from, async (connection) => {
    await readMarks(connection, marks);
    // SQLite writes into an empty file that is there, and leaves its mode.
    await (await open(draft, "wx", 0o600)).close();
    await connection.execute("vacuum into ?", [draft]);
  });
  await withFile(draft, expectWhole);
  const file = await open(draft, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Runs `work` while no process has the database at `path` open. Leaving the log mode takes the file for this connection
 * alone, and leaves nothing beside it; the lock then keeps others out. One that opens the old file in that moment and
 * waits finds it gone: SQLite does not write to a file that has moved.
 */
async function withUnused(path: string, options: CopyOptions, work: () => Promise<void>): Promise<void> {
  await withFile(path, async (connection) => {
    try {
      await readMarks(connection, { ...options, url: `file:${path}` }).catch((error) => {
        // An older backup may take the place of a newer version's database.
        if (!(error instanceof DatabaseFault && error.kind === "newer")) throw error;
      });
      const { rows: [mode] } = await connection.execute("pragma journal_mode = delete", []);
      if (mode?.["journal_mode"] !== "delete") throw new PlaceTaken("used");
      await connection.execute("begin exclusive", []);
    } catch (error) {
      throw isBusy(error) ? new PlaceTaken("used") : error;
    }
    await work();
    await connection.execute("rollback", []);
  });
}

/** An administrator copies for the account that a server runs under; anybody else owns what they make. */
async function belongLike(model: string, draft: string): Promise<void> {
  const { uid, gid } = await stat(model);
  await chown(draft, uid, gid).catch(() => {});
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}

/** Makes names last through a power cut; where folders cannot be opened (Windows) the system does it by itself. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}
