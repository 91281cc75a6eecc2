/**
 * How many of a list are wanted, held to its bounds whoever asks.
 * @module
 */
import { invalid } from "./refusals.ts";

/** @throws {Refusal} `INVALID_REQUEST` when `limit` is not a whole number from 1 to `max`. */
export function checkLimit(limit: number | undefined, max: number): void {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= max)) {
    throw invalid({ field: "limit", message: `Un nombre entier de 1 à ${max}.` });
  }
}
