/**
 * Names that people give to agents and devices.
 * @module
 */
import { codePointLength, fold } from "../../../base/text.ts";
import { MAX_NAME } from "./limits.ts";
import { refuse } from "./refusals.ts";

/** Control, format (bidirectional overrides, zero widths), surrogate and unassigned characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;

/** A name that shows as what it is. @throws {Refusal} NAME_INVALID */
export function checkName(name: string): string {
  const trimmed = name.trim();
  // Joined emoji have a zero width joiner inside, which hides nothing.
  const visible = trimmed.replace(/\u200d/g, "");
  if (visible === "" || codePointLength(trimmed) > MAX_NAME || INVISIBLE.test(visible)) {
    throw refuse("NAME_INVALID");
  }
  return trimmed;
}

/** Whether two names would be taken for the same. */
export function sameName(a: string, b: string): boolean {
  return fold(a) === fold(b);
}
