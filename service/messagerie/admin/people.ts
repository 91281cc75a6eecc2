/**
 * The team, as supervisors keep it: invite, give a role and inboxes, deactivate. Whoever could sign in as the last
 * supervisor stays one.
 * @module
 */
import type { Kysely } from "kysely";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { deleteLinksOf } from "../../../store/messagerie/one_time_links.ts";
import { insertAgent } from "../../../store/messagerie/people.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import {
  findPerson,
  hasOtherSupervisor,
  putServedInboxes,
  staff,
  type StaffRow,
  updatePerson,
} from "../../../store/messagerie/staff.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import type { AccountDesk } from "../accounts/account_desk.ts";
import { type Link, makeLink } from "../accounts/links.ts";
import { invitationLetter, type MailState, resetLetter, sendLetter } from "../accounts/mails.ts";
import { endSessions } from "../accounts/sessions.ts";
import type { Desk } from "../desk.ts";
import { checkLogin, checkPersonName } from "../directory/agents.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { INVITATION_MS, RESET_LINK_MS } from "../limits.ts";
import { invalid, refuse } from "../refusals.ts";
import { type Author, noteChange } from "./audit.ts";
import { holdSupervisor } from "./hold_supervisor.ts";

/** Somebody of the team as supervisors see them. */
export interface PersonView {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: "agent" | "supervisor";
  readonly active: boolean;
  /** Whether they chose a password: without one they cannot sign in. */
  readonly joined: boolean;
  /** The inboxes that they serve; a supervisor reaches all, whatever these are. */
  readonly inboxIds: readonly string[];
  /** When one of their sessions was last used. */
  readonly lastSeenAt: string | null;
  /** Until when a link that they were sent opens; null: none does. */
  readonly linkUntil: string | null;
}

function viewOf(row: StaffRow, now: number): PersonView {
  const iso = (at: number | null) => at === null ? null : new Date(at).toISOString();
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    role: row.role,
    active: row.active !== 0,
    joined: row.has_password !== 0,
    inboxIds: JSON.parse(row.inboxes) as string[],
    lastSeenAt: iso(row.last_seen_at),
    linkUntil: row.link_until !== null && row.link_until > now ? iso(row.link_until) : null,
  };
}

/** Everybody, oldest first, those who left included. */
export async function listPeople(desk: Pick<Desk, "store" | "env">): Promise<PersonView[]> {
  const now = desk.env.now();
  return (await staff(desk.store.read)).map((row) => viewOf(row, now));
}

/** One person. @throws {Refusal} `UNKNOWN_ITEM` */
async function readPerson(desk: Pick<Desk, "store" | "env">, id: string): Promise<PersonView> {
  const [row] = await staff(desk.store.read, id);
  if (row === undefined) throw refuse("UNKNOWN_ITEM");
  return viewOf(row, desk.env.now());
}

/** A person with the link that was made for them, told this once, and what became of the e-mail with it. */
export interface SentLink {
  readonly person: PersonView;
  readonly link: Link;
  readonly mail: MailState;
}

const UNKNOWN_INBOX = { field: "inboxIds", message: "Une de ces boîtes n’existe pas." };

/**
 * Adds a person and makes their invitation.
 * @throws {Refusal} `INVALID_REQUEST` naming `login`, `name` or `inboxIds`
 */
export async function invitePerson(
  desk: AccountDesk,
  by: Author,
  wanted: {
    readonly login: string;
    readonly name: string;
    readonly role: "agent" | "supervisor";
    readonly inboxIds: readonly string[];
  },
): Promise<SentLink> {
  const person = {
    id: uuidv7(desk.env),
    login: checkLogin(wanted.login),
    name: checkPersonName(wanted.name),
    role: wanted.role,
    inboxes: [...new Set(wanted.inboxIds)],
  };
  const link = await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const added = await insertAgent(tx, { ...person, passwordHash: null, createdAt: desk.env.now() });
    if (added === "login_taken") throw invalid({ field: "login", message: "Cet identifiant est déjà pris." });
    if (added === "inbox_unknown") throw invalid(UNKNOWN_INBOX);
    const row = await findPerson(tx, { id: person.id });
    await noteChange(tx, desk.env, by, {
      action: "person.invited",
      subject: person.login,
      detail: person.role,
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
    return await makeLink(tx, desk, {
      kind: "invitation",
      agentNo: row?.no ?? null,
      forMs: INVITATION_MS,
    });
  });
  desk.wakeFeed();
  const mail = await sendLetter(desk, person.login, invitationLetter(by?.name ?? "Messagerie"), link);
  return { person: await readPerson(desk, person.id), link, mail };
}

/**
 * Makes a link for somebody who is there: an invitation anew while they have no password, else the way to another one.
 * @throws {Refusal} `UNKNOWN_ITEM` also for who is not active
 */
export async function sendPersonLink(desk: AccountDesk, by: Author, id: string): Promise<SentLink> {
  const { link, login, joined } = await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const row = await findPerson(tx, { id });
    if (!row?.active) throw refuse("UNKNOWN_ITEM");
    const joined = row.password_hash !== null;
    await noteChange(tx, desk.env, by, {
      action: joined ? "person.reset_link" : "person.invited",
      subject: row.login,
    });
    const link = await makeLink(tx, desk, {
      kind: joined ? "reset" : "invitation",
      agentNo: row.no,
      forMs: joined ? RESET_LINK_MS : INVITATION_MS,
    });
    return { link, login: row.login, joined };
  });
  const letter = joined ? resetLetter(RESET_LINK_MS / 3_600_000) : invitationLetter(by?.name ?? "Messagerie");
  const mail = await sendLetter(desk, login, letter, link);
  return { person: await readPerson(desk, id), link, mail };
}

/** What may be changed of a person; what is absent stays. */
export interface PersonChange {
  readonly name?: string | undefined;
  readonly role?: "agent" | "supervisor" | undefined;
  readonly active?: boolean | undefined;
  readonly inboxIds?: readonly string[] | undefined;
}

/**
 * Changes a person. Another role, or leaving, ends their sessions at once; tokens of who left open nothing any more.
 * @throws {Refusal} `UNKNOWN_ITEM`, `LAST_SUPERVISOR`; `INVALID_REQUEST` naming `name` or `inboxIds`
 */
export async function changePerson(
  desk: Pick<Desk, "store" | "env" | "log" | "wakeFeed">,
  by: Author,
  id: string,
  change: PersonChange,
): Promise<PersonView> {
  const name = change.name === undefined ? undefined : checkPersonName(change.name);
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const row = await findPerson(tx, { id });
    if (row === undefined) throw refuse("UNKNOWN_ITEM");
    const active = change.active ?? row.active !== 0;
    const role = change.role ?? row.role;
    const left = row.active !== 0 && !active;
    const demoted = row.role === "supervisor" && role !== "supervisor";
    if ((left || demoted) && row.active !== 0 && row.role === "supervisor") await keepSupervisor(tx, row.no);
    await updatePerson(tx, row.no, { role, active, ...(name === undefined ? {} : { name }) });
    if (change.inboxIds !== undefined) {
      const ids = [...new Set(change.inboxIds)];
      if (!await putServedInboxes(tx, row.no, ids)) throw invalid(UNKNOWN_INBOX);
    }
    if (left || role !== row.role) await endSessions(tx, desk, row.no);
    if (left) await deleteLinksOf(tx, row.no);
    await noteChange(tx, desk.env, by, {
      action: left
        ? "person.deactivated"
        : active && row.active === 0
        ? "person.activated"
        : "person.changed",
      subject: row.login,
      detail: detailOf(change),
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return await readPerson(desk, id);
}

async function keepSupervisor(tx: Kysely<DeskSchema>, no: number): Promise<void> {
  if (!await hasOtherSupervisor(tx, no)) throw refuse("LAST_SUPERVISOR");
}

function detailOf({ name, role, inboxIds }: PersonChange): string {
  return [
    name !== undefined && `name: ${name}`,
    role !== undefined && `role: ${role}`,
    inboxIds !== undefined && `inboxes: ${inboxIds.length}`,
  ].filter(Boolean).join(", ");
}
