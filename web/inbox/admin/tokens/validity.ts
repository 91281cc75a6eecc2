/**
 * How long a new token opens.
 * @module
 */

/** Days from now, a last day, or for ever. */
export type Validity = "30" | "90" | "365" | "day" | "never";

/** The choices, in the order in which they are shown. */
export const VALIDITIES: readonly Validity[] = ["30", "90", "365", "day", "never"];

const DAY_MS = 86_400_000;

/** The end of a day as the person's own calendar has it; NaN for what is no day. */
function endOf(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}

/** Whether a day such as `2026-12-31` has not ended. */
export function isDayToCome(day: string, now: number): boolean {
  return endOf(day) > now;
}

/** When it ends, as ISO text; null: never. */
export function expiryOf(validity: Validity, day: string, now: number): string | null {
  if (validity === "never") return null;
  return new Date(validity === "day" ? endOf(day) : now + Number(validity) * DAY_MS).toISOString();
}
