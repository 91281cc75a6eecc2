/**
 * What the app tells a person: texts in both languages, refusals with what to do about them, outcomes.
 * @module
 */

/** A text in both languages of the app. */
export interface Words {
  readonly fr: string;
  readonly en: string;
}

/** Something that was refused, or that stands in the way: what it is, in words, and what to do about it. */
export interface Told {
  /** A code of `service/pacerelle/chat/refusals.ts`, of `wire/relay_error.ts` or of the device's store. */
  readonly code: string;
  readonly words: Words;
  /** What the person can do; null when there is nothing to do but to read. */
  readonly advice: Words | null;
  /** Such as `path` and `message` of a widget's answer that does not fit, or `retryAfterMs`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What became of a command: done, or refused and why. A command never throws. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Told };
