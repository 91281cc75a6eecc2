/**
 * People, inboxes and sites as rows, for who keeps the directory. What conversations need of them is in agents.ts and
 * inboxes.ts.
 * @module
 */
import { type Insertable, type Kysely, sql } from "kysely";
import type { AgentRole, DeskSchema, InboxTable, SiteTable } from "./schema.ts";

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

/** The active person of this number or login; what makes and answers for a token. */
export function findActivePerson(
  db: Kysely<DeskSchema>,
  which: { readonly no: number } | { readonly login: string },
) {
  return db.selectFrom("agent").where("active", "=", 1)
    .where((eb) => "no" in which ? eb("no", "=", which.no) : eb("login", "=", which.login))
    .select(["no", "login", "role"]).executeTakeFirst();
}

/** The first active supervisor. */
export function firstSupervisor(db: Kysely<DeskSchema>) {
  return db.selectFrom("agent").where("active", "=", 1).where("role", "=", "supervisor")
    .orderBy("no").limit(1).select(["no", "login", "role"]).executeTakeFirst();
}

/** How many of these inboxes, each named once, exist and are reached by a person: a supervisor reaches all. */
export async function countReached(
  db: Kysely<DeskSchema>,
  person: { readonly no: number; readonly role: AgentRole },
  inboxIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from json_each(${
    JSON.stringify(inboxIds)
  }) wanted join inbox i on i.id = wanted.value
    where i.no <> 0 and (${person.role} = 'supervisor'
      or exists (select 1 from agent_inbox s where s.agent_no = ${person.no} and s.inbox_no = i.no))`
    .execute(db);
  return rows[0]?.n ?? 0;
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

/** Deactivates a person and ends their sessions and links; their number, or undefined when there is none of this login. */
export async function deactivateByLogin(
  tx: Kysely<DeskSchema>,
  login: string,
): Promise<number | undefined> {
  const row = await tx.updateTable("agent").set({ active: false }).where("login", "=", login)
    .returning("no").executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.deleteFrom("session").where("agent_no", "=", row.no).execute();
  await tx.deleteFrom("one_time_link").where("agent_no", "=", row.no).execute();
  return row.no;
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

/** Adds an inbox. */
export async function insertInbox(db: Kysely<DeskSchema>, row: Insertable<InboxTable>): Promise<void> {
  await db.insertInto("inbox").values(row).execute();
}

/** Adds a site. */
export async function insertSite(db: Kysely<DeskSchema>, row: Insertable<SiteTable>): Promise<void> {
  await db.insertInto("site").values(row).execute();
}
