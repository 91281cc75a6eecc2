/**
 * What was entered in a form, as it travels. Pure.
 * @module
 */
import type { FormField } from "../../../wire/widget.ts";

/** By field: text as it was typed, or whether a box is ticked. */
export type Entered = Readonly<Record<string, string | boolean>>;

/** As the channel takes it: what is left out is not there, a number is one. */
export function formValue(
  fields: readonly FormField[],
  entered: Entered,
): Record<string, string | number | boolean> {
  const value: Record<string, string | number | boolean> = {};
  for (const { id, type } of fields) {
    const entry = Object.hasOwn(entered, id) ? entered[id] : undefined;
    if (type === "checkbox") value[id] = entry === true;
    else if (typeof entry !== "string" || entry === "") continue;
    // What is no number is given as it is, so that the check says so.
    else if (type === "number") {
      value[id] = Number.isFinite(Number(entry.replace(",", "."))) ? Number(entry.replace(",", ".")) : entry;
    } else value[id] = entry;
  }
  return value;
}
