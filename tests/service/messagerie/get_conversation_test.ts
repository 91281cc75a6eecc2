/**
 * A conversation as it is told.
 * @covers messagerie.get_conversation.shape, messagerie.get_conversation.messages
 * @covers messagerie.get_conversation.paging, messagerie.get_conversation.pure, messagerie.get_conversation.events
 */
import assert from "node:assert/strict";
import * as service from "../../../service/messagerie/mod.ts";
import { dump, NOON, openDesk, refused } from "./desk.ts";

const iso = (at: number) => new Date(at).toISOString();

Deno.test("getConversation() has every field, and each kind of message its own", async () => {
  await using desk = await openDesk();
  const site = await desk.site({ name: "Boutique" });
  const inbox = await desk.inbox();
  const claire = await desk.agent({ name: "Claire Dubois" });
  const contact = await desk.contact({ name: "Léa", email: "lea@exemple.fr", phone: "+33612345678", site });
  const id = await desk.conversation({
    contact,
    inbox,
    assignee: claire,
    status: "pending",
    priority: "urgent",
    sentiment: "neutral",
    intent: "Sinistre",
    summary: "Un dégât des eaux",
    tags: ["b", "a"],
    data: { contrat: "C-1", montant: 12.5, vip: true },
    messages: [
      { from: "visitor", text: "Bonjour", files: ["b.png", "a.pdf"], at: NOON - 60 },
      { from: "ai", text: "Je regarde", confidence: 0.83, at: NOON - 50 },
      { from: "ai", text: "Sans confiance", at: NOON - 45 },
      { from: "handoff", at: NOON - 40 },
      { from: "agent", text: "J’arrive", author: "Claire (d’alors)", at: NOON - 30 },
      { from: "note", text: "vérifié", author: "Robot", at: NOON - 20 },
      { from: "agent", text: "erreur", author: "Claire", files: ["x"], at: NOON - 10, deleted: true },
      // The clock went back: what was written last stays last.
      { from: "event", event: { type: "takeover", agent: "Claire" }, at: NOON - 100 },
    ],
  });
  const view = await service.getConversation(desk, desk.token(), { conversationId: id.toUpperCase() });
  const ids = view.messages.map((message) => message.id);
  assert.equal(new Set(ids).size, 8);
  assert.deepEqual(view, {
    id,
    channel: "web",
    status: "pending",
    site: "Boutique",
    inboxId: inbox.id,
    assignee: "Claire Dubois",
    assigneeId: claire.id,
    priority: "urgent",
    sentiment: "neutral",
    intent: "Sinistre",
    tags: ["b", "a"],
    summary: "Un dégât des eaux",
    data: { contrat: "C-1", montant: 12.5, vip: true },
    contact: {
      id: contact.id,
      name: "Léa",
      email: "lea@exemple.fr",
      phone: "+33612345678",
      identified: false,
    },
    messages: [
      { id: ids[0], at: iso(NOON - 60), from: "visitor", text: "Bonjour", files: ["b.png", "a.pdf"] },
      { id: ids[1], at: iso(NOON - 50), from: "ai", text: "Je regarde", confidence: 0.83 },
      { id: ids[2], at: iso(NOON - 45), from: "ai", text: "Sans confiance", confidence: null },
      { id: ids[3], at: iso(NOON - 40), from: "handoff" },
      {
        id: ids[4],
        at: iso(NOON - 30),
        from: "agent",
        author: "Claire (d’alors)",
        text: "J’arrive",
        files: [],
      },
      { id: ids[5], at: iso(NOON - 20), from: "note", author: "Robot", text: "vérifié" },
      { id: ids[6], at: iso(NOON - 10), deleted: true },
      { id: ids[7], at: iso(NOON - 100), from: "event", event: { type: "takeover", agent: "Claire" } },
    ],
    deliveries: [],
  });
});

Deno.test("getConversation() pages backwards from the newest, each page oldest first", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const [id, other] = [
    await desk.conversation({
      inbox: null,
      messages: Array.from({ length: 7 }, (_, n) => ({ from: "visitor" as const, text: `${n}` })),
    }),
    await desk.conversation({ inbox: null }),
  ];
  const page = async (input: { limit?: number; before?: string }) =>
    (await service.getConversation(desk, desk.token(), { conversationId: id, ...input })).messages;
  const texts = (messages: readonly service.MessageView[]) =>
    messages.map((message) => "text" in message ? message.text : "");
  const last = await page({ limit: 3 });
  assert.deepEqual(texts(last), ["4", "5", "6"]);
  const middle = await page({ limit: 3, before: last[0]?.id.toUpperCase() ?? "" });
  assert.deepEqual(texts(middle), ["1", "2", "3"]);
  assert.deepEqual(texts(await page({ limit: 3, before: middle[0]?.id ?? "" })), ["0"]);
  assert.deepEqual(texts(await page({ before: middle[0]?.id ?? "" })), ["0"]);
  assert.deepEqual(texts(await page({})), ["0", "1", "2", "3", "4", "5", "6"]);
  assert.deepEqual(texts(await page({ limit: 500 })), ["0", "1", "2", "3", "4", "5", "6"]);
  for (const limit of [0, 501, -1, 1.5]) {
    await assert.rejects(page({ limit }), refused("INVALID_REQUEST", "limit"));
  }
  const [foreign] = (await service.getConversation(desk, desk.token(), { conversationId: other })).messages;
  for (const before of [foreign?.id ?? "", crypto.randomUUID()]) {
    await assert.rejects(page({ before }), refused("INVALID_REQUEST", "before"));
  }
});

Deno.test("getConversation() changes nothing: what was unread stays unread, nobody is woken", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const id = await desk.conversation({ inbox: null, unread: true });
  const before = await dump(desk);
  await service.getConversation(desk, desk.token(), { conversationId: id });
  assert.deepEqual(await dump(desk), before);
  assert.deepEqual(desk.woken, { feed: 0, outbound: 0 });
});

Deno.test("events carry their data by type and nothing else; a transfer names an inbox only to who reaches it", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const [here, gone] = [await desk.inbox({ name: "Ici" }), await desk.inbox({ name: "Ailleurs" })];
  const event = (data: Record<string, unknown>) => ({ from: "event" as const, event: data });
  const id = await desk.conversation({
    inbox: here,
    messages: [
      event({ type: "resolved", agent: "Claire", secret: "x" }),
      event({ type: "reopened", agent: "Robot" }),
      event({ type: "assigned", agent: null, by: "Robot" }),
      event({ type: "assigned", agent: "Claire", by: "Robot" }),
      event({ type: "snoozed", agent: "Claire", until: iso(NOON) }),
      event({ type: "woke", agent: null }),
      event({ type: "transferred", inbox: "Ailleurs (d’alors)", inboxId: gone.id, by: "Claire" }),
      event({ type: "transferred", inbox: "Ici (d’alors)", inboxId: here.id, by: "Claire" }),
      event({ type: "transferred", inbox: "Ailleurs", by: "Claire" }),
      event({ type: "transferred", inbox: "Ici", by: "Claire" }),
      event({ type: "transferred", inbox: null, inboxId: null, by: "Claire" }),
    ],
  });
  const events = async (actor = desk.token()) =>
    (await service.getConversation(desk, actor, { conversationId: id })).messages
      .map((message) => "event" in message ? message.event : null);
  const common = [
    { type: "resolved", agent: "Claire" },
    { type: "reopened", agent: "Robot" },
    { type: "assigned", agent: null, by: "Robot" },
    { type: "assigned", agent: "Claire", by: "Robot" },
    { type: "snoozed", agent: "Claire", until: iso(NOON) },
    { type: "woke", agent: null },
  ];
  const transfers = (...inboxes: (string | null)[]) =>
    inboxes.map((inbox) => ({ type: "transferred", inbox, by: "Claire" }));
  assert.deepEqual(await events(), [
    ...common,
    ...transfers("Ailleurs (d’alors)", "Ici (d’alors)", "Ailleurs", "Ici", null),
  ]);
  assert.deepEqual(await events(desk.token({ inboxes: [here] })), [
    ...common,
    ...transfers(null, "Ici (d’alors)", null, "Ici", null),
  ]);
});

Deno.test("a conversation that is not reached is not told apart from one that does not exist", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const id = await desk.conversation({ inbox: b });
  for (const conversationId of [id, crypto.randomUUID(), "", "pas un id"]) {
    await assert.rejects(
      service.getConversation(desk, desk.token({ inboxes: [a] }), { conversationId }),
      refused("CONVERSATION_NOT_FOUND"),
    );
  }
});

Deno.test("without inbox, everybody reaches it [@covers messagerie.reach.no-inbox]", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const id = await desk.conversation({ inbox: null });
  const nobody = desk.token({ inboxes: [] });
  const view = await service.getConversation(desk, nobody, { conversationId: id });
  assert.equal(view.inboxId, null);
  assert.equal((await service.sendReply(desk, nobody, { conversationId: id, text: "ok" })).id, id);
});
