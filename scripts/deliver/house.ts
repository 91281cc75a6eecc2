/**
 * Where things are in this checkout, and what the stdio server may do.
 * @module
 */
import { fileURLToPath } from "node:url";

/** A path of the checkout. */
export function inHouse(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The stdio server's entry, from the checkout's root. */
export const ENTRY = "server/pacerelle/cli/main.ts";

/**
 * The least that the stdio server works with: its settings, the home and user that the state's place and the lock's are
 * made from, the state itself and the relay (both wherever settings say). No programs, no foreign code.
 */
export const PERMISSIONS: readonly string[] = [
  "--no-prompt",
  "--allow-env=PACERELLE_*,XDG_RUNTIME_DIR,TMPDIR,TMP,TEMP",
  "--allow-sys=homedir,uid",
  "--allow-read",
  "--allow-write",
  "--allow-net",
];
