/**
 * Calls the advisors' routes, typed by their definitions on the server (issue 5). The session's cookie goes along by
 * itself; writes carry the session's CSRF token.
 * @module
 */
import type { Call } from "../../../server/messagerie/inbox/route.ts";
import { ApiFault } from "./fault.ts";

/** Where the routes are. */
export const API_ROOT = "/api/inbox";

/** How long a call may take before the page says that the server does not answer. */
const PATIENCE_MS = 30_000;
/** As long as the server waits for a file over a slow line, and a little (server/messagerie/inbox/writing_routes.ts). */
const FILE_PATIENCE_MS = 11 * 60_000;

// deno-lint-ignore no-explicit-any -- any route's call
type AnyCall = Call<any, any, any, any>;

/** A part of a call is left out where it may be empty. */
type Part<Name extends string, Value> = undefined extends Value ? { readonly [Key in Name]?: Value }
  : Record<never, never> extends Value ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

/** What is sent with a call. */
export type Sent<Of extends AnyCall> =
  & Part<"params", Of["params"]>
  & Part<"query", Of["query"]>
  & Part<"body", Of["body"]>
  & {
    readonly signal?: AbortSignal;
    /** In the place of a body, where a route takes a file. */
    readonly file?: Blob;
  };

type Arguments<Of extends AnyCall> = Record<never, never> extends Sent<Of> ? [sent?: Sent<Of>]
  : [sent: Sent<Of>];

/** A typed client: `call("GET /conversations", { query: { tab: "mine" } })` gives what stands in `data`. */
export type Caller<Api extends Readonly<Record<string, AnyCall>>> = <Route extends keyof Api & string>(
  route: Route,
  ...sent: Arguments<Api[Route]>
) => Promise<Api[Route]["data"]>;

/** What the client asks of the session. */
export interface Credentials {
  /** For `X-CSRF-Token`; undefined while nobody is signed in. */
  csrf(): string | undefined;
  /** The server says that nobody is signed in. */
  ended(): void;
}

let credentials: Credentials = { csrf: () => undefined, ended: () => {} };

/** Says whose session calls are made in. Called once, by session.ts. */
export function useCredentials(given: Credentials): void {
  credentials = given;
}

/**
 * A client for the routes of `Api`, as `ApiOf<typeof ROUTES>` types them.
 * @example `const call = createCaller<ApiOf<typeof CONVERSATION_ROUTES>>();`
 */
export function createCaller<Api extends Readonly<Record<string, AnyCall>>>(): Caller<Api> {
  return ((route: string, sent: Sent<AnyCall> = {}) => send(route, sent)) as Caller<Api>;
}

/** The address of a route, its placeholders filled. */
function addressOf(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]]),
  ).toString();
  return `${API_ROOT}${filled}${asked === "" ? "" : `?${asked}`}`;
}

async function send(route: string, sent: Sent<AnyCall>): Promise<unknown> {
  const [method = "GET", path = "/"] = route.split(" ");
  const { params, query, body, signal, file } = sent;
  const headers = new Headers({ accept: "application/json" });
  const csrf = credentials.csrf();
  if (method !== "GET" && csrf !== undefined) headers.set("x-csrf-token", csrf);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (file !== undefined) headers.set("content-type", "application/octet-stream");
  const timeout = AbortSignal.timeout(file === undefined ? PATIENCE_MS : FILE_PATIENCE_MS);
  let response: Response;
  try {
    response = await fetch(addressOf(path, params, query), {
      method,
      headers,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(file !== undefined ? { body: file } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    // Who gave up asks for nothing to be said.
    if (signal?.aborted) throw error;
    throw new ApiFault("unreachable", { code: "UNREACHABLE" });
  }
  // What was asked before somebody signed in again says nothing of the session that there is now.
  return await readAnswer(response, () => csrf === credentials.csrf() && credentials.ended());
}

async function readAnswer(response: Response, onEnded: () => unknown): Promise<unknown> {
  // Whatever answered: each field is looked at before it is used.
  let answer: {
    readonly data?: unknown;
    readonly code?: unknown;
    readonly message?: unknown;
    readonly details?: Readonly<Record<string, unknown>> | null;
  } | null;
  try {
    answer = await response.json();
  } catch {
    throw new ApiFault("broken", { code: "BROKEN", status: response.status });
  }
  if (response.ok) return answer?.data;
  const { code = "BROKEN", message, details } = answer ?? {};
  if (code === "NOT_SIGNED_IN") onEnded();
  throw new ApiFault(response.status >= 500 ? "broken" : "refused", {
    code: String(code),
    status: response.status,
    ...(typeof message === "string" ? { message } : {}),
    ...(typeof details === "object" && details !== null ? { details } : {}),
  });
}
