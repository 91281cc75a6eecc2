/**
 * `POST /mcp`: the checks, in their order, then the protocol dispatcher (contract: messagerie §2). Every answer is one
 * JSON object, never a stream; there is no session, no CORS and no preflight.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import { Refusal } from "../../base/refusal.ts";
import type { TokenActor } from "../../service/messagerie/actor.ts";
import { refuse } from "../../service/messagerie/refusals.ts";
import { reportIncident } from "../../tools/call.ts";
import type { Dispatcher, Exchange } from "../mcp/dispatch.ts";
import { ERROR, errorReply, parseMessage, readId, type Reply } from "../mcp/message.ts";
import { type Admit, refusalHeaders } from "./admission.ts";
import { isJson, readBody } from "./body.ts";
import { failed } from "./failed.ts";

/** Answers one request; `address` is the peer's, as the socket tells it. Never rejects. */
export type McpEndpoint = (request: Request, address: string) => Promise<Response>;

/** Makes the endpoint over a dispatcher and what lets requests in. */
export function createMcpEndpoint<Context>(
  options: {
    readonly dispatcher: Dispatcher<Context>;
    readonly admit: Admit;
    /** What tools are given, for this caller. */
    readonly contextOf: (actor: TokenActor) => Context;
    readonly log: Logger;
    readonly env: Pick<Env, "now" | "randomBytes">;
  },
): McpEndpoint {
  const { dispatcher, admit, contextOf } = options;

  async function serve(request: Request, address: string): Promise<Response> {
    const { headers } = request;
    if (request.method !== "POST") throw refuse("METHOD_NOT_ALLOWED");
    // Sec-Fetch headers are no reason to refuse: desktop hosts send them too (mcp-wire habit 15).
    if (headers.get("origin")) throw refuse("ORIGIN_REFUSED");
    const actor = await admit(headers.get("authorization"), "mcp", address);
    if (!isJson(headers.get("content-type"))) throw refuse("UNSUPPORTED_MEDIA_TYPE");
    const body = await readBody(request);
    if ("fault" in body) {
      if (body.fault === "too_large") throw refuse("PAYLOAD_TOO_LARGE");
      return respond(errorReply(400, undefined, ERROR.PARSE, "Parse error"));
    }
    const parsed = parseMessage(body.text);
    if (parsed.kind !== "message") return respond(parsed.reply);
    return respond(await dispatcher.handle(parsed.message, contextOf(actor), new HttpExchange(request)));
  }

  return async (request, address) => {
    try {
      return await serve(request, address);
    } catch (error) {
      const refusal = error instanceof Refusal
        ? error
        : failed(reportIncident(options, "mcp_failed", error), error);
      const id = ECHOING.includes(refusal.status) ? await idOf(request) : undefined;
      const { status, body } = errorReply(
        refusal.status,
        id,
        ERROR.REFUSED,
        refusal.code,
        refusal.details,
      );
      return respond({ status, body }, refusalHeaders(refusal));
    }
  };
}

/**
 * What a request brings besides its message. The signal is made when a tool asks for it, since most never do; a class,
 * because a getter in a literal gives each object a shape of its own, and collecting those costs more than the request.
 */
class HttpExchange implements Exchange {
  readonly #request: Request;
  readonly headers: Headers;

  constructor(request: Request) {
    this.#request = request;
    this.headers = request.headers;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** Statuses whose refusal keeps the request's id: hosts wait for minutes for an answer that names none (habit 21). */
const ECHOING: readonly number[] = [429, 413, 415, 500];

/** The id in a body that nobody has read yet. */
async function idOf(request: Request): Promise<string | undefined> {
  if (request.bodyUsed) return undefined;
  const body = await readBody(request);
  return "text" in body ? readId(body.text) : undefined;
}

function respond({ status, body }: Reply, more?: Record<string, string>): Response {
  // A notification's answer has no body and so no content type (mcp-wire habit 6).
  if (body === undefined) return new Response(null, { status });
  // No cache keeps an answer to POST unasked (RFC 9110 §9.3.3), and Deno sends one header for half the price of two.
  const other = status === 405 ? { allow: "POST", "cache-control": "no-store" } : undefined;
  return new Response(body, { status, headers: { "content-type": "application/json", ...other, ...more } });
}
