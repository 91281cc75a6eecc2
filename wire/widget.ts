/**
 * Widgets: `widget.standard`, version 1 (contract: pacerelle §3). A widget is checked where it is made and again where it
 * is shown; what is wrong is said with the field's path.
 * @module
 */
import * as z from "zod/mini";
import { codePointLength } from "../base/text.ts";

/** Text for people, in code points. Refuses lone surrogates, which cannot travel. */
export function boundedText(max: number, min = 0): z.ZodMiniType<string, string> {
  return z.string().check(
    z.maxLength(max * 2, `longer than ${max} characters`),
    z.refine((text) => text.isWellFormed(), "holds a lone surrogate"),
    z.refine((text) => codePointLength(text) <= max, `longer than ${max} characters`),
    z.refine((text) => min === 0 || text.trim().length >= min, "empty"),
  );
}

/** Ids that the assistant chooses, for widgets, options and fields. Never a name of `Object.prototype` with underscores. */
export const WidgetItemId = z.string().check(
  z.regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
    "letters, digits, '_', '.' or '-', 64 at most, beginning with a letter or digit",
  ),
);

const label = boundedText(200, 1);

const head = {
  format: z.literal("widget.standard"),
  version: z.literal(1),
  id: z.optional(WidgetItemId),
  title: boundedText(200, 1),
  body: z.optional(boundedText(4_000)),
};

const Option = z.object({ id: WidgetItemId, label, description: z.optional(boundedText(500)) });

/** Reports the second of two items that share an id. */
function refuseDoubles(
  items: readonly { readonly id: string }[],
  field: string,
  context: z.core.$RefinementCtx,
): void {
  const seen = new Set<string>();
  items.forEach(({ id }, index) => {
    if (seen.has(id)) {
      context.addIssue({ code: "custom", path: [field, index, "id"], message: "used twice" });
    }
    seen.add(id);
  });
}

export const ConfirmWidget = z.object({
  ...head,
  kind: z.literal("confirm"),
  labels: z.optional(z.object({ yes: label, no: label })),
  danger: z.optional(z.boolean()),
});

export const ChoiceWidget = z.object({
  ...head,
  kind: z.literal("choice"),
  options: z.array(Option).check(z.minLength(2), z.maxLength(20)),
  /** How many must and may be chosen; one of each by default. */
  min: z.optional(z.int().check(z.gte(0), z.lte(20))),
  max: z.optional(z.int().check(z.gte(1), z.lte(20))),
}).check(z.superRefine((widget, context) => {
  refuseDoubles(widget.options, "options", context);
  const max = widget.max ?? 1;
  if (max > widget.options.length) {
    context.addIssue({ code: "custom", path: ["max"], message: "more than there are options" });
  }
  if ((widget.min ?? 1) > max) {
    context.addIssue({
      code: "custom",
      path: [widget.min === undefined ? "max" : "min"],
      message: "min above max",
    });
  }
}));

/** Types of a form's fields. */
const FIELD_TYPES = [
  "text",
  "textarea",
  "number",
  "email",
  "url",
  "checkbox",
  "select",
  "date",
] as const;

const Field = z.object({
  id: WidgetItemId,
  label,
  type: z.enum(FIELD_TYPES),
  required: z.optional(z.boolean()),
  options: z.optional(z.array(Option).check(z.minLength(1), z.maxLength(50))),
  placeholder: z.optional(boundedText(200)),
  maxLength: z.optional(z.int().check(z.gte(1), z.lte(10_000))),
}).check(z.superRefine((field, context) => {
  if (field.type === "select" && field.options === undefined) {
    context.addIssue({ code: "custom", path: ["options"], message: "a select needs options" });
  }
  if (field.type !== "select" && field.options !== undefined) {
    context.addIssue({ code: "custom", path: ["options"], message: "only a select has options" });
  }
  refuseDoubles(field.options ?? [], "options", context);
}));
export type FormField = z.output<typeof Field>;

export const FormWidget = z.object({
  ...head,
  kind: z.literal("form"),
  fields: z.array(Field).check(z.minLength(1), z.maxLength(20)),
  submitLabel: z.optional(label),
}).check(z.superRefine((widget, context) => refuseDoubles(widget.fields, "fields", context)));

/** How far a long task is, in percent; null when that is unknown. */
const progressFields = {
  value: z.nullable(z.number().check(z.gte(0), z.lte(100))),
  label: z.optional(label),
  done: z.optional(z.boolean()),
};

export const ProgressWidget = z.object({ ...head, kind: z.literal("progress"), ...progressFields });

/** What changes in a progress widget that is already shown. */
export const ProgressUpdate = z.object({ ref: WidgetItemId, ...progressFields });
export type ProgressUpdate = z.output<typeof ProgressUpdate>;

/** What a datetime widget asks for. Times have no zone; a datetime has one, so that it names an instant. */
export const DATETIME_VALUES = {
  date: z.iso.date(),
  time: z.string().check(
    z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/, "not a time as HH:MM or HH:MM:SS"),
  ),
  datetime: z.iso.datetime({ offset: true }),
} as const;

/** A number that orders two values of one mode: milliseconds. */
export function datetimeOrder(mode: keyof typeof DATETIME_VALUES, value: string): number {
  return Date.parse(mode === "time" ? `1970-01-01T${value}Z` : value);
}

export const DatetimeWidget = z.object({
  ...head,
  kind: z.literal("datetime"),
  mode: z.enum(["date", "time", "datetime"]),
  min: z.optional(z.string().check(z.maxLength(40))),
  max: z.optional(z.string().check(z.maxLength(40))),
}).check(z.superRefine((widget, context) => {
  const valid = (["min", "max"] as const).map((name) => {
    const value = widget[name];
    if (value === undefined) return undefined;
    const parsed = DATETIME_VALUES[widget.mode].safeParse(value);
    if (parsed.success) return value;
    context.addIssue({ code: "custom", path: [name], message: parsed.error.issues[0]?.message ?? "invalid" });
    return undefined;
  });
  const [min, max] = valid;
  if (
    min !== undefined && max !== undefined &&
    datetimeOrder(widget.mode, min) > datetimeOrder(widget.mode, max)
  ) {
    context.addIssue({ code: "custom", path: ["min"], message: "min above max" });
  }
}));

export const FileWidget = z.object({
  ...head,
  kind: z.literal("file"),
  /** Media types (`image/*`) or endings (`.pdf`), as HTML's `accept`. */
  accept: z.optional(
    z.array(
      z.string().check(
        z.maxLength(100),
        z.regex(/^(?:\.[\w.-]+|[\w.+-]+\/(?:\*|[\w.+-]+))$/, "not a media type or an ending"),
      ),
    ).check(z.minLength(1), z.maxLength(20)),
  ),
  maxBytes: z.optional(z.int().check(z.gte(1), z.lte(100 * 1024 * 1024))),
});

/** Any widget. */
export const Widget = z.discriminatedUnion("kind", [
  ConfirmWidget,
  ChoiceWidget,
  FormWidget,
  ProgressWidget,
  DatetimeWidget,
  FileWidget,
]);
export type Widget = z.output<typeof Widget>;
/** One of the six kinds. */
export type WidgetKind = Widget["kind"];

/** What is wrong with a widget or an answer: where, such as `fields[2].options`, and what. */
export interface WidgetIssue {
  readonly path: string;
  readonly message: string;
}

/** Either the value or the first issue. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issue: WidgetIssue };

/** `["options", 1, "id"]` as `options[1].id`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) =>
    typeof part === "number" ? `[${part}]` : (index === 0 ? "" : ".") + String(part)
  ).join("");
}

/** Checks a widget that an assistant made or that came over the channel; unknown fields are left out. */
export function checkWidget(input: unknown): Checked<Widget> {
  const parsed = Widget.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  return { ok: false, issue: { path: pathText(issue?.path ?? []), message: issue?.message ?? "invalid" } };
}
