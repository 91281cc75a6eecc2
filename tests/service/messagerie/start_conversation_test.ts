/**
 * Writing first.
 * @covers messagerie.start.destination, messagerie.start.contact, messagerie.start.resumes, messagerie.start.new
 * @covers messagerie.start.refusals
 */
import assert from "node:assert/strict";
import * as service from "../../../service/messagerie/mod.ts";
import type { TokenActor } from "../../../service/messagerie/actor.ts";
import { dump, NOON, openDesk, refused, type TestDesk } from "./desk.ts";

const NONE = { available: false, inboxId: null };
const DAY = 24 * 3_600_000;

async function furnished(): Promise<TestDesk> {
  const desk = await openDesk();
  await desk.site({ name: "Boutique" });
  return desk;
}

function starter(desk: TestDesk) {
  return (input: Partial<service.StartConversationInput>, actor: TokenActor = desk.token()) =>
    service.startConversation(desk, actor, { channel: "sms", text: "Bonjour", ...input });
}

async function recipients(desk: TestDesk) {
  const rows = await desk.store.read.selectFrom("outbound").orderBy("no").select(["channel", "recipient"])
    .execute();
  return rows.map(({ channel, recipient }) => `${channel} ${recipient}`);
}

Deno.test("a new conversation is open, unassigned, in the first inbox of the site, with a new contact", async () => {
  await using desk = await furnished();
  const [second] = [await desk.site({ name: "Seconde" })];
  const elsewhere = await desk.inbox({ site: second });
  const first = await desk.inbox({});
  await desk.inbox({});
  const view = await starter(desk)({ phone: "06 12 34 56 78", name: " Léa Martin " });
  assert.deepEqual(
    [view.status, view.assignee, view.inboxId, view.channel, view.site],
    ["open", null, first.id, "sms", "Boutique"],
  );
  assert.notEqual(view.inboxId, elsewhere.id);
  assert.deepEqual({ ...view.contact, id: "" }, {
    id: "",
    name: "Léa Martin",
    email: null,
    phone: "+33612345678",
    identified: false,
  });
  const [message] = view.messages;
  assert.ok(
    view.messages.length === 1 && message !== undefined && "from" in message && message.from === "agent",
  );
  assert.deepEqual([message.text, message.author], ["Bonjour", "Robot"]);
  assert.deepEqual(view.deliveries.map(({ messageId, state }) => [messageId, state]), [[
    message.id,
    "pending",
  ]]);
  assert.deepEqual(desk.woken, { feed: 1, outbound: 1 });
  const [contact] = await service.listContacts(desk, desk.token(), { query: "martin" });
  assert.deepEqual([contact?.conversations, contact?.lastMessageAt], [1, new Date(NOON).toISOString()]);
});

Deno.test("the channel's inbox: of the settings, else the site's first, else one of no site, else none", async () => {
  await using desk = await furnished();
  const start = starter(desk);
  assert.equal((await start({ phone: "+33612345601" })).inboxId, null);
  const shared = await desk.inbox({ site: null });
  assert.equal((await start({ phone: "+33612345602" })).inboxId, shared.id);
  const own = await desk.inbox({});
  assert.equal((await start({ phone: "+33612345603" })).inboxId, own.id);
  const chosen = await desk.inbox({});
  desk.channels = {
    sms: { available: true, inboxId: chosen.id.toUpperCase() },
    email: { available: true, inboxId: null },
  };
  assert.equal((await start({ phone: "+33612345604" })).inboxId, chosen.id);
  assert.equal((await start({ channel: "email", email: "a@exemple.fr" })).inboxId, own.id);
});

Deno.test("numbers are E.164, national ones of the site's country; addresses are addresses", async () => {
  await using desk = await furnished();
  const belgium = await desk.site({ country: "BE" });
  const belgian = await desk.contact({ site: belgium });
  const start = starter(desk);
  for (
    const [typed, phone] of [
      ["06.12-34 (56) 78", "+33612345678"],
      ["0033 6 12 34 56 78", "+33612345678"],
      ["+33 (0)6 12 34 56 78", "+33612345678"],
      ["+32 470 12 34 56", "+32470123456"],
      ["+1 (555) 123-4567", "+15551234567"],
    ] as const
  ) assert.equal((await start({ phone: typed })).contact.phone, phone, typed);
  const national = await start({ contactId: belgian.id, phone: "0470 12 34 57" });
  assert.equal(national.contact.phone, "+32470123457");
  const american = await desk.contact({ site: await desk.site({ country: "US" }) });
  const abroad = await start({ contactId: american.id, phone: "0033 6 12 34 56 79" });
  assert.equal(abroad.contact.phone, "+33612345679", "00 is + wherever the site is");
  const before = await dump(desk);
  for (const phone of ["12", "abc", "+999 123 456 789", "06 12 34 56 7", "+33 6 12 34 56 78 poste 2"]) {
    await assert.rejects(start({ phone }), refused("INVALID_REQUEST", "phone"), phone);
  }
  for (
    const email of ["lea", "lea@", "@exemple.fr", "a b@exemple.fr", "a@exemple.fr\r\nBcc: x@y.fr", "a@b"]
  ) {
    await assert.rejects(start({ channel: "email", email }), refused("INVALID_REQUEST", "email"), email);
  }
  for (const nothing of [{}, { email: "a@exemple.fr" }, { phone: " " }]) {
    await assert.rejects(start(nothing), refused("INVALID_REQUEST", "phone"));
  }
  await assert.rejects(
    start({ channel: "email", phone: "+33612345678" }),
    refused("INVALID_REQUEST", "email"),
  );
  const silent = await desk.contact();
  const withSilent = await dump(desk);
  await assert.rejects(start({ contactId: silent.id }), refused("INVALID_REQUEST", "phone"));
  assert.deepEqual(await dump(desk), withSilent);
  assert.equal(before.message?.length, withSilent.message?.length);
});

Deno.test("a contact's own number serves, a given one goes before it, and it keeps its own unless it had none", async () => {
  await using desk = await furnished();
  const lea = await desk.contact({ phone: "+33612345678" });
  const bob = await desk.contact({ name: "Bob" });
  const start = starter(desk);
  assert.equal((await start({ contactId: lea.id })).contact.phone, "+33612345678");
  assert.equal((await start({ contactId: lea.id, phone: "+33700000000" })).contact.phone, "+33612345678");
  assert.equal((await start({ contactId: bob.id, phone: "07 00 00 00 01" })).contact.phone, "+33700000001");
  assert.equal(
    (await start({ contactId: bob.id, channel: "email", email: "bob@exemple.fr" })).contact.email,
    "bob@exemple.fr",
  );
  assert.deepEqual(await recipients(desk), [
    "sms +33612345678",
    "sms +33700000000",
    "sms +33700000001",
    "email bob@exemple.fr",
  ]);
  const found = await service.listContacts(desk, desk.token(), { query: "0700000001" });
  assert.deepEqual(found.map(({ id }) => id), [bob.id], "found by its new number");
});

Deno.test("without contact: the one of that number or address, of two the one updated last", async () => {
  await using desk = await furnished();
  const start = starter(desk);
  const older = await desk.contact({ phone: "+33612345678", email: "LEA@exemple.fr", updatedAt: NOON - 5 });
  const newer = await desk.contact({ phone: "+33612345678", updatedAt: NOON - 4 });
  assert.equal((await start({ phone: "06 12 34 56 78" })).contact.id, newer.id);
  assert.equal((await start({ channel: "email", email: "lea@EXEMPLE.fr" })).contact.id, older.id);
  const created = await start({ phone: "+33612345679", name: "  " });
  assert.deepEqual([created.contact.name, created.contact.phone], ["+33612345679", "+33612345679"]);
  assert.equal((await start({ phone: "+33612345679" })).contact.id, created.contact.id);
  await assert.rejects(
    start({ phone: "+33612345670", name: "x".repeat(201) }),
    refused("INVALID_REQUEST", "name"),
  );
});

Deno.test("the contact's conversation on that channel goes on, unless it was resolved for more than a day", async () => {
  await using desk = await furnished();
  const lea = await desk.contact({ phone: "+33612345678", email: "lea@exemple.fr" });
  await desk.conversation({ contact: lea, inbox: null, channel: "web" });
  await desk.conversation({ contact: lea, inbox: null, channel: "email" });
  const start = starter(desk);
  const first = await start({ contactId: lea.id });
  assert.equal((await start({ contactId: lea.id })).id, first.id);
  await service.resolveConversation(desk, desk.token(), { conversationId: first.id });
  desk.time += DAY;
  const reopened = await start({ contactId: lea.id, text: "encore" });
  assert.deepEqual([reopened.id, reopened.status], [first.id, "open"]);
  assert.deepEqual(
    reopened.messages.slice(-2).map((message) =>
      "event" in message ? message.event : "text" in message ? message.text : ""
    ),
    [{ type: "reopened", agent: "Robot" }, "encore"],
  );
  await service.resolveConversation(desk, desk.token(), { conversationId: first.id });
  desk.time += DAY + 1;
  assert.notEqual((await start({ contactId: lea.id })).id, first.id);
});

for (const status of ["ai", "pending"] as const) {
  Deno.test(`a conversation that is ${status} goes on, open`, async () => {
    await using desk = await furnished();
    const lea = await desk.contact({ phone: "+33612345678" });
    const id = await desk.conversation({ contact: lea, inbox: null, channel: "sms", status });
    const view = await starter(desk)({ contactId: lea.id });
    assert.deepEqual([view.id, view.status], [id, "open"]);
  });
}

Deno.test("of several, the one that was last active goes on; an unknown date of resolution is that of its last message", async () => {
  await using desk = await furnished();
  const lea = await desk.contact({ phone: "+33612345678" });
  const made = { contact: lea, inbox: null, channel: "sms" } as const;
  const old = await desk.conversation({ ...made, at: NOON - 9000 });
  const recent = await desk.conversation({ ...made, status: "resolved", at: NOON - 1000 });
  await desk.store.write((db) => db.updateTable("conversation").set({ resolved_at: null }).execute());
  assert.equal((await starter(desk)({ contactId: lea.id })).id, recent);
  desk.time = NOON + DAY + 1;
  await desk.store.write((db) =>
    db.updateTable("conversation").set({ status: "resolved", resolved_at: null, last_message_at: NOON })
      .where("id", "=", recent).execute()
  );
  assert.equal((await starter(desk)({ contactId: lea.id })).id, old);
});

Deno.test("what the token does not reach leaks nothing: a new contact, a new conversation", async () => {
  await using desk = await furnished();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const hidden = await desk.contact({ name: "Caché", phone: "+33612345678" });
  await desk.conversation({ contact: hidden, inbox: b, channel: "sms" });
  const shared = await desk.contact({ name: "Partagée", phone: "+33700000000" });
  const theirs = await desk.conversation({ contact: shared, inbox: b, channel: "sms" });
  await desk.conversation({ contact: shared, inbox: a, channel: "web" });
  const limited = desk.token({ inboxes: [a] });
  const start = starter(desk);
  await assert.rejects(start({ contactId: hidden.id }, limited), refused("CONTACT_NOT_FOUND"));
  const fresh = await start({ phone: "+33612345678" }, limited);
  assert.notEqual(fresh.contact.id, hidden.id);
  assert.ok(!JSON.stringify(fresh).includes("Caché"));
  const beside = await start({ phone: "+33700000000" }, limited);
  assert.equal(beside.contact.id, shared.id);
  assert.notEqual(beside.id, theirs);
});

Deno.test("a conversation in a reached inbox goes on even where the channel's own is not reached", async () => {
  await using desk = await furnished();
  const [own, other] = [await desk.inbox(), await desk.inbox()];
  const lea = await desk.contact({ phone: "+33612345678" });
  const id = await desk.conversation({ contact: lea, inbox: other, channel: "sms" });
  desk.channels = {
    sms: { available: true, inboxId: own.id },
    email: { available: true, inboxId: own.id },
  };
  const limited = desk.token({ inboxes: [other] });
  assert.equal((await starter(desk)({ contactId: lea.id }, limited)).id, id);
  await assert.rejects(
    starter(desk)({ contactId: lea.id, channel: "email", email: "lea@exemple.fr" }, limited),
    refused("INBOX_NOT_FOUND"),
  );
});

Deno.test("refusals come in the order of the contract, and write nothing", async () => {
  await using desk = await openDesk();
  desk.channels = { sms: { available: false, inboxId: crypto.randomUUID() }, email: NONE };
  const start = starter(desk);
  const read = desk.token({ access: "read" });
  const bad = { text: "x".repeat(4_001), contactId: crypto.randomUUID(), phone: "abc" };
  const held = await dump(desk);
  await assert.rejects(start(bad, read), refused("TOKEN_READ_ONLY"));
  await assert.rejects(start(bad), refused("INVALID_REQUEST", "text"));
  await assert.rejects(start({ ...bad, text: " " }), refused("INVALID_REQUEST", "phone"));
  await assert.rejects(start({ ...bad, text: " ", phone: "0612345678" }), refused("EMPTY_MESSAGE"));
  await assert.rejects(start({ ...bad, text: "x", phone: "12345" }), refused("CONTACT_NOT_FOUND"));
  await assert.rejects(start({ phone: "12345" }), refused("INVALID_REQUEST", "phone"));
  await assert.rejects(start({ phone: "0612345678" }), refused("SITE_NOT_FOUND"));
  assert.deepEqual(await dump(desk), held);
  await desk.site();
  await assert.rejects(start({ phone: "0612345678" }), refused("INBOX_NOT_FOUND"));
  desk.channels = { sms: NONE, email: NONE };
  await assert.rejects(start({ phone: "0612345678" }), refused("NUMBER_UNAVAILABLE"));
  await assert.rejects(start({ channel: "email", email: "a@exemple.fr" }), refused("MAIL_UNAVAILABLE"));
  const inbox = await desk.inbox();
  await assert.rejects(
    start({ phone: "0612345678" }, desk.token({ inboxes: [] })),
    refused("INBOX_NOT_FOUND"),
  );
  await assert.rejects(
    start({ phone: "0612345678" }, desk.token({ inboxes: [inbox] })),
    refused("NUMBER_UNAVAILABLE"),
  );
  assert.deepEqual(await dump(desk), held);
  assert.deepEqual(desk.woken, { feed: 0, outbound: 0 });
  desk.channels = { sms: { available: true, inboxId: null }, email: NONE };
  assert.equal((await start({ text: "😀".repeat(4_000), phone: "0612345678" })).inboxId, inbox.id);
});

Deno.test("two tokens at once make one contact and one conversation", async () => {
  await using desk = await furnished();
  const start = starter(desk);
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, n) => start({ phone: "0612345678", text: `${n}` })),
  );
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  const { contact, conversation, message } = await dump(desk);
  assert.deepEqual([contact?.length, conversation?.length, message?.length], [1, 1, 6]);
});
