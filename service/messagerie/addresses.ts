/**
 * Where a first message goes: phone numbers in E.164, e-mail addresses in one piece (contract: messagerie §3
 * `start_conversation`, §11).
 * @module
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import * as z from "zod";
import { MAX_EMAIL } from "./limits.ts";

const SEPARATORS = /[\s.\-()\u2010-\u2015\u00ad]/gu;
const DIGITS = /^\+?\d{4,20}$/;
const FALLBACK_COUNTRY: CountryCode = "FR";

function compact(typed: string): string {
  return typed.replace(SEPARATORS, "").replace(/^00/, "+");
}

/** Whether it could be a number in some country; {@linkcode normalizePhone} decides for one. */
export function isPhoneShaped(typed: string): boolean {
  return DIGITS.test(compact(typed));
}

/** The number in E.164, or null when it is none. A national number is read as one of `country` (ISO 3166, two letters). */
export function normalizePhone(typed: string, country: string): string | null {
  if (!isPhoneShaped(typed)) return null;
  const dialled = compact(typed);
  const upper = country.toUpperCase();
  const number = parsePhoneNumberFromString(dialled, {
    defaultCountry: isSupportedCountry(upper) ? upper : FALLBACK_COUNTRY,
    extract: false,
  });
  // A full number needs only be possible: numbering plans change faster than their copy in a library. One that is
  // completed here must make sense in that country, or a digit left out would ring somebody else.
  const fits = dialled.startsWith("+") ? number?.isPossible() : number?.isValid();
  return fits ? number?.number ?? null : null;
}

const EMAIL = z.email().max(MAX_EMAIL);

/** The address without blanks around it, or null when it is none. */
export function normalizeEmail(typed: string): string | null {
  const address = typed.trim();
  return EMAIL.safeParse(address).success ? address : null;
}
