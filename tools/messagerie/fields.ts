/**
 * The kinds of argument that programs send, in MCP and in REST alike: what is accepted and what the JSON Schema says of it.
 * Schemas stay plain: no `format`, no `pattern`, no type arrays, since some hosts refuse the whole list of tools for one
 * of them (mcp-wire habits 13 and 27). Lengths are code points, which is also what JSON Schema counts; zod's own `max`
 * counts UTF-16 units. Faults are worded by base/issues.ts, except where this page says more.
 * @module
 */
import * as z from "zod";
import { codePointLength } from "../../base/text.ts";
import { UUID_PATTERN } from "../../base/uuid.ts";

/** Longest id that is looked at in a filter. */
const MAX_ID = 64;
const UUID_LENGTH = 36;

/** An id that must be a UUID; anything else is malformed. */
export function uuid(description: string) {
  return z.string()
    .refine((value) => UUID_PATTERN.test(value), { error: "Il faut un UUID." })
    .meta({ maxLength: UUID_LENGTH, description });
}

/** The conversation that a tool reads or changes. */
export function conversationId() {
  return uuid("UUID, de list_conversations ou search_messages.");
}

/** An id to filter on: an unknown one finds nothing, whatever it looks like (contract: messagerie §3). */
export function filterId(description: string) {
  return text(description, MAX_ID);
}

/** A text of `min` to `max` code points, blanks at both ends not counted. */
export function text(description: string, max: number, min = 0) {
  return z.string()
    .superRefine((value, context) => {
      const trimmed = value.trim();
      // A code point is one or two UTF-16 units, so that most texts are never counted.
      if (trimmed.length > max && codePointLength(trimmed) > max) {
        context.addIssue({ code: "custom", message: `${grouped(max)} caractères au plus.` });
      }
      if (trimmed.length < 2 * min && codePointLength(trimmed) < min) {
        context.addIssue({ code: "custom", message: `${characters(min)} au moins.` });
      }
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max, description });
}

/** A whole number from 1 to `max`. */
export function count(description: string, max: number) {
  return z.int().min(1).max(max).meta({ description });
}

/** One of these words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  description: string,
  words: Words,
) {
  return z.enum(words).meta({ description });
}

/** True or false. */
export function flag(description: string) {
  return z.boolean().meta({ description });
}

function characters(count: number): string {
  return `${count} caractère${count > 1 ? "s" : ""}`;
}

/** 10000 → "10 000", with the narrow space that French puts between thousands. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
