/**
 * People, inboxes and sites as rows, for who keeps the directory. What conversations need of them is in agents.ts and
 * inboxes.ts.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { AgentRole, DeskSchema } from "./schema.ts";

/** A person; `inboxes` is a JSON array of the ids that they serve. */
export interface AgentRow {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly active: number;
  readonly inboxes: string;
}

/** Everybody, oldest first. */
export function allAgents(db: Kysely<DeskSchema>): Promise<AgentRow[]> {
  return db.selectFrom("agent as a").orderBy("a.no").select([
    "a.id",
    "a.login",
    "a.name",
    "a.role",
    "a.active",
    sql<
      string
    >`(select json_group_array(i.id order by i.no) from agent_inbox s join inbox i on i.no = s.inbox_no
      where s.agent_no = a.no)`.as("inboxes"),
  ]).execute();
}

/** Adds a person and the inboxes that they serve; tells why when it cannot be, and then the caller rolls back. */
export async function insertAgent(
  tx: Kysely<DeskSchema>,
  agent: {
    readonly id: string;
    readonly login: string;
    readonly name: string;
    readonly role: AgentRole;
    readonly inboxes: readonly string[];
    readonly passwordHash: string | null;
    readonly createdAt: number;
  },
): Promise<"added" | "login_taken" | "inbox_unknown"> {
  const added = await tx.insertInto("agent").values({
    id: agent.id,
    login: agent.login,
    name: agent.name,
    role: agent.role,
    active: true,
    password_hash: agent.passwordHash,
    created_at: agent.createdAt,
  }).onConflict((conflict) => conflict.column("login").doNothing()).returning("no").executeTakeFirst();
  if (added === undefined) return "login_taken";
  const { rows } = await sql`
    insert into agent_inbox (agent_no, inbox_no)
    select ${added.no}, i.no from json_each(${
    JSON.stringify(agent.inboxes)
  }) wanted join inbox i on i.id = wanted.value
    where i.no <> 0 returning inbox_no`.execute(tx);
  return rows.length === agent.inboxes.length ? "added" : "inbox_unknown";
}

/** Deactivates a person and ends their sessions; false when there is none of this login. */
export async function deactivateByLogin(tx: Kysely<DeskSchema>, login: string): Promise<boolean> {
  const row = await tx.updateTable("agent").set({ active: false }).where("login", "=", login)
    .returning("no").executeTakeFirst();
  if (row === undefined) return false;
  await tx.deleteFrom("session").where("agent_no", "=", row.no).execute();
  return true;
}

/** Every inbox, in creation order; `site` is an id. */
export function allInboxes(db: Kysely<DeskSchema>) {
  return db.selectFrom("inbox as i").leftJoin("site as s", "s.no", "i.site_no").where("i.no", "<>", 0)
    .orderBy("i.no").select(["i.id", "i.name", "i.description", "s.id as site"]).execute();
}

/** Every site, in creation order. */
export function allSites(db: Kysely<DeskSchema>) {
  return db.selectFrom("site").orderBy("no").select(["id", "name", "country"]).execute();
}
