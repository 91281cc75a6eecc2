/**
 * An answer as people read it.
 * @module
 */
import { formatDay, formatFull } from "../../kit/format.ts";
import { attachmentOf } from "../../../wire/attachment.ts";
import { safeFileName } from "../../../wire/file/file_name.ts";
import type { Widget } from "../../../wire/widget.ts";
import type { AnswerValue } from "../../../wire/widget_answer.ts";
import { words } from "./words.ts";

/** A date, a time or both, as its mode has it. */
export function datetimeText(mode: "date" | "time" | "datetime", value: string): string {
  if (mode === "time") return value.slice(0, 5);
  // A date alone is the day that was meant wherever it is read.
  return mode === "date" ? formatDay(`${value}T12:00:00`) : formatFull(value);
}

/** The answer. `widget`: what was asked, where this device has it. */
export function valueText(widget: Widget | undefined, value: AnswerValue, isCancelled: boolean): string {
  const t = words.value;
  if (isCancelled) return t.dismissed;
  const file = attachmentOf(value);
  if (file) return safeFileName(file.name);
  switch (widget?.kind) {
    case "confirm":
      return value === true ? widget.labels?.yes ?? t.yes : widget.labels?.no ?? t.no;
    case "choice": {
      if (value === null) return t.noneOfThem;
      const ids = Array.isArray(value) ? value : [value];
      return ids.map((id) => widget.options.find((option) => option.id === id)?.label ?? String(id)).join(
        ", ",
      );
    }
    case "datetime":
      return datetimeText(widget.mode, String(value));
    case "form":
      return formText(widget, value);
    default:
      return plainText(value);
  }
}

function formText(widget: Widget & { readonly kind: "form" }, value: AnswerValue): string {
  if (value === null || typeof value !== "object") return plainText(value);
  const given = value as Readonly<Record<string, unknown>>;
  return widget.fields.flatMap((field) => {
    const entry = Object.hasOwn(given, field.id) ? given[field.id] : undefined;
    if (entry === undefined || entry === null) return [];
    const text = field.type === "select"
      ? field.options?.find(({ id }) => id === entry)?.label
      : field.type === "date"
      ? datetimeText("date", String(entry))
      : undefined;
    return [`${field.label} : ${text ?? plainText(entry)}`];
  }).join("\n");
}

function plainText(value: unknown): string {
  const t = words.value;
  if (value === true) return t.yes;
  if (value === false) return t.no;
  if (value === null) return t.dismissed;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
