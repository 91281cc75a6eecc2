/**
 * The kinds of argument. Schemas stay plain (mcp-wire habits 13 and 27). Lengths are code points, which is also what JSON
 * Schema counts; zod's own `max` counts UTF-16 units.
 * @module
 */
import * as z from "zod";
import { codePointLength } from "../../base/text.ts";

/** Longest id or cursor that is looked at. */
const MAX_ID = 64;

/** An id of a request or reply; whether there is one is the service's to say. */
export function messageId(description: string) {
  return z.string().min(1).max(MAX_ID).meta({ description });
}

/** The request that a call is about. */
export function sourceMessageId() {
  return messageId("Id de la demande, donné par wait_for_messages.");
}

/** A text of 1 to `max` code points that is not blank. */
export function text(description: string, max: number) {
  return z.string()
    .superRefine((value, context) => {
      if (value.trim() === "") context.addIssue({ code: "custom", message: "Il faut un texte." });
      if (value.length > max && codePointLength(value) > max) {
        context.addIssue({ code: "custom", message: `${max} caractères au plus.` });
      }
    })
    .meta({ minLength: 1, maxLength: max, description });
}

/** A whole number from 1 to `max`. */
export function count(description: string, max: number) {
  return z.int().min(1).max(max).meta({ description });
}
