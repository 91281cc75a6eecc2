/**
 * The fields of a JSON Schema as rows that people read. It knows the plain schemas that tools and routes have, and shows a
 * type that it does not know by its own name.
 * @module
 */
import { words } from "./words.ts";

/** A part of a JSON Schema. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A field. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** In the definitions' own words; may be empty. */
  readonly description: string;
  /** What values it takes, in the page's language. */
  readonly bounds: string;
  /** Where a route takes it from. */
  readonly where?: "path" | "query" | "body";
}

/** The fields of an object. */
export function fieldsOf(schema: Schema, where?: Field["where"]): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, of]) =>
    fieldOf(name, of, schema.required?.includes(name) ?? false, where)
  );
}

/** One field. */
export function fieldOf(name: string, schema: Schema, isRequired: boolean, where?: Field["where"]): Field {
  return {
    name,
    type: typeOf(schema),
    isRequired,
    description: schema.description ?? "",
    bounds: boundsOf(schema),
    ...(where === undefined ? {} : { where }),
  };
}

function typeOf(schema: Schema): string {
  const t = words.value;
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(t.or);
  if (schema.type === "array" && schema.items !== undefined) {
    return `${t.types["array"]} (${typeOf(schema.items)})`;
  }
  const name = schema.format === "uuid" ? "uuid" : schema.type ?? "string";
  return t.types[name] ?? name;
}

function boundsOf(schema: Schema): string {
  const t = words.value;
  const { minLength = 0, maxLength, minimum, maximum } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return [
    values && t.oneOf(values.map((value) => String(value)).join(", ")),
    maxLength !== undefined && minLength > 0
      ? t.length(minLength, maxLength)
      : maxLength !== undefined
      ? t.atMost(maxLength)
      : minLength > 1 && t.atLeast(minLength),
    minimum !== undefined && maximum !== undefined && t.range(minimum, maximum),
    schema.default !== undefined && t.byDefault(String(schema.default)),
    ...(schema.anyOf ?? []).map(boundsOf),
  ].filter(Boolean).join(" ");
}
