/**
 * A password that a person chooses by a link: the first one of an invitation, another one in place of one that was lost.
 * @module
 */
import type { Kysely } from "kysely";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { deleteDevicesOf } from "../../../store/messagerie/guesses.ts";
import { deleteLinksOf } from "../../../store/messagerie/one_time_links.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { updatePerson } from "../../../store/messagerie/staff.ts";
import { noteChange } from "../admin/audit.ts";
import { checkPersonName } from "../directory/agents.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import type { AccountDesk } from "./account_desk.ts";
import { rememberDevice } from "./devices.ts";
import { findPersonLink, type PersonLink, useLink } from "./links.ts";
import { checkPassword } from "./password_rules.ts";
import { endSessions, openSession } from "./sessions.ts";
import type { SignedInNow } from "./sign_in.ts";

/** Uses the link up, and every other; keeps the password, ends every session that there was and forgets every browser. */
async function choose(
  tx: Kysely<DeskSchema>,
  desk: AccountDesk,
  link: PersonLink,
  columns: { readonly password_hash: string; readonly name?: string },
): Promise<void> {
  await useLink(tx, link);
  await deleteLinksOf(tx, link.agent_no);
  await updatePerson(tx, link.agent_no, columns);
  await endSessions(tx, desk, link.agent_no);
  await deleteDevicesOf(tx, link.agent_no);
}

/**
 * Accepts an invitation: the password, and the name if the person wants another. They are signed in.
 * @throws {Refusal} `LINK_INVALID`; `INVALID_REQUEST` naming `name` or `password`, and the link may be used again
 */
export async function acceptInvitation(
  desk: AccountDesk,
  wanted: {
    readonly secret: string;
    readonly password: string;
    readonly name?: string | undefined;
    readonly userAgent: string;
  },
): Promise<SignedInNow> {
  const link = await findPersonLink(desk, wanted.secret, "invitation");
  const name = wanted.name === undefined ? link.name : checkPersonName(wanted.name);
  checkPassword(wanted.password, [link.login, name]);
  const password_hash = await desk.passwords.hash(wanted.password);
  const signedIn = await desk.store.write(async (tx) => {
    await choose(tx, desk, link, { password_hash, name });
    await noteChange(tx, desk.env, { agentNo: link.agent_no, name }, {
      action: "person.joined",
      subject: link.login,
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
    return {
      session: await openSession(tx, desk, { agentNo: link.agent_no, userAgent: wanted.userAgent }),
      device: await rememberDevice(tx, desk, link.agent_no),
    };
  });
  desk.wakeFeed();
  return signedIn;
}

/**
 * Sets another password. Nobody is signed in by it (OWASP, "Forgot Password"), but the browser is known from now on, so
 * that signing in is open to it whatever others have guessed.
 * @throws {Refusal} `LINK_INVALID`; `INVALID_REQUEST` naming `password`, and the link may be used again
 */
export async function resetPassword(
  desk: AccountDesk,
  wanted: { readonly secret: string; readonly password: string },
): Promise<{ readonly login: string; readonly device: string }> {
  const link = await findPersonLink(desk, wanted.secret, "reset");
  checkPassword(wanted.password, [link.login, link.name]);
  const password_hash = await desk.passwords.hash(wanted.password);
  const device = await desk.store.write(async (tx) => {
    await choose(tx, desk, link, { password_hash });
    await noteChange(tx, desk.env, { agentNo: link.agent_no, name: link.name }, {
      action: "person.password",
      subject: link.login,
    });
    return await rememberDevice(tx, desk, link.agent_no);
  });
  desk.wakeFeed();
  return { login: link.login, device };
}
