/**
 * The desk's people, as a supervisor keeps them (contract: messagerie §4, §11).
 * @module
 */
import { uuidv7 } from "../../../base/uuid.ts";
import {
  type AgentRow,
  allAgents,
  deactivateByLogin,
  findActivePerson,
  firstSupervisor,
  insertAgent,
} from "../../../store/messagerie/people.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { checkPassword } from "../accounts/password_rules.ts";
import { type Author, noteChange } from "../admin/audit.ts";
import { MAX_NAME } from "../limits.ts";
import { shortText } from "../plain_text.ts";
import { invalid, refuse } from "../refusals.ts";
import { directoryChange, type DirectoryDesk, sessionChange } from "./directory_desk.ts";
import { hashPassword } from "./password.ts";

/** A person, as they are listed. `inboxes`: ids that they serve; a supervisor reaches all, whatever these are. */
export interface AgentEntry {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: "agent" | "supervisor";
  readonly active: boolean;
  readonly inboxes: readonly string[];
}

/** A person to add. Without a password they cannot sign in to the pages. */
export interface NewAgent {
  readonly login: string;
  readonly name: string;
  readonly role: "agent" | "supervisor";
  readonly inboxes: readonly string[];
  readonly password: string | null;
}

/** A login: an e-mail address or any word; what people type, and what `--by` takes. */
export const LOGIN_PATTERN = /^[^\s\p{C}]{1,100}$/u;

/** A login as it is kept. @throws {Refusal} `INVALID_REQUEST` naming `login` */
export function checkLogin(text: string): string {
  const login = text.trim();
  if (!LOGIN_PATTERN.test(login)) {
    throw invalid({ field: "login", message: "De 1 à 100 caractères, sans espace." });
  }
  return login;
}

/** A person's name as it is kept. @throws {Refusal} `INVALID_REQUEST` naming `name` */
export function checkPersonName(text: string): string {
  return shortText("name", text, MAX_NAME);
}

/**
 * Adds a person.
 * @throws {Refusal} `INVALID_REQUEST` (a login that is taken, a name or a password that cannot be), `INBOX_NOT_FOUND`.
 */
export async function addAgent(
  desk: DirectoryDesk,
  wanted: NewAgent,
  by: Author = null,
): Promise<AgentEntry> {
  const login = checkLogin(wanted.login);
  const name = checkPersonName(wanted.name);
  const { password } = wanted;
  if (password !== null) checkPassword(password, [login, name]);
  const entry = {
    id: uuidv7(desk.env),
    login,
    name,
    role: wanted.role,
    active: true,
    inboxes: [...new Set(wanted.inboxes)],
  };
  const passwordHash = password === null ? null : await hashPassword(password, desk.env);
  await desk.store.write(async (tx) => {
    const added = await insertAgent(tx, { ...entry, passwordHash, createdAt: desk.env.now() });
    if (added === "login_taken") throw invalid({ field: "login", message: "Cet identifiant est déjà pris." });
    if (added === "inbox_unknown") throw refuse("INBOX_NOT_FOUND");
    await noteChange(tx, desk.env, by, { action: "person.added", subject: login, detail: entry.role });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return entry;
}

/** Everybody, oldest first, those who left included. */
export async function listAllAgents(desk: Pick<DirectoryDesk, "store">): Promise<AgentEntry[]> {
  return (await allAgents(desk.store.read)).map(entryOf);
}

/**
 * From now on this person is nobody's advisor: their sessions end, and tokens that they created open nothing, from the
 * next request in every process. Conversations given to them stay theirs.
 * @throws {Refusal} `AGENT_NOT_FOUND`
 */
export async function deactivateAgent(desk: DirectoryDesk, login: string): Promise<void> {
  await desk.store.write(async (tx) => {
    const no = await deactivateByLogin(tx, login.trim());
    if (no === undefined) throw refuse("AGENT_NOT_FOUND");
    await noteChange(tx, desk.env, null, { action: "person.deactivated", subject: login.trim() });
    await appendChanges(tx, [directoryChange(desk.env), sessionChange(desk.env, no)]);
  });
  desk.wakeFeed();
}

/** Who answers for a token made on the command line: the active person of this login, else the first active supervisor. */
export async function findCreator(
  desk: Pick<DirectoryDesk, "store">,
  login: string | undefined,
): Promise<{ readonly no: number; readonly login: string }> {
  const row = login === undefined
    ? await firstSupervisor(desk.store.read)
    : await findActivePerson(desk.store.read, { login: login.trim() });
  if (row === undefined) throw refuse("AGENT_NOT_FOUND");
  return row;
}

function entryOf(row: AgentRow): AgentEntry {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    role: row.role,
    active: row.active !== 0,
    inboxes: JSON.parse(row.inboxes) as string[],
  };
}
