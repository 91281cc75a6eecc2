/**
 * The stdio server as JavaScript that needs no package.
 * @module
 */
import { ENTRY, inHouse } from "./house.ts";
import { must } from "./run.ts";

const BUNDLE = ["bundle", "--quiet", "--platform=deno", "--minify", "--config"] as const;

/** One file, for Deno and Node, of the stdio server or another `entry` of the house. */
export async function bundleServer(file: string, entry = ENTRY): Promise<void> {
  await must([Deno.execPath(), ...BUNDLE, inHouse("deno.json"), "-o", file, inHouse(entry)]);
}

/** Several entries of the house that share their parts; each comes out under its own path, as `.js`. */
export async function bundleShared(folder: string, entries: readonly string[]): Promise<void> {
  const options = ["--code-splitting", "--outdir", folder];
  await must([Deno.execPath(), ...BUNDLE, inHouse("deno.json"), ...options, ...entries.map(inHouse)]);
}
