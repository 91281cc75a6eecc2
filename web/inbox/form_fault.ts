/**
 * Why a call failed, as a form tells it: a sentence, and what is wrong with which field.
 * @module
 */
import type { FormFault } from "../kit/form.tsx";
import { createWords, language } from "../kit/words.ts";
import { ApiFault } from "./api/fault.ts";
import { faultInWords } from "./words.ts";

const fr = {
  look: "Rien n’a été enregistré : voyez ce qui est signalé.",
  unknown: "On ne sait pas si cela a été fait : vérifiez, puis réessayez. Ce que vous avez écrit est gardé.",
  field: "Cette valeur n’est pas acceptée.",
};

const en: typeof fr = {
  look: "Nothing was saved: see what is marked.",
  unknown: "Nobody knows whether this was done: check, then try again. What you typed is kept.",
  field: "This value is not accepted.",
};

const words = createWords({ fr, en });

/**
 * The fault of a form. The server names fields and says what is wrong in French; `english` says the same by the field's name
 * to whoever reads English.
 */
export function formFault(error: unknown, english: Readonly<Record<string, string>> = {}): FormFault {
  if (!(error instanceof ApiFault)) return { message: faultInWords(error) };
  const faults = error.code === "INVALID_REQUEST" ? error.fields : [];
  if (faults.length > 0) return { message: words.value.look, fields: fieldsOf(faults, english) };
  const message = faultInWords(error);
  return { message: error.kind === "unreachable" ? `${message} ${words.value.unknown}` : message };
}

/** A place inside a field (`origins[2]`, `greeting.fr`) is the field's where no control has that very name. */
function fieldsOf(
  faults: readonly { readonly field: string; readonly message: string }[],
  english: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { field, message } of faults) {
    const name = field.replace(/\[\d+\]$/, "");
    fields[name] ??= language.value === "fr" ? message : english[name] ?? words.value.field;
  }
  return fields;
}

/** The fault of a form that was not sent: fields by name, those without a fault left out; undefined when none has one. */
export function ownFault(
  fields: Readonly<Record<string, string | false | undefined>>,
): FormFault | undefined {
  const faults = Object.entries(fields).flatMap(([name, message]) => message ? [[name, message]] : []);
  return faults.length === 0
    ? undefined
    : { message: words.value.look, fields: Object.fromEntries(faults) as Record<string, string> };
}
