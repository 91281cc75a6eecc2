/**
 * Who may come in, the same for MCP and REST: the token, then its rate (contract: messagerie §2 checks 2 and 3, §4).
 * @module
 */
import { Refusal } from "../../base/refusal.ts";
import type { Surface, TokenActor } from "../../service/messagerie/actor.ts";
import { refuse } from "../../service/messagerie/refusals.ts";
import type { Failures } from "./failures.ts";
import type { Limiter } from "./limiter.ts";

/** Tells who shows an `Authorization` header. @throws {Refusal} `TOKEN_…` */
export type Authenticate = (authorization: string | null, surface: Surface) => Promise<TokenActor>;

/**
 * Lets a request in.
 * @throws {Refusal} `TOKEN_…`; `RATE_LIMITED` with `details.retryAfter` in whole seconds
 */
export type Admit = (
  authorization: string | null,
  surface: Surface,
  /** The peer's, as the socket tells it: headers can be written by anybody. */
  address: string,
) => Promise<TokenActor>;

/** Puts the checks together. */
export function createAdmission(
  { authenticate, limiter, failures }: {
    readonly authenticate: Authenticate;
    readonly limiter: Pick<Limiter, "take">;
    readonly failures: Failures;
  },
): Admit {
  return async (authorization, surface, address) => {
    let actor: TokenActor;
    try {
      actor = await authenticate(authorization, surface);
    } catch (error) {
      if (error instanceof Refusal) refuseAbove(failures.note(address));
      throw error;
    }
    const wait = limiter.take(surface, actor.tokenId);
    refuseAbove(typeof wait === "number" ? wait : await wait);
    return actor;
  };
}

function refuseAbove(waitMs: number): void {
  if (waitMs > 0) throw refuse("RATE_LIMITED", { retryAfter: Math.ceil(waitMs / 1000) });
}

/** The headers that a refusal brings: when to come back, how to show a token (mcp-wire habits 2 and 16). */
export function refusalHeaders({ status, details }: Refusal): Record<string, string> {
  if (status === 401) {
    return { "www-authenticate": 'Bearer realm="messagerie", error="invalid_token"' };
  }
  const retryAfter = details?.["retryAfter"];
  return typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {};
}
