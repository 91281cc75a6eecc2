/**
 * A password, hidden until the person wants to see it; for a new one, what its length is worth.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Eye, EyeOff } from "lucide";
import { useId } from "preact/hooks";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { kitWords } from "./kit_words.ts";

/** So many characters above the least a length is called good, and very safe. */
const GOOD = 4;
const STRONG = 8;

/** A password field. */
export function PasswordField(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** `new-password` shows what the length is worth, from `minLength` on. */
  readonly autocomplete: "current-password" | "new-password";
  readonly minLength?: number;
  readonly autoFocus?: boolean;
}) {
  const { label, hint, error, name, value, onValue, autocomplete, minLength, autoFocus = false } = props;
  const isShown = useSignal(false);
  const id = useId();
  const t = kitWords.value;
  const isNew = autocomplete === "new-password" && minLength !== undefined;
  return (
    <Field label={label} hint={hint} error={error}>
      {(binding) => (
        <>
          <div class="input-with-button">
            <input
              {...binding}
              aria-describedby={[binding["aria-describedby"], isNew && `${id}-length`].filter(Boolean).join(
                " ",
              ) || undefined}
              class="input"
              // As in TextField: no JSX type is for both.
              type={(isShown.value ? "text" : "password") as "text"}
              name={name}
              value={value}
              autocomplete={autocomplete}
              autocapitalize="none"
              spellcheck={false}
              autoFocus={autoFocus}
              onInput={(event) => onValue(event.currentTarget.value)}
            />
            <Button
              look="quiet"
              icon={isShown.value ? EyeOff : Eye}
              label={isShown.value ? t.hidePassword : t.showPassword}
              isIconOnly
              aria-pressed={isShown.value ? "true" : "false"}
              onPress={() => isShown.value = !isShown.value}
            />
          </div>
          {isNew && <Length id={`${id}-length`} length={[...value].length} least={minLength} />}
        </>
      )}
    </Field>
  );
}

/** What counts in a password that people choose is its length; nothing else can be told honestly. */
function Length({ id, length, least }: {
  readonly id: string;
  readonly length: number;
  readonly least: number;
}) {
  const t = kitWords.value;
  const level = length < least ? 1 : length < least + GOOD ? 2 : length < least + STRONG ? 3 : 4;
  const says = [t.missing(least - length), t.lengthFair, t.lengthGood, t.lengthStrong][level - 1];
  return (
    <div class="password-length" id={id}>
      <span class="password-length-bar" data-level={length === 0 ? 0 : level} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </span>
      <span class="field-hint" role="status">{length === 0 ? "" : says}</span>
    </div>
  );
}
