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
import { type Bytes, concat, fromUtf8 } from "./bytes.ts";
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

/** A request, beside what the options say of it. */
interface RelayRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Bytes;
}

/** As much of an answer as is read. */
interface RelayAnswer {
  readonly ok: boolean;
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done?: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

/** As much of `fetch` as a call needs: a runtime may have something lighter. */
export type RelayFetch = (
  url: URL,
  request: RelayRequest & {
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: "error";
    readonly signal: AbortSignal;
  },
) => Promise<RelayAnswer>;

/** How to reach a relay. */
export interface RelayCallOptions {
  /** Such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A session or bearer, for routes that need one. */
  readonly credential?: string | undefined;
  /** How long to wait for the answer; 15 s by default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: RelayFetch | undefined;
}

/** An answer longer than this is not a relay's: the largest is a hundred full rosters. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
const MAX_REFUSAL_BYTES = 64 * 1024;

async function readBounded(response: RelayAnswer, maxBytes: number): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // A reader, since not every browser iterates a stream.
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = await reader?.read() ?? { done: true };
    if (done || value === undefined) return concat(...parts);
    size += value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new RelayUnreachable("answer too long");
    }
    parts.push(value);
  }
}

/**
 * Sends a request to the relay and answers the bytes of a good answer; see {@linkcode callRelay} for what it throws.
 */
export async function requestRelay(
  options: RelayCallOptions,
  path: string,
  request: RelayRequest,
  maxBytes: number,
): Promise<Bytes> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000);
  try {
    const response = await (options.fetch ?? fetch)(new URL(path, options.baseUrl), {
      ...request,
      headers: {
        ...request.headers,
        ...(options.credential === undefined ? {} : { authorization: `Bearer ${options.credential}` }),
      },
      redirect: "error",
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    });
    if (response.ok) return await readBounded(response, maxBytes);
    const { error } = RelayErrorBody.parse(
      JSON.parse(fromUtf8(await readBounded(response, MAX_REFUSAL_BYTES))),
    );
    throw new RelayRefusal(error.code, error.message, error.details);
  } catch (cause) {
    if (cause instanceof RelayRefusal || cause instanceof RelayUnreachable) throw cause;
    options.signal?.throwIfAborted();
    throw new RelayUnreachable("relay unreachable", { cause });
  }
}

/** Calls a route of the relay as one endpoint; see `callRelay` for what it throws. */
export type RelayCaller = <Name extends RouteName>(
  name: Name,
  input: RouteInput<Name>,
) => Promise<RouteResponse<Name>>;

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
  const answer = await requestRelay(
    options,
    routePath(name),
    { method: "POST", headers: { "content-type": "application/json" }, body },
    MAX_RESPONSE_BYTES,
  );
  try {
    return ROUTES[name].response.parse(JSON.parse(fromUtf8(answer))) as RouteResponse<Name>;
  } catch (cause) {
    throw new RelayUnreachable("not a relay's answer", { cause });
  }
}

/** The WebSocket's address of the relay at `baseUrl`. */
export function liveUrl(baseUrl: string): string {
  const url = new URL(LIVE_PATH, baseUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
