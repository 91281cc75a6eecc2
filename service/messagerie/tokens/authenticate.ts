/**
 * Lets a program in by its token. Everything is read anew on every request, in one statement: a revocation, an expiry or
 * a creator's leaving holds from the very next request, in every process (contract: messagerie §4).
 * @module
 */
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";
import { errorName } from "../../../base/log.ts";
import { findToken, type TokenWithReach, touchToken } from "../../../store/messagerie/tokens.ts";
import type { Reach, Surface, TokenActor } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { LAST_USED_EVERY_MS } from "../limits.ts";
import { refuse } from "../refusals.ts";
import { hashSecret, parseAuthorization } from "./token_text.ts";

/** Compared with when no token has the prefix, so that both cases do the same work; no secret has this hash. */
const NO_HASH = new Uint8Array(32);

type AuthenticatingDesk = Pick<Desk, "store" | "env" | "log">;

/**
 * Who shows this `Authorization` header, on this surface.
 * @throws {Refusal} `TOKEN_INVALID` (absent, malformed, unknown, its creator no longer active, not for this surface),
 * then `TOKEN_REVOKED`, then `TOKEN_EXPIRED`.
 * @throws {DatabaseFault}
 */
export async function authenticate(
  desk: AuthenticatingDesk,
  authorizationHeader: string | null,
  surface: Surface,
): Promise<TokenActor> {
  const shown = parseAuthorization(authorizationHeader);
  if (shown === null) throw refuse("TOKEN_INVALID");
  // The prefix is what the row was found by, so one comparison decides on both.
  const token = await findToken(desk.store.read, shown.prefix);
  const matches = timingSafeEqual(hashSecret(shown.secret), token?.secret_hash ?? NO_HASH);
  if (token === undefined || !matches || !token.creator_active || !token[surface]) {
    throw refuse("TOKEN_INVALID");
  }
  const now = desk.env.now();
  if (token.revoked_at !== null) throw refuse("TOKEN_REVOKED");
  if (token.expires_at !== null && token.expires_at <= now) throw refuse("TOKEN_EXPIRED");
  noteUse(desk, token, now);
  return actorOf(token);
}

function actorOf(token: TokenWithReach): TokenActor {
  const reached = token.reached === null
    ? null
    : JSON.parse(token.reached) as readonly (readonly [no: number, id: string])[];
  const reach: Reach = reached === null ? { all: true } : { all: false, inboxNos: reached.map(([no]) => no) };
  return {
    kind: "token",
    tokenNo: token.no,
    tokenId: token.id,
    label: token.label,
    prefix: token.prefix,
    access: token.access,
    surfaces: (["rest", "mcp"] as const).filter((surface) => token[surface]),
    inboxIds: token.inbox_ids === null || reached === null ? null : reached.map(([, id]) => id),
    expiresAt: token.expires_at,
    reach,
  };
}

/** When this process last tried to write a token's `lastUsedAt`, by the clock that only goes forward. */
const tried = new WeakMap<AuthenticatingDesk["store"], Map<number, number>>();

/** Writes `lastUsedAt` once the request has had its turn; a write that fails waits for the next due time. */
function noteUse(desk: AuthenticatingDesk, token: TokenWithReach, now: number): void {
  if (token.last_used_at !== null && Math.abs(now - token.last_used_at) < LAST_USED_EVERY_MS) return;
  const times = tried.get(desk.store) ?? new Map<number, number>();
  tried.set(desk.store, times);
  const monotonic = desk.env.monotonic();
  const last = times.get(token.no);
  if (last !== undefined && monotonic - last < LAST_USED_EVERY_MS) return;
  times.set(token.no, monotonic);
  desk.env.sleep(0)
    .then(() => desk.store.write((tx) => touchToken(tx, token.no, now, LAST_USED_EVERY_MS)))
    .catch((error: unknown) => desk.log.warn("token_use_not_written", { error: errorName(error) }));
}
