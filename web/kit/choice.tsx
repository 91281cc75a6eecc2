/**
 * Controls to choose with: a box to tick, one out of several, a list, a longer text.
 * @module
 */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Field } from "./field.tsx";

/** A box to tick, or with `isSwitch` something that is on or off. */
export function Checkbox(props: {
  readonly label: ComponentChildren;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: boolean;
  readonly onValue: (value: boolean) => void;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly isSwitch?: boolean;
}) {
  const { label, hint, error, value, onValue, name, disabled = false, isSwitch = false } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class={`choice ${isSwitch ? "choice-switch" : ""}`}>
      <input
        id={id}
        type="checkbox"
        role={isSwitch ? "switch" : undefined}
        name={name}
        checked={value}
        disabled={disabled}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && <span class="field-hint" id={`${id}-hint`}>{hint}</span>}
      {error && <span class="field-error" id={`${id}-error`}>{error}</span>}
    </div>
  );
}

/** Something to choose. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Controls that answer one question together. */
export function FieldGroup(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const { label, hint, error, class: extra = "", children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset class={`field ${extra}`} aria-describedby={described || undefined}>
      <legend>{label}</legend>
      {hint && <span class="field-hint" id={`${id}-hint`}>{hint}</span>}
      {children}
      {error && <span class="field-error" id={`${id}-error`}>{error}</span>}
    </fieldset>
  );
}

/** One out of a few, all seen at once. */
export function RadioGroup<Value extends string>(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly name: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}) {
  const { label, hint, error, name, options, value, onValue } = props;
  const id = useId();
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {options.map((option) => (
        <div class="choice" key={option.value}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-describedby={option.hint && `${id}-${option.value}-hint`}
            onChange={() => onValue(option.value)}
          />
          <label for={`${id}-${option.value}`}>{option.label}</label>
          {option.hint && <span class="field-hint" id={`${id}-${option.value}-hint`}>{option.hint}</span>}
        </div>
      ))}
    </FieldGroup>
  );
}

/** Several out of many. */
export function CheckboxGroup(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly name: string;
  readonly options: readonly Option<string>[];
  readonly value: readonly string[];
  readonly onValue: (value: readonly string[]) => void;
}) {
  const { label, hint, error, name, options, value, onValue } = props;
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <div class="choices">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            label={option.label}
            hint={option.hint}
            value={value.includes(option.value)}
            onValue={(isOn) =>
              onValue(isOn ? [...value, option.value] : value.filter((other) => other !== option.value))}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** One out of many, in a list that opens. */
export function SelectField<Value extends string>(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}) {
  const { label, hint, error, name, options, value, onValue } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(binding) => (
        <select
          {...binding}
          class="input"
          name={name}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A text of several lines. */
export function TextAreaField(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly spellcheck?: boolean;
}) {
  const { label, hint, error, value, onValue, rows = 4, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(binding) => (
        <textarea
          {...rest}
          {...binding}
          class="input"
          rows={rows}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
