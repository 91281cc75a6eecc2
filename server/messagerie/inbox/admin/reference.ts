/**
 * The API reference: every tool and every REST route as they are defined now, with samples and this server's address.
 * @module
 */
import * as z from "zod";
import { VERSION } from "../../../../base/version.ts";
import { type RefusalCode, REFUSALS } from "../../../../service/messagerie/refusals.ts";
import { mcpUrl } from "../../../../service/messagerie/connect/host_texts.ts";
import { CATALOGUE } from "../../../../tools/messagerie/catalogue.ts";
import { TOOL_SAMPLES } from "../../../../tools/messagerie/samples/tool_samples.ts";
import { inputSchemaOf } from "../../../mcp/schema.ts";
import { INSTRUCTIONS, INTERFACE } from "../../desk_dispatcher.ts";
import { openApiDocument, openApiRoute, refusalsOf } from "../../rest/openapi.ts";
import { takesBody } from "../../rest/route.ts";
import { ROUTES } from "../../rest/routes.ts";
import { restSample } from "../../rest/samples.ts";
import { defineRoute } from "../route.ts";

const json = z.record(z.string(), z.unknown()).readonly();
const access = z.enum(["read", "write"]);

/** What a tool may refuse with, by code, and what every refusal says. */
const REFUSAL = z.strictObject({ code: z.string(), status: z.int(), message: z.string() });

/** `GET /reference` */
const REFERENCE = z.strictObject({
  /** The product's version. */
  version: z.string(),
  publicUrl: z.string(),
  mcp: z.strictObject({
    url: z.string(),
    /** The name and version of the interface that MCP clients are told. */
    name: z.string(),
    version: z.string(),
    instructions: z.string(),
    tools: z.array(z.strictObject({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      access,
      hints: z.strictObject({
        readOnlyHint: z.boolean(),
        destructiveHint: z.boolean(),
        idempotentHint: z.boolean(),
        openWorldHint: z.boolean(),
      }),
      /** JSON Schema of the arguments, the very one that clients get. */
      inputSchema: json,
      /** A whole request and its whole answer. */
      sample: z.strictObject({ request: json, response: json }),
    })).readonly(),
  }),
  rest: z.strictObject({
    url: z.string(),
    routes: z.array(z.strictObject({
      operation: z.string(),
      method: z.enum(["GET", "POST", "DELETE"]),
      /** Below `url`, with its placeholders. */
      path: z.string(),
      summary: z.string(),
      access,
      status: z.int(),
      /** What it may refuse with. */
      refusals: z.array(z.string()).readonly(),
      sample: z.strictObject({
        /** Below `publicUrl`, with its query. */
        path: z.string(),
        body: json.nullable(),
        answer: z.unknown(),
        /** Ready to paste; it reads the token from `MESSAGERIE_TOKEN`. */
        curl: z.string(),
      }),
    })).readonly(),
    /** The OpenAPI 3.1 document, with this server's address. */
    openapi: json,
  }),
  /** Every refusal that programs may be told. */
  refusals: z.array(REFUSAL).readonly(),
});

type Reference = z.output<typeof REFERENCE>;

function toolReference(tool: typeof CATALOGUE[number], id: number): Reference["mcp"]["tools"][number] {
  const sample = TOOL_SAMPLES[tool.name];
  const envelope = { jsonrpc: "2.0", id };
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    access: tool.access,
    hints: tool.hints,
    inputSchema: inputSchemaOf(tool),
    sample: {
      request: {
        ...envelope,
        method: "tools/call",
        params: { name: tool.name, arguments: sample?.arguments },
      },
      response: {
        ...envelope,
        result: { content: [{ type: "text", text: JSON.stringify(sample?.answer) }] },
      },
    },
  };
}

/** A command for a POSIX shell; single quotes hold everything but themselves. */
function curlOf(publicUrl: string, method: string, sample: ReturnType<typeof restSample>): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${method === "GET" ? "" : `--request ${method} `}${quoted(publicUrl + sample.path)}`,
    `  --header "Authorization: Bearer $MESSAGERIE_TOKEN"`,
    ...(sample.body === null ? [] : [
      `  --header 'Content-Type: application/json'`,
      `  --data ${quoted(JSON.stringify(sample.body))}`,
    ]),
  ].join(" \\\n");
}

/** What every route of programs refuses, whatever it does. */
const EVERYWHERE: readonly RefusalCode[] = ["ORIGIN_REFUSED", "NOT_FOUND", "METHOD_NOT_ALLOWED"];

/** Every refusal that programs may be told: pages have others of their own. */
function programRefusals(): Reference["refusals"] {
  const told = new Set([...EVERYWHERE, ...ROUTES.flatMap((route) => refusalsOf(route, takesBody(route)))]);
  return Object.entries(REFUSALS).filter(([code]) => told.has(code as RefusalCode))
    .map(([code, row]) => ({ code, ...row }));
}

/** The reference of a server at this address. */
function apiReference(publicUrl: string): Reference {
  return {
    version: VERSION,
    publicUrl,
    mcp: {
      url: mcpUrl({ publicUrl }),
      name: INTERFACE.name,
      version: INTERFACE.version,
      instructions: INSTRUCTIONS,
      tools: CATALOGUE.map((tool, index) => toolReference(tool, index + 1)),
    },
    rest: {
      url: `${publicUrl}/api/v1`,
      routes: [...ROUTES, openApiRoute].map((route) => {
        const sample = restSample(route);
        return {
          operation: route.operation,
          method: route.method,
          path: route.path,
          summary: route.summary,
          access: route.access,
          status: route.status,
          refusals: refusalsOf(route, takesBody(route)),
          sample: { ...sample, curl: curlOf(publicUrl, route.method, sample) },
        };
      }),
      openapi: { ...openApiDocument(), servers: [{ url: `${publicUrl}/api/v1` }] },
    },
    refusals: programRefusals(),
  };
}

/** The route of the reference. `publicUrl`: this server's address, once it listens. */
export function referenceRoutes({ publicUrl }: { readonly publicUrl: () => string }) {
  return [
    defineRoute({
      method: "GET",
      path: "/reference",
      access: "person",
      response: REFERENCE,
      run: () => Promise.resolve(apiReference(publicUrl())),
    }),
  ] as const;
}

/** Its types, for pages. */
export type ReferenceRoutes = ReturnType<typeof referenceRoutes>;
