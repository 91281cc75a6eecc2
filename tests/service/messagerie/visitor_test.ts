/**
 * What visitors write.
 * @covers messagerie.data.visitor-reopens
 */
import assert from "node:assert/strict";
import * as service from "../../../service/messagerie/mod.ts";
import { dump, NOON, openDesk, type Ref, refused, type TestDesk } from "./desk.ts";

async function conversation(desk: TestDesk, id: string) {
  return await desk.store.read.selectFrom("conversation").where("id", "=", id).selectAll()
    .executeTakeFirstOrThrow();
}

async function alerts(desk: TestDesk) {
  const rows = await desk.store.read.selectFrom("change").where("kind", "=", "conversation").orderBy("no")
    .select("payload").execute();
  return rows.map(({ payload }) => payload);
}

const ALERT = '{"alert":true}';

for (
  const [ai, before, after, alert] of [
    [false, "resolved", "open", true],
    [true, "resolved", "ai", false],
    [false, "pending", "open", true],
    [true, "pending", "open", true],
    [true, "open", "open", true],
    [true, "ai", "ai", false],
    [false, "ai", "ai", false],
  ] as const
) {
  Deno.test(`a visitor writes to a ${before} conversation, ${ai ? "with" : "without"} AI: ${after}`, async () => {
    await using desk = await openDesk();
    const site = await desk.site({ ai });
    const claire = await desk.agent();
    const contact = await desk.contact({ site });
    const conversationId = await desk.conversation({
      contact,
      inbox: null,
      status: before,
      assignee: claire,
      snoozedUntil: NOON + 9,
    });
    desk.time += 1000;
    const receipt = await service.visitorWrites(desk, contact.id, { conversationId, text: " encore moi " });
    assert.equal(receipt.status, after);
    const row = await conversation(desk, conversationId);
    assert.deepEqual(
      [
        row.status,
        row.unread === 1,
        row.snoozed_until,
        row.resolved_at,
        row.assignee_no,
        row.last_message_at,
      ],
      [after, alert, null, null, claire.no, NOON + 1000],
    );
    assert.deepEqual([row.last_from, row.last_text], ["visitor", "encore moi"]);
    assert.deepEqual(await alerts(desk), [alert ? ALERT : null]);
    const { messages } = await service.getConversation(desk, desk.token(), { conversationId });
    assert.deepEqual(messages.slice(1).map((message) => "event" in message ? message.event : "text"), [
      ...(before === "pending" ? [{ type: "woke", agent: null }] : []),
      "text",
    ]);
    assert.equal(messages.at(-1)?.id, receipt.messageId);
    assert.deepEqual(desk.woken, { feed: 1, outbound: 0 });
  });
}

Deno.test("a first message opens a conversation, for the AI where it answers, else for people, with an alert", async () => {
  await using desk = await openDesk();
  const [plain, smart] = [await desk.site({ name: "Sans" }), await desk.site({ name: "Avec", ai: true })];
  const inbox = await desk.inbox({ site: plain });
  const start = (site: Ref, visitor: service.Visitor = { name: "Léa", email: "lea@exemple.fr" }) =>
    service.visitorStarts(desk, visitor, { siteId: site.id, text: "Bonjour" });
  const first = await start(plain);
  const view = await service.getConversation(desk, desk.token(), { conversationId: first.conversationId });
  assert.deepEqual(
    [view.status, view.inboxId, view.site, view.contact.name, view.contact.email, view.contact.id],
    ["open", inbox.id, "Sans", "Léa", "lea@exemple.fr", first.contactId],
  );
  assert.deepEqual(view.messages, [{
    id: first.messageId,
    at: new Date(NOON).toISOString(),
    from: "visitor",
    text: "Bonjour",
    files: [],
  }]);
  const second = await start(smart, { name: "Bob", phone: "06 12 34 56 78" });
  const kept = await service.getConversation(desk, desk.token(), { conversationId: second.conversationId });
  assert.deepEqual([kept.status, kept.inboxId, kept.contact.phone], ["ai", null, "+33612345678"]);
  assert.deepEqual(await alerts(desk), [ALERT, null]);
  const again = await start(plain, { contactId: first.contactId });
  assert.equal(again.contactId, first.contactId);
  const [listed] = await service.listContacts(desk, desk.token(), { query: "lea" });
  assert.equal(listed?.conversations, 2);
});

Deno.test("a visitor reaches their own conversations and their own site only", async () => {
  await using desk = await openDesk();
  const [site, other] = [await desk.site(), await desk.site()];
  const [lea, bob] = [await desk.contact({ site }), await desk.contact({ site })];
  const conversationId = await desk.conversation({ contact: lea, inbox: null });
  const before = await dump(desk);
  for (const id of [conversationId, crypto.randomUUID()]) {
    await assert.rejects(
      service.visitorWrites(desk, bob.id, { conversationId: id, text: "x" }),
      refused("CONVERSATION_NOT_FOUND"),
    );
  }
  const start = (visitor: service.Visitor, wanted = {}) =>
    service.visitorStarts(desk, visitor, { siteId: site.id, text: "x", ...wanted });
  await assert.rejects(start({ contactId: lea.id }, { siteId: other.id }), refused("CONTACT_NOT_FOUND"));
  await assert.rejects(start({ contactId: crypto.randomUUID() }), refused("CONTACT_NOT_FOUND"));
  await assert.rejects(start({ name: "x" }, { siteId: crypto.randomUUID() }), refused("SITE_NOT_FOUND"));
  await assert.rejects(start({ name: "x" }, { inboxId: crypto.randomUUID() }), refused("INBOX_NOT_FOUND"));
  await assert.rejects(start({ name: " " }), refused("INVALID_REQUEST", "name"));
  await assert.rejects(start({ name: "x", email: "x" }), refused("INVALID_REQUEST", "email"));
  await assert.rejects(start({ name: "x", phone: "12" }), refused("INVALID_REQUEST", "phone"));
  assert.deepEqual(await dump(desk), before);
});

Deno.test("files come with a message, which may then be blank; both are bounded", async () => {
  await using desk = await openDesk();
  await desk.site();
  const contact = await desk.contact();
  const conversationId = await desk.conversation({ contact, inbox: null });
  const file = (name: string, content = new Uint8Array([1, 2])) => ({ name, mimeType: "image/png", content });
  const send = (text: string, files: service.VisitorFile[]) =>
    service.visitorWrites(desk, contact.id, { conversationId, text, files });
  await send(" ", [file("b.png"), { ...file(" a\0.png "), mimeType: "x\r\ny" }]);
  const { messages } = await service.getConversation(desk, desk.token(), { conversationId });
  const last = messages.at(-1);
  assert.ok(last !== undefined && "files" in last);
  assert.deepEqual([last.text, last.files], ["", ["b.png", "a\ufffd.png"]]);
  const kept = await desk.store.read.selectFrom("attachment").orderBy("position").selectAll().execute();
  assert.deepEqual(kept.map(({ mime_type, size }) => [mime_type, size]), [
    ["image/png", 2],
    ["application/octet-stream", 2],
  ]);
  assert.deepEqual([...kept[0]?.content ?? []], [1, 2]);
  const [item] = await service.listConversations(desk, desk.token(), {});
  assert.deepEqual(item?.lastMessage, { from: "visitor", text: "" });
  await assert.rejects(send(" ", []), refused("EMPTY_MESSAGE"));
  await assert.rejects(send("x".repeat(10_001), [file("a")]), refused("INVALID_REQUEST", "text"));
  await assert.rejects(send("x", Array(11).fill(file("a"))), refused("INVALID_REQUEST", "files"));
  await assert.rejects(send("x", [file("a"), file(" ")]), refused("INVALID_REQUEST", "files[1].name"));
  await assert.rejects(
    send("x", [file("a", new Uint8Array(10 * 1_048_576 + 1))]),
    refused("INVALID_REQUEST", "files[0]"),
  );
});
