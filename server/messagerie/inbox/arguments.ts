/**
 * What the advisors' routes take, in the schemas that they share.
 * @module
 */
import * as z from "zod";
import { MAX_FIRST_MESSAGE, MAX_MESSAGE } from "../../../service/messagerie/limits.ts";

/** UTF-16 units that a text of so many code points has at most: the service counts exactly. */
const units = (codePoints: number) => 2 * codePoints;

/** A path that names a conversation. */
export const OF_CONVERSATION = z.object({ id: z.uuid() });
/** A path that names something else. */
export const OF_ITEM = z.object({ id: z.uuid() });

/** A whole number, as a query writes it. */
export const queryInteger = (max: number) =>
  z.union([z.int(), z.string().regex(/^\d{1,6}$/).transform(Number)], {
    error: `Un nombre entier de 1 à ${max}.`,
  }).pipe(z.int().min(1).max(max));

export const MESSAGE_TEXT = z.string().max(units(MAX_MESSAGE));
export const FIRST_TEXT = z.string().max(units(MAX_FIRST_MESSAGE));

/** The page makes one for each text before it sends it, and sends the same again when the answer was lost. */
export const CLIENT_KEY = z.uuid().toLowerCase();
