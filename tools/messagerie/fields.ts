/**
 * The kinds of argument that programs send, in MCP and in REST alike: what is accepted, what the JSON Schema says of it,
 * and the French sentence that names the fault. Schemas stay plain: no `format`, no `pattern`, no type arrays, since some
 * hosts refuse the whole list of tools for one of them (mcp-wire habits 13 and 27). Lengths are code points, which is
 * also what JSON Schema counts; zod's own `max` counts UTF-16 units.
 * @module
 */
import { z } from "zod";
import { codePointLength } from "../../base/text.ts";
import { UUID_PATTERN } from "../../base/uuid.ts";

/** Longest id that is looked at; one that is no UUID is merely unknown. */
const MAX_ID = 64;
const UUID_LENGTH = 36;

/** Says what is wrong with a value of another type, or with one that is not there. */
function expected(kind: string) {
  return (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? "Cet argument est obligatoire." : `Il faut ${kind}.`;
}

function string(
  schema: { readonly minLength?: number; readonly maxLength: number; readonly description: string },
) {
  return z.string({ error: expected("un texte") }).meta(schema);
}

/** An id that must be a UUID; anything else is malformed. */
export function uuid(description: string) {
  return z.string({ error: expected("un UUID") })
    .refine((value) => UUID_PATTERN.test(value), { error: "Il faut un UUID." })
    .meta({ maxLength: UUID_LENGTH, description });
}

/** The conversation that a tool reads or changes. */
export function conversationId() {
  return uuid("UUID, de list_conversations ou search_messages.");
}

/** An id to filter on: an unknown one finds nothing, whatever it looks like (contract: messagerie §3). */
export function filterId(description: string) {
  return string({ maxLength: MAX_ID, description })
    .refine((value) => codePointLength(value) <= MAX_ID, { error: `${MAX_ID} caractères au plus.` });
}

/** A text of `min` to `max` code points, blanks at both ends not counted. */
export function text(description: string, max: number, min = 0) {
  return string({ ...(min > 0 ? { minLength: min } : {}), maxLength: max, description })
    .superRefine((value, context) => {
      const length = codePointLength(value.trim());
      if (length > max) context.addIssue({ code: "custom", message: `${grouped(max)} caractères au plus.` });
      if (length < min) {
        context.addIssue({
          code: "custom",
          message: min === 1 ? "Un caractère au moins." : `${min} caractères au moins.`,
        });
      }
    });
}

/** A whole number from 1 to `max`. */
export function count(description: string, max: number) {
  const message = `Il faut un nombre entier de 1 à ${max}.`;
  return z.int({ error: message }).min(1, { error: message }).max(max, { error: message }).meta({
    description,
  });
}

/** One of these words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  description: string,
  words: Words,
) {
  return z.enum(words, {
    error: (issue) =>
      issue.input === undefined ? "Cet argument est obligatoire." : `Il faut l’un de : ${words.join(", ")}.`,
  }).meta({ description });
}

/** True or false. */
export function flag(description: string) {
  return z.boolean({ error: expected("true ou false") }).meta({ description });
}

/** 10000 → "10 000", with the narrow space that French puts between thousands. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
