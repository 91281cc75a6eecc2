/**
 * Tokens as a supervisor keeps them: create, list, revoke. The token itself is told once, when it is created
 * (contract: messagerie §4).
 * @module
 */
import { uuidv7 } from "../../../base/uuid.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { countReached, findActivePerson } from "../../../store/messagerie/people.ts";
import { allTokens, insertToken, revokeByPrefix } from "../../../store/messagerie/tokens.ts";
import type { Surface } from "../actor.ts";
import { type Author, noteChange } from "../admin/audit.ts";
import type { Desk } from "../desk.ts";
import { MAX_LABEL } from "../limits.ts";
import { shortText } from "../plain_text.ts";
import { invalid, refuse } from "../refusals.ts";
import { formatToken, hashSecret, mintToken, TOKEN_HEAD } from "./token_text.ts";

type TokenDesk = Pick<Desk, "store" | "env" | "wakeFeed">;

/** What a new token may do, and who answers for it. */
export interface NewToken {
  readonly label: string;
  readonly access: "read" | "write";
  readonly surfaces: readonly Surface[];
  /** Null: every inbox that the creator reaches, now and later. */
  readonly inboxIds: readonly string[] | null;
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
  /** The creator: an active advisor's number. */
  readonly createdBy: number;
}

/** What is told of a new token, this once. `prefix` has its head. */
export interface CreatedToken {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly token: string;
  readonly access: "read" | "write";
  readonly surfaces: readonly Surface[];
  readonly inboxIds: readonly string[] | null;
  readonly expiresAt: string | null;
}

/**
 * Creates a token.
 * @throws {Refusal} `INVALID_REQUEST` (label, surfaces), `AGENT_NOT_FOUND` (creator not active), `INBOX_NOT_FOUND` (one
 * that does not exist or that the creator does not reach).
 */
export async function createToken(
  desk: TokenDesk,
  wanted: NewToken,
  by: Author = null,
): Promise<CreatedToken> {
  const label = shortText("label", wanted.label, MAX_LABEL);
  const surfaces = (["rest", "mcp"] as const).filter((surface) => wanted.surfaces.includes(surface));
  if (surfaces.length === 0) {
    throw invalid({ field: "surfaces", message: "Au moins un accès : mcp ou rest." });
  }
  if (wanted.expiresAt !== null && Number.isNaN(new Date(wanted.expiresAt).getTime())) {
    throw invalid({ field: "expiresAt", message: "Ce n’est pas une date." });
  }
  const inboxIds = wanted.inboxIds === null ? null : [...new Set(wanted.inboxIds)];
  const id = uuidv7(desk.env);

  const text = await desk.store.write(async (tx) => {
    const creator = await findActivePerson(tx, { no: wanted.createdBy });
    if (creator === undefined) throw refuse("AGENT_NOT_FOUND");
    if (inboxIds !== null && await countReached(tx, creator, inboxIds) !== inboxIds.length) {
      throw refuse("INBOX_NOT_FOUND");
    }
    // Of 36 ** 8 prefixes one is almost never taken; when it is, another is drawn.
    for (;;) {
      const minted = mintToken(desk.env);
      const added = await insertToken(tx, {
        id,
        label,
        prefix: minted.prefix,
        secret_hash: hashSecret(minted.secret),
        access: wanted.access,
        rest: surfaces.includes("rest"),
        mcp: surfaces.includes("mcp"),
        inbox_ids: inboxIds === null ? null : JSON.stringify(inboxIds),
        created_by: creator.no,
        created_at: desk.env.now(),
        expires_at: wanted.expiresAt,
        last_used_at: null,
        revoked_at: null,
      });
      if (!added) continue;
      const detail = `${wanted.access}, ${surfaces.join(" + ")}`;
      const subject = `${TOKEN_HEAD}${minted.prefix} ${label}`;
      await noteChange(tx, desk.env, by, { action: "token.created", subject, detail });
      await appendChanges(tx, [tokenChange(desk)]);
      return minted;
    }
  });
  desk.wakeFeed();
  return {
    id,
    label,
    prefix: TOKEN_HEAD + text.prefix,
    token: formatToken(text),
    access: wanted.access,
    surfaces,
    inboxIds,
    expiresAt: iso(wanted.expiresAt),
  };
}

/** A token as it is listed: no secret. `createdBy` is a login; `active` whether it opens anything now. */
export interface TokenSummary {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly access: "read" | "write";
  readonly surfaces: readonly Surface[];
  readonly inboxIds: readonly string[] | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly active: boolean;
}

/** Every token, oldest first. */
export async function listTokens(desk: Pick<Desk, "store" | "env">): Promise<TokenSummary[]> {
  const now = desk.env.now();
  return (await allTokens(desk.store.read)).map((row) => ({
    id: row.id,
    label: row.label,
    prefix: TOKEN_HEAD + row.prefix,
    access: row.access,
    surfaces: (["rest", "mcp"] as const).filter((surface) => row[surface]),
    inboxIds: row.inbox_ids === null ? null : JSON.parse(row.inbox_ids) as string[],
    createdBy: row.creator_login,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: iso(row.expires_at),
    lastUsedAt: iso(row.last_used_at),
    revokedAt: iso(row.revoked_at),
    active: row.revoked_at === null && (row.expires_at === null || row.expires_at > now) &&
      row.creator_active !== 0,
  }));
}

/** A prefix with its head or without; a whole token too, since a leaked one is what people have at hand. */
const REVOCABLE = /^(?:msg_)?([a-z0-9]{8})(?:_.*)?$/;

/**
 * Revokes the token of this prefix, and tells the prefix with its head; revoking twice changes nothing.
 * @throws {Refusal} `TOKEN_INVALID` when there is none.
 */
export async function revokeToken(desk: TokenDesk, prefix: string, by: Author = null): Promise<string> {
  const bare = REVOCABLE.exec(prefix.trim())?.[1];
  if (bare === undefined) throw refuse("TOKEN_INVALID");
  await desk.store.write(async (tx) => {
    const label = await revokeByPrefix(tx, bare, desk.env.now());
    if (label === undefined) throw refuse("TOKEN_INVALID");
    const subject = `${TOKEN_HEAD}${bare} ${label}`;
    await noteChange(tx, desk.env, by, { action: "token.revoked", subject });
    await appendChanges(tx, [tokenChange(desk)]);
  });
  desk.wakeFeed();
  return TOKEN_HEAD + bare;
}

function tokenChange(desk: TokenDesk) {
  return {
    at: desk.env.now(),
    kind: "token",
    conversation_no: null,
    inbox_no: null,
    message_id: null,
    agent_no: null,
    payload: null,
  } as const;
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
