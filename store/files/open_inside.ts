/**
 * Opens a file for reading, and only one that lies in the allowed folder: links that lead out of it are not followed, and
 * what is looked at is what was opened.
 * @module
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { codeOf, FilesFault } from "./files_fault.ts";

/** Does not wait for the other end of a pipe, and follows no link. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** An open file. Close it. */
export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  /** Exactly `length` bytes. @throws {FilesFault} `changed` when there are fewer */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** @throws {FilesFault} `changed` when it was written to since it was opened */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Whether `path` is `folder` or lies in it, by their texts alone. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The real path of the allowed folder. @throws {FilesFault} `no-folder` */
export async function realFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    if ((await lstat(real)).isDirectory()) return real;
  } catch (cause) {
    throw new FilesFault("no-folder", { cause });
  }
  throw new FilesFault("no-folder");
}

/**
 * Opens `path`, absolute or from `folder`.
 * @throws {FilesFault} `no-folder`, `outside`, `missing`, `not-regular`, `unreadable`
 */
export async function openInside(folder: string, path: string): Promise<OpenedFile> {
  const root = await realFolder(folder);
  const asked = resolve(folder, path);
  // Nothing outside is even looked at.
  if (!isInside(folder, asked) && !isInside(root, asked)) throw new FilesFault("outside");
  const target = await realPathOf(asked);
  if (!isInside(root, target)) throw new FilesFault("outside");
  // A pipe or a device is not even opened: opening some does something.
  if (!(await lstat(target).catch(missing)).isFile()) throw new FilesFault("not-regular");
  const handle = await open(target, FLAGS).catch(missing);
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw new FilesFault("not-regular");
    // A folder on the way may have been changed into a link between the look and the opening.
    const again = await lstat(await realPathOf(target));
    if (again.ino !== opened.ino || again.dev !== opened.dev) throw new FilesFault("outside");
    if (await realPathOf(target) !== target) throw new FilesFault("outside");
    return openedFile(handle, basename(asked), opened);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function realPathOf(path: string): Promise<string> {
  return await realpath(path).catch(missing);
}

function missing(cause: unknown): never {
  const code = codeOf(cause);
  if (code === "ELOOP") throw new FilesFault("outside", { cause });
  throw new FilesFault(code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unreadable", { cause });
}

function openedFile(
  handle: FileHandle,
  name: string,
  { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
): OpenedFile {
  return {
    name,
    size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length;) {
        const { bytesRead } = await handle.read(bytes, done, length - done, offset + done).catch((cause) => {
          throw new FilesFault("unreadable", { cause });
        });
        if (bytesRead === 0) throw new FilesFault("changed");
        done += bytesRead;
      }
      return bytes;
    },
    check: async () => {
      const now = await handle.stat();
      if (now.size !== size || now.mtimeMs !== mtimeMs) throw new FilesFault("changed");
    },
    close: () => handle.close(),
  };
}
