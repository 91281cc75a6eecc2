/**
 * The OpenAPI 3.1 document of `/api/v1`, made from the very definitions that route, validate and answer
 * (contract: messagerie §5). It is served bare, to whoever shows a token.
 * @module
 */
import * as z from "zod";
import { type RefusalCode, REFUSALS } from "../../../service/messagerie/refusals.ts";
import { OBJECTS } from "./objects.ts";
import { type Answer, defineRoute, pathNames, type Route, takesBody } from "./route.ts";
import { ROUTES } from "./routes.ts";

type Json = Record<string, unknown>;

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The named objects, which refer to each other by name. */
function components(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(OBJECTS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

const content = (schema: Json): Json => ({ "application/json": { schema } });

function answerSchema(answer: Answer): Json {
  if (answer === "document") return { type: "object" };
  const data = "one" in answer ? reference(answer.one) : { type: "array", items: reference(answer.many) };
  return { type: "object", properties: { data }, required: ["data"], additionalProperties: false };
}

/** The codes that a route may refuse with: its own, and those of every route like it. */
export function refusalsOf(route: Route, hasBody: boolean): readonly RefusalCode[] {
  return [
    "TOKEN_INVALID",
    "TOKEN_REVOKED",
    "TOKEN_EXPIRED",
    "RATE_LIMITED",
    "INTERNAL_ERROR",
    ...(route.access === "write" ? ["STORAGE_FULL", "TOKEN_READ_ONLY"] as const : []),
    ...(Object.keys(route.input.shape).length > 0 ? ["INVALID_REQUEST"] as const : []),
    ...(hasBody ? ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const : []),
    ...route.refusals,
  ];
}

function responses(route: Route, hasBody: boolean): Json {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route, hasBody)) {
    const { status } = REFUSALS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refused = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(", "),
      content: content({
        allOf: [reference("Refusal"), { properties: { code: { enum: codes } } }],
      }),
    },
  ]);
  const ok = { description: route.summary, content: content(answerSchema(route.answer)) };
  return { [route.status]: ok, ...Object.fromEntries(refused) };
}

function operation(route: Route): Json {
  const { properties = {}, required = [] } = z.toJSONSchema(route.input, { io: "input" });
  const inPath = pathNames(route.path);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const hasBody = takesBody(route);
  const parameter = (name: string, where: "path" | "query"): Json => {
    const { description, ...schema } = properties[name] as Json;
    return { name, in: where, required: required.includes(name), description, schema };
  };
  const body = {
    type: "object",
    properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
    required: required.filter((name) => others.includes(name)),
  };
  return {
    operationId: route.operation,
    summary: route.summary,
    parameters: [
      ...inPath.map((name) => parameter(name, "path")),
      ...(hasBody ? [] : others.map((name) => parameter(name, "query"))),
    ],
    ...(hasBody ? { requestBody: { required: true, content: content(body) } } : {}),
    responses: responses(route, hasBody),
  };
}

/** Describes these routes. */
function describe(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Messagerie",
      version: "1",
      description: "L’API des programmes. Un jeton l’ouvre, le même que pour MCP ; 240 demandes par minute.",
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: components(),
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "msg_<préfixe>_<secret>" } },
    },
  };
}

let built: Json | undefined;

/** The document; made when it is first asked for. */
export function openApiDocument(): Json {
  return built ??= describe([...ROUTES, openApiRoute]);
}

/** Where the document is had. */
export const openApiRoute: Route = defineRoute({
  method: "GET",
  path: "/openapi.json",
  operation: "getOpenApi",
  summary: "Ce document.",
  access: "read",
  input: z.object({}),
  status: 200,
  answer: "document",
  run: () => Promise.resolve(openApiDocument()),
});
