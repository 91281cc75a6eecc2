/**
 * The real file system, over `node:fs`: the same code on Deno and on Node 20.
 * @module
 */
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import type { MailboxFile, MailboxFs } from "./mailbox_fs.ts";

const FLAGS = { read: "r", update: "r+", create: "wx+" } as const;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Files and folders on the disk of this machine. */
export const nodeFs: MailboxFs = Object.freeze({
  open: async (path: string, mode: keyof typeof FLAGS) => fileOf(await open(path, FLAGS[mode], FILE_MODE)),
  exists: async (path: string) => {
    try {
      await stat(path);
      return true;
    } catch (error) {
      if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
      throw error;
    }
  },
  makeFolder: async (path: string) => {
    const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
    if (first === undefined) return;
    // Each new name is on the disk once the folder above it is.
    for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
  },
  restrict: async (path: string, mode: number) => {
    if (process.platform !== "win32") await chmod(path, mode);
  },
  rename,
  remove: (path: string) => rm(path, { force: true }),
  list: async (path: string) => {
    try {
      return await readdir(path);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return [];
      throw error;
    }
  },
  syncFolder,
});

function fileOf(handle: FileHandle): MailboxFile {
  return {
    read: async (target, position) => (await handle.read(target, 0, target.length, position)).bytesRead,
    write: async (source, position) => (await handle.write(source, 0, source.length, position)).bytesWritten,
    size: async () => (await handle.stat()).size,
    truncate: (size) => handle.truncate(size),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Windows cannot open a folder to sync it; its file system orders names by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String((error as NodeJS.ErrnoException).code));
}
