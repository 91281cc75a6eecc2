/**
 * The reference as its page shows it: entries with their fields and what a search looks at.
 * @module
 */
import { fold } from "../../../base/text.ts";
import type { ReferenceRoutes } from "../../../server/messagerie/inbox/admin/reference.ts";
import type { ApiOf } from "../../../server/messagerie/inbox/route.ts";
import { createCaller } from "../api/client.ts";
import { type Field, fieldOf, fieldsOf, type Schema } from "./fields.ts";

type ReferenceApi = ApiOf<ReferenceRoutes>;

/** The whole reference. */
export type Reference = ReferenceApi["GET /reference"]["data"];

/** An MCP tool. */
export type ToolEntry = Reference["mcp"]["tools"][number];

/** A REST route. */
export type RouteEntry = Reference["rest"]["routes"][number];

/** Asks for the reference. Rejects with an `ApiFault`. */
export const callReference = createCaller<ReferenceApi>();

/** The fields of a tool's arguments. */
export function toolFields(tool: ToolEntry): Field[] {
  return fieldsOf(tool.inputSchema as Schema);
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query";
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: {
    readonly content?: { readonly "application/json"?: { readonly schema?: Schema } };
  };
}

/** The fields of a route's path, query and body, as its OpenAPI operation has them. */
export function routeFields({ rest }: Reference, route: RouteEntry): Field[] {
  const paths = rest.openapi["paths"] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const operation = paths[route.path]?.[route.method.toLowerCase()] ?? {};
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, description, schema }) =>
    fieldOf(
      name,
      { ...schema, ...(description === undefined ? {} : { description }) },
      required ?? false,
      where,
    )
  );
  const body = operation.requestBody?.content?.["application/json"]?.schema ?? {};
  return [...parameters, ...fieldsOf(body, "body")];
}

/** Whether an entry has every word that is looked for, in its name, its words or its fields. */
export function matches(query: string, texts: readonly string[], fields: readonly Field[]): boolean {
  const text = fold([...texts, ...fields.flatMap(({ name, description }) => [name, description])].join("\n"));
  return fold(query).split(/\s+/).every((word) => text.includes(word));
}

/** The address of an entry inside the page. */
export function entryAddress(id: string): string {
  return `/reference?voir=${encodeURIComponent(id)}`;
}

/** A command that calls a tool without any MCP client. Single quotes hold everything but themselves. */
export function toolCurl(url: string, tool: ToolEntry): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${quoted(url)}`,
    `  --header "Authorization: Bearer $MESSAGERIE_TOKEN"`,
    `  --header 'Content-Type: application/json'`,
    `  --data ${quoted(JSON.stringify(tool.sample.request))}`,
  ].join(" \\\n");
}

/** The value in the text block of a tool's sample answer. */
export function toolAnswer({ sample }: ToolEntry): unknown {
  const { result } = sample.response as {
    readonly result?: { readonly content?: readonly { readonly text?: string }[] };
  };
  return JSON.parse(result?.content?.[0]?.text ?? "null");
}
