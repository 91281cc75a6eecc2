/**
 * What a browser's own description of itself says: which browser, on what. Pure.
 * @module
 */

type Table = readonly (readonly [pattern: RegExp, name: string])[];

/** Each also names those that it descends from, so that the order counts. */
const BROWSERS: Table = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Headless)?Chrome\/|\bChromium\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: Table = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Names that people know; undefined for what is not known. */
export function browserNames(
  userAgent: string,
): { readonly browser: string | undefined; readonly system: string | undefined } {
  const named = (table: Table) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
