/**
 * Whose code is in a bundle, and under which licence.
 * @module
 */
import { join } from "node:path";
import { inHouse } from "./house.ts";
import { BuildFailure } from "./failure.ts";
import { must } from "./run.ts";

/** A package as the install lays it out: `.deno/NAME@VERSION/node_modules/NAME`. */
const PLACE = /node_modules\/\.deno\/[^/\s]+\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;

/** What is read of a package's own description. */
interface Description {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
}

/**
 * A Markdown page with the licence of every package that the bundle of `entries` holds.
 * @throws {BuildFailure} when one brings no licence text
 */
export async function thirdParty(entries: readonly string[]): Promise<string> {
  const folders = new Set<string>();
  for (const entry of entries) {
    // Unless it is minified, a bundle says where each part is from.
    const command = [
      Deno.execPath(),
      "bundle",
      "--quiet",
      "--platform=deno",
      "--config",
      inHouse("deno.json"),
    ] as const;
    const bundle = await must([...command, inHouse(entry)]);
    for (const [place] of bundle.matchAll(PLACE)) folders.add(inHouse(place));
  }
  const notices = await Promise.all([...folders].sort().map(notice));
  return `# Packages in this bundle\n\n${notices.join("\n")}`;
}

async function notice(folder: string): Promise<string> {
  const description: Description = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
  const title = `${description.name} ${description.version}`;
  for await (const { name } of Deno.readDir(folder)) {
    if (!/^licen[cs]e(\.(md|txt))?$/i.test(name)) continue;
    const text = (await Deno.readTextFile(join(folder, name))).trim();
    return `## ${title} (${String(description.license)})\n\n\`\`\`text\n${text}\n\`\`\`\n`;
  }
  throw new BuildFailure(`${title} brings no licence text: look at what it allows before it is bundled.`);
}
