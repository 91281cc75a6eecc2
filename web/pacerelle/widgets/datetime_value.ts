/**
 * Dates and times between an input of the browser and the channel. Pure.
 * @module
 */

/** What is asked for. */
export type Mode = "date" | "time" | "datetime";

const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");

/** A zone as ISO 8601 has it; `offset` in minutes east of Greenwich. */
export function zoneText(offset: number): string {
  return `${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
}

/** What an input gives, as it travels: a local date and time gets the zone that it is in. */
export function datetimeValue(mode: Mode, entered: string): string {
  if (mode !== "datetime" || entered === "") return entered;
  const at = new Date(entered);
  if (Number.isNaN(at.getTime())) return entered;
  return `${entered.length === 16 ? `${entered}:00` : entered}${zoneText(-at.getTimezoneOffset())}`;
}

/** A bound as an input takes it. */
export function datetimeBound(mode: Mode, bound: string | undefined): string | undefined {
  if (bound === undefined || mode !== "datetime") return bound;
  const at = new Date(bound);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${
    two(at.getMinutes())
  }`;
}
