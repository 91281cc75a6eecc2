/**
 * The dates that "put on hold" offers, by the person's own clock and calendar. Pure.
 * @module
 */

/** A choice. */
export interface SnoozeChoice {
  readonly name: "hour" | "evening" | "tomorrow" | "monday" | "week";
  readonly at: Date;
}

const MORNING = 9;
const EVENING = 18;
const MONDAY = 1;

/** A day so many days later, at this hour of the person's day. */
function dayAt(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** What can be chosen now: each is to come, and no two are the same moment. */
export function snoozeChoices(now: Date): readonly SnoozeChoice[] {
  const toMonday = (MONDAY + 7 - now.getDay()) % 7 || 7;
  const choices: readonly SnoozeChoice[] = [
    { name: "hour", at: new Date(now.getTime() + 3_600_000) },
    { name: "evening", at: dayAt(now, 0, EVENING) },
    { name: "tomorrow", at: dayAt(now, 1, MORNING) },
    { name: "monday", at: dayAt(now, toMonday, MORNING) },
    { name: "week", at: dayAt(now, 7, MORNING) },
  ];
  const seen = new Set<number>();
  return choices.filter(({ at }) => {
    if (at <= now || seen.has(at.getTime())) return false;
    seen.add(at.getTime());
    return true;
  });
}

/** A date as an `input` of type `datetime-local` holds it. */
export function localInputValue(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${
    two(at.getMinutes())
  }`;
}
