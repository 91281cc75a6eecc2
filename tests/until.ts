/**
 * Waiting in tests: for what must come, never for a while. A slow machine takes longer; only what never comes takes as long
 * as patience does.
 * @module
 */
import { systemEnv } from "../base/env.ts";

/** How long a test waits for what must come, on a machine that is slow and busy. */
export const PATIENCE_MS = 90_000;

/** Between two looks. */
const LOOK_MS = 10;

/**
 * Waits until `holds` does.
 * @throws with what `what` says, when it never does
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => unknown) = "what was waited for",
): Promise<void> {
  const deadline = systemEnv.monotonic() + PATIENCE_MS;
  while (!(await holds())) {
    if (systemEnv.monotonic() > deadline) {
      throw new Error(`never: ${typeof what === "string" ? what : JSON.stringify(what())}`);
    }
    await systemEnv.sleep(LOOK_MS);
  }
}
