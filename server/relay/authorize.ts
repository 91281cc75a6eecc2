/**
 * Who calls, whether it may, and not too often.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { RelayStore } from "../../store/relay/open.ts";
import type { RouteAccess } from "../../wire/account.ts";
import { findPrincipal, type Principal } from "./principal.ts";
import { refuse } from "./refusals.ts";
import type { TokenBuckets } from "./token_bucket.ts";

/** What it takes to tell. */
export interface AuthorizeContext {
  readonly env: Pick<Env, "now">;
  readonly store: RelayStore;
}

function mayCall(access: Exclude<RouteAccess, "anyone">, principal: Principal): boolean {
  const isDevice = principal.kind === "device";
  switch (access) {
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

/**
 * The caller that a request's bearer stands for; `rate` is taken from by its endpoint.
 * @throws {Refusal} UNAUTHORIZED, FORBIDDEN, RATE_LIMITED
 */
export async function authorize(
  { store, env }: AuthorizeContext,
  access: Exclude<RouteAccess, "anyone">,
  request: Request,
  rate: TokenBuckets,
): Promise<Principal> {
  const [, credential] = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.get("authorization") ?? "") ??
    [];
  const principal = credential && await findPrincipal(store, credential, env.now());
  if (!principal) throw refuse("UNAUTHORIZED");
  if (!mayCall(access, principal)) throw refuse("FORBIDDEN");
  const retryAfterMs = rate.take(principal.endpoint);
  if (retryAfterMs > 0) throw refuse("RATE_LIMITED", { retryAfterMs });
  return principal;
}
