/**
 * A lost password: a link by e-mail, to whoever asks with a login. What is answered, and when, is the same whether the login
 * is somebody's or nobody's.
 * @module
 */
import { errorName } from "../../../base/log.ts";
import { fold } from "../../../base/text.ts";
import { findByLogin } from "../../../store/messagerie/staff.ts";
import { FORGOTTEN_LINK_MS } from "../limits.ts";
import { refuse } from "../refusals.ts";
import type { AccountDesk } from "./account_desk.ts";
import { countAttempt } from "./guessing.ts";
import { makeLink } from "./links.ts";
import { isAddress, resetLetter, sendLetter } from "./mails.ts";

const HOUR_MS = 3_600_000;

/**
 * Asks for a link by e-mail. Resolves before it is known whether one leaves; `sent` is for tests.
 * @throws {Refusal} `MAIL_UNAVAILABLE`, `TOO_MANY_ATTEMPTS`
 */
export async function askForLink(
  desk: AccountDesk,
  asked: { readonly login: string; readonly network: string },
): Promise<{ readonly sent: Promise<void> }> {
  if (desk.mail === undefined) throw refuse("MAIL_UNAVAILABLE");
  const login = asked.login.trim();
  await countAttempt(desk, [{ kind: "forgotten", of: fold(login) }, { kind: "address", of: asked.network }]);
  const sent = desk.env.sleep(0).then(() => send(desk, login))
    .catch((error: unknown) => desk.log.warn("link_not_sent", { error: errorName(error) }));
  return { sent };
}

async function send(desk: AccountDesk, login: string): Promise<void> {
  const person = await findByLogin(desk.store.read, login);
  // Who was invited and has not come yet gets the invitation anew from a supervisor.
  if (!person?.active || person.password_hash === null || !isAddress(person.login)) return;
  const link = await desk.store.write((tx) =>
    makeLink(tx, desk, { kind: "reset", agentNo: person.no, forMs: FORGOTTEN_LINK_MS, asked: true })
  );
  const { state } = await sendLetter(desk, person.login, resetLetter(FORGOTTEN_LINK_MS / HOUR_MS), link);
  if (state !== "sent") desk.log.warn("link_not_sent", { state });
}
