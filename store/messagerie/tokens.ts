/**
 * Tokens in rows.
 * @module
 */
import { CompiledQuery, type Insertable, type Kysely } from "kysely";
import { runCompiled } from "../libsql/direct.ts";
import type { DeskSchema, TokenTable } from "./schema.ts";

/** A token as a request needs it: itself, its creator, and the inboxes that it reaches, all as they are now. */
export interface TokenWithReach {
  readonly no: number;
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly secret_hash: Uint8Array;
  readonly access: "read" | "write";
  readonly rest: number;
  readonly mcp: number;
  readonly inbox_ids: string | null;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly creator_active: number;
  /**
   * JSON array of `[no, id]` in creation order: the token's own list crossed with what its creator reaches. Null: every
   * inbox, as for a supervisor's token without a list; listing them would cost most requests half of this query.
   */
  readonly reached: string | null;
}

// One statement, so that token, creator and reach are of one instant; written out, so that it is compiled once.
const FIND = CompiledQuery.raw(`
  select t.no, t.id, t.label, t.prefix, t.secret_hash, t.access, t.rest, t.mcp, t.inbox_ids, t.expires_at,
    t.last_used_at, t.revoked_at, a.active as creator_active,
    case when t.inbox_ids is null and a.role = 'supervisor' then null else
      (select json_group_array(json_array(i.no, i.id) order by i.no) from inbox i
        where i.no <> 0
          and (t.inbox_ids is null or i.id in (select value from json_each(t.inbox_ids)))
          and (a.role = 'supervisor'
            or exists (select 1 from agent_inbox s where s.agent_no = a.no and s.inbox_no = i.no)))
    end as reached
  from token t join agent a on a.no = t.created_by
  where t.prefix = ?`);

/** The token of this prefix (without its head), if there is one. */
export async function findToken(
  db: Kysely<DeskSchema>,
  prefix: string,
): Promise<TokenWithReach | undefined> {
  return (await runCompiled<TokenWithReach, DeskSchema>(db, { ...FIND, parameters: [prefix] })).rows[0];
}

/** Writes down that a token was used, unless another process did within `every` milliseconds. */
export async function touchToken(
  db: Kysely<DeskSchema>,
  tokenNo: number,
  at: number,
  every: number,
): Promise<void> {
  // By distance, not order: a clock that was ahead once must not stop the date for good.
  await db.updateTable("token").set({ last_used_at: at }).where("no", "=", tokenNo)
    .where((eb) =>
      eb.or([
        eb("last_used_at", "is", null),
        eb(eb.fn<number>("abs", [eb("last_used_at", "-", at)]), ">=", every),
      ])
    ).execute();
}

/** A token as it is listed; nothing secret in it. */
export type ListedToken =
  & Pick<
    TokenTable,
    | "id"
    | "label"
    | "prefix"
    | "access"
    | "inbox_ids"
    | "created_at"
    | "expires_at"
    | "last_used_at"
    | "revoked_at"
  >
  & {
    readonly rest: number;
    readonly mcp: number;
    readonly creator_id: string;
    readonly creator_login: string;
    readonly creator_name: string;
    readonly creator_active: number;
  };

/** Every token, oldest first. */
export function allTokens(db: Kysely<DeskSchema>): Promise<ListedToken[]> {
  return db.selectFrom("token as t").innerJoin("agent as a", "a.no", "t.created_by")
    .select([
      "t.id",
      "t.label",
      "t.prefix",
      "t.access",
      "t.rest",
      "t.mcp",
      "t.inbox_ids",
      "t.created_at",
      "t.expires_at",
      "t.last_used_at",
      "t.revoked_at",
      "a.id as creator_id",
      "a.login as creator_login",
      "a.name as creator_name",
      "a.active as creator_active",
    ]).orderBy("t.no").execute();
}

/** Adds a token; false, and nothing added, when its prefix is taken. */
export async function insertToken(db: Kysely<DeskSchema>, row: Insertable<TokenTable>): Promise<boolean> {
  const inserted = await db.insertInto("token").values(row)
    .onConflict((conflict) => conflict.column("prefix").doNothing()).returning("no").executeTakeFirst();
  return inserted !== undefined;
}

/** Revokes a token from `at` on, unless it is already; its label, or undefined when no token has this prefix. */
export async function revokeByPrefix(
  db: Kysely<DeskSchema>,
  prefix: string,
  at: number,
): Promise<string | undefined> {
  const revoked = await db.updateTable("token")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at)) }))
    .where("prefix", "=", prefix).returning("label").executeTakeFirst();
  return revoked?.label;
}
