/**
 * `deno task pages`: bundles the pages into `dist/web`, unless they are there already.
 * @module
 */
import { buildPages } from "./pages/build_pages.ts";

const say = (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(text + "\n"));

try {
  const started = performance.now();
  const { cached } = await buildPages({ out: "dist/web" });
  if (!cached) say(`Pages built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  Deno.exit(1);
}
