/**
 * Signing in with a password. Whoever fails learns nothing of which logins there are: the answer, the hash that is computed
 * and what is counted are the same for a login that nobody has (OWASP, "Authentication").
 * @module
 */
import type { Kysely } from "kysely";
import { fold } from "../../../base/text.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { deleteSession } from "../../../store/messagerie/sessions.ts";
import { findByLogin, findPerson, updatePerson } from "../../../store/messagerie/staff.ts";
import { isOutdated } from "../directory/password.ts";
import { refuse } from "../refusals.ts";
import type { AccountDesk } from "./account_desk.ts";
import { isDeviceOf, rememberDevice } from "./devices.ts";
import { countAttempt, forgetAttempt, type GuessKey, withdrawAttempt } from "./guessing.ts";
import { type NewSession, openSession, sessionOf } from "./sessions.ts";

/** Who signs in, from where. */
export interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  /** The peer's network. */
  readonly network: string;
  readonly userAgent: string;
  /** What the cookie of a known browser holds. */
  readonly device: string | undefined;
  /** What the cookie of a session holds: that session ends. */
  readonly replaces: string | undefined;
}

/** A new session, and what the browser is to be known by. */
export interface SignedInNow {
  readonly session: NewSession;
  readonly device: string;
}

type Person = NonNullable<Awaited<ReturnType<typeof findByLogin>>>;

/**
 * Signs a person in, with a session that is always new.
 * @throws {Refusal} `TOO_MANY_ATTEMPTS`, `SIGN_IN_REFUSED`, `SERVER_BUSY`
 */
export async function signIn(desk: AccountDesk, attempt: SignInAttempt): Promise<SignedInNow> {
  const login = attempt.login.trim();
  const person = await findByLogin(desk.store.read, login);
  const known = await isDeviceOf(desk, attempt.device, person?.no);
  const keys: GuessKey[] = known
    ? [{ kind: "device", of: attempt.device ?? "" }]
    : [{ kind: "login", of: fold(login) }, { kind: "address", of: attempt.network }];
  const kept = await provePassword(desk, keys, attempt.password, person);
  if (person === undefined || kept === null) throw refuse("SIGN_IN_REFUSED");
  const renewed = isOutdated(kept) ? await desk.passwords.hash(attempt.password) : undefined;
  const replaced = attempt.replaces === undefined ? undefined : await sessionOf(desk, attempt.replaces);

  const signedIn = await desk.store.write(async (tx) => {
    await stillTrue(tx, person.no, kept);
    await forgetAttempt(tx, keys);
    if (renewed !== undefined) await updatePerson(tx, person.no, { password_hash: renewed });
    if (replaced !== undefined) {
      await deleteSession(tx, { id: replaced.id, agentNo: replaced.actor.agentNo });
    }
    return {
      session: await openSession(tx, desk, { agentNo: person.no, userAgent: attempt.userAgent }),
      device: await rememberDevice(tx, desk, person.no, known ? attempt.device : undefined),
    };
  });
  desk.log.info("signed_in", { agent: person.id });
  return signedIn;
}

/**
 * Counts an attempt and makes it: what is kept of the password when this is it, else null.
 * @throws {Refusal} `TOO_MANY_ATTEMPTS`, `SERVER_BUSY`
 */
export async function provePassword(
  desk: AccountDesk,
  keys: readonly GuessKey[],
  password: string,
  person: Pick<Person, "active" | "password_hash"> | undefined,
): Promise<string | null> {
  await countAttempt(desk, keys);
  const kept = person?.active ? person.password_hash : null;
  let right: boolean;
  try {
    right = await desk.passwords.verify(password, kept);
  } catch (error) {
    await withdrawAttempt(desk, keys);
    throw error;
  }
  return right ? kept : null;
}

/** While the hash was computed the person may have been deactivated, or got another password. */
async function stillTrue(tx: Kysely<DeskSchema>, no: number, kept: string): Promise<void> {
  const now = await findPerson(tx, { no });
  if (!now?.active || now.password_hash !== kept) throw refuse("SIGN_IN_REFUSED");
}
