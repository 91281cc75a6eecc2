/**
 * Builds the npm package `@pacerelle/mcp-server` and sees its tarball answer under `npx` before it gets its place.
 * @module
 */
import { basename, join } from "node:path";
import { VERSION } from "../../base/version.ts";
import { askServer } from "./ask_server.ts";
import { bundleShared } from "./bundle_server.ts";
import { declarations } from "./declarations.ts";
import { ENTRY, inHouse } from "./house.ts";
import { must } from "./run.ts";
import { thirdParty } from "./third_party.ts";

/** Paths of what is copied as it is. */
const TEMPLATES = "scripts/deliver/npm";
const COPIED = ["README.md", "bin/pacerelle-mcp.cjs", "bin/start.cjs"] as const;

/** What npm and other programs read first. */
const DESCRIPTION = {
  name: "@pacerelle/mcp-server",
  version: VERSION,
  description: "An end-to-end encrypted inbox for an assistant in an MCP host (stdio)",
  keywords: ["mcp", "model-context-protocol", "stdio", "inbox", "end-to-end-encryption"],
  license: "MIT",
  type: "module",
  bin: { "pacerelle-mcp": "bin/pacerelle-mcp.cjs" },
  exports: { ".": { types: "./lib/mod.d.ts", default: "./lib/mod.js" }, "./package.json": "./package.json" },
  files: ["bin", "lib", "THIRD_PARTY.md"],
  engines: { node: ">=20" },
  // Without it npm takes a scoped package for a private one.
  publishConfig: { access: "public" },
  // For those who compile against the types, which name Node's streams.
  peerDependencies: { "@types/node": ">=20" },
  peerDependenciesMeta: { "@types/node": { optional: true } },
} as const;

/**
 * Fills `folder` and writes the tarball beside it; answers the tarball's path.
 * @throws {BuildFailure} when it does not answer; the tarball is gone then
 */
export async function packageServer(folder: string): Promise<string> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(join(folder, "bin"), { recursive: true });
  await bundleShared(join(folder, "lib"), [ENTRY, "mod.ts"]);
  await Deno.writeTextFile(join(folder, "lib", "mod.d.ts"), await declarations());
  await Deno.writeTextFile(join(folder, "THIRD_PARTY.md"), await thirdParty([ENTRY, "mod.ts"]));
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify(DESCRIPTION, undefined, 2) + "\n");
  for (const name of COPIED) await Deno.copyFile(inHouse(`${TEMPLATES}/${name}`), join(folder, name));
  await Deno.copyFile(inHouse("LICENSE"), join(folder, "LICENSE"));
  await Deno.chmod(join(folder, "bin", "pacerelle-mcp.cjs"), 0o755);
  const packed = (await must(["npm", "pack", "--silent", "--pack-destination", ".."], { cwd: folder }))
    .trim();
  const tarball = join(folder, "..", packed);
  try {
    await askPackage(tarball);
  } catch (error) {
    await Deno.remove(tarball);
    throw error;
  }
  return tarball;
}

/** As a newcomer: an empty folder, an empty home, nothing but the tarball. */
async function askPackage(tarball: string): Promise<void> {
  const work = await Deno.makeTempDir({ prefix: "pacerelle-npx-" });
  try {
    await Deno.copyFile(tarball, join(work, basename(tarball)));
    await askServer(["npx", "--yes", `./${basename(tarball)}`], { cwd: work });
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}
