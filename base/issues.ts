/**
 * What is wrong with a value, argument by argument, in plain French; never a validator's own words. A schema may bring
 * its own sentence (zod's `error`), which is kept; this page words the rest.
 * @module
 */
import { type $ZodRawIssue, type $ZodType, type output, safeParse } from "zod/v4/core";

/** One argument at fault: its path as the caller wrote it (`options[2].label`), and what is wrong with it. */
export interface Issue {
  readonly field: string;
  readonly message: string;
}

/** The value read through a schema, or every fault found in it. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** More faults than this help nobody. */
const MAX_ISSUES = 20;
/** The caller wrote the names in a path: they are cut, so that a hostile key does not come back at full length. */
const MAX_FIELD = 120;

/**
 * Reads `value`; keys that the schema does not know are left out (contract: messagerie §3). The schema is zod's or, where a
 * browser loads it too, zod/mini's.
 */
export function readInput<Schema extends $ZodType>(schema: Schema, value: unknown): Read<output<Schema>> {
  const parsed = safeParse(schema, value, { error: wordIssue });
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => ({
      field: pathOf(issue.path),
      message: issue.message,
    })),
  };
}

/** `["options", 2, "label"]` → `options[2].label`. */
export function pathOf(path: readonly PropertyKey[]): string {
  const written = path.map((key, index) => {
    if (typeof key === "number") return `[${key}]`;
    return index === 0 ? String(key) : `.${String(key)}`;
  }).join("");
  return written.length <= MAX_FIELD ? written : written.slice(0, MAX_FIELD) + "…";
}

const TYPES: Readonly<Record<string, string>> = {
  string: "un texte",
  number: "un nombre",
  int: "un nombre entier",
  boolean: "true ou false",
  array: "une liste",
  object: "un objet",
  record: "un objet",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "un UUID",
  guid: "un UUID",
  email: "une adresse e-mail",
  url: "une adresse web",
  datetime: "une date et une heure ISO 8601",
  date: "une date ISO 8601",
  time: "une heure ISO 8601",
};

/** The unit in which the size of a value counts. */
function unit(origin: string, count: number | bigint): string {
  const plural = count > 1 ? "s" : "";
  if (origin === "string") return ` caractère${plural}`;
  return origin === "array" || origin === "set" ? ` élément${plural}` : "";
}

/** zod asks this for every fault whose schema brings no sentence of its own. */
function wordIssue(issue: $ZodRawIssue): string {
  if (issue.input === undefined) return "Cet argument est obligatoire.";
  switch (issue.code) {
    case "invalid_type":
      return `Il faut ${TYPES[issue.expected] ?? "une autre sorte de valeur"}.`;
    case "invalid_format":
      return `Il faut ${FORMATS[issue.format] ?? "une autre forme"}.`;
    case "too_big":
      return `${issue.maximum}${unit(issue.origin, issue.maximum)} au plus.`;
    case "too_small":
      return `${issue.minimum}${unit(issue.origin, issue.minimum)} au moins.`;
    case "invalid_value":
      return issue.values.length === 1
        ? `Il faut ${String(issue.values[0])}.`
        : `Il faut l’un de : ${issue.values.map(String).join(", ")}.`;
    case "not_multiple_of":
      return `Il faut un multiple de ${issue.divisor}.`;
    case "invalid_union":
      return "Aucune des formes possibles ne convient.";
    case "unrecognized_keys":
      return "Cet objet a une clé inconnue.";
    default:
      return "Cette valeur ne convient pas.";
  }
}
