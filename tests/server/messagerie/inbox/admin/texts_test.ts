/**
 * Declared labels, canned replies, channels.
 * @covers messagerie-web.admin.tags
 * @covers messagerie-web.admin.canned-replies
 * @covers messagerie-web.admin.channels
 */
import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { fillCannedReply } from "../../../../../service/messagerie/admin/canned_variables.ts";
import { startSmtp } from "../../channels/smtp_stand.ts";
import { furnish } from "../../furnished.ts";
import { join, setUp, startPeople } from "../people_server.ts";

Deno.test("a declared label gives its name and colour to conversations, is renamed on all of them, and leaves grey behind", async () => {
  await using people = await startPeople();
  const { conversationIds: [first = "", second = ""], create } = await furnish(people.databaseUrl);
  const { token } = await create();
  const sophie = await setUp(people);
  const rest = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${people.url}/api/v1/conversations/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()).data;
  };
  const tags = async (id: string): Promise<string[]> => (await rest("GET", id)).tags;
  const colour = async (label: string) =>
    (await people.server.desk.store.read.selectFrom("conversation_tag").where("label", "=", label)
      .select("color").distinct().execute()).map(({ color }) => color);

  await rest("POST", `${first}/tags`, { label: "colis perdu" });
  await rest("POST", `${second}/tags`, { label: "Égaré" });
  await rest("POST", `${first}/tags`, { label: "égaré" });
  deepEqual(await colour("colis perdu"), ["#64748b"]);
  const declared = await sophie.ok("POST", "/admin/tags", { name: "Colis Perdu", color: "#AA0000" });
  deepEqual(declared, { name: "Colis Perdu", color: "#aa0000", conversations: 1 });
  ok((await tags(first)).includes("Colis Perdu"));
  equal(
    (await sophie.call("POST", "/admin/tags", { name: "COLIS PERDU", color: "#000000" })).code,
    "NAME_TAKEN",
  );

  const path = (name: string) => `/admin/tags/${encodeURIComponent(name)}`;
  const renamed = await sophie.ok("PATCH", path("colis perdu"), { name: "Égaré", color: "#00aa00" });
  deepEqual(renamed, { name: "Égaré", color: "#00aa00", conversations: 2 });
  equal(
    (await tags(first)).filter((label) => /égaré|colis/i.test(label)).join(),
    "Égaré",
    "of two labels one stays",
  );
  deepEqual(await colour("Égaré"), ["#00aa00"]);
  equal((await sophie.call("PATCH", path("colis perdu"), { color: "#000000" })).code, "UNKNOWN_ITEM");

  await sophie.ok("DELETE", path("Égaré"));
  ok((await tags(second)).includes("Égaré"));
  deepEqual(await colour("Égaré"), ["#64748b"]);
  for (
    const body of [{ name: " ", color: "#000000" }, { name: "a", color: "red" }, { name: "a", color: "#fff" }]
  ) {
    equal((await sophie.call("POST", "/admin/tags", body)).status, 400);
  }
});

Deno.test("canned replies are kept by supervisors and seen by whoever reaches their inbox", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const one = await sophie.ok("POST", "/admin/inboxes", { name: "Ventes" });
  const two = await sophie.ok("POST", "/admin/inboxes", { name: "Sinistres" });
  const { browser: awa } = await join(people, sophie, { login: "awa", inboxIds: [one.id] });
  const reply = { shortcut: "/Délai", title: "Délai", body: "Bonjour {{ contact.name }}.", inboxId: null };
  const everywhere = await sophie.ok("POST", "/admin/canned-replies", reply);
  equal(everywhere.shortcut, "delai");
  await sophie.ok("POST", "/admin/canned-replies", { ...reply, inboxId: one.id });
  const hidden = await sophie.ok("POST", "/admin/canned-replies", {
    ...reply,
    shortcut: "b",
    inboxId: two.id,
  });
  const seen = async (browser: typeof awa) =>
    (await browser.ok("GET", "/canned-replies")).map(({ shortcut, inboxId }: Record<string, string>) => [
      shortcut,
      inboxId,
    ]);
  deepEqual(await seen(awa), [["delai", null], ["delai", one.id]]);
  deepEqual(await seen(sophie), [["delai", null], ["delai", one.id], ["b", two.id]].sort());

  equal(
    (await sophie.call("POST", "/admin/canned-replies", { ...reply, shortcut: "DELAI" })).code,
    "NAME_TAKEN",
  );
  const path = `/admin/canned-replies/${hidden.id}`;
  equal((await sophie.call("PATCH", path, { shortcut: "delai", inboxId: null })).code, "NAME_TAKEN");
  deepEqual(await sophie.ok("PATCH", path, { title: "B" }), { ...hidden, title: "B" });
  for (
    const [change, field] of [
      [{ shortcut: "a b" }, "shortcut"],
      [{ body: "{{contact.phone_number}}" }, "body"],
      [{ inboxId: "018f0000-0000-7000-8000-0000000000ff" }, "inboxId"],
      [{ title: "" }, "title"],
    ] as const
  ) {
    const { details } = await sophie.call("PATCH", path, change);
    equal(details.issues[0].field, field);
  }
  await sophie.ok("DELETE", path);
  equal((await sophie.call("DELETE", path)).code, "UNKNOWN_ITEM");
});

Deno.test("fillCannedReply() leaves no brace behind, and takes values as they are", () => {
  const body = "Bonjour {{contact.name}}, {{ agent.name }} ({{site.name}}) {{contact.email}}.";
  equal(
    fillCannedReply(body, {
      "contact.name": "{{agent.name}} $&",
      "agent.name": "Awa",
      "contact.email": null,
    }),
    "Bonjour {{agent.name}} $&, Awa () .",
  );
});

Deno.test("channels are told without a secret; a test says what the provider answered, and not without end", async () => {
  await using smtp = await startSmtp({ authOptional: true });
  await using people = await startPeople({
    MESSAGERIE_SMTP_URL: `smtp://utilisateur:motsecret@127.0.0.1:${smtp.port}?secret=oui`,
    MESSAGERIE_MAIL_FROM: "Boutique <chat@exemple.fr>",
    MESSAGERIE_TWILIO_ACCOUNT_SID: "AC1",
    MESSAGERIE_TWILIO_AUTH_TOKEN: "jetonsecret",
    MESSAGERIE_TWILIO_FROM: "+33600000000",
    // Nobody listens there.
    MESSAGERIE_TWILIO_URL: "http://127.0.0.1:1",
  });
  const sophie = await setUp(people);
  const channels = await sophie.ok("GET", "/admin/channels");
  deepEqual(channels, [
    {
      channel: "email",
      available: true,
      from: "Boutique <chat@exemple.fr>",
      server: `127.0.0.1:${smtp.port}`,
      inboxId: null,
    },
    { channel: "sms", available: true, from: "+33600000000", server: "127.0.0.1:1", inboxId: null },
  ]);
  doesNotMatch(JSON.stringify(channels), /secret|utilisateur|AC1/);

  const test = (channel: string, to: string) =>
    sophie.call("POST", `/admin/channels/${channel}/test`, { to });
  const auth = await test("email", "moi@exemple.fr");
  equal(auth.data.state, "later", "this server takes no password");
  match(auth.data.reason.fr, /identifiants/);
  const sms = await test("sms", "06 12 34 56 78");
  deepEqual([sms.data.state, sms.data.reason.en.length > 0], ["unknown", true]);
  equal((await test("email", "moi")).details.issues[0].field, "to");
  equal((await test("sms", "12")).details.issues[0].field, "to");

  await using plain = await startPeople({
    MESSAGERIE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MESSAGERIE_MAIL_FROM: "chat@exemple.fr",
  }, people);
  const there = plain.browser();
  await there.signIn("sophie");
  const send = () => there.call("POST", "/admin/channels/email/test", { to: "moi@exemple.fr" });
  deepEqual((await send()).data, { state: "accepted", reason: null });
  deepEqual(smtp.received.map(({ to }) => to), [["moi@exemple.fr"]]);
  smtp.refusals.rcptTo = 550;
  equal((await send()).data.state, "refused");
  await send();
  const late = await send();
  deepEqual([late.status, late.code], [429, "TOO_MANY_ATTEMPTS"]);
  ok(Number(late.headers.get("retry-after")) > 0);
  equal(
    (await there.call("POST", "/admin/channels/sms/test", { to: "0612345678" })).code,
    "NUMBER_UNAVAILABLE",
  );
});
