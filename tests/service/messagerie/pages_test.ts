/**
 * What only the pages and the server itself do: transfer, snooze, wake, delete for all, metadata.
 * @covers messagerie.get_conversation.events, messagerie.get_conversation.messages, messagerie.data.metadata
 */
import assert from "node:assert/strict";
import * as service from "../../../service/messagerie/mod.ts";
import { dump, NOON, openDesk, refused, type TestDesk } from "./desk.ts";

async function furnished(): Promise<TestDesk> {
  const desk = await openDesk();
  await desk.site();
  await desk.contact({ name: "Léa", phone: "+33612345678" });
  return desk;
}

function events(view: service.ConversationView) {
  return view.messages.flatMap((message) => "event" in message ? [message.event] : []);
}

const iso = (at: number) => new Date(at).toISOString();

Deno.test("a transfer takes the thread, the search and the contact's counters along", async () => {
  await using desk = await furnished();
  const [a, b] = [await desk.inbox({ name: "Avant" }), await desk.inbox({ name: "Après" })];
  const conversationId = await desk.conversation({
    inbox: a,
    at: NOON - 100,
    messages: [{ from: "visitor", text: "introuvable ailleurs" }, {
      from: "note",
      text: "introuvable aussi",
    }],
  });
  await desk.conversation({ inbox: a, at: NOON - 500 });
  const [inA, inB] = [desk.token({ inboxes: [a] }), desk.token({ inboxes: [b] })];
  const view = await service.transferConversation(desk, desk.token(), { conversationId, inboxId: b.id });
  assert.equal(view.inboxId, b.id);
  assert.deepEqual(events(view), [{ type: "transferred", inbox: "Après", by: "Robot" }]);
  const search = async (actor: typeof inA) =>
    (await service.searchMessages(desk, actor, { query: "introuvable" })).length;
  assert.deepEqual([await search(inA), await search(inB)], [0, 2]);
  const counts = async (actor: typeof inA) =>
    (await service.listContacts(desk, actor, { query: "léa" }))
      .map(({ conversations, lastMessageAt }) => [conversations, lastMessageAt]);
  assert.deepEqual(await counts(inA), [[1, iso(NOON - 500)]]);
  assert.deepEqual(await counts(inB), [[1, iso(NOON - 100)]]);
  const changed = await desk.store.read.selectFrom("change").where("kind", "=", "conversation").orderBy("no")
    .select("inbox_no").execute();
  assert.deepEqual(changed, [{ inbox_no: a.no }, { inbox_no: b.no }], "both inboxes see it");

  const before = await dump(desk);
  await service.transferConversation(desk, desk.token(), { conversationId, inboxId: b.id });
  assert.deepEqual(await dump(desk), before, "to its own inbox nothing happens");
  const out = await service.transferConversation(desk, desk.token(), { conversationId, inboxId: null });
  assert.equal(out.inboxId, null);
  assert.deepEqual(await counts(inA), [[2, iso(NOON - 100)]], "without inbox everybody reaches it");
  for (const inboxId of [b.id, crypto.randomUUID()]) {
    await assert.rejects(
      service.transferConversation(desk, inA, { conversationId, inboxId }),
      refused("INBOX_NOT_FOUND"),
    );
  }
});

Deno.test("an assignee who does not serve the new inbox loses the conversation to the queue", async () => {
  await using desk = await furnished();
  const [a, b] = [await desk.inbox(), await desk.inbox({ name: "B" })];
  const both = await desk.agent({ inboxes: [a, b] });
  const one = await desk.agent({ inboxes: [a] });
  const keeps = await desk.conversation({ inbox: a, assignee: both });
  const loses = await desk.conversation({ inbox: a, assignee: one });
  const move = (conversationId: string) =>
    service.transferConversation(desk, desk.token(), { conversationId, inboxId: b.id });
  assert.equal((await move(keeps)).assigneeId, both.id);
  const lost = await move(loses);
  assert.equal(lost.assigneeId, null);
  assert.deepEqual(events(lost), [
    { type: "transferred", inbox: "B", by: "Robot" },
    { type: "assigned", agent: null, by: "Robot" },
  ]);
});

Deno.test("snoozing sets aside until a date to come; what is due wakes by itself, and only that", async () => {
  await using desk = await furnished();
  const conversationId = await desk.conversation({ inbox: null, status: "open" });
  const later = await desk.conversation({ inbox: null });
  const imported = await desk.conversation({ inbox: null, status: "resolved", snoozedUntil: NOON - 1 });
  const snooze = (id: string, until: number) =>
    service.snoozeConversation(desk, desk.token(), { conversationId: id, until });
  const view = await snooze(conversationId, NOON + 1000);
  assert.equal(view.status, "pending");
  assert.deepEqual(events(view), [{ type: "snoozed", agent: "Robot", until: iso(NOON + 1000) }]);
  const before = await dump(desk);
  await snooze(conversationId, NOON + 1000);
  assert.deepEqual(await dump(desk), before);
  await snooze(later, NOON + 2000);
  for (const until of [NOON, NOON - 1, NaN, 1e300, NOON + 0.5]) {
    await assert.rejects(snooze(conversationId, until), refused("INVALID_REQUEST", "until"));
  }
  await assert.rejects(snooze(imported, NOON + 1), refused("INVALID_REQUEST", "conversationId"));
  assert.equal(await service.wakeDueConversations(desk), 0);
  desk.time = NOON + 1000;
  desk.woken.feed = 0;
  assert.equal(await service.wakeDueConversations(desk), 1);
  assert.equal(desk.woken.feed, 1);
  const woken = await service.getConversation(desk, desk.token(), { conversationId });
  assert.equal(woken.status, "open");
  assert.deepEqual(events(woken).at(-1), { type: "woke", agent: null });
  assert.equal(
    (await service.getConversation(desk, desk.token(), { conversationId: later })).status,
    "pending",
  );
  const still = await service.getConversation(desk, desk.token(), { conversationId: imported });
  assert.equal(still.status, "resolved");
  assert.equal(await service.wakeDueConversations(desk), 0);
});

Deno.test("many wake in batches, each with its event and its changes, in a fixed number of statements", async () => {
  await using desk = await furnished();
  const ids: string[] = [];
  for (let n = 0; n < 203; n++) {
    ids.push(await desk.conversation({ inbox: null, status: "pending", snoozedUntil: NOON - 1 }));
  }
  desk.statements.length = 0;
  assert.equal(await service.wakeDueConversations(desk), 200);
  const first = desk.statements.length;
  desk.statements.length = 0;
  assert.equal(await service.wakeDueConversations(desk), 3);
  assert.equal(desk.statements.length, first);
  const { change, message } = await dump(desk);
  assert.deepEqual([change?.length, message?.length], [406, 406]);
  assert.equal((await service.listConversations(desk, desk.token(), { status: "pending" })).length, 0);
});

Deno.test("a message deleted for all leaves its id and date: not its text, its files nor its place in the search", async () => {
  await using desk = await furnished();
  const person = desk.person(await desk.agent());
  const conversationId = await desk.conversation({
    inbox: null,
    messages: [
      { from: "visitor", text: "premier secret" },
      { from: "agent", text: "second secret", author: "Claire", files: ["secret.pdf"] },
      { from: "note", text: "note secrète" },
      { from: "event", event: { type: "takeover", agent: "Claire" } },
    ],
  });
  const [first, second, note, event] =
    (await service.getConversation(desk, person, { conversationId })).messages;
  const remove = (messageId = "") => service.deleteMessage(desk, person, { conversationId, messageId });
  const item = async () => (await service.listConversations(desk, person, {}))[0];
  const date = (await item())?.lastMessageAt;
  const view = await remove(second?.id.toUpperCase());
  assert.deepEqual(view.messages[1], { id: second?.id, at: second?.at, deleted: true });
  assert.deepEqual((await item())?.lastMessage, { from: "visitor", text: "premier secret" });
  assert.equal((await item())?.lastMessageAt, date);
  assert.equal((await service.searchMessages(desk, person, { query: "secret" })).length, 2);
  await remove(note?.id);
  await remove(first?.id);
  assert.deepEqual((await item())?.lastMessage, { from: null, text: "" });
  assert.deepEqual(await service.searchMessages(desk, person, { query: "secr" }), []);
  const held = await dump(desk);
  assert.ok(!JSON.stringify(held).includes("secr"), "nothing of it is left in the tables");
  await remove(first?.id);
  assert.deepEqual(await dump(desk), held, "twice is once");
  for (const id of [event?.id, crypto.randomUUID()]) {
    await assert.rejects(remove(id), refused("INVALID_REQUEST", "messageId"));
  }
  const other = await desk.conversation({ inbox: null });
  const [foreign] = (await service.getConversation(desk, person, { conversationId: other })).messages;
  await assert.rejects(remove(foreign?.id), refused("INVALID_REQUEST", "messageId"));
});

Deno.test("metadata: at most 40 keys of 60 characters; strings of 500, finite numbers, booleans", async () => {
  await using desk = await furnished();
  const conversationId = await desk.conversation({ inbox: null });
  const set = (data: unknown) => service.setConversationData(desk, desk.token(), { conversationId, data });
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const most = { ...keys(37), ["😀".repeat(60)]: "😀".repeat(500), vrai: true, zero: -0.5 };
  assert.deepEqual((await set(most)).data, most);
  const before = await dump(desk);
  assert.deepEqual((await set(most)).data, most);
  assert.deepEqual(await dump(desk), before);
  assert.deepEqual((await set({ a: "b" })).data, { a: "b" }, "replaced, not merged");
  assert.deepEqual((await set({ "clé\ud800": "a\0b\udc00" })).data, { "clé\ufffd": "a\ufffdb\ufffd" });
  for (
    const [data, field] of [
      [null, "data"],
      [[], "data"],
      ["x", "data"],
      [keys(41), "data"],
      [{ "": 1 }, "data."],
      [{ ["k".repeat(61)]: 1 }, `data.${"k".repeat(60)}`],
      [{ a: "x".repeat(501) }, "data.a"],
      [{ a: Infinity }, "data.a"],
      [{ a: null }, "data.a"],
      [{ a: {} }, "data.a"],
    ] as const
  ) await assert.rejects(set(data), refused("INVALID_REQUEST", field));
});
