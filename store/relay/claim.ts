/**
 * One relay per database file: who is connected is in a process's memory, so two of them would not see each other's
 * endpoints. The kernel holds the lock, on a file beside the database; it goes with the process, however that ends.
 * @module
 */
import { DatabaseFault } from "../libsql/fault.ts";

/** Held until it is released. */
export interface Claim {
  release(): void;
}

/**
 * Claims the database at `path`. The lock file stays behind: removing it would let two processes hold two of them.
 * @throws {DatabaseFault} `locked` when another process holds it, `unreachable` when the lock file cannot be opened
 */
export async function claimDatabase(path: string): Promise<Claim> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 });
  } catch (cause) {
    throw new DatabaseFault("unreachable", { cause });
  }
  if (!(await file.tryLock(true))) {
    file.close();
    throw new DatabaseFault("locked");
  }
  return { release: () => file.close() };
}
