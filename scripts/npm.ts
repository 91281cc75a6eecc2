/**
 * `deno task npm`: Pacerelle's stdio server as the npm package `@pacerelle/mcp-server` under dist/npm, and its tarball.
 * @module
 */
import { runBuild, say } from "./deliver/failure.ts";
import { inHouse } from "./deliver/house.ts";
import { packageServer } from "./deliver/package_server.ts";

await runBuild(async () => {
  const tarball = await packageServer(inHouse("dist/npm"));
  const { size } = await Deno.stat(tarball);
  say(`${tarball}: ${(size / 1e3).toFixed(0)} kB, answers under npx`);
});
