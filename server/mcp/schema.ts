/**
 * The JSON Schema of a tool's arguments, as hosts need it: plain. Several hosts drop a tool, or the whole list, for a type
 * array, a boolean schema, a reference, or an alternative at the top level (contract: messagerie §3; mcp-wire habits 13
 * and 27). What a schema may not hold is found at start, not by a host.
 * @module
 */
import * as z from "zod";
import type { Tool } from "../../tools/tool.ts";
import { isObject, type JsonObject } from "./message.ts";

const made = new WeakMap<z.ZodObject, JsonObject>();

/** The schema of a tool's arguments; made once per tool. @throws {TypeError} when it is not plain. */
export function inputSchemaOf(tool: Pick<Tool<never>, "name" | "input">): JsonObject {
  let schema = made.get(tool.input);
  if (schema === undefined) {
    const { $schema: _, ...plain } = z.toJSONSchema(tool.input, { io: "input", override: dropNoise });
    schema = plain;
    assertPlain(tool.name, schema);
    made.set(tool.input, schema);
  }
  return schema;
}

/** What costs a model tokens and tells it nothing: the bounds of safe integers, the pattern behind a named format. */
function dropNoise({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

const ALTERNATIVES = ["anyOf", "oneOf", "allOf", "not", "if"] as const;
const REFERENCES = ["$ref", "$defs", "definitions", "$dynamicRef", "$schema", "$id"] as const;

/** @throws {TypeError} that names the tool and the place. */
export function assertPlain(tool: string, schema: JsonObject): void {
  const refuse = (place: string, what: string): never => {
    throw new TypeError(`The schema of ${tool} is not plain: ${what} at ${place}`);
  };
  if (schema["type"] !== "object") refuse("the top", 'no "type": "object"');
  for (const key of ALTERNATIVES) if (key in schema) refuse("the top", key);

  const visit = (node: unknown, place: string): void => {
    if (typeof node === "boolean") return refuse(place, "a boolean schema");
    if (!isObject(node)) return;
    if (Array.isArray(node["type"])) refuse(place, "a type array");
    for (const key of REFERENCES) if (key in node) refuse(place, key);
    for (const [name, child] of Object.entries(node["properties"] ?? {})) visit(child, `${place}.${name}`);
    for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
      for (const child of (node[key] ?? []) as readonly unknown[]) visit(child, `${place}.${key}`);
    }
    for (const key of ["items", "not", "propertyNames", "patternProperties"]) {
      visit(node[key], `${place}.${key}`);
    }
    // `additionalProperties: false` is a keyword that hosts know, not a property's schema.
    if (isObject(node["additionalProperties"])) visit(node["additionalProperties"], `${place}.*`);
  };
  visit(schema, "$");
}
