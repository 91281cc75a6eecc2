/**
 * Where a Chromium is on this machine, for the browser tests.
 * @module
 */

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium: the one that `CHROMIUM_PATH` names, else one of the usual places. */
export async function findChromium(): Promise<string | undefined> {
  const named = Deno.env.get("CHROMIUM_PATH");
  for (const path of named ? [named] : PLACES) {
    if (await Deno.stat(path).then((info) => info.isFile, () => false)) return path;
  }
  return undefined;
}
