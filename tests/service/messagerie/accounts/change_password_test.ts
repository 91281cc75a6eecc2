/**
 * What else a new password ends: whoever chooses one because somebody had got at the old one must be rid of them.
 * @covers messagerie-web.accounts.links
 */
import { equal, rejects } from "node:assert/strict";
import { changePassword } from "../../../../service/messagerie/accounts/account.ts";
import { resetPassword } from "../../../../service/messagerie/accounts/choose_password.ts";
import { signIn } from "../../../../service/messagerie/accounts/sign_in.ts";
import { sendPersonLink } from "../../../../service/messagerie/admin/people.ts";
import { openAccounts, PASSWORD, quickKey } from "./account_desk.ts";

Deno.test("a link to another password opens no more once its person has changed their password themselves", async () => {
  await using desk = await openAccounts(quickKey);
  const attempt = { network: "203.0.113.9", userAgent: "", device: undefined, replaces: undefined };
  const { session: { actor } } = await signIn(desk, { ...attempt, login: "awa", password: PASSWORD });
  const { link } = await sendPersonLink(desk, null, actor.agentId);
  const secret = link.url.split("#")[1] ?? "";

  await changePassword(desk, actor, { current: PASSWORD, password: "quatre moutons verts", userAgent: "" });
  await rejects(resetPassword(desk, { secret, password: "cinq renards gris" }), { code: "LINK_INVALID" });
  const again = await signIn(desk, { ...attempt, login: "awa", password: "quatre moutons verts" });
  equal(again.session.actor.agentId, actor.agentId);
});
