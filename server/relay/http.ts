/**
 * The relay over HTTP: bounded bodies, who calls, one handler per route, and refusals as JSON. Credentials travel in a
 * header and never in a cookie, so any page may call it (an app may be hosted elsewhere) and none can borrow a login.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { Refusal } from "../../base/refusal.ts";
import { errorName, type Logger } from "../../base/log.ts";
import { isFull } from "../../store/libsql/fault.ts";
import { MAX_REQUEST_BYTES, type RouteName, routePath, ROUTES } from "../../wire/account.ts";
import { fromUtf8 } from "../../wire/bytes.ts";
import { authorize } from "./authorize.ts";
import { answerChunk, type ChunkContext, isChunkPath } from "./chunks.ts";
import { refuse } from "./refusals.ts";
import { agentHandlers } from "./routes/agents.ts";
import { deviceHandlers } from "./routes/devices.ts";
import { fileHandlers } from "./routes/files.ts";
import type { Handlers, RouteContext } from "./routes/handler.ts";
import { prekeyHandlers } from "./routes/prekeys.ts";
import { pushHandlers } from "./routes/push.ts";
import { sessionHandlers } from "./routes/sessions.ts";
import type { TokenBuckets } from "./token_bucket.ts";

const HANDLERS: Handlers = {
  ...sessionHandlers,
  ...deviceHandlers,
  ...agentHandlers,
  ...prekeyHandlers,
  ...fileHandlers,
  ...pushHandlers,
};
const NAMES = new Map((Object.keys(ROUTES) as RouteName[]).map((name) => [routePath(name), name]));

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
};

const PREFLIGHT = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, PUT, GET",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "86400",
};

/** What answering needs. */
export interface HttpContext extends RouteContext, ChunkContext {
  readonly env: Env;
  readonly log: Logger;
  readonly callRate: TokenBuckets;
  readonly anonymousRate: TokenBuckets;
}

function refusalResponse(refusal: Refusal): Response {
  const headers = new Headers(HEADERS);
  const wait = refusal.details?.retryAfterMs;
  if (typeof wait === "number") headers.set("retry-after", String(Math.ceil(wait / 1_000)));
  return new Response(JSON.stringify({ error: refusal }), { status: refusal.status, headers });
}

/** @throws {Refusal} TOO_LARGE, INVALID_REQUEST, TOO_SLOW, RATE_LIMITED, UNAVAILABLE */
async function readJson({ bodies }: HttpContext, request: Request, caller: string): Promise<unknown> {
  const body = await bodies.read(request, caller, MAX_REQUEST_BYTES);
  try {
    return JSON.parse(fromUtf8(body));
  } catch {
    throw refuse("INVALID_REQUEST");
  }
}

/** @throws {Refusal} RATE_LIMITED */
function admit(context: HttpContext, address: string): { readonly address: string } {
  const retryAfterMs = context.anonymousRate.take(address);
  if (retryAfterMs > 0) throw refuse("RATE_LIMITED", { retryAfterMs });
  return { address };
}

async function call(
  context: HttpContext,
  name: RouteName,
  request: Request,
  address: string,
): Promise<Response> {
  const route = ROUTES[name];
  const caller = route.access === "anyone"
    ? admit(context, address)
    : await authorize(context, route.access, request, context.callRate);
  const sender = "endpoint" in caller ? caller.endpoint : caller.address;
  const input = route.request.safeParse(await readJson(context, request, sender));
  if (!input.success) {
    const path = (input.error.issues[0]?.path ?? []).join(".");
    throw refuse("INVALID_REQUEST", { path });
  }
  // The table fixes that caller and input are what this route's handler takes.
  const handle = HANDLERS[name] as (context: RouteContext, caller: unknown, input: unknown) => unknown;
  const answer = await handle(context, caller, input.data);
  return new Response(JSON.stringify(answer), { headers: HEADERS });
}

async function callRoute(
  context: HttpContext,
  name: RouteName,
  request: Request,
  address: string,
): Promise<Response> {
  if (request.method !== "POST") throw refuse("METHOD_NOT_ALLOWED");
  return await call(context, name, request, address);
}

async function chunk(context: HttpContext, request: Request): Promise<Response> {
  const response = await answerChunk(context, request);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** Answers a request to a route of the relay; undefined when the path is none of them. */
export async function answerRoute(
  context: HttpContext,
  request: Request,
  address: string,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const name = NAMES.get(pathname);
  if (name === undefined && !isChunkPath(pathname)) return undefined;
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  const route = name ?? "chunk";
  const begun = context.env.monotonic();
  let status = 500;
  try {
    const response = name === undefined
      ? await chunk(context, request)
      : await callRoute(context, name, request, address);
    status = response.status;
    return response;
  } catch (error) {
    if (!(error instanceof Refusal)) {
      context.log.error("call_failed", { route, error: errorName(error) });
    }
    // A disk that is full may have room again: whoever calls tries later.
    const refusal = error instanceof Refusal
      ? error
      : refuse(isFull(error) ? "UNAVAILABLE" : "INTERNAL_ERROR");
    status = refusal.status;
    return refusalResponse(refusal);
  } finally {
    context.log.info("call", { route, status, ms: Math.round(context.env.monotonic() - begun) });
  }
}
