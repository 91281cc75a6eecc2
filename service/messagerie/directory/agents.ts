/**
 * The desk's people, as a supervisor keeps them (contract: messagerie §4, §11).
 * @module
 */
import { codePointLength } from "../../../base/text.ts";
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
import { MAX_NAME } from "../limits.ts";
import { invalid, refuse } from "../refusals.ts";
import { directoryChange, type DirectoryDesk } from "./directory_desk.ts";
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

/** A login: what people type, and what `--by` takes. */
export const LOGIN_PATTERN = /^[^\s\p{C}]{1,100}$/u;

/** Shortest password (NIST SP 800-63B). */
export const MIN_PASSWORD = 8;
/** Longest password: hashing must not become work for an attacker to give. */
export const MAX_PASSWORD = 1_000;

/**
 * Adds a person.
 * @throws {Refusal} `INVALID_REQUEST` (a login that is taken, a name or a password that cannot be), `INBOX_NOT_FOUND`.
 */
export async function addAgent(desk: DirectoryDesk, wanted: NewAgent): Promise<AgentEntry> {
  const login = wanted.login.trim();
  const name = wanted.name.trim();
  if (!LOGIN_PATTERN.test(login)) {
    throw invalid({ field: "login", message: "De 1 à 100 caractères, sans espace." });
  }
  if (name === "" || codePointLength(name) > MAX_NAME) {
    throw invalid({ field: "name", message: `De 1 à ${MAX_NAME} caractères.` });
  }
  const { password } = wanted;
  if (password !== null && (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)) {
    throw invalid({ field: "password", message: `De ${MIN_PASSWORD} à ${MAX_PASSWORD} caractères.` });
  }
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
    if (!await deactivateByLogin(tx, login.trim())) throw refuse("AGENT_NOT_FOUND");
    await appendChanges(tx, [directoryChange(desk.env)]);
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
