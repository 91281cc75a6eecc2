/**
 * What is wrong with an answer before it is sent, in words. Pure.
 * @module
 */
import type { Widget } from "../../../wire/widget.ts";
import { type AnswerValue, checkAnswer } from "../../../wire/widget_answer.ts";
import { issueWords } from "./issue_words.ts";

/** Why an answer was not taken: which part of it, and what is wrong. */
export interface AnswerFault {
  /** A form's field, where it is one's. */
  readonly field: string | undefined;
  readonly message: string;
}

/** Every fault. The channel's check names one; a person is told all of a form's at once, in the order of its fields. */
export function answerFaults(widget: Widget, value: AnswerValue): readonly AnswerFault[] {
  if (widget.kind !== "form" || typeof value !== "object") return faultOf(widget, value);
  const entered = new Map(Object.entries(value ?? {}));
  return widget.fields.flatMap((field) => {
    const own = entered.get(field.id);
    return faultOf({ ...widget, fields: [field] }, own === undefined ? {} : { [field.id]: own });
  });
}

function faultOf(widget: Widget, value: AnswerValue): readonly AnswerFault[] {
  const checked = checkAnswer(widget, { ref: widget.id ?? "", value, cancelled: false });
  if (checked.ok) return [];
  const { path, message } = checked.issue;
  const field = path.startsWith("value.") ? path.slice("value.".length) : undefined;
  return [{ field, message: issueWords(widget, field, message) }];
}
