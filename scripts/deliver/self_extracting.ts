/**
 * The stand-in for `deno compile` where its runtime cannot be had: a shell script with an archive of the same Deno and the
 * bundle behind it. Unpacks itself once; then starts in the time of its Deno.
 * @module
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { VERSION } from "../../base/version.ts";
import { inHouse, PERMISSIONS } from "./house.ts";
import { tar } from "./tar.ts";

/** The bundle needs nothing from outside, and what lies about on the machine must not change it. */
const RUN_FLAGS = ["--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm", ...PERMISSIONS];

/** Digits of SHA-256 that name the cache folder. */
const HASH_DIGITS = 16;

/**
 * Writes the executable file.
 * @param options.uname What `uname -s` and `uname -m` print where it will run; anywhere else it refuses
 */
export async function makeSelfExtracting(
  options: { readonly file: string; readonly uname: string; readonly deno: string; readonly bundle: string },
): Promise<void> {
  const { file, uname, deno, bundle } = options;
  const archive = new Blob(tar([
    { name: "server.mjs", mode: 0o600, content: await Deno.readFile(bundle) },
    { name: "deno", mode: 0o700, content: await Deno.readFile(deno) },
  ]));
  const packed = await promisify(gzip)(await archive.bytes(), { level: constants.Z_BEST_COMPRESSION });
  const hash = createHash("sha256").update(packed).digest("hex").slice(0, HASH_DIGITS);
  const template = await Deno.readTextFile(inHouse("scripts/deliver/unpack.sh"));
  const fill = (offset: string) =>
    template
      .replaceAll("@VERSION@", VERSION)
      .replaceAll("@UNAME@", uname)
      .replaceAll("@HASH@", hash)
      .replaceAll("@FLAGS@", RUN_FLAGS.map((flag) => `'${flag}'`).join(" "))
      .replaceAll("@OFFSET@", offset);
  // Written at the same width before it is known and after; `tail` counts from 1.
  const offset = (bytes: number) => String(bytes + 1).padStart(8, "0");
  const { length } = new TextEncoder().encode(fill(offset(0)));
  await Deno.writeTextFile(file, fill(offset(length)), { mode: 0o755 });
  await Deno.writeFile(file, packed, { append: true });
}
