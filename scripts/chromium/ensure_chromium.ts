/**
 * Sees to it that there is a Chromium for the browser tests: what the machine has, else Debian's package where this process
 * may install one.
 * @module
 */
import { findChromium } from "./find_chromium.ts";

/** What to do by hand. */
const BY_HAND =
  "The browser tests need Chromium or Chrome: install one (Debian and Ubuntu: sudo apt-get install chromium; " +
  "macOS: brew install --cask google-chrome), or name it in CHROMIUM_PATH.";

/**
 * @returns the path of a Chromium
 * @throws {Error} that says what to install
 */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const found = await findChromium();
  if (found !== undefined) return found;
  if (Deno.build.os === "linux" && Deno.uid() === 0) {
    say("No Chromium here: installing the distribution's package chromium…");
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-liberation"]);
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(BY_HAND);
}

async function run(command: string, args: readonly string[]): Promise<void> {
  try {
    const { success, stderr } = await new Deno.Command(command, {
      args: [...args],
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdout: "null",
      stderr: "piped",
      stdin: "null",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
  } catch (cause) {
    throw new Error(`${command} failed. ${BY_HAND}`, { cause });
  }
}
