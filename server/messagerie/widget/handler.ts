/**
 * The visitors' side, `/api/widget/{site key}` (contract: messagerie §1; issue 5, point 5). One request: the site and the
 * page's origin, the visitor, how often they ask, the arguments, the answer: `{data}`, or `{code, message, details?}` out of
 * the one table. Answers go to the page that asked and to no other.
 * @module
 */
import { readInput } from "../../../base/issues.ts";
import { Refusal } from "../../../base/refusal.ts";
import { invalid, refuse } from "../../../service/messagerie/refusals.ts";
import { visitorActor } from "../../../service/messagerie/widget/visitor_actor.ts";
import { visitorHash } from "../../../service/messagerie/widget/visitor_secret.ts";
import { type WidgetSite, widgetSite } from "../../../service/messagerie/widget/widget_site.ts";
import { reportIncident } from "../../../tools/call.ts";
import { isJson } from "../body.ts";
import { failed } from "../failed.ts";
import type { Handler } from "../http.ts";
import { createRouter } from "../rest/router.ts";
import { targetOf } from "../target.ts";
import { corsHeaders, preflight, VARY } from "./cors.ts";
import { readBytes } from "./read_bytes.ts";
import type { WidgetRoute } from "./route.ts";
import { WIDGET_ROUTES } from "./routes.ts";
import type { VisitorStreams } from "./visitor_streams.ts";
import type { WidgetDesk } from "./widget_desk.ts";
import type { WidgetLimiter } from "./widget_limiter.ts";

/** Where the routes are. */
const WIDGET_PREFIX = "/api/widget";

/** For a JSON body: a message of 10,000 characters and what comes with it. */
const JSON_ALLOWANCE = {
  maxBytes: 128 * 1_024,
  idleMs: 10_000,
  totalMs: 30_000,
  tooLarge: () => refuse("PAYLOAD_TOO_LARGE"),
} as const;

/** What every answer says. */
const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Who asks where no secret has to be shown. */
const NOBODY = { hash: new Uint8Array(), contact: undefined };
const METHODS = ["GET", "POST", "DELETE"];
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Makes the handler. It never rejects. */
export function createWidgetHandler(
  { desk, limiter, streams }: {
    readonly desk: WidgetDesk;
    readonly limiter: WidgetLimiter;
    readonly streams: VisitorStreams;
  },
): Handler {
  const find = createRouter(WIDGET_ROUTES);

  async function answer(
    request: Request,
    address: string,
    site: WidgetSite,
    path: string,
  ): Promise<Response> {
    const found = find(request.method, path);
    if (found === undefined) throw refuse("NOT_FOUND");
    if ("allowed" in found) throw refuse("METHOD_NOT_ALLOWED");
    const { route } = found;
    const authorization = request.headers.get("authorization");
    const hash = route.visitor ? visitorHash(authorization) : undefined;
    await limiter.take(route.errand, { hash, address, siteKey: site.key });
    const actor = hash === undefined ? { ...NOBODY, site } : await visitorActor(desk, site, hash);
    const given = takesJson(route)
      ? await readObject(request)
      : Object.fromEntries(new URLSearchParams(targetOf(request.url).query));
    const input = readInput(route.input, { ...given, ...found.path });
    if (!input.ok) throw invalid(...input.issues);
    const asked = { desk, site, input: input.value, request, address, streams, actor };
    const value = await route.run(asked);
    return value instanceof Response ? value : json(200, { data: value ?? null });
  }

  async function readObject(request: Request): Promise<object> {
    if (!isJson(request.headers.get("content-type"))) throw refuse("UNSUPPORTED_MEDIA_TYPE");
    const bytes = await readBytes(request, JSON_ALLOWANCE, desk.env);
    let value: unknown;
    try {
      value = JSON.parse(decoder.decode(bytes));
    } catch {
      throw refuse("INVALID_REQUEST");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("INVALID_REQUEST");
    return value;
  }

  async function guarded(work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      return refused(failed(reportIncident(desk, "widget_failed", error), error));
    }
  }

  return async (request, address) => {
    const [key = "", ...rest] = targetOf(request.url).path.slice(WIDGET_PREFIX.length + 1).split("/");
    const origin = request.headers.get("origin");
    let allowed: string | undefined;
    const response = await guarded(async () => {
      const site = await widgetSite(desk, { key, origin });
      allowed = origin ?? undefined;
      if (request.method === "OPTIONS" && allowed !== undefined) return preflight(allowed, METHODS);
      return await answer(request, address, site, `/${rest.join("/")}`);
    });
    for (const [name, text] of Object.entries({ ...HEADERS, ...(allowed ? corsHeaders(allowed) : VARY) })) {
      if (!response.headers.has(name)) response.headers.set(name, text);
    }
    return response;
  };
}

/** Whether arguments come as a JSON body. */
function takesJson({ method, path, input }: WidgetRoute): boolean {
  const inPath = path.split("/").filter((segment) => segment.startsWith("{")).length;
  return method === "POST" && Object.keys(input.shape).length > inPath;
}

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
}

function refused(refusal: Refusal): Response {
  const response = json(refusal.status, refusal);
  const retryAfter = refusal.details?.["retryAfter"];
  if (typeof retryAfter === "number") response.headers.set("retry-after", String(retryAfter));
  return response;
}
