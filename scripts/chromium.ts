/**
 * Sees to it that the browser tests have a Chromium, and says which.
 * @module
 */
import { ensureChromium } from "./chromium/ensure_chromium.ts";

const say = (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(text + "\n"));

try {
  say(`Browser tests run in ${await ensureChromium(say)}`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  Deno.exit(1);
}
