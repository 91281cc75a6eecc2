/**
 * A name for this device that its owner will know: the browser and the system that it runs on.
 * @module
 */
import { browserNames } from "../../kit/browser_names.ts";

/** Such as `Chrome, Android`; empty where the browser does not tell. */
export function proposeDeviceName(userAgent: string): string {
  const { browser, system } = browserNames(userAgent);
  return [browser, system].filter((part) => part !== undefined).join(", ");
}
