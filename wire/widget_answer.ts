/**
 * Answers to widgets: bound to widget, conversation and account; checked against the widget itself, where they are given
 * and again where they arrive. The first one counts (contract: pacerelle §3).
 * @module
 */
import * as z from "zod/mini";
import { codePointLength } from "../base/text.ts";
import { Attachment, OnlyAttachment } from "./attachment.ts";

import {
  boundedText,
  type Checked,
  DATETIME_VALUES,
  datetimeOrder,
  type FormField,
  pathText,
  type Widget,
  WidgetItemId,
} from "./widget.ts";

const FormValue = z.record(WidgetItemId, z.union([boundedText(10_000), z.number(), z.boolean(), z.null()]))
  .check(z.refine((value) => Object.keys(value).length <= 20, "more than 20 fields"));

/** Every value that an answer can have; which one a widget takes is {@linkcode checkAnswer}'s part. */
export const AnswerValue = z.union([
  z.boolean(),
  z.string().check(z.maxLength(64)),
  z.array(WidgetItemId).check(z.maxLength(20)),
  // A form with fields of these names loses none.
  OnlyAttachment,
  FormValue,
  z.null(),
]);
export type AnswerValue = z.output<typeof AnswerValue>;

/** An answer as it travels: `ref` is the widget's id. */
export const WidgetAnswer = z.object({ ref: WidgetItemId, value: AnswerValue, cancelled: z.boolean() });
export type WidgetAnswer = z.output<typeof WidgetAnswer>;

/** Default longest text of a form's field. */
const DEFAULT_LENGTH: Partial<Record<FormField["type"], number>> = { textarea: 10_000 };

/** The schema of one field's value, when it has one. */
function fieldSchema(field: FormField): z.ZodMiniType {
  const longest = field.maxLength ?? DEFAULT_LENGTH[field.type] ?? 2_000;
  const text = z.string().check(
    z.refine((value) => value.isWellFormed() && codePointLength(value) <= longest, "too long"),
  );
  switch (field.type) {
    case "text":
    case "textarea":
      return text;
    case "number":
      return z.number();
    case "email":
      return z.pipe(text, z.email());
    case "url":
      return z.pipe(text, z.url({ protocol: /^https?$/ }));
    case "checkbox":
      return z.boolean();
    case "select":
      return z.enum((field.options ?? []).map((option) => option.id));
    case "date":
      return DATETIME_VALUES.date;
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

function formSchema(fields: readonly FormField[]): z.ZodMiniType {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((given, { issues }) => {
      const value: Record<string, unknown> = {};
      const refuse = (id: string, message: string) =>
        void issues.push({ code: "custom", path: [id], message, input: given });
      for (const field of fields) {
        const entry = Object.hasOwn(given, field.id) ? given[field.id] : undefined;
        // A box that must be ticked and is not counts as left out, as in HTML.
        if (isEmpty(entry) || (field.type === "checkbox" && field.required && entry === false)) {
          if (field.required) refuse(field.id, "required");
          continue;
        }
        const parsed = fieldSchema(field).safeParse(entry);
        if (parsed.success) value[field.id] = parsed.data;
        else refuse(field.id, parsed.error.issues[0]?.message ?? "invalid");
      }
      const known = new Set(fields.map((field) => field.id));
      for (const id of Object.keys(given)) if (!known.has(id)) refuse(id, "no such field");
      return value;
    }),
  );
}

function choiceSchema(widget: Widget & { kind: "choice" }): z.ZodMiniType {
  const id = z.enum(widget.options.map((option) => option.id));
  const max = widget.max ?? 1;
  const min = widget.min ?? 1;
  if (max === 1) return min === 0 ? z.nullable(id) : id;
  return z.array(id).check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((ids) => new Set(ids).size === ids.length, "chosen twice"),
  );
}

function datetimeSchema(widget: Widget & { kind: "datetime" }): z.ZodMiniType {
  const order = (value: string) => datetimeOrder(widget.mode, value);
  return DATETIME_VALUES[widget.mode].check(
    z.refine((value) => widget.min === undefined || order(value) >= order(widget.min), "before min"),
    z.refine((value) => widget.max === undefined || order(value) <= order(widget.max), "after max"),
  );
}

function accepts(accept: readonly string[], file: Attachment): boolean {
  return accept.some((entry) =>
    entry.startsWith(".")
      ? file.name.toLowerCase().endsWith(entry.toLowerCase())
      : entry.endsWith("/*")
      ? file.mimeType.toLowerCase().startsWith(entry.slice(0, -1).toLowerCase())
      : file.mimeType.toLowerCase() === entry.toLowerCase()
  );
}

function valueSchema(widget: Widget): z.ZodMiniType {
  switch (widget.kind) {
    case "confirm":
      return z.boolean();
    case "choice":
      return choiceSchema(widget);
    case "form":
      return formSchema(widget.fields);
    case "progress":
      return z.never("a progress widget takes no answer");
    case "datetime":
      return datetimeSchema(widget);
    case "file":
      return Attachment.check(
        z.refine((file) => widget.maxBytes === undefined || file.size <= widget.maxBytes, "too large"),
        z.refine((file) => widget.accept === undefined || accepts(widget.accept, file), "of another type"),
      );
  }
}

/** Checks an answer against the widget that it answers. A cancelled answer has the value null. */
export function checkAnswer(widget: Widget, answer: WidgetAnswer): Checked<WidgetAnswer> {
  const refused = (path: string, message: string): Checked<WidgetAnswer> => ({
    ok: false,
    issue: { path, message },
  });
  if (widget.id === undefined || answer.ref !== widget.id) return refused("ref", "another widget's answer");
  if (answer.cancelled) {
    if (widget.kind === "progress") return refused("value", "a progress widget takes no answer");
    return { ok: true, value: { ref: answer.ref, value: null, cancelled: true } };
  }
  const parsed = valueSchema(widget).safeParse(answer.value);
  if (parsed.success) {
    return { ok: true, value: { ref: answer.ref, value: parsed.data as AnswerValue, cancelled: false } };
  }
  const issue = parsed.error.issues[0];
  const path = pathText(["value", ...(issue?.path ?? [])]);
  return refused(path, issue?.message ?? "invalid");
}

/** A widget that was sent, as its sender keeps it. */
export interface StandingWidget {
  readonly widget: Widget;
  /** Message id of the envelope that carried it. */
  readonly message: string;
  readonly conversation: string;
  readonly account: string;
  /** Message id of the answer that counts, once there is one. */
  readonly answeredBy?: string | undefined;
}

/** Why an answer does not count. `closed`: another one came first. */
export type AnswerRefusal = "foreign" | "closed" | "invalid";

/** An answer that arrived and where it came from. `re` is the payload's: the message that carried the widget. */
export interface ArrivedAnswer {
  readonly answer: WidgetAnswer;
  readonly message: string;
  readonly re: string | undefined;
  readonly conversation: string;
  readonly account: string;
}

/**
 * Whether an answer counts. The caller keeps the result durably before it tells anyone. The answer that already counts,
 * arriving again, counts still: a double changes nothing.
 */
export function settleAnswer(
  standing: StandingWidget,
  arrived: ArrivedAnswer,
):
  | { readonly ok: true; readonly answer: WidgetAnswer }
  | { readonly ok: false; readonly reason: AnswerRefusal } {
  if (
    arrived.re !== standing.message || arrived.conversation !== standing.conversation ||
    arrived.account !== standing.account || arrived.answer.ref !== standing.widget.id
  ) return { ok: false, reason: "foreign" };
  if (standing.answeredBy !== undefined && standing.answeredBy !== arrived.message) {
    return { ok: false, reason: "closed" };
  }
  const checked = checkAnswer(standing.widget, arrived.answer);
  return checked.ok ? { ok: true, answer: checked.value } : { ok: false, reason: "invalid" };
}
