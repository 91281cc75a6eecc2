/**
 * A form that says what became of it: under way, taken, or why not, by field and in a summary that takes the focus. What was
 * typed stays whatever happens.
 * @module
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Why a form was not taken. */
export interface FormFault {
  /** What it is and what to do. */
  readonly message: string;
  /** Control name → what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** A form's state, for {@linkcode Form} and the fields in it. */
export interface FormState<Values extends object> {
  readonly values: Values;
  readonly isPending: boolean;
  /** Whether something was entered that is not as it was at the beginning. */
  readonly isDirty: boolean;
  readonly fault: FormFault | undefined;
  /** Counts failures, so that a second one like the first takes the focus again. */
  readonly failures: number;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** What a field of this name is given: name, value, `onValue`, error. */
  bind<Name extends keyof Values & string>(name: Name): {
    readonly name: Name;
    readonly value: Values[Name];
    readonly onValue: (value: Values[Name]) => void;
    readonly error: string | undefined;
  };
  /** Begins anew with these values. */
  reset(values: Values): void;
  submit(): Promise<void>;
}

/** What a form does. */
export interface FormOptions<Values extends object> {
  readonly initial: Values;
  /** What can be told before anything is sent. */
  readonly check?: (values: Values) => FormFault | undefined;
  /** Sends; answers with why it was not taken. */
  readonly send: (values: Values) => Promise<FormFault | undefined>;
}

/** The state of one form. */
export function useForm<Values extends object>(
  { initial, check, send }: FormOptions<Values>,
): FormState<Values> {
  const values = useSignal(initial);
  const beginning = useRef(JSON.stringify(initial));
  const isPending = useSignal(false);
  const fault = useSignal<FormFault | undefined>(undefined);
  const failures = useSignal(0);

  function set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    values.value = { ...values.value, [name]: value };
    // A field that is being put right is not blamed any more; once none is, neither is the form.
    const { [name as string]: blamed, ...others } = fault.value?.fields ?? {};
    if (blamed === undefined || fault.value === undefined) return;
    fault.value = Object.keys(others).length === 0 ? undefined : { ...fault.value, fields: others };
  }

  async function submit(): Promise<void> {
    if (isPending.value) return;
    isPending.value = true;
    try {
      fault.value = check?.(values.value) ?? await send(values.value);
    } finally {
      isPending.value = false;
    }
    if (fault.value !== undefined) failures.value++;
  }

  return {
    values: values.value,
    isPending: isPending.value,
    isDirty: JSON.stringify(values.value) !== beginning.current,
    fault: fault.value,
    failures: failures.value,
    set,
    bind: (name) => ({
      name,
      value: values.value[name],
      onValue: (value) => set(name, value),
      error: fault.value?.fields?.[name],
    }),
    reset(next) {
      beginning.current = JSON.stringify(next);
      values.value = next;
      fault.value = undefined;
    },
    submit,
  };
}

/** One line of a summary. */
interface Blamed {
  readonly name: string;
  readonly label: string;
  readonly message: string;
}

/** A form around its fields. The browser's own bubbles are off: they speak another language and vanish. */
export function Form<Values extends object>(props: {
  readonly state: FormState<Values>;
  readonly class?: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}) {
  const { state, class: extra = "", label, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const blamed = useSignal<readonly Blamed[]>([]);
  const { fault, failures } = state;

  useLayoutEffect(() => {
    if (failures === 0 || form.current === null) return;
    const { elements } = form.current;
    blamed.value = Object.entries(fault?.fields ?? {}).map(([name, message]) => ({
      name,
      label: labelOf(controlNamed(elements, name)),
      message,
    }));
  }, [failures]);
  useLayoutEffect(() => {
    if (failures > 0) summary.current?.focus();
  }, [failures]);

  return (
    <form
      ref={form}
      noValidate
      class={`form ${extra}`}
      aria-label={label}
      aria-busy={state.isPending ? "true" : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void state.submit();
      }}
    >
      {fault && (
        <div ref={summary} class="notice notice-danger form-summary" role="alert" tabIndex={-1}>
          <p>{fault.message}</p>
          {blamed.value.length > 0 && (
            <ul>
              {blamed.value.filter(({ name }) => fault.fields?.[name] !== undefined).map((
                { name, label: of, message },
              ) => (
                <li key={name}>
                  <button
                    type="button"
                    class="link-button"
                    onClick={() => form.current && controlNamed(form.current.elements, name)?.focus()}
                  >
                    {of === "" ? message : `${of} — ${message}`}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {children}
    </form>
  );
}

function controlNamed(elements: HTMLFormControlsCollection, name: string): HTMLElement | undefined {
  const found = elements.namedItem(name);
  if (found instanceof HTMLElement) return found;
  const first = found instanceof RadioNodeList ? found.item(0) : null;
  return first instanceof HTMLElement ? first : undefined;
}

/** The words of a control's label; of one in a group, the group's. */
function labelOf(control: HTMLElement | undefined): string {
  const legend = control?.closest("fieldset.field")?.querySelector("legend");
  if (legend) return legend.textContent ?? "";
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    ? control.labels?.[0]?.textContent ?? ""
    : "";
}
