/**
 * A person's own account: their name, how they like the pages, their password.
 * @module
 */
import { appendChanges } from "../../../store/messagerie/changes.ts";
import {
  findPerson,
  findPreferences,
  putPreferences,
  staff,
  updatePerson,
} from "../../../store/messagerie/staff.ts";
import { deleteDevicesOf } from "../../../store/messagerie/guesses.ts";
import { deleteLinksOf } from "../../../store/messagerie/one_time_links.ts";
import { noteChange } from "../admin/audit.ts";
import type { PersonActor } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { checkPersonName } from "../directory/agents.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { refuse } from "../refusals.ts";
import type { AccountDesk } from "./account_desk.ts";
import { rememberDevice } from "./devices.ts";
import { forgetAttempt, type GuessKey } from "./guessing.ts";
import { checkPassword } from "./password_rules.ts";
import { endSessions, openSession } from "./sessions.ts";
import { provePassword, type SignedInNow } from "./sign_in.ts";

/** How a person likes the pages. `auto`: as the browser says. */
export interface Preferences {
  readonly language: "fr" | "en" | "auto";
  readonly theme: "light" | "dark" | "auto";
  /** A sound, and the browser's own notification, for what they are assigned. */
  readonly sound: boolean;
  readonly desktop: boolean;
}

/** What is absent stays. */
export type PreferenceChange = { readonly [Key in keyof Preferences]?: Preferences[Key] | undefined };

/** Until they choose: sounds and notifications are asked for, never sprung on people. */
const DEFAULTS: Preferences = { language: "auto", theme: "auto", sound: false, desktop: false };

/** A person as they see themselves. `inboxIds`: those that they serve; null: a supervisor reaches all. */
export interface AccountView {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: "agent" | "supervisor";
  readonly inboxIds: readonly string[] | null;
  readonly preferences: Preferences;
}

/** The account of who is signed in. */
export async function readAccount(
  desk: Pick<Desk, "store">,
  actor: Pick<PersonActor, "agentNo" | "agentId">,
): Promise<AccountView> {
  const [row] = await staff(desk.store.read, actor.agentId);
  if (row === undefined) throw refuse("NOT_SIGNED_IN");
  const kept = await findPreferences(desk.store.read, actor.agentNo);
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    role: row.role,
    inboxIds: row.role === "supervisor" ? null : JSON.parse(row.inboxes) as string[],
    preferences: kept === undefined
      ? DEFAULTS
      : { ...kept, sound: kept.sound !== 0, desktop: kept.desktop !== 0 },
  };
}

/** Changes what is given and leaves the rest. @throws {Refusal} `INVALID_REQUEST` naming `name` */
export async function changeAccount(
  desk: Pick<Desk, "store" | "env" | "wakeFeed">,
  actor: PersonActor,
  wanted: { readonly name?: string | undefined; readonly preferences?: PreferenceChange | undefined },
): Promise<AccountView> {
  const name = wanted.name === undefined ? undefined : checkPersonName(wanted.name);
  await desk.store.write(async (tx) => {
    if (wanted.preferences !== undefined) {
      const kept = await findPreferences(tx, actor.agentNo);
      const before = kept === undefined
        ? DEFAULTS
        : { ...kept, sound: !!kept.sound, desktop: !!kept.desktop };
      const given = Object.entries(wanted.preferences).filter(([, value]) => value !== undefined);
      await putPreferences(tx, actor.agentNo, { ...before, ...Object.fromEntries(given) });
    }
    if (name === undefined || name === actor.name) return;
    await updatePerson(tx, actor.agentNo, { name });
    await noteChange(tx, desk.env, actor, {
      action: "person.changed",
      subject: actor.name,
      detail: `name: ${name}`,
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return await readAccount(desk, actor);
}

/**
 * Sets another password, which needs the one that there is. Every session and every link to another password ends,
 * browsers that were known are not any more, and a new session takes the place of the one that asked.
 * @throws {Refusal} `PASSWORD_WRONG`, `TOO_MANY_ATTEMPTS`; `INVALID_REQUEST` naming `password`
 */
export async function changePassword(
  desk: AccountDesk,
  actor: PersonActor,
  wanted: { readonly current: string; readonly password: string; readonly userAgent: string },
): Promise<SignedInNow> {
  const person = await findPerson(desk.store.read, { no: actor.agentNo });
  if (person === undefined) throw refuse("NOT_SIGNED_IN");
  checkPassword(wanted.password, [person.login, person.name]);
  // Counted by itself: a session that was left open must not be a way to guess, nor to lock its person out.
  const keys: GuessKey[] = [{ kind: "device", of: `password ${person.id}` }];
  const kept = await provePassword(desk, keys, wanted.current, person);
  if (kept === null) throw refuse("PASSWORD_WRONG");
  const password_hash = await desk.passwords.hash(wanted.password);
  const signedIn = await desk.store.write(async (tx) => {
    const now = await findPerson(tx, { no: person.no });
    if (!now?.active || now.password_hash !== kept) throw refuse("NOT_SIGNED_IN");
    await forgetAttempt(tx, keys);
    await updatePerson(tx, person.no, { password_hash });
    await endSessions(tx, desk, person.no);
    await deleteDevicesOf(tx, person.no);
    await deleteLinksOf(tx, person.no);
    await noteChange(tx, desk.env, actor, { action: "person.password", subject: person.login });
    return {
      session: await openSession(tx, desk, { agentNo: person.no, userAgent: wanted.userAgent }),
      device: await rememberDevice(tx, desk, person.no),
    };
  });
  desk.wakeFeed();
  return signedIn;
}
