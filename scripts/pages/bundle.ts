/**
 * One run of `deno bundle` for a browser. It is a process of its own: esbuild is, and so the server that is started
 * afterwards needs no permission to run anything.
 * @module
 */

/** What to bundle. */
export interface BundleOptions {
  /** Paths from the house's root. */
  readonly entries: readonly string[];
  readonly outdir: string;
  /** `iife` leaves no name in the page's global scope and makes no chunks. */
  readonly format: "esm" | "iife";
}

/** @throws {Error} with what the bundler said */
export async function bundle({ entries, outdir, format }: BundleOptions): Promise<void> {
  const args = [
    "bundle",
    "--quiet",
    "--platform=browser",
    "--minify",
    `--format=${format}`,
    `--outdir=${outdir}`,
  ];
  if (format === "esm") args.push("--code-splitting");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args, ...entries],
    stdout: "null",
    stderr: "piped",
    stdin: "null",
  }).output();
  if (!success) throw new Error(`the pages cannot be bundled:\n${new TextDecoder().decode(stderr)}`);
}
