/**
 * Builds the stdio server as one executable file and sees it answer before it gets its name.
 * @module
 */
import { join } from "node:path";
import { askServer } from "./ask_server.ts";
import { bundleServer } from "./bundle_server.ts";
import { BuildFailure, say } from "./failure.ts";
import { PERMISSIONS } from "./house.ts";
import { must, run } from "./run.ts";
import { makeSelfExtracting } from "./self_extracting.ts";
import { ownTarget, type Target } from "./targets.ts";

/** `deno compile` may have to download its runtime; a network that swallows packets must not hold the build for ever. */
const COMPILE_MS = 300_000;

/** What was built. */
export interface Compiled {
  readonly file: string;
  readonly form: "deno compile" | "self-extracting";
  /** Whether it was seen to answer: only what runs on this platform can be. */
  readonly asked: boolean;
}

/**
 * Writes `folder/name` (`.exe` on Windows).
 * @throws {BuildFailure} when it cannot be built for `target`, or does not answer; no file is left then
 */
export async function compileServer(
  folder: string,
  name: string,
  target: Target = ownTarget(),
): Promise<Compiled> {
  await Deno.mkdir(folder, { recursive: true });
  const work = await Deno.makeTempDir({ dir: folder, prefix: ".compile-" });
  try {
    const bundle = join(work, "server.mjs");
    const fileName = target.uname === undefined ? `${name}.exe` : name;
    const draft = join(work, fileName);
    await bundleServer(bundle);
    const real = await denoCompile(bundle, draft, target);
    if (!real) await selfExtracting(work, bundle, draft, target);
    const asked = target.triple === ownTarget().triple;
    if (asked) await seeAnswer(draft, real, target);
    const file = join(folder, fileName);
    await Deno.rename(draft, file);
    return { file, form: real ? "deno compile" : "self-extracting", asked };
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** What to do about a DENORT_BIN that is set and cannot serve. */
function otherDenort({ triple }: Target, denort: string): string {
  return `deno compile cannot use DENORT_BIN, which is ${denort}: point it at the denort of Deno ${Deno.version.deno} for ` +
    `${triple}, or unset it.`;
}

/** Sees the result answer. @throws {BuildFailure} that says what to do, where a given runtime may be the reason */
async function seeAnswer(file: string, real: boolean, target: Target): Promise<void> {
  try {
    await askServer([file]);
  } catch (error) {
    const denort = Deno.env.get("DENORT_BIN");
    if (!real || denort === undefined || !(error instanceof BuildFailure)) throw error;
    throw new BuildFailure(`${otherDenort(target, denort)} ${error.message}`);
  }
}

/** False where the runtime of compiled programs cannot be had. */
async function denoCompile(bundle: string, file: string, target: Target): Promise<boolean> {
  const options = ["--quiet", "--no-config", "--no-lock", "--target", target.triple, "--output", file];
  const { code, error } = await run([Deno.execPath(), "compile", ...options, ...PERMISSIONS, bundle], {
    timeoutMs: COMPILE_MS,
  });
  if (code === 0) return true;
  const denort = Deno.env.get("DENORT_BIN");
  if (denort !== undefined) throw new BuildFailure(otherDenort(target, denort));
  if (/denort|Setting up base binary|error sending request/i.test(error)) return false;
  throw new BuildFailure(`deno compile ended with ${code}:\n${error}`);
}

async function selfExtracting(work: string, bundle: string, file: string, target: Target): Promise<void> {
  const { triple, uname } = target;
  const missing = "the runtime of deno compile (denort) cannot be had here";
  const remedy = "build where dl.deno.land is reachable, or point DENORT_BIN at denort";
  if (uname === undefined) {
    throw new BuildFailure(`${missing}, and ${triple} has no shell to do without: ${remedy}.`);
  }
  say(`${triple}: ${missing}, so this is a self-extracting file instead; for the real form ${remedy}.`);
  const deno = triple === ownTarget().triple ? Deno.execPath() : await fetchDeno(work, target);
  await makeSelfExtracting({ file, uname, deno, bundle });
}

/** The Deno of another platform, of this very version, out of the package that brings it there. */
async function fetchDeno(work: string, { denoPackage }: Target): Promise<string> {
  const archive =
    (await must(["npm", "pack", "--silent", `${denoPackage}@${Deno.version.deno}`], { cwd: work })).trim();
  await must(["tar", "-xzf", archive, "package/deno"], { cwd: work });
  return join(work, "package", "deno");
}
