/**
 * A form of an agent's: every type of field, each blamed for itself.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { Checkbox, SelectField, TextAreaField } from "../../kit/choice.tsx";
import { TextField, type TextFieldProps } from "../../kit/field.tsx";
import type { FormField, Widget } from "../../../wire/widget.ts";
import type { WidgetEntry } from "../app/entry_types.ts";
import { type Entered, formValue } from "./form_value.ts";
import { QuestionFoot } from "./question_foot.tsx";
import { useAnswer, useEntered } from "./use_answer.ts";
import { words } from "./words.ts";

/** The fields. */
export function FormQuestion({ entry, widget }: {
  readonly entry: WidgetEntry;
  readonly widget: Widget & { readonly kind: "form" };
}) {
  const t = words.value;
  const answering = useAnswer(entry);
  const entered = useEntered<Entered>(entry, {});
  return (
    <form
      class="widget-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void answering.answer(formValue(widget.fields, entered.value)).then(() =>
          form.querySelector<HTMLElement>("[aria-invalid]")?.focus()
        );
      }}
    >
      {widget.fields.map((field) => (
        <FieldView
          key={field.id}
          field={field}
          value={Object.hasOwn(entered.value, field.id) ? entered.value[field.id] : undefined}
          error={answering.faultOf(field.id)}
          onValue={(value) => {
            entered.value = { ...entered.value, [field.id]: value };
            answering.forgive(field.id);
          }}
        />
      ))}
      <QuestionFoot answering={answering}>
        <Button
          look="primary"
          type="submit"
          label={widget.submitLabel ?? t.answer}
          pending={answering.isPending}
        />
      </QuestionFoot>
    </form>
  );
}

const INPUTS: Readonly<Partial<Record<FormField["type"], TextFieldProps["type"]>>> = {
  email: "email",
  url: "url",
  date: "date",
};

function FieldView({ field, value, error, onValue }: {
  readonly field: FormField;
  readonly value: string | boolean | undefined;
  readonly error: string | undefined;
  readonly onValue: (value: string | boolean) => void;
}) {
  const t = words.value;
  const { id, type, required = false, placeholder } = field;
  const label = required ? field.label : `${field.label} (${t.optional})`;
  const text = {
    label,
    error,
    name: id,
    value: typeof value === "string" ? value : "",
    onValue,
    ...(placeholder === undefined ? {} : { placeholder }),
  };
  switch (type) {
    case "checkbox":
      return (
        <Checkbox
          label={field.label}
          error={error}
          name={id}
          value={value === true}
          onValue={onValue}
        />
      );
    case "textarea":
      return <TextAreaField {...text} rows={3} />;
    case "select":
      return (
        <SelectField
          {...text}
          options={[
            { value: "", label: t.choose },
            ...(field.options ?? []).map((option) => ({ value: option.id, label: option.label })),
          ]}
        />
      );
    case "number":
      // As text: a browser hides what it cannot read as a number of its own language.
      return <TextField {...text} inputMode="numeric" />;
    default:
      return <TextField {...text} type={INPUTS[type] ?? "text"} />;
  }
}
