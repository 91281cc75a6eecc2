/**
 * What is wrong with an answer, in words: the channel's own check names the field and a reason.
 * @module
 */
import type { Widget } from "../../../wire/widget.ts";
import { datetimeText } from "./value_text.ts";
import { words } from "./words.ts";

/** The words. `field`: of a form. */
export function issueWords(widget: Widget, field: string | undefined, message: string): string {
  const t = words.value;
  if (message === "required") {
    const isBox = widget.kind === "form" && widget.fields.find(({ id }) => id === field)?.type === "checkbox";
    return isBox ? t.mustTick : t.required;
  }
  if (message === "too large" && widget.kind === "file") return t.notFitting;
  if (message === "of another type") return t.wrongType;
  if (widget.kind === "choice") {
    const max = widget.max ?? 1;
    return max === 1 ? t.chooseOne : t.chooseBetween(widget.min ?? 1, max);
  }
  if (widget.kind === "datetime") {
    const { mode, min, max } = widget;
    if (message === "before min" && min !== undefined) return t.before(datetimeText(mode, min));
    if (message === "after max" && max !== undefined) return t.after(datetimeText(mode, max));
    return { date: t.notDate, time: t.notTime, datetime: t.notDatetime }[mode];
  }
  if (widget.kind !== "form") return t.notFitting;
  const asked = widget.fields.find(({ id }) => id === field);
  if (message === "too long") {
    return t.tooLong(asked?.maxLength ?? (asked?.type === "textarea" ? 10_000 : 2_000));
  }
  switch (asked?.type) {
    case "number":
      return t.notNumber;
    case "email":
      return t.notEmail;
    case "url":
      return t.notUrl;
    case "date":
      return t.notDate;
    default:
      return t.notFitting;
  }
}
