/**
 * A link that is replaced or used while a password chosen by it is being hashed.
 * @covers messagerie-web.accounts.links
 */
import { equal, rejects } from "node:assert/strict";
import { acceptInvitation, resetPassword } from "../../../../service/messagerie/accounts/choose_password.ts";
import { askForLink } from "../../../../service/messagerie/accounts/forgotten_password.ts";
import { setUp, setUpLink } from "../../../../service/messagerie/accounts/set_up.ts";
import { signIn } from "../../../../service/messagerie/accounts/sign_in.ts";
import { invitePerson, listPeople, sendPersonLink } from "../../../../service/messagerie/admin/people.ts";
import { openAccounts, PASSWORD, quickKey } from "./account_desk.ts";

const secretOf = ({ url }: { readonly url: string }) => url.split("#")[1] ?? "";
const NEW = "quatre moutons verts";

/** A desk that does `meanwhile` once, while the next password is hashed. */
async function openRacing() {
  let meanwhile: () => Promise<unknown> = () => Promise.resolve();
  const desk = await openAccounts(async (...work) => {
    const now = meanwhile;
    meanwhile = () => Promise.resolve();
    await now();
    return await quickKey(...work);
  });
  return {
    desk,
    during: (work: typeof meanwhile) => meanwhile = work,
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

Deno.test("a link that was replaced meanwhile changes no password, and the one in its place opens still", async () => {
  await using racing = await openRacing();
  const { desk, during } = racing;
  const awa = (await listPeople(desk)).find(({ login }) => login === "awa")?.id ?? "";
  const old = secretOf((await sendPersonLink(desk, null, awa)).link);
  let fresh = "";
  during(async () => fresh = secretOf((await sendPersonLink(desk, null, awa)).link));
  await rejects(resetPassword(desk, { secret: old, password: NEW }), { code: "LINK_INVALID" });
  equal((await resetPassword(desk, { secret: fresh, password: NEW })).login, "awa");
});

Deno.test("a link that was used meanwhile opens no second time, and nobody else's link is used up", async () => {
  await using racing = await openRacing();
  const { desk, during } = racing;
  const awa = (await listPeople(desk)).find(({ login }) => login === "awa")?.id ?? "";
  const secret = secretOf((await sendPersonLink(desk, null, awa)).link);
  let invited = "";
  during(async () => {
    await resetPassword(desk, { secret, password: NEW });
    const wanted = { login: "yann", name: "Yann", role: "agent", inboxIds: [] } as const;
    invited = secretOf((await invitePerson(desk, null, wanted)).link);
  });
  await rejects(resetPassword(desk, { secret, password: "cinq renards gris" }), { code: "LINK_INVALID" });
  const attempt = { network: "203.0.113.9", userAgent: "", device: undefined, replaces: undefined };
  await signIn(desk, { ...attempt, login: "awa", password: NEW });
  await acceptInvitation(desk, { secret: invited, password: NEW, userAgent: "" });
});

Deno.test("a set-up link that was replaced meanwhile makes nobody", async () => {
  await using racing = await openRacing();
  const { desk, during } = racing;
  await desk.store.write((tx) => tx.updateTable("agent").set({ active: false }).execute());
  const secret = secretOf(await setUpLink(desk) ?? { url: "" });
  during(() => setUpLink(desk));
  const wanted = { secret, name: "Ève", login: "eve", password: PASSWORD, userAgent: "" };
  await rejects(setUp(desk, wanted), { code: "LINK_INVALID" });
});

Deno.test("who asks for a link as somebody else does not take away the one that a supervisor gave them", async () => {
  await using accounts = await openAccounts(quickKey);
  const letters: string[] = [];
  const mail = {
    send: ({ text }: { readonly text: string }) => {
      letters.push(text);
      return Promise.resolve({ kind: "accepted", providerId: "x" } as const);
    },
  };
  const desk = { ...accounts, mail };
  const login = "awa@exemple.fr";
  await desk.store.write((tx) => tx.updateTable("agent").set({ login }).where("login", "=", "awa").execute());
  const awa = (await listPeople(desk)).find((one) => one.login === login)?.id ?? "";
  const given = secretOf((await sendPersonLink(desk, null, awa)).link);
  const ask = async () => {
    await (await askForLink(desk, { login, network: "203.0.113.9" })).sent;
    return /#(\w{43})/.exec(letters.at(-1) ?? "")?.[1] ?? "";
  };
  const first = await ask();
  const second = await ask();
  // Of those that were asked for, the last one.
  await rejects(resetPassword(desk, { secret: first, password: NEW }), { code: "LINK_INVALID" });
  equal((await resetPassword(desk, { secret: given, password: NEW })).login, login);
  // And none once a password was chosen.
  await rejects(resetPassword(desk, { secret: second, password: NEW }), { code: "LINK_INVALID" });
});
