/**
 * Where the claims on a state folder lie. Every process of the machine must come to the same place, so it depends on
 * the state's real path and as little as can be on how a process was started.
 * @module
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** `sun_path` without its final zero; Node cuts a longer name in silence and would lock something else. */
const MAX_PATH_BYTES = process.platform === "darwin" ? 103 : 107;
/** A name in the folder: `c-` or `t-` and 14 hex digits. */
const NAME_LENGTH = 16;
/** Group and others. */
const OTHERS = 0o077;

/**
 * The folder, made 0700: `.lock` in the state folder or, where a socket's name there would be too long, a folder named by
 * a hash under the user's runtime folder or the temporary one.
 * @param runtimeFolder `$XDG_RUNTIME_DIR` when left out, read only where it is needed
 * @throws {Error} when the fallback folder belongs to someone else
 */
export async function makeLockFolder(
  stateFolder: string,
  runtimeFolder?: string,
): Promise<string> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const real = await realpath(stateFolder);
  const inside = join(real, ".lock");
  const folder = fits(inside)
    ? inside
    : await fallback(real, runtimeFolder ?? process.env["XDG_RUNTIME_DIR"]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new Error("the lock folder belongs to someone else");
  }
  if ((found.mode & OTHERS) !== 0) await chmod(folder, 0o700);
  return folder;
}

/** Windows: a pipe that goes with its owner. Never run: no Windows machine was at hand. */
export function pipePath(realStateFolder: string): string {
  return `\\\\.\\pipe\\pacerelle-${hashOf(realStateFolder.toLowerCase())}`;
}

async function fallback(real: string, runtimeFolder: string | undefined): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  // A process that was started without the variable (cron, ssh) must still find the same folder.
  const usual = `/run/user/${uid}`;
  const runtime = runtimeFolder || (await isFolder(usual) ? usual : undefined);
  const temporary = process.platform === "darwin" ? tmpdir() : "/tmp";
  const hash = hashOf(real);
  const candidates = [
    ...(runtime === undefined ? [] : [join(runtime, `pacerelle-${hash}`)]),
    join(temporary, `pacerelle-${uid}-${hash}`),
  ];
  const found = candidates.find(fits);
  if (found === undefined) throw new Error("no folder is short enough for the lock's socket");
  return found;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder) + 1 + NAME_LENGTH <= MAX_PATH_BYTES;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

function hashOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 32);
}
