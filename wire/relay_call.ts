/**
 * Calls the relay's HTTP routes, checked at both ends.
 * @module
 */
import {
  MAX_REQUEST_BYTES,
  type RouteInput,
  type RouteName,
  routePath,
  type RouteResponse,
  ROUTES,
} from "./account.ts";
import { LIVE_PATH } from "./live.ts";
import { RelayErrorBody, type RelayErrorCode } from "./relay_error.ts";

/** The relay said no. `details` is what it added. */
export class RelayRefusal extends Error {
  override readonly name = "RelayRefusal";
  readonly code: RelayErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: RelayErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The relay did not answer, or not as a relay does. Worth another try. */
export class RelayUnreachable extends Error {
  override readonly name = "RelayUnreachable";
}

/** How to reach a relay. */
export interface RelayCallOptions {
  /** Such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A session or bearer, for routes that need one. */
  readonly credential?: string | undefined;
  /** How long to wait for the answer; 15 s by default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** An answer longer than this is not a relay's: the largest is a hundred full rosters. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

async function readBounded(response: Response): Promise<unknown> {
  let text = "";
  let size = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new RelayUnreachable("answer too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}

/**
 * Calls one route.
 * @throws {RelayRefusal} when the relay refuses
 * @throws {RelayUnreachable} when it cannot be reached, is too slow, or answers what no relay of this version does
 */
export async function callRelay<Name extends RouteName>(
  options: RelayCallOptions,
  name: Name,
  input: RouteInput<Name>,
): Promise<RouteResponse<Name>> {
  const body = JSON.stringify(input);
  if (body.length > MAX_REQUEST_BYTES) throw new RangeError("request too large");
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000);
  try {
    const response = await (options.fetch ?? fetch)(new URL(routePath(name), options.baseUrl), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.credential === undefined ? {} : { authorization: `Bearer ${options.credential}` }),
      },
      body,
      redirect: "error",
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    });
    const answer = await readBounded(response);
    if (response.ok) return ROUTES[name].response.parse(answer) as RouteResponse<Name>;
    const { error } = RelayErrorBody.parse(answer);
    throw new RelayRefusal(error.code, error.message, error.details);
  } catch (cause) {
    if (cause instanceof RelayRefusal || cause instanceof RelayUnreachable || options.signal?.aborted) {
      throw cause;
    }
    throw new RelayUnreachable("relay unreachable", { cause });
  }
}

/** The WebSocket's address of the relay at `baseUrl`. */
export function liveUrl(baseUrl: string): string {
  const url = new URL(LIVE_PATH, baseUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
