/**
 * Dates and sizes as people read them, by the platform's own tables.
 * @module
 */
import { computed } from "@preact/signals";
import { language } from "./words.ts";

/** The language as the person's own region writes it, where the browser names one: hours of 24 for `en-GB`, say. */
function regional(tag: string): string {
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.find((one) => one.split("-", 1)[0] === tag && isTag(one)) ?? tag;
}

/** A browser may pass on what its system calls a language (`en-US@posix`): `Intl` throws on what is no tag. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

const formats = computed(() => {
  const tag = regional(language.value);
  return {
    time: new Intl.DateTimeFormat(tag, { timeStyle: "short" }),
    day: new Intl.DateTimeFormat(tag, { weekday: "long", day: "numeric", month: "long" }),
    dayAndYear: new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric" }),
    short: new Intl.DateTimeFormat(tag, { day: "numeric", month: "short" }),
    soon: new Intl.DateTimeFormat(tag, {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
    }),
    full: new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short" }),
    relative: new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "short" }),
    days: new Intl.RelativeTimeFormat(tag, { numeric: "auto" }),
    number: new Intl.NumberFormat(tag),
    decimal: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
  };
});

/** A moment, as an ISO text or in milliseconds. */
export type Moment = string | number;

function dateOf(at: Moment): Date {
  return new Date(at);
}

/** `14:05`. */
export function formatTime(at: Moment): string {
  return formats.value.time.format(dateOf(at));
}

/** A day, with its year where it is not this year's. */
export function formatDay(at: Moment, now: number = Date.now()): string {
  const date = dateOf(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? formats.value.day : formats.value.dayAndYear).format(date);
}

/** Day and time in full: for a title, a tooltip. */
export function formatFull(at: Moment): string {
  return formats.value.full.format(dateOf(at));
}

/** Day and time, short: `lun. 30 nov., 09:00`. */
export function formatSoon(at: Moment): string {
  return formats.value.soon.format(dateOf(at));
}

const DAY_MS = 86_400_000;

/** Today and yesterday by their names, another day by its date. */
export function formatDayName(at: Moment, now: number = Date.now()): string {
  const day = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
  // Days of 23 and 25 hours are days.
  const distance = Math.round((day(dateOf(at)) - day(new Date(now))) / DAY_MS);
  return distance === 0 || distance === -1 ? formats.value.days.format(distance, "day") : formatDay(at, now);
}

/** The time where it is today, else the day: for a list. */
export function formatMoment(at: Moment, now: number = Date.now()): string {
  const date = dateOf(at);
  if (date.toDateString() === new Date(now).toDateString()) return formats.value.time.format(date);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? formats.value.short : formats.value.dayAndYear).format(date);
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** `3 min ago`, `in 2 days`; below a minute: now. */
export function formatRelative(at: Moment, now: number = Date.now()): string {
  const distance = dateOf(at).getTime() - now;
  for (const [unit, ms] of STEPS) {
    if (Math.abs(distance) >= ms) return formats.value.relative.format(Math.trunc(distance / ms), unit);
  }
  return formats.value.relative.format(0, "second");
}

/** A whole number with its separators. */
export function formatNumber(value: number): string {
  return formats.value.number.format(value);
}

const UNITS = { fr: ["o", "ko", "Mo", "Go"], en: ["B", "kB", "MB", "GB"] } as const;

/** A size in bytes: `340 ko`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = UNITS[language.value];
  let value = bytes;
  let step = 0;
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000;
    step++;
  }
  return `${formats.value.decimal.format(value)}\u00a0${units[step]}`;
}

/**
 * The most that something may be, in bytes, as people say it and never more than is true: 25 MiB are told as 25 MB, and a file
 * of 25 MB goes.
 */
export function formatLimit(bytes: number): string {
  const units = UNITS[language.value];
  for (const step of [2, 1] as const) {
    const count = bytes / 1024 ** step;
    if (Number.isInteger(count) && count > 0 && count < 1000) {
      return `${formatNumber(count)}\u00a0${units[step]}`;
    }
  }
  const digit = bytes >= 1e6 ? 1e5 : bytes >= 1e3 ? 100 : 1;
  return formatBytes(Math.floor(bytes / digit) * digit);
}
