/**
 * A labelled field, its hint and what is wrong with it, tied together for who sees and who listens.
 * @module
 */
import { type ComponentChildren, type JSX } from "preact";
import { useId } from "preact/hooks";

/** What a control inside a field must carry. */
export interface FieldBinding {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": "true" | undefined;
}

/** A field around any control. */
export function Field(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (binding: FieldBinding) => ComponentChildren;
}) {
  const { label, hint, error, children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? "true" : undefined,
      })}
      {hint && <span class="field-hint" id={`${id}-hint`}>{hint}</span>}
      {error && <span class="field-error" id={`${id}-error`} role="alert">{error}</span>}
    </div>
  );
}

/** What a field of one line is given. */
export interface TextFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?:
    | "text"
    | "email"
    | "password"
    | "search"
    | "tel"
    | "url"
    | "number"
    | "date"
    | "datetime-local";
  readonly name?: string;
  /** What a password manager and the browser may fill in. */
  readonly autocomplete?: JSX.IntrinsicElements["input"]["autocomplete"];
  readonly inputMode?: "text" | "email" | "numeric" | "tel" | "search" | "url";
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly autoCapitalize?: "none" | "words" | "sentences";
  readonly spellcheck?: boolean;
  readonly min?: string;
  readonly max?: string;
}

/** A field of one line. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, value, onValue, type = "text", ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(binding) => (
        <input
          {...rest}
          {...binding}
          // Each type of input has a JSX type of its own, with its own roles: a union of them fits none.
          type={type as "text"}
          class="input"
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
