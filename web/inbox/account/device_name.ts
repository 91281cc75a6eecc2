/**
 * What a browser's own description of itself says to a person: which browser, on what.
 * @module
 */
import { browserNames } from "../../kit/browser_names.ts";
import { words } from "./words.ts";

/** `Firefox sur Windows`; what is not known is told as the browser tells it, cut. */
export function deviceName(userAgent: string): string {
  const { browser, system } = browserNames(userAgent);
  if (browser !== undefined && system !== undefined) return words.value.on(browser, system);
  return (browser ?? system ?? userAgent.slice(0, 60)) || words.value.unknownBrowser;
}
