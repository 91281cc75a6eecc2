/**
 * Replies and notes.
 * @covers messagerie.send_reply.status, messagerie.send_reply.assignee, messagerie.send_reply.resolve
 * @covers messagerie.send_reply.unread, messagerie.add_note, messagerie.writes.text, messagerie.writes.returns
 * @covers messagerie.source.signed, messagerie.refusals.order
 */
import assert from "node:assert/strict";
import * as service from "../../../service/messagerie/mod.ts";
import { dump, NOON, openDesk, refused, type TestDesk } from "./desk.ts";

async function furnished(): Promise<TestDesk> {
  const desk = await openDesk();
  await desk.site();
  await desk.inbox();
  await desk.contact({ email: "lea@exemple.fr", phone: "+33612345678" });
  return desk;
}

/** The thread after its first message, each row in a word: an event's type and agent, or a text. */
function told(view: service.ConversationView): string[] {
  return view.messages.slice(1).map((message) => {
    if ("deleted" in message) return "deleted";
    if (message.from === "event") {
      return `${message.event.type}:${"agent" in message.event ? message.event.agent : ""}`;
    }
    return message.from === "agent" || message.from === "note"
      ? `${message.from} ${message.author}: ${message.text}`
      : message.from;
  });
}

for (
  const [status, events] of [
    ["ai", []],
    ["open", []],
    ["pending", ["woke:Robot"]],
    ["resolved", ["reopened:Robot"]],
  ] as const
) {
  Deno.test(`a reply opens what was ${status}, unassigned still; its events come before the message`, async () => {
    await using desk = await furnished();
    const claire = await desk.agent();
    const id = await desk.conversation({
      status,
      unread: true,
      ...(status === "pending" ? { snoozedUntil: NOON + 1000 } : {}),
    });
    desk.time += 60_000;
    const view = await service.sendReply(desk, desk.token(), { conversationId: id, text: " Voilà \n" });
    assert.equal(view.status, "open");
    assert.equal(view.assignee, null);
    assert.deepEqual(told(view), [...events, "agent Robot: Voilà"]);
    const [item] = await service.listConversations(desk, desk.token(), {});
    assert.equal(item?.unread, false);
    assert.equal(item?.lastMessageAt, new Date(NOON + 60_000).toISOString());
    assert.deepEqual(item?.lastMessage, { from: "agent", text: "Voilà" });
    const row = await desk.store.read.selectFrom("conversation").selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([row.snoozed_until, row.resolved_at], [null, null]);

    const given = await desk.conversation({ status, assignee: claire });
    const kept = await service.sendReply(desk, desk.token(), { conversationId: given, text: "x" });
    assert.deepEqual([kept.assigneeId, kept.status], [claire.id, "open"]);
  });

  Deno.test(`a reply that resolves what was ${status} ends with the event`, async () => {
    await using desk = await furnished();
    const id = await desk.conversation({ status });
    const view = await service.sendReply(desk, desk.token(), {
      conversationId: id,
      text: "ok",
      resolve: true,
    });
    assert.equal(view.status, "resolved");
    assert.deepEqual(told(view), [...events, "agent Robot: ok", "resolved:Robot"]);
    const row = await desk.store.read.selectFrom("conversation").selectAll().executeTakeFirstOrThrow();
    assert.equal(row.resolved_at, NOON);
  });
}

Deno.test("a person takes what they reply to, once; a program does not", async () => {
  await using desk = await furnished();
  const [claire, paul] = [await desk.agent({ name: "Claire" }), await desk.agent({ name: "Paul" })];
  const person = desk.person(claire);
  const id = await desk.conversation({ status: "ai" });
  const say = (text: string) => service.sendReply(desk, person, { conversationId: id, text });
  const first = await say("un");
  assert.deepEqual([first.status, first.assigneeId], ["open", claire.id]);
  assert.deepEqual(told(first), ["takeover:Claire", "agent Claire: un"]);
  assert.deepEqual(told(await say("deux")).slice(2), ["agent Claire: deux"]);

  const theirs = await desk.conversation({ status: "resolved", assignee: paul });
  const taken = await service.sendReply(desk, person, { conversationId: theirs, text: "trois" });
  assert.equal(taken.assigneeId, claire.id);
  assert.deepEqual(told(taken), ["reopened:Claire", "takeover:Claire", "agent Claire: trois"]);
  assert.deepEqual((await dump(desk)).notification, []);
});

Deno.test("a note changes nothing but the thread", async () => {
  await using desk = await furnished();
  const id = await desk.conversation({ status: "ai", unread: true });
  const before = (await dump(desk)).conversation;
  desk.time += 1000;
  const view = await service.addNote(desk, desk.token(), { conversationId: id, text: " contrat vérifié " });
  assert.deepEqual(told(view), ["note Robot: contrat vérifié"]);
  const { conversation, contact, outbound } = await dump(desk);
  assert.deepEqual(conversation, before);
  assert.equal((contact?.[0] as { last_message_at: number }).last_message_at, NOON);
  assert.deepEqual(outbound, []);
  assert.equal(desk.woken.outbound, 0);
});

Deno.test("text is trimmed, blank is refused, length is in code points, hostile characters are harmless", async () => {
  await using desk = await furnished();
  const id = await desk.conversation();
  for (const write of [service.sendReply, service.addNote]) {
    const say = (text: string) => write(desk, desk.token(), { conversationId: id, text });
    for (const blank of ["", " \n\t ", "\u00a0\ufeff", "\u200b", "\u2060 \u202e\u0085"]) {
      await assert.rejects(say(blank), refused("EMPTY_MESSAGE"));
    }
    await assert.rejects(say("😀".repeat(10_001)), refused("INVALID_REQUEST", "text"));
    const longest = await say(` ${"😀".repeat(10_000)} `);
    const last = longest.messages.at(-1);
    assert.ok(last !== undefined && "text" in last && last.text.length === 20_000);
    const hostile = (await say("a\0b\ud800c'); drop table message; --<script>")).messages.at(-1);
    assert.ok(hostile !== undefined && "text" in hostile);
    assert.equal(hostile.text, "a\ufffdb\ufffdc'); drop table message; --<script>");
  }
});

Deno.test("refusals come in order: read-only, invalid, empty, not found; nothing is written or woken", async () => {
  await using desk = await furnished();
  const id = await desk.conversation();
  const agent = await desk.agent();
  const before = await dump(desk);
  const read = desk.token({ access: "read" });
  const nowhere = crypto.randomUUID();
  const long = "x".repeat(10_001);
  for (const write of [service.sendReply, service.addNote]) {
    await assert.rejects(
      write(desk, read, { conversationId: nowhere, text: long }),
      refused("TOKEN_READ_ONLY"),
    );
    await assert.rejects(
      write(desk, desk.token(), { conversationId: nowhere, text: long }),
      refused("INVALID_REQUEST", "text"),
    );
    await assert.rejects(
      write(desk, desk.token(), { conversationId: nowhere, text: " " }),
      refused("EMPTY_MESSAGE"),
    );
    await assert.rejects(
      write(desk, desk.token(), { conversationId: nowhere, text: "x" }),
      refused("CONVERSATION_NOT_FOUND"),
    );
  }
  const at = { conversationId: id };
  for (
    const attempt of [
      () => service.resolveConversation(desk, read, at),
      () => service.assignConversation(desk, read, { ...at, agentId: agent.id }),
      () => service.addTag(desk, read, { ...at, label: "" }),
      () => service.removeTag(desk, read, { ...at, label: "" }),
      () => service.startConversation(desk, read, { channel: "sms", text: "" }),
      () => service.transferConversation(desk, read, { ...at, inboxId: null }),
      () => service.snoozeConversation(desk, read, { ...at, until: NOON + 1 }),
      () => service.setConversationData(desk, read, { ...at, data: null }),
    ]
  ) await assert.rejects(attempt(), refused("TOKEN_READ_ONLY"));
  assert.deepEqual(await dump(desk), before);
  assert.deepEqual(desk.woken, { feed: 0, outbound: 0 });
});

Deno.test("a clock that went back moves no date back, and the thread keeps the order of writing", async () => {
  await using desk = await furnished();
  const id = await desk.conversation();
  desk.time = NOON - 3_600_000;
  const view = await service.sendReply(desk, desk.token(), { conversationId: id, text: "plus tôt" });
  assert.deepEqual(told(view), ["agent Robot: plus tôt"]);
  assert.equal(view.messages.at(-1)?.at, new Date(NOON - 3_600_000).toISOString());
  const [item] = await service.listConversations(desk, desk.token(), {});
  assert.equal(item?.lastMessageAt, new Date(NOON).toISOString());
  const [contact] = await service.listContacts(desk, desk.token(), {});
  assert.equal(contact?.lastMessageAt, new Date(NOON).toISOString());
});

Deno.test("SMS and e-mail replies wait in the queue; web ones do not [@covers messagerie.outbound.states]", async () => {
  await using desk = await furnished();
  const made = {
    web: await desk.conversation({ channel: "web" }),
    sms: await desk.conversation({ channel: "sms" }),
    email: await desk.conversation({ channel: "email" }),
  };
  const say = (conversationId: string) =>
    service.sendReply(desk, desk.token(), { conversationId, text: "ok" });
  assert.deepEqual((await say(made.web)).deliveries, []);
  assert.deepEqual(desk.woken, { feed: 1, outbound: 0 });
  const sms = await say(made.sms);
  assert.deepEqual(sms.deliveries, [{
    messageId: sms.messages.at(-1)?.id,
    state: "pending",
    code: null,
    at: new Date(NOON).toISOString(),
  }]);
  assert.equal((await say(made.email)).deliveries[0]?.state, "pending");
  assert.deepEqual(desk.woken, { feed: 3, outbound: 2 });
  const rows = await desk.store.read.selectFrom("outbound").select(["channel", "recipient"]).execute();
  assert.deepEqual(rows, [
    { channel: "sms", recipient: "+33612345678" },
    { channel: "email", recipient: "lea@exemple.fr" },
  ]);
});

Deno.test("what cannot leave is skipped with a code, and the reply stays", async () => {
  await using desk = await furnished();
  const bare = await desk.contact();
  const [sms, nowhere] = [
    await desk.conversation({ channel: "sms" }),
    await desk.conversation({ channel: "email", contact: bare }),
  ];
  const none = { available: false, inboxId: null };
  const say = (conversationId: string) =>
    service.sendReply(desk, desk.token(), { conversationId, text: "ok" });
  const skipped = (await say(nowhere)).deliveries[0];
  assert.deepEqual([skipped?.state, skipped?.code], ["skipped", "RECIPIENT_MISSING"]);
  desk.channels = { sms: none, email: none };
  const view = await say(sms);
  assert.deepEqual([view.deliveries[0]?.state, view.deliveries[0]?.code], ["skipped", "CHANNEL_UNAVAILABLE"]);
  assert.deepEqual(told(view), ["agent Robot: ok"]);
  assert.equal(desk.woken.outbound, 0);
});

Deno.test("a long SMS has several deliveries and is told once", async () => {
  await using desk = await furnished();
  const id = await desk.conversation({ channel: "sms" });
  const view = await service.sendReply(desk, desk.token(), { conversationId: id, text: "x".repeat(9_000) });
  assert.ok((await dump(desk)).outbound?.length !== 1, "in parts");
  assert.deepEqual([view.messages.length, view.deliveries.length], [2, 1]);
  const newest = await service.getConversation(desk, desk.token(), { conversationId: id, limit: 1 });
  assert.deepEqual([newest.messages.length, newest.deliveries.length], [1, 1]);
  const older = await service.getConversation(desk, desk.token(), {
    conversationId: id,
    before: newest.messages[0]?.id,
  });
  assert.deepEqual(older.deliveries, [], "only those of the messages that are shown");
});

Deno.test("a write adds to the change feed in its own transaction [@covers messagerie.live.feed]", async () => {
  await using desk = await furnished();
  const id = await desk.conversation({ status: "resolved" });
  const view = await service.sendReply(desk, desk.token(), { conversationId: id, text: "ok" });
  const rows = await desk.store.read.selectFrom("change").select([
    "kind",
    "message_id",
    "conversation_no",
    "inbox_no",
  ])
    .execute();
  const place = { conversation_no: 1, inbox_no: 1 };
  assert.deepEqual(rows, [
    { kind: "message", message_id: view.messages[1]?.id, ...place },
    { kind: "message", message_id: view.messages[2]?.id, ...place },
    { kind: "conversation", message_id: null, ...place },
  ]);
  assert.equal(desk.woken.feed, 1);
});
