/**
 * The relay over HTTP: bounded bodies, who calls, one handler per route, and refusals as JSON. Credentials travel in a
 * header and never in a cookie, so any page may call it (an app may be hosted elsewhere) and none can borrow a login.
 * @module
 */
import { Refusal } from "../../base/refusal.ts";
import type { Logger } from "../../base/log.ts";
import {
  MAX_REQUEST_BYTES,
  type RouteAccess,
  type RouteName,
  routePath,
  ROUTES,
} from "../../wire/account.ts";
import { findPrincipal, type Principal } from "./principal.ts";
import { refuse } from "./refusals.ts";
import { agentHandlers } from "./routes/agents.ts";
import { deviceHandlers } from "./routes/devices.ts";
import type { Handlers, RouteContext } from "./routes/handler.ts";
import { prekeyHandlers } from "./routes/prekeys.ts";
import { sessionHandlers } from "./routes/sessions.ts";
import type { TokenBuckets } from "./token_bucket.ts";

const HANDLERS: Handlers = { ...sessionHandlers, ...deviceHandlers, ...agentHandlers, ...prekeyHandlers };
const NAMES = new Map((Object.keys(ROUTES) as RouteName[]).map((name) => [routePath(name), name]));
/** How long a body may take to arrive. */
const BODY_MS = 15_000;

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
};

const PREFLIGHT = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, GET",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "86400",
};

/** What answering needs. */
export interface HttpContext extends RouteContext {
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

/** @throws {Refusal} TOO_LARGE, INVALID_REQUEST, TOO_SLOW */
async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_REQUEST_BYTES) throw refuse("TOO_LARGE");
  const reader = request.body?.getReader();
  if (!reader) throw refuse("INVALID_REQUEST");
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, BODY_MS);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw refuse("TOO_SLOW");
      if (done) return JSON.parse(text + decoder.decode());
      size += value.length;
      if (size > MAX_REQUEST_BYTES) throw refuse("TOO_LARGE");
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof Refusal ? error : refuse("INVALID_REQUEST");
  } finally {
    clearTimeout(timer);
  }
}

function mayCall(access: RouteAccess, principal: Principal): boolean {
  const isDevice = principal.kind === "device";
  switch (access) {
    case "anyone":
    case "known":
      return true;
    case "session":
      return isDevice;
    case "device":
      return isDevice && principal.approved;
    case "agent":
      return !isDevice;
    case "endpoint":
      return principal.approved;
  }
}

/** @throws {Refusal} UNAUTHORIZED, FORBIDDEN, RATE_LIMITED */
async function authorize(
  context: HttpContext,
  access: RouteAccess,
  request: Request,
  address: string,
): Promise<Principal | { readonly address: string }> {
  if (access === "anyone") {
    const retryAfterMs = context.anonymousRate.take(address);
    if (retryAfterMs > 0) throw refuse("RATE_LIMITED", { retryAfterMs });
    return { address };
  }
  const [, credential] = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.get("authorization") ?? "") ??
    [];
  const principal = credential && await findPrincipal(context.store, credential, context.env.now());
  if (!principal) throw refuse("UNAUTHORIZED");
  if (!mayCall(access, principal)) throw refuse("FORBIDDEN");
  const retryAfterMs = context.callRate.take(principal.endpoint);
  if (retryAfterMs > 0) throw refuse("RATE_LIMITED", { retryAfterMs });
  return principal;
}

async function call(
  context: HttpContext,
  name: RouteName,
  request: Request,
  address: string,
): Promise<Response> {
  const route = ROUTES[name];
  const caller = await authorize(context, route.access, request, address);
  const input = route.request.safeParse(await readJson(request));
  if (!input.success) {
    const path = (input.error.issues[0]?.path ?? []).join(".");
    throw refuse("INVALID_REQUEST", { path });
  }
  // The table fixes that caller and input are what this route's handler takes.
  const handle = HANDLERS[name] as (context: RouteContext, caller: unknown, input: unknown) => unknown;
  const answer = await handle(context, caller, input.data);
  return new Response(JSON.stringify(answer), { headers: HEADERS });
}

/** Answers a request to a route of the relay; undefined when the path is none of them. */
export async function answerRoute(
  context: HttpContext,
  request: Request,
  address: string,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const name = NAMES.get(pathname);
  if (name === undefined) return undefined;
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  const begun = context.env.monotonic();
  let status = 500;
  try {
    if (request.method !== "POST") throw refuse("METHOD_NOT_ALLOWED");
    const response = await call(context, name, request, address);
    status = response.status;
    return response;
  } catch (error) {
    if (!(error instanceof Refusal)) {
      context.log.error("call_failed", {
        route: name,
        error: error instanceof Error ? error.name : "unknown",
      });
    }
    const refusal = error instanceof Refusal ? error : refuse("INTERNAL_ERROR");
    status = refusal.status;
    return refusalResponse(refusal);
  } finally {
    context.log.info("call", { route: name, status, ms: Math.round(context.env.monotonic() - begun) });
  }
}
