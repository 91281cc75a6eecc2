/**
 * `deno task compile [--target TRIPLE | --target all]`: Pacerelle's stdio server as one executable file under dist/.
 * @module
 */
import { parseArgs } from "node:util";
import { compileServer } from "./deliver/compile_server.ts";
import { BuildFailure, runBuild, say } from "./deliver/failure.ts";
import { inHouse } from "./deliver/house.ts";
import { ownTarget, type Target, targetOf, TARGETS } from "./deliver/targets.ts";

const NAME = "pacerelle-mcp";

/** What was asked for. @throws {BuildFailure} for any other option */
function targetOption(): string | undefined {
  try {
    return parseArgs({ args: Deno.args, options: { target: { type: "string" } } }).values.target;
  } catch {
    throw new BuildFailure("deno task compile takes --target TRIPLE or --target all, and nothing else.");
  }
}

/** The platforms that were asked for, each with the name of its file. */
function wanted(given: string | undefined): readonly (readonly [string, Target])[] {
  if (given === undefined) return [[NAME, ownTarget()]];
  const targets = given === "all" ? TARGETS : [targetOf(given)];
  return targets.map((target) => [`${NAME}-${target.triple}`, target]);
}

await runBuild(async () => {
  const targets = wanted(targetOption());
  let failed = false;
  for (const [name, target] of targets) {
    try {
      const { file, form, asked } = await compileServer(inHouse("dist"), name, target);
      const size = ((await Deno.stat(file)).size / 1e6).toFixed(1);
      const proof = asked ? "answers" : "not run: it is for another platform";
      say(`${file}: ${form}, ${size} MB, ${proof}`);
    } catch (error) {
      if (!(error instanceof BuildFailure) || targets.length === 1) throw error;
      failed = true;
      say(`${target.triple}: ${error.message}`);
    }
  }
  if (failed) throw new BuildFailure("Not everything could be built.");
});
