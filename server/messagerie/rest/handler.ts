/**
 * The REST API for programs, `/api/v1` (contract: messagerie §5, §11). One request: let in, routed, checked, answered.
 * Everything about a route is in routes.ts; here is what all of them share. No CORS header and no preflight: programs are
 * not pages.
 * @module
 */
import { readInput } from "../../../base/issues.ts";
import { Refusal } from "../../../base/refusal.ts";
import type { TokenActor } from "../../../service/messagerie/actor.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { invalid, refuse, renameIssues } from "../../../service/messagerie/refusals.ts";
import { reportIncident } from "../../../tools/call.ts";
import { type Admit, refusalHeaders } from "../admission.ts";
import { isJson, readBody } from "../body.ts";
import { failed } from "../failed.ts";
import { targetOf } from "../target.ts";
import { openApiRoute } from "./openapi.ts";
import { type Route, takesBody } from "./route.ts";
import { createRouter } from "./router.ts";
import { ROUTES } from "./routes.ts";

/** Where the routes are. */
const REST_PREFIX = "/api/v1";

/** Answers a request under `/api/v1`; `address` is the peer's, as the socket tells it. Never rejects. */
export type RestHandler = (request: Request, address: string) => Promise<Response>;

const HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** Makes the handler. */
export function createRestHandler(
  { desk, admit }: { readonly desk: Desk; readonly admit: Admit },
): RestHandler {
  const find = createRouter([...ROUTES, openApiRoute]);

  async function answer(request: Request, address: string): Promise<Response> {
    const actor = await admit(request.headers.get("authorization"), "rest", address);
    const { path, query } = targetOf(request.url);
    const found = find(request.method, path.slice(REST_PREFIX.length));
    if (found === undefined) throw refuse("NOT_FOUND");
    if ("allowed" in found) {
      return refused(refuse("METHOD_NOT_ALLOWED"), { allow: found.allowed.join(", ") });
    }
    const { route } = found;
    if (route.access === "write" && actor.access === "read") throw refuse("TOKEN_READ_ONLY");
    const given = takesBody(route)
      ? await readObject(request)
      : Object.fromEntries(new URLSearchParams(query));
    const value = await run(route, desk, actor, { ...given, ...found.path });
    return json(route.status, route.answer === "document" ? value : { data: value });
  }

  return async (request, address) => {
    try {
      return await answer(request, address);
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      const incident = reportIncident(desk, "rest_failed", error);
      return refused(failed(incident, error));
    }
  };
}

/** Checks the arguments and runs the route; faults that the service finds get the names that the caller wrote. */
async function run(route: Route, desk: Desk, actor: TokenActor, args: unknown): Promise<unknown> {
  const input = readInput(route.input, args);
  if (!input.ok) throw invalid(...input.issues);
  try {
    return await route.run(desk, actor, input.value);
  } catch (error) {
    throw renameIssues(error, (field) => route.names[field] ?? field);
  }
}

/** The body, which must be a JSON object. */
async function readObject(request: Request): Promise<object> {
  if (!isJson(request.headers.get("content-type"))) throw refuse("UNSUPPORTED_MEDIA_TYPE");
  const body = await readBody(request);
  if ("fault" in body) throw refuse(body.fault === "too_large" ? "PAYLOAD_TOO_LARGE" : "INVALID_REQUEST");
  let value: unknown;
  try {
    value = JSON.parse(body.text);
  } catch {
    throw refuse("INVALID_REQUEST");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("INVALID_REQUEST");
  return value;
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...HEADERS, ...headers } });
}

function refused(refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response {
  return json(refusal.status, refusal, { ...refusalHeaders(refusal), ...headers });
}
