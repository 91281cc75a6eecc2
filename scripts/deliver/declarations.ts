/**
 * The types of mod.ts as another program's compiler reads them.
 * @module
 */
import { join } from "node:path";
import { BuildFailure } from "./failure.ts";
import { inHouse } from "./house.ts";
import { must } from "./run.ts";

/**
 * `mod.d.ts`, which stands alone: what mod.ts exports is typed in mod.ts.
 * @throws {BuildFailure} when it names a module of the house, which the package does not hold
 */
export async function declarations(): Promise<string> {
  const work = await Deno.makeTempDir({ prefix: "pacerelle-types-" });
  try {
    const archive = join(work, "pack.tgz");
    const options = ["--quiet", "--allow-dirty", "--no-source-maps", "--output", archive];
    await must([Deno.execPath(), "pack", ...options], { cwd: inHouse(".") });
    const types = await must(["tar", "-xzOf", archive, "package/mod.d.ts"]);
    if (/from "\.|import\("\./.test(types)) {
      throw new BuildFailure("mod.ts must type what it exports in itself.");
    }
    return types;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}
