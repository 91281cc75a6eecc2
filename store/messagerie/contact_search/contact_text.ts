/**
 * What a contact is found by, as one folded text of several lines, and what a query asks of that text
 * (contract: messagerie §3 `list_contacts`, §11 "`06…` matches `+336…`").
 * @module
 */
import { chunksOf, searchable } from "../search/searchable.ts";

/** Words of a query that count. */
const MAX_WORDS = 8;

/**
 * Country calling codes of one and two digits (ITU-T E.164 assignments); every other one has three. They are
 * prefix-free, so a number's own digits say where its national part begins.
 */
const SHORT_CODES = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The digits of an international number, and the same number as it is dialled inside its country. */
function phoneLines(phone: string): string[] {
  const digits = phone.replace(/\D/g, "");
  if (!phone.trimStart().startsWith("+")) return [digits];
  const code = SHORT_CODES.exec(digits)?.[0].length ?? 3;
  return [digits, `0${digits.slice(code)}`];
}

/** The value of a contact's `search` column: folded name, e-mail, external id, phone digits, a line each. */
export function contactText(
  contact: {
    readonly name: string;
    readonly email?: string | null | undefined;
    readonly externalId?: string | null | undefined;
    /** E.164. */
    readonly phone?: string | null | undefined;
  },
): string {
  const lines = [contact.name, contact.email, contact.externalId].map((field) =>
    searchable(field ?? "").replace(/\s+/gu, " ")
  );
  return [...lines, ...(contact.phone ? phoneLines(contact.phone) : [])].join("\n");
}

/**
 * What a query asks: each alternative is a list of substrings that must all occur in a {@linkcode contactText}. A number
 * may be written with blanks, dots, dashes, slashes or parentheses, with `+` or `00`. Empty: everybody.
 */
export function contactAlternatives(query: string): string[][] {
  const folded = searchable(query);
  const words = [...new Set(chunksOf(folded))].slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const alternatives = [words];
  if (/^[\s\d+().\/-]+$/u.test(folded)) {
    const digits = folded.replace(/\D/g, "").replace(/^00/, "");
    if (digits.length > 1 && (words.length > 1 || digits !== words[0])) alternatives.push([digits]);
  }
  return alternatives;
}
