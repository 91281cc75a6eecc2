/**
 * People as those who sign in and those who are administered, in rows.
 * @module
 */
import { type Kysely, sql, type Updateable } from "kysely";
import type { AgentPreferenceTable, AgentRole, AgentTable, DeskSchema } from "./schema.ts";

/** The person of this login, active or not; case aside. */
export function findByLogin(db: Kysely<DeskSchema>, login: string) {
  return db.selectFrom("agent").where("login", "=", login)
    .select(["no", "id", "login", "name", "role", "active", "password_hash"]).executeTakeFirst();
}

/** A person, active or not. */
export function findPerson(
  db: Kysely<DeskSchema>,
  which: { readonly no: number } | { readonly id: string },
) {
  return db.selectFrom("agent")
    .where((eb) => "no" in which ? eb("no", "=", which.no) : eb("id", "=", which.id))
    .select(["no", "id", "login", "name", "role", "active", "password_hash"]).executeTakeFirst();
}

/** Changes a person. */
export async function updatePerson(
  tx: Kysely<DeskSchema>,
  no: number,
  columns: Pick<Updateable<AgentTable>, "name" | "role" | "active" | "password_hash">,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable("agent").set(columns).where("no", "=", no).execute();
}

/** The inboxes that a person serves become these; false when one does not exist, and then the caller rolls back. */
export async function putServedInboxes(
  tx: Kysely<DeskSchema>,
  no: number,
  inboxIds: readonly string[],
): Promise<boolean> {
  await tx.deleteFrom("agent_inbox").where("agent_no", "=", no).execute();
  const { rows } = await sql`
    insert into agent_inbox (agent_no, inbox_no)
    select ${no}, i.no from json_each(${JSON.stringify(inboxIds)}) wanted join inbox i on i.id = wanted.value
    where i.no <> 0 returning inbox_no`.execute(tx);
  return rows.length === inboxIds.length;
}

/** Whether an active supervisor other than this person can sign in. */
export async function hasOtherSupervisor(db: Kysely<DeskSchema>, no: number): Promise<boolean> {
  const row = await db.selectFrom("agent").where("role", "=", "supervisor").where("active", "=", 1)
    .where("password_hash", "is not", null).where("no", "<>", no).select("no").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** A person as supervisors see them; `inboxes` is a JSON array of ids. */
export interface StaffRow {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly active: number;
  readonly has_password: number;
  readonly inboxes: string;
  readonly last_seen_at: number | null;
  /** Until when a link waits for them; null: none does. */
  readonly link_until: number | null;
}

/** Everybody, oldest first, or one of them. */
export function staff(db: Kysely<DeskSchema>, id?: string): Promise<StaffRow[]> {
  return db.selectFrom("agent as a").$if(id !== undefined, (query) => query.where("a.id", "=", id ?? ""))
    .orderBy("a.no").select([
      "a.id",
      "a.login",
      "a.name",
      "a.role",
      "a.active",
      sql<number>`a.password_hash is not null`.as("has_password"),
      sql<
        string
      >`(select json_group_array(i.id order by i.no) from agent_inbox s join inbox i on i.no = s.inbox_no
        where s.agent_no = a.no)`.as("inboxes"),
      sql<number | null>`(select max(s.seen_at) from session s where s.agent_no = a.no)`.as("last_seen_at"),
      sql<number | null>`(select max(l.expires_at) from one_time_link l where l.agent_no = a.no)`
        .as("link_until"),
    ]).execute();
}

/** How a person likes the pages. */
export function findPreferences(db: Kysely<DeskSchema>, agentNo: number) {
  return db.selectFrom("agent_preference").where("agent_no", "=", agentNo)
    .select(["language", "theme", "sound", "desktop"]).executeTakeFirst();
}

/** Keeps how a person likes the pages. */
export async function putPreferences(
  tx: Kysely<DeskSchema>,
  agentNo: number,
  columns: {
    readonly language: AgentPreferenceTable["language"];
    readonly theme: AgentPreferenceTable["theme"];
    readonly sound: boolean;
    readonly desktop: boolean;
  },
): Promise<void> {
  await tx.insertInto("agent_preference").values({ agent_no: agentNo, ...columns })
    .onConflict((conflict) => conflict.column("agent_no").doUpdateSet(columns)).execute();
}
