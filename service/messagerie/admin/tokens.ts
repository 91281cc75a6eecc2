/**
 * Tokens as people see them in "Administration › API et MCP": a supervisor all of them, an advisor those that they made,
 * which reach no more than they do (contract: messagerie §3 "Visibility", §4: a token's creator may be either).
 * @module
 */
import { allTokens, type ListedToken } from "../../../store/messagerie/tokens.ts";
import type { PersonActor, Surface } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { refuse } from "../refusals.ts";
import { type CreatedToken, createToken, type NewToken, revokeToken } from "../tokens/manage_tokens.ts";
import { TOKEN_HEAD } from "../tokens/token_text.ts";

/** Whether a token opens anything, and why not. `orphaned`: who made it has left. */
export type TokenState = "active" | "expired" | "revoked" | "orphaned";

/** A token, without its secret. */
export interface TokenView {
  readonly id: string;
  readonly label: string;
  /** With its head. */
  readonly prefix: string;
  readonly access: "read" | "write";
  readonly surfaces: readonly Surface[];
  /** Null: every inbox that its creator reaches. */
  readonly inboxIds: readonly string[] | null;
  readonly createdBy: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly state: TokenState;
}

type TokenDesk = Pick<Desk, "store" | "env" | "wakeFeed">;

function stateOf(row: ListedToken, now: number): TokenState {
  if (row.revoked_at !== null) return "revoked";
  if (row.expires_at !== null && row.expires_at <= now) return "expired";
  return row.creator_active ? "active" : "orphaned";
}

const iso = (at: number | null) => at === null ? null : new Date(at).toISOString();

function viewOf(row: ListedToken, now: number): TokenView {
  return {
    id: row.id,
    label: row.label,
    prefix: TOKEN_HEAD + row.prefix,
    access: row.access,
    surfaces: (["rest", "mcp"] as const).filter((surface) => row[surface]),
    inboxIds: row.inbox_ids === null ? null : JSON.parse(row.inbox_ids) as string[],
    createdBy: { id: row.creator_id, name: row.creator_name },
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: iso(row.last_used_at),
    expiresAt: iso(row.expires_at),
    revokedAt: iso(row.revoked_at),
    state: stateOf(row, now),
  };
}

/** The tokens that a person may see, the newest first. */
export async function tokensFor(desk: TokenDesk, actor: PersonActor): Promise<TokenView[]> {
  const now = desk.env.now();
  return (await allTokens(desk.store.read))
    .filter((row) => actor.role === "supervisor" || row.creator_id === actor.agentId)
    .map((row) => viewOf(row, now)).reverse();
}

/** Makes a token that reaches no more than the person does. @throws {Refusal} see {@linkcode createToken} */
export function makeToken(
  desk: TokenDesk,
  actor: PersonActor,
  wanted: Omit<NewToken, "createdBy">,
): Promise<CreatedToken> {
  return createToken(desk, { ...wanted, createdBy: actor.agentNo }, actor);
}

/** Revokes a token, from the next request on, in every process. @throws {Refusal} `UNKNOWN_ITEM` */
export async function revokeTokenOf(desk: TokenDesk, actor: PersonActor, id: string): Promise<TokenView> {
  const find = async () => (await tokensFor(desk, actor)).find((token) => token.id === id);
  const token = await find();
  if (token === undefined) throw refuse("UNKNOWN_ITEM");
  if (token.revokedAt === null) await revokeToken(desk, token.prefix, actor);
  return await find() ?? token;
}
