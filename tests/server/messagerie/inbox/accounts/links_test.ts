/**
 * Links that open once, over a served port: the first supervisor, invitations, lost passwords, by e-mail too.
 * @covers messagerie-web.accounts.set-up
 * @covers messagerie-web.accounts.links
 * @covers messagerie-web.accounts.mail
 */
import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { askForLink } from "../../../../../service/messagerie/accounts/forgotten_password.ts";
import { startSmtp } from "../../channels/smtp_stand.ts";
import { runJson, testFolder } from "../../cli/run_cli.ts";
import { serve } from "../../served.ts";
import { until } from "../../../../until.ts";
import { Browser, join, OTHER_PASSWORD, PASSWORD, secretOf, setUp, startPeople } from "../people_server.ts";

const HOUR = 3_600_000;

const wanted = (secret: string, login = "sophie") => ({ secret, name: "Sophie", login, password: PASSWORD });
const linkIn = (text: string) => /https?:\/\/\S+#\w+/.exec(text)?.[0] ?? "";

Deno.test("serve prints a link that makes the first supervisor, once; a new one at each start, none afterwards", async () => {
  await using folder = await testFolder();
  const first = await serve(folder.url);
  const stale = linkIn(first.out());
  match(stale, /^http:\/\/127\.0\.0\.1:\d+\/premiers-pas#[0-9A-Za-z]{43}$/);
  await first.stop();

  const server = await serve(folder.url);
  const link = linkIn(server.out());
  const browser = () => new Browser(server.url, server.url, {});
  equal((await browser().ok("GET", "/welcome")).needsSetUp, true);
  const old = await browser().call("POST", "/links/look", { secret: secretOf(stale) });
  deepEqual([old.status, old.code], [410, "LINK_INVALID"], "the link of the start before");
  equal((await browser().ok("POST", "/links/look", { secret: secretOf(link) })).kind, "setup");

  const refused = await browser().call("POST", "/links/set-up", {
    ...wanted(secretOf(link)),
    password: "azertyuiop12",
  });
  equal(refused.details.issues[0].field, "password", "a refusal does not use the link up");
  const sophie = browser();
  equal((await sophie.ok("POST", "/links/set-up", wanted(secretOf(link)))).person.role, "supervisor");
  equal((await sophie.ok("GET", "/account")).inboxIds, null);
  equal((await browser().call("POST", "/links/set-up", wanted(secretOf(link), "eve"))).code, "LINK_INVALID");
  equal((await browser().ok("GET", "/welcome")).needsSetUp, false);
  equal(server.error().includes(secretOf(link)), false, "no log holds the secret");
  await server.stop();

  await using last = await serve(folder.url);
  doesNotMatch(last.out(), /premiers-pas/);
});

Deno.test("of two who use the set-up link at once, one becomes supervisor", async () => {
  await using people = await startPeople();
  await using other = await people.another();
  const { setUpLink } = await import("../../../../../service/messagerie/accounts/set_up.ts");
  const secret = secretOf((await setUpLink(people.server.desk))?.url ?? "");
  const answers = await Promise.all([
    people.browser().call("POST", "/links/set-up", wanted(secret, "a")),
    other.browser().call("POST", "/links/set-up", wanted(secret, "b")),
  ]);
  deepEqual(answers.map(({ status }) => status).sort(), [201, 410]);
});

Deno.test("the set-up link is dead after twenty-four hours, and stays so when the clock goes back", async () => {
  await using people = await startPeople();
  const { setUpLink } = await import("../../../../../service/messagerie/accounts/set_up.ts");
  const secret = secretOf((await setUpLink(people.server.desk))?.url ?? "");
  const look = () => people.browser().call("POST", "/links/look", { secret });
  people.clock.offset = 24 * HOUR - 10_000;
  equal((await look()).status, 200);
  people.clock.offset = 24 * HOUR;
  equal((await look()).status, 410);
  people.clock.offset = 0;
  equal((await look()).status, 410);
});

Deno.test("an invitation opens once, for seven days, for who was invited; another one takes its place", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const invited = { login: "awa@exemple.fr", name: "Awa Diop", role: "agent", inboxIds: [] };
  const { person, link, mail } = await sophie.ok("POST", "/admin/people", invited);
  deepEqual(mail, { state: "off", reason: null });
  equal(person.joined, false);
  match(link.url, /\/invitation#/);
  equal((await people.browser().signIn("awa@exemple.fr", "")).status, 400);
  equal((await people.browser().signIn("awa@exemple.fr")).code, "SIGN_IN_REFUSED");

  const accept = (url: string, body: object = {}) =>
    people.browser().call("POST", "/links/invitation", {
      secret: secretOf(url),
      password: PASSWORD,
      ...body,
    });
  const again = await sophie.ok("POST", `/admin/people/${person.id}/link`);
  equal((await accept(link.url)).code, "LINK_INVALID", "replaced");
  people.clock.offset = 7 * 24 * HOUR + 1_000;
  equal((await accept(again.link.url)).code, "LINK_INVALID", "expired");
  people.clock.offset = 0;
  equal((await accept(again.link.url)).code, "LINK_INVALID", "and no clock brings it back");

  people.clock.offset = HOUR;
  const future = await sophie.ok("POST", `/admin/people/${person.id}/link`);
  people.clock.offset = 0;
  equal((await accept(future.link.url)).code, "LINK_INVALID", "made in a future that the clock has left");

  const last = await sophie.ok("POST", `/admin/people/${person.id}/link`);
  const wrongKind = { secret: secretOf(last.link.url), password: PASSWORD };
  equal((await people.browser().call("POST", "/links/reset", wrongKind)).code, "LINK_INVALID");
  const named = await accept(last.link.url, { name: "Awa D." });
  deepEqual([named.status, named.data.person.name], [201, "Awa D."]);
  equal((await accept(last.link.url)).code, "LINK_INVALID", "used");
  equal((await sophie.ok("GET", "/admin/people")).at(-1).joined, true);
});

Deno.test("who is deactivated can no longer accept an invitation", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const invited = { login: "awa", name: "Awa", role: "agent", inboxIds: [] };
  const { person, link } = await sophie.ok("POST", "/admin/people", invited);
  await sophie.ok("PATCH", `/admin/people/${person.id}`, { active: false });
  const body = { secret: secretOf(link.url), password: PASSWORD };
  equal((await people.browser().call("POST", "/links/invitation", body)).code, "LINK_INVALID");
  await sophie.ok("PATCH", `/admin/people/${person.id}`, { active: true });
  equal((await people.browser().call("POST", "/links/invitation", body)).code, "LINK_INVALID");
});

Deno.test("a new password ends every session, signs nobody in, and its link opens once", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const { browser: awa, id } = await join(people, sophie, { login: "awa" });
  const { link } = await sophie.ok("POST", `/admin/people/${id}/link`);
  match(link.url, /\/nouveau-mot-de-passe#/);
  equal((await awa.call("GET", "/session")).status, 200, "asking for a link ends nothing");
  const lost = people.browser();
  const body = { secret: secretOf(link.url), password: OTHER_PASSWORD };
  deepEqual(await lost.ok("POST", "/links/reset", body), { login: "awa" });
  equal(lost.cookies.has("messagerie"), false);
  equal((await awa.call("GET", "/session")).status, 401);
  equal((await lost.call("POST", "/links/reset", body)).code, "LINK_INVALID");
  equal((await lost.signIn("awa")).code, "SIGN_IN_REFUSED");
  equal((await lost.signIn("awa", OTHER_PASSWORD)).status, 200);
});

Deno.test("a lost password: the same answer for everybody, a link by e-mail to who is there, never a password", async () => {
  await using smtp = await startSmtp();
  await using people = await startPeople({
    MESSAGERIE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MESSAGERIE_MAIL_FROM: "Boutique <chat@exemple.fr>",
    MESSAGERIE_PUBLIC_URL: "https://chat.exemple.fr",
  });
  const sophie = await setUp(people, "sophie@exemple.fr");
  const invited = { login: "awa@exemple.fr", name: "Awa <b>Diop</b>", role: "agent", inboxIds: [] };
  const { mail, link } = await sophie.ok("POST", "/admin/people", invited);
  deepEqual(mail, { state: "sent", reason: null });
  const [invitation] = smtp.received;
  deepEqual(invitation?.to, ["awa@exemple.fr"]);
  ok(invitation?.mail.text?.includes(link.url));
  ok(invitation?.mail.html && invitation.mail.html.includes(`href="${link.url}"`));

  const ask = (login: string) => people.browser().call("POST", "/password/forgotten", { login });
  const answers = [
    await ask("sophie@exemple.fr"),
    await ask("personne@exemple.fr"),
    await ask("awa@exemple.fr"),
  ];
  deepEqual(answers.map(({ status, data }) => [status, data]), Array(3).fill([202, {}]));
  const desk = people.server.desk;
  await (await askForLink(desk, { login: "personne@exemple.fr", network: "a" })).sent;
  await until(() => smtp.received.length >= 2, "the second e-mail");
  await new Promise((resolve) => setTimeout(resolve, 100));
  equal(smtp.received.length, 2, "one more e-mail: to who is there and has a password");
  const [, letter] = smtp.received;
  deepEqual(letter?.to, ["sophie@exemple.fr"]);
  doesNotMatch(letter?.raw ?? "", new RegExp(PASSWORD));
  const secret = secretOf(linkIn(letter?.mail.text ?? ""));
  people.clock.offset = HOUR;
  const late = await people.browser().call("POST", "/links/reset", { secret, password: OTHER_PASSWORD });
  equal(late.code, "LINK_INVALID", "after an hour");
});

Deno.test("without mail a lost password is a supervisor's or the command line's matter", async () => {
  await using people = await startPeople();
  await setUp(people);
  const { status, code } = await people.browser().call("POST", "/password/forgotten", { login: "sophie" });
  deepEqual([status, code], [503, "MAIL_UNAVAILABLE"]);
  const { url } = await runJson(people.databaseUrl, ["agent", "reset", "SOPHIE"]);
  match(url, /^http:\/\/127\.0\.0\.1:8810\/nouveau-mot-de-passe#/);
  const body = { secret: secretOf(url), password: OTHER_PASSWORD };
  deepEqual(await people.browser().ok("POST", "/links/reset", body), { login: "sophie" });
  const invited = await runJson(people.databaseUrl, ["agent", "invite", "zoe", "--role", "supervisor"]);
  const accept = { secret: secretOf(invited.url), password: PASSWORD };
  const zoe = await people.browser().ok("POST", "/links/invitation", accept);
  equal(zoe.person.role, "supervisor");
});
