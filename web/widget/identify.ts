/**
 * Shows the desk what the site's server signed, and says what came of it.
 * @module
 */
import { Refused, type WidgetClient } from "./client.ts";
import { complain, warn } from "./events.ts";

/** `conflict`: this browser is another identified person's. */
export type Identified = "believed" | "conflict" | "refused";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Asks until the desk answers; undefined: it is over before. */
export async function identify(
  client: Pick<WidgetClient, "call">,
  jwt: string,
  over: AbortSignal,
): Promise<Identified | undefined> {
  for (let wait = FIRST_WAIT_MS;; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      const { ignored } = await client.call<{ readonly ignored: readonly string[] }>("POST", "/identity", {
        jwt,
      });
      if (ignored.length > 0) warn(`setUser: these claims say nothing usable: ${ignored.join(", ")}`);
      return "believed";
    } catch (error) {
      if (over.aborted) return undefined;
      if (error instanceof Refused && error.code === "IDENTITY_CONFLICT") return "conflict";
      if (error instanceof Refused && !error.passing) {
        complain(`setUser was refused: ${String(error.details["hint"] ?? error.code)}`);
        return "refused";
      }
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (over.aborted) return undefined;
  }
}
