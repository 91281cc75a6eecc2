/**
 * Limits on guessing, in the database, so that all processes count together. Each failure counts under what it was tried
 * for; after a few, the next attempt has to wait, twice as long each time, and never longer than a quarter of an hour. No
 * stranger locks a person out for good: a browser in which the person signed in once is counted by itself (OWASP, "device
 * cookies"), and a link by e-mail or from a supervisor always opens.
 * @module
 */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import {
  deleteGuess,
  type GuessRow,
  pruneGuesses,
  putGuess,
  readGuesses,
  takeBackGuess,
} from "../../../store/messagerie/guesses.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { Desk } from "../desk.ts";
import { GUESSES, GUESSES_KEPT_MS } from "../limits.ts";
import { refuse } from "../refusals.ts";

/** What attempts are counted by. */
export type GuessKind = keyof typeof GUESSES;

/** One thing that an attempt counts under. */
export interface GuessKey {
  readonly kind: GuessKind;
  /** A login, an address, a device: kept as a hash. */
  readonly of: string;
}

type GuessDesk = Pick<Desk, "store" | "env">;

function keyText({ kind, of }: GuessKey): string {
  return `${kind}:${createHash("sha256").update(of).digest("base64url")}`;
}

/** How long the next attempt waits after so many failures, in milliseconds. */
export function delayAfter(kind: GuessKind, failures: number): number {
  const { free, firstMs, longestMs } = GUESSES[kind];
  // 2 ** 30 is past every longest wait already.
  return failures < free ? 0 : Math.min(longestMs, firstMs * 2 ** Math.min(failures - free, 30));
}

/** What is left to wait; a date that no wait explains is from before the clock was set back. */
function waitOf(kind: GuessKind, row: GuessRow | undefined, now: number): number {
  const left = (row?.until ?? 0) - now;
  return left > 0 && left <= GUESSES[kind].longestMs ? left : 0;
}

function mustWait(keys: readonly GuessKey[], rows: readonly GuessRow[], now: number): void {
  const waits = keys.map((key) => waitOf(key.kind, rows.find((row) => row.key === keyText(key)), now));
  const longest = Math.max(0, ...waits);
  if (longest === 0) return;
  const retryAfter = Math.ceil(longest / 1000);
  throw refuse("TOO_MANY_ATTEMPTS", { retryAfter, reason: waitInWords(retryAfter) });
}

/** When to try again, in words. */
export function waitInWords(seconds: number): { readonly fr: string; readonly en: string } {
  const minutes = Math.ceil(seconds / 60);
  const [count, fr, en] = seconds < 60 ? [seconds, "seconde", "second"] : [minutes, "minute", "minute"];
  const plural = count > 1 ? "s" : "";
  return {
    fr: `Trop d’essais : réessayez dans ${count} ${fr}${plural}.`,
    en: `Too many attempts: try again in ${count} ${en}${plural}.`,
  };
}

/**
 * Counts an attempt before it is made, as if it failed: many at once are then no way around.
 * @throws {Refusal} `TOO_MANY_ATTEMPTS` with `details.retryAfter` in whole seconds and `details.reason`; not counted
 */
export async function countAttempt(desk: GuessDesk, keys: readonly GuessKey[]): Promise<void> {
  const names = keys.map(keyText);
  // A flood that has to wait takes no write lock.
  mustWait(keys, await readGuesses(desk.store.read, names), desk.env.now());
  await desk.store.write(async (tx) => {
    const now = desk.env.now();
    const rows = await readGuesses(tx, names);
    mustWait(keys, rows, now);
    for (const key of keys) {
      const name = keyText(key);
      const row = rows.find((one) => one.key === name);
      const fresh = row === undefined || Math.abs(now - row.at) > GUESSES_KEPT_MS;
      const failures = fresh ? 1 : row.failures + 1;
      await putGuess(tx, { key: name, failures, at: now, until: now + delayAfter(key.kind, failures) });
    }
    await pruneGuesses(tx, now - GUESSES_KEPT_MS);
  });
}

/** The attempt succeeded: its login and device start anew; its address, which others share, only takes back this one. */
export async function forgetAttempt(tx: Kysely<DeskSchema>, keys: readonly GuessKey[]): Promise<void> {
  for (const key of keys) {
    await (key.kind === "address" ? takeBackGuess : deleteGuess)(tx, keyText(key));
  }
}

/** The attempt was not made after all. */
export async function withdrawAttempt(desk: GuessDesk, keys: readonly GuessKey[]): Promise<void> {
  await desk.store.write(async (tx) => {
    for (const key of keys) await takeBackGuess(tx, keyText(key));
  });
}
