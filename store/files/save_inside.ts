/**
 * Saves a file into the allowed folder, whole or not at all: it is written under a name of its own and gets its final one
 * when all of it is on the disk. Nothing is ever overwritten; a file that is there already, byte for byte, is not saved twice.
 * @module
 */
import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { Env } from "../../base/env.ts";
import { numberedName, safeFileName } from "../../wire/file/file_name.ts";
import { newShortId } from "../../wire/ids.ts";
import { codeOf, FilesFault } from "./files_fault.ts";
import { isInside, realFolder } from "./open_inside.ts";

const FLAGS = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
/** Names that are tried. */
const MAX_NUMBER = 999;
/** Unfinished files of a process that was killed are removed when they are this old. */
const STALE_MS = 86_400_000;
const PART = /^\.pacerelle-[0-9a-f]{32}\.part$/;
/** Of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Saves `content` under `name`, made safe and numbered where it is taken; answers the absolute path. What `content` throws
 * leaves nothing behind.
 * @throws {FilesFault} `no-folder`, `no-space`, `unwritable`
 */
export async function saveInside(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
  env: Pick<Env, "now" | "randomBytes">,
): Promise<string> {
  const root = await realFolder(folder);
  await removeStale(root, env.now());
  const part = join(root, `.pacerelle-${newShortId(env)}.part`);
  const handle = await open(part, FLAGS, 0o600).catch(unwritable);
  try {
    try {
      await write(handle, content);
    } finally {
      await handle.close();
    }
    const path = await giveName(root, part, safeFileName(name));
    await syncFolder(root);
    return path;
  } finally {
    await rm(part, { force: true }).catch(() => {});
  }
}

/** Whether what was saved as `path` is still there, in `folder`, and as long as it was. */
export async function isSaved(folder: string, path: string, size: number): Promise<boolean> {
  const root = await realFolder(folder);
  const there = isInside(root, path) ? await lstat(path).catch(() => undefined) : undefined;
  return there?.isFile() === true && there.size === size;
}

function unwritable(cause: unknown): never {
  const full = ["ENOSPC", "EDQUOT"].includes(codeOf(cause));
  throw new FilesFault(full ? "no-space" : "unwritable", { cause });
}

async function write(handle: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  let position = 0;
  for await (const bytes of content) {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position).catch(
        unwritable,
      );
      done += bytesWritten;
      position += bytesWritten;
    }
  }
  await handle.sync().catch(unwritable);
}

/** Gives the written file its name; another file of that name stays what it is. */
async function giveName(root: string, part: string, name: string): Promise<string> {
  for (let number = 1; number <= MAX_NUMBER; number++) {
    const path = join(root, numberedName(name, number));
    if (await isFree(path)) {
      try {
        await moveTo(part, path);
        return path;
      } catch (error) {
        if (codeOf(error) !== "EEXIST") unwritable(error);
      }
    }
    if (await isSame(part, path)) return path;
  }
  throw new FilesFault("unwritable");
}

async function isFree(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch {
    return true;
  }
}

/** A link fails where the name is taken meanwhile; a rename would overwrite. */
async function moveTo(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error;
    await rename(part, path);
  }
}

/** Whether a regular file at `path` has the very content of `part`. */
async function isSame(part: string, path: string): Promise<boolean> {
  const there = await lstat(path).catch(() => undefined);
  if (!there?.isFile() || there.size !== (await lstat(part)).size) return false;
  const [a, b] = [await open(part, "r"), await open(path, "r").catch(() => undefined)];
  try {
    if (!b) return false;
    const [left, right] = [new Uint8Array(65_536), new Uint8Array(65_536)];
    for (let position = 0; position < there.size;) {
      const length = Math.min(left.length, there.size - position);
      const [{ bytesRead }, other] = [
        await a.read(left, 0, length, position),
        await b.read(right, 0, length, position),
      ];
      if (bytesRead === 0 || bytesRead !== other.bytesRead) return false;
      for (let index = 0; index < bytesRead; index++) if (left[index] !== right[index]) return false;
      position += bytesRead;
    }
    return true;
  } finally {
    await a.close();
    await b?.close();
  }
}

async function removeStale(root: string, now: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!PART.test(name)) continue;
    const path = join(root, name);
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > STALE_MS) await rm(path, { force: true }).catch(() => {});
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    // Some file systems cannot; the name is then as durable as they make it.
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}
