/**
 * The HTTP surface: which part answers which path (contract: messagerie §1), and how it starts and stops.
 * @module
 */
import { reportIncident } from "../../tools/call.ts";
import { clientNetwork } from "../../base/client_network.ts";
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import { httpAddress, targetOf } from "./target.ts";

/** Answers a request; `address` is where it comes from as limits count it (base/network_of.ts). */
export type Handler = (request: Request, address: string) => Response | Promise<Response>;

/** The parts of the surface. */
export interface Surface {
  readonly mcp: Handler;
  /** `/api/v1` and below. */
  readonly rest: Handler;
  /** `/api/inbox` and below: what the advisors' pages call. */
  readonly inbox?: Handler;
  /** Below `/api/widget/`: what visitors' pages call. */
  readonly widget?: Handler;
  /** Whether the database answers. */
  readonly healthy: () => Promise<boolean>;
  /** Pages, the advisors' and the visitors' side: every other path. Without it they are 404. */
  readonly pages?: Handler;
}

/** How the surface is served. */
export interface ServeOptions {
  readonly hostname: string;
  /** 0: any free port. */
  readonly port: number;
  /** Reverse proxies that are believed, besides this machine's own, about where a request comes from. */
  readonly proxies?: readonly string[];
  readonly surface: Surface;
  readonly log: Logger;
  readonly env: Pick<Env, "now" | "randomBytes">;
}

/** A surface that is being served. */
export interface HttpServer {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  /**
   * Takes no more connections and resolves when what is in flight is answered; or after `graceMs`, and then what has not
   * ended is left to the end of the process. Live streams must be ended by who holds them, before this. Idempotent.
   */
  shutdown(graceMs?: number): Promise<void>;
}

/** Requests that a supervisor still waits for when it stops a server; most kill after ten seconds. */
const GRACE_MS = 8_000;

/** The surface as one handler. Never rejects. */
function createRouter(surface: Surface, report: Pick<ServeOptions, "log" | "env">): Handler {
  async function health(): Promise<Response> {
    const healthy = await surface.healthy().catch(() => false);
    return plain(healthy ? 200 : 503, healthy ? "ok\n" : "database unavailable\n");
  }

  function route(request: Request, address: string): Response | Promise<Response> {
    const { path } = targetOf(request.url);
    if (path === "/mcp") return surface.mcp(request, address);
    if (surface.inbox !== undefined && (path === "/api/inbox" || path.startsWith("/api/inbox/"))) {
      return surface.inbox(request, address);
    }
    if (surface.widget !== undefined && path.startsWith("/api/widget/")) {
      return surface.widget(request, address);
    }
    if (path === "/api/v1" || path.startsWith("/api/v1/")) return surface.rest(request, address);
    // Clients probe these for OAuth: anything but a 404 makes them drop the token that they have (mcp-wire habit 1).
    if (path.startsWith("/.well-known") || path.startsWith("/mcp/")) return plain(404, "not found\n");
    if (path === "/healthz") return health();
    return surface.pages?.(request, address) ?? plain(404, "not found\n");
  }

  return async (request, address) => {
    try {
      return await route(request, address);
    } catch (error) {
      reportIncident(report, "http_failed", error);
      return plain(500, "internal error\n");
    }
  };
}

/** Starts to serve. @throws when the address cannot be listened on */
export function serveHttp(options: ServeOptions): HttpServer {
  const { hostname, port, proxies = [], surface, log, env } = options;
  const handle = createRouter(surface, { log, env });
  let underWay = 0;
  let closing = false;
  let idle = () => {};
  async function counted(request: Request, address: string): Promise<Response> {
    if (closing) return plain(503, "shutting down\n");
    underWay++;
    try {
      return await handle(request, address);
    } finally {
      if (--underWay === 0) idle();
    }
  }
  const server = Deno.serve(
    {
      hostname,
      port,
      onListen: () => {},
      onError: () => plain(500, "internal error\n"),
    },
    (request, { remoteAddr }) =>
      counted(request, clientNetwork(remoteAddr.hostname, request.headers.get("x-forwarded-for"), proxies)),
  );

  let stopping: Promise<void> | undefined;
  async function stop(graceMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        log.warn("shutdown_cut_off");
        resolve();
      }, graceMs);
    });
    // Deno's own shutdown takes away the bodies that are still coming in: requests under way are waited for before it.
    closing = true;
    const answered = underWay === 0 ? Promise.resolve() : new Promise<void>((resolve) => idle = resolve);
    await Promise.race([answered, late]);
    await Promise.race([server.shutdown(), late]);
    clearTimeout(timer);
  }
  const { hostname: at, port: listening } = server.addr;
  return Object.freeze({
    url: httpAddress(at, listening),
    shutdown: (graceMs: number = GRACE_MS) => stopping ??= stop(graceMs),
  });
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
