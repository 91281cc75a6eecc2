/**
 * The advisors' own API, `/api/inbox` (contract: messagerie §1). One request: routed, let in, checked, answered. Success is
 * `{data}`, a refusal `{code, message, details?}` out of the one table. Everything about a route is in its definition; here
 * is what all of them share.
 * @module
 */
import * as z from "zod";
import { readInput } from "../../../base/issues.ts";
import { Refusal } from "../../../base/refusal.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { MAX_BODY_BYTES } from "../../../service/messagerie/limits.ts";
import { invalid, refuse } from "../../../service/messagerie/refusals.ts";
import { reportIncident } from "../../../tools/call.ts";
import { isJson } from "../body.ts";
import { failed } from "../failed.ts";
import { createRouter } from "../rest/router.ts";
import { targetOf } from "../target.ts";
import { readBytes } from "../widget/read_bytes.ts";
import type { AnyRoute } from "./route.ts";
import type { SessionGate, SignedIn } from "./signed_in.ts";

/** Where the routes are. */
const INBOX_PREFIX = "/api/inbox";

/** Answers a request under `/api/inbox`; `address` is the peer's, as the socket tells it. Never rejects. */
export type InboxHandler = (request: Request, address: string) => Promise<Response>;

/** What every answer says: it is for this page alone, and is what it says it is. */
const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** For a JSON body, also over a poor line. */
const JSON_ALLOWANCE = {
  idleMs: 10_000,
  totalMs: 30_000,
  tooLarge: () => refuse("PAYLOAD_TOO_LARGE"),
} as const;
/** Whoever has no session sends a login, a name, a password: however many trickle at once, it is little that they make held. */
const MAX_STRANGER_BYTES = 16_384;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** What the handler stands on. */
export interface InboxOptions {
  readonly desk: Desk;
  readonly gate: Pick<SessionGate, "signedIn">;
  readonly routes: readonly AnyRoute[];
  /** For tests: an answer that is not what its route says is a failure. */
  readonly strict?: boolean;
}

/** Makes the handler. A path and method that two routes claim is a bug, and refused here. */
export function createInboxHandler({ desk, gate, routes, strict = false }: InboxOptions): InboxHandler {
  const claimed = new Set<string>();
  for (const { method, path } of routes) {
    if (claimed.has(`${method} ${path}`)) throw new Error(`two routes for ${method} ${path}`);
    claimed.add(`${method} ${path}`);
  }
  const find = createRouter(routes);

  async function answer(request: Request, address: string, headers: Headers): Promise<Response> {
    const { path, query } = targetOf(request.url);
    const found = find(request.method, path.slice(INBOX_PREFIX.length));
    if (found === undefined) throw refuse("NOT_FOUND");
    if ("allowed" in found) {
      headers.set("allow", found.allowed.join(", "));
      throw refuse("METHOD_NOT_ALLOWED");
    }
    const { route } = found;
    const again = () => letIn(route, request);
    let session = route.access === "anyone" ? undefined : await again();
    const sent = route.body === undefined ? undefined : await readJson(route, request);
    // A body takes the time that its sender takes: what ended the session meanwhile holds.
    if (session !== undefined && route.body !== undefined) session = await again();
    const asked = {
      desk,
      ...(session === undefined ? {} : { session, actor: session.actor, again }),
      request,
      address,
      headers,
      ...readParts(route, found.path, query, sent),
    };
    const value = await route.run(asked);
    if (route.response === "bytes") {
      const made = value as Response;
      for (const [name, text] of [...Object.entries(HEADERS), ...headers]) {
        if (!made.headers.has(name)) made.headers.set(name, text);
      }
      return made;
    }
    if (strict) assertDescribed(route, route.response, value);
    return json(route.status ?? 200, { data: value }, headers);
  }

  async function readJson(route: AnyRoute, request: Request): Promise<unknown> {
    if (!isJson(request.headers.get("content-type"))) throw refuse("UNSUPPORTED_MEDIA_TYPE");
    const maxBytes = route.access === "anyone" ? MAX_STRANGER_BYTES : MAX_BODY_BYTES;
    const bytes = await readBytes(request, { ...JSON_ALLOWANCE, maxBytes }, desk.env);
    try {
      return JSON.parse(decoder.decode(bytes));
    } catch {
      throw refuse("INVALID_REQUEST");
    }
  }

  async function letIn(route: AnyRoute, request: Request): Promise<SignedIn> {
    const session = await gate.signedIn(request);
    if (route.access === "supervisor" && session.actor.role !== "supervisor") throw refuse("SUPERVISOR_ONLY");
    return session;
  }

  return async (request, address) => {
    const headers = new Headers();
    try {
      return await answer(request, address, headers);
    } catch (error) {
      if (error instanceof Refusal) return refused(error, headers);
      const incident = reportIncident(desk, "inbox_failed", error);
      return refused(failed(incident, error), headers);
    }
  };
}

/** The three parts of what was asked, each through its schema; every fault found is told at once. */
function readParts(
  route: AnyRoute,
  path: Readonly<Record<string, string>>,
  query: string,
  body: unknown,
) {
  const params = readInput(route.params, path);
  const asked = readInput(route.query, Object.fromEntries(new URLSearchParams(query)));
  const sent = readInput(route.body ?? z.undefined(), body);
  const issues = [params, asked, sent].flatMap((part) => part.ok ? [] : part.issues);
  if (!params.ok || !asked.ok || !sent.ok) throw invalid(...issues);
  return { params: params.value, query: asked.value, body: sent.value };
}

/** Objects in answers are closed: a field that no schema names must not leave. */
function assertDescribed(route: AnyRoute, schema: z.ZodType, value: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(value ?? null));
  const read = schema.safeParse(sent);
  if (!read.success) {
    throw new Error(`${route.method} ${route.path} answers otherwise: ${read.error.message}`);
  }
}

function json(status: number, value: unknown, headers: Headers): Response {
  for (const [name, text] of Object.entries(HEADERS)) headers.set(name, text);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(value), { status, headers });
}

function refused(refusal: Refusal, headers: Headers): Response {
  const retryAfter = refusal.details?.["retryAfter"];
  if (typeof retryAfter === "number") headers.set("retry-after", String(retryAfter));
  return json(refusal.status, refusal, headers);
}
