/**
 * `deno task pages:compare https://relay.example [pacerelle]`: whether a server serves the pages that these sources make. It
 * asks as anybody would: a server that shows one person something else is not found out by it (docs/threat-model.md).
 * @module
 */
import { buildPages } from "./pages/build_pages.ts";
import { comparePages } from "./pages/compare_pages.ts";

const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));

const [address, page = "pacerelle"] = Deno.args;
if (address === undefined || !URL.canParse(address)) {
  say("deno task pages:compare ADDRESS [pacerelle | inbox]");
  Deno.exit(2);
}
const { folder } = await buildPages({ out: "dist/web" });
const { same, others } = await comparePages(`${folder}/${page}`, address);
for (const { path, what } of others) say(`${path}: ${what}`);
say(
  others.length === 0
    ? `${same} files, all as these sources make them.`
    : `${others.length} of ${same + others.length} files are not as these sources make them.`,
);
Deno.exit(others.length === 0 ? 0 : 1);
