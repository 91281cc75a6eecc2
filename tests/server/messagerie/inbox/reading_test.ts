/**
 * What the inbox's pages read: the list and its tabs, counts, search, threads, details, files.
 * @covers messagerie-web.inbox.list, messagerie-web.inbox.counts, messagerie-web.inbox.thread, messagerie-web.inbox.details
 */
import assert from "node:assert/strict";
import { sendReply } from "../../../../service/messagerie/send_reply.ts";
import { visitorWrites } from "../../../../service/messagerie/visitor_writes.ts";
import { appendChanges } from "../../../../store/messagerie/changes.ts";
import { NOON, type Ref, type SeedConversation } from "../../../service/messagerie/desk.ts";
import { type ServedInbox, serveInbox } from "./served_inbox.ts";

interface Scene extends AsyncDisposable {
  readonly inbox: ServedInbox;
  readonly a: Ref;
  readonly b: Ref;
  readonly ana: Ref;
  readonly boss: Ref;
}

/** A site, two inboxes; Ana serves the first of them. */
async function scene(): Promise<Scene> {
  const inbox = await serveInbox();
  const { desk } = inbox;
  await desk.site({ name: "Boutique" });
  const [a, b] = [await desk.inbox({ name: "Ventes" }), await desk.inbox({ name: "Technique" })];
  await desk.contact({ name: "Léa", email: "lea@exemple.fr" });
  const ana = await desk.agent({ name: "Ana", inboxes: [a] });
  const boss = await desk.agent({ name: "Claire", role: "supervisor" });
  return { inbox, a, b, ana, boss, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() };
}

Deno.test("the list has a tab for each kind, filters, and pages", async () => {
  await using made = await scene();
  const { inbox, a, b, ana, boss } = made;
  const { desk } = inbox;
  let age = 0;
  const make = (wanted: SeedConversation) =>
    desk.conversation({ inbox: a, at: NOON - ++age * 1000, ...wanted });
  const queued = await make({ status: "open", tags: ["Retour"] });
  const mine = await make({ status: "open", assignee: ana, tags: ["retour", "VIP"] });
  const ai = await make({ status: "ai" });
  const held = await make({ status: "pending", assignee: boss, snoozedUntil: NOON + 60_000 });
  const done = await make({ status: "resolved", assignee: ana });
  const other = await make({ inbox: b, status: "open" });
  const nowhere = await make({ inbox: null, status: "open" });
  const page = await inbox.signIn(ana);
  const ids = async (query: Record<string, string | number>) =>
    (await page.ok("GET /conversations", { query: query as never })).conversations.map(({ id }) => id);

  assert.deepEqual(await ids({}), [queued, mine, ai, held, nowhere]);
  assert.deepEqual(await ids({ tab: "queue" }), [queued, nowhere]);
  assert.deepEqual(await ids({ tab: "mine" }), [mine]);
  assert.deepEqual(await ids({ tab: "ai" }), [ai]);
  assert.deepEqual(await ids({ tab: "pending" }), [held]);
  assert.deepEqual(await ids({ tab: "resolved" }), [done]);
  assert.deepEqual(await ids({ tab: "all" }), [queued, mine, ai, held, done, nowhere]);
  assert.deepEqual(await ids({ tab: "all", inbox: a.id.toUpperCase() }), [queued, mine, ai, held, done]);
  assert.deepEqual(await ids({ tab: "all", inbox: b.id }), [], "an inbox that is not reached has none");
  assert.deepEqual(await ids({ tab: "all", assignee: ana.id }), [mine, done]);
  assert.deepEqual(await ids({ tab: "all", assignee: "none" }), [queued, ai, nowhere]);
  assert.deepEqual(await ids({ tab: "queue", assignee: ana.id }), [], "a tab is not another's");
  assert.deepEqual(await ids({ tab: "all", tag: "RETOUR" }), [queued, mine]);
  assert.deepEqual(await ids({ tab: "queue", tag: "retour" }), [queued]);
  assert.deepEqual(await ids({ tab: "all", tag: "rien" }), []);

  const first = await page.ok("GET /conversations", { query: { limit: 2 } });
  assert.equal(first.more, true);
  const second = await page.ok("GET /conversations", { query: { limit: 3, before: mine } });
  assert.deepEqual([second.conversations.map(({ id }) => id), second.more], [[ai, held, nowhere], false]);
  assert.equal(
    await page.refused("GET /conversations", { query: { before: other } }),
    "CONVERSATION_NOT_FOUND",
  );
  for (const query of [{ limit: 0 }, { limit: 201 }, { tab: "x" as never }, { before: "x" }]) {
    assert.equal(await page.refused("GET /conversations", { query }), "INVALID_REQUEST");
  }

  const everything = await (await inbox.signIn(boss)).ok("GET /conversations", { query: { tab: "all" } });
  assert.equal(everything.conversations.length, 7);
});

Deno.test("a label that nearly every conversation has, and one of few, are found in every way", async () => {
  await using made = await scene();
  const { inbox, a, b, boss } = made;
  const { desk } = inbox;
  // Above the bound, the list is gone down; below it, the label's own conversations are looked at.
  const rare = await desk.conversation({ inbox: b, at: NOON - 10_000_000, tags: ["courant", "rare"] });
  await desk.store.write(async (tx) => {
    const row = await tx.selectFrom("conversation").selectAll().executeTakeFirstOrThrow();
    const { no, id: _id, ...rest } = row;
    const rows = Array.from({ length: 2_100 }, (_, at) => ({
      ...rest,
      no: no + 1 + at,
      id: `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      inbox_no: at % 2 ? a.no : b.no,
      last_message_at: NOON - at,
    }));
    for (let at = 0; at < rows.length; at += 300) {
      await tx.insertInto("conversation").values(rows.slice(at, at + 300)).execute();
      await tx.insertInto("conversation_tag").values(
        rows.slice(at, at + 300).map((made) => ({
          conversation_no: made.no,
          folded: "courant",
          label: "courant",
          color: "#64748b",
          position: 1,
        })),
      ).execute();
    }
  });
  const page = await inbox.signIn(boss);
  const ids = async (query: Record<string, string>) =>
    (await page.ok("GET /conversations", { query: query as never })).conversations.map(({ id }) => id);
  assert.deepEqual(await ids({ tag: "rare" }), [rare]);
  assert.deepEqual(await ids({ tag: "courant", inbox: b.id, limit: "2" }), [
    "00000000-0000-7000-8000-000000000000",
    "00000000-0000-7000-8000-000000000002",
  ]);
  let seen = 0;
  let before: string | undefined;
  for (let more = true; more;) {
    const part = await page.ok("GET /conversations", {
      query: { tag: "courant", limit: 200, ...(before === undefined ? {} : { before }) },
    });
    seen += part.conversations.length;
    before = part.conversations.at(-1)?.id;
    more = part.more;
  }
  assert.equal(seen, 2_101);
});

Deno.test("a line tells who, where, how urgent, what was said last, and since when the visitor waits", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const { desk } = inbox;
  await desk.tag("VIP", "#ff0000");
  const contact = await desk.contact({ name: "Zoé" });
  const id = await desk.conversation({
    inbox: a,
    contact,
    assignee: ana,
    priority: "urgent",
    sentiment: "negative",
    status: "pending",
    snoozedUntil: NOON + 5_000,
    tags: ["VIP"],
    messages: [{ from: "agent", author: "Ana", text: "Bonjour" }],
  });
  const page = await inbox.signIn(ana);
  const line = async () => (await page.ok("GET /conversations", {})).conversations[0];
  assert.deepEqual(await line(), {
    id,
    contact: { id: contact.id, name: "Zoé" },
    channel: "web",
    status: "pending",
    inbox: { id: a.id, name: "Ventes" },
    assignee: { id: ana.id, name: "Ana" },
    unread: false,
    priority: "urgent",
    sentiment: "negative",
    tags: [{ label: "VIP", color: "#64748b" }],
    lastMessage: { from: "agent", text: "Bonjour" },
    lastMessageAt: new Date(NOON).toISOString(),
    waitingSince: null,
    snoozedUntil: new Date(NOON + 5_000).toISOString(),
  });
  desk.time = NOON + 1_000;
  await visitorWrites(desk, contact.id, { conversationId: id, text: "Il y a quelqu’un ?" });
  desk.time = NOON + 2_000;
  await visitorWrites(desk, contact.id, { conversationId: id, text: "Allô ?" });
  const waiting = await line();
  assert.equal(waiting?.waitingSince, new Date(NOON + 1_000).toISOString(), "since the first of them");
  assert.equal(waiting?.unread, true);
  assert.equal(waiting?.lastMessage.text, "Allô ?");
  await sendReply(desk, desk.token(), { conversationId: id, text: "Me voici" });
  assert.equal((await line())?.waitingSince, null, "a program's answer is an answer");
});

Deno.test("who waits follows the thread: answers, deletions, resolving and reopening", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const { desk } = inbox;
  const contact = await desk.contact({ name: "Zoé" });
  const id = await desk.conversation({ inbox: a, contact, messages: [] });
  const page = await inbox.signIn(ana);
  const waiting = async () => (await page.ok("GET /conversations/{id}", { params: { id } })).waitingSince;
  const at = (second: number) => new Date(NOON + second * 1_000).toISOString();
  const params = { id };

  desk.time = NOON + 1_000;
  const { messageId } = await visitorWrites(desk, contact.id, { conversationId: id, text: "Un" });
  desk.time = NOON + 2_000;
  await visitorWrites(desk, contact.id, { conversationId: id, text: "Deux" });
  assert.equal(await waiting(), at(1));
  await page.ok("DELETE /conversations/{id}/messages/{messageId}", { params: { id, messageId } });
  assert.equal(await waiting(), at(2), "what was deleted is not waited for");
  await page.ok("POST /conversations/{id}/resolve", { params });
  assert.equal(await waiting(), null);
  await page.ok("POST /conversations/{id}/reopen", { params });
  assert.equal(await waiting(), at(2), "nobody has answered");
  await page.ok("POST /conversations/{id}/notes", {
    params,
    body: { text: "note", key: crypto.randomUUID() },
  });
  assert.equal(await waiting(), at(2), "a note is no answer");
  await page.ok("POST /conversations/{id}/replies", {
    params,
    body: { text: "oui", key: crypto.randomUUID() },
  });
  assert.equal(await waiting(), null);
});

Deno.test("counts hold what is reached, at once after each write, and resolved ones cost nothing", async () => {
  await using made = await scene();
  const { inbox, a, b, ana, boss } = made;
  const { desk } = inbox;
  await desk.conversation({ inbox: a, status: "open", unread: true });
  const mine = await desk.conversation({ inbox: a, status: "open", assignee: ana, unread: true });
  await desk.conversation({ inbox: a, status: "ai" });
  await desk.conversation({ inbox: a, status: "pending", assignee: boss });
  await desk.conversation({ inbox: a, status: "resolved", unread: true });
  await desk.conversation({ inbox: b, status: "open" });
  await desk.conversation({ inbox: null, status: "open" });
  const [page, whole] = [await inbox.signIn(ana), await inbox.signIn(boss)];
  assert.deepEqual(await page.ok("GET /counts"), {
    unresolved: { conversations: 5, unread: 2 },
    queue: { conversations: 2, unread: 1 },
    mine: { conversations: 1, unread: 1 },
    ai: { conversations: 1, unread: 0 },
    pending: { conversations: 1, unread: 0 },
  });
  const all = await whole.ok("GET /counts");
  assert.deepEqual([all.unresolved.conversations, all.queue.conversations, all.mine.conversations], [
    6,
    3,
    1,
  ]);
  // Many at once, each right after its own write.
  for (let n = 0; n < 10; n++) {
    await page.ok("PUT /conversations/{id}/read", { params: { id: mine }, body: { read: n % 2 === 0 } });
    const counted = await Promise.all([
      page.ok("GET /counts"),
      page.ok("GET /counts"),
      whole.ok("GET /counts"),
    ]);
    assert.deepEqual(counted.map(({ unresolved }) => unresolved.unread), Array(3).fill(n % 2 === 0 ? 1 : 2));
  }
  // Written by another process: seen by the feed's number.
  await desk.store.write(async (tx) => {
    await tx.updateTable("conversation").set({ status: "resolved" }).execute();
    await appendChanges(tx, [{ at: NOON, kind: "conversation", conversation_no: 1, inbox_no: a.no }]);
  });
  assert.equal((await whole.ok("GET /counts")).unresolved.conversations, 0);
});

Deno.test("search finds messages by their words and contacts by any part, in reach", async () => {
  await using made = await scene();
  const { inbox, a, b, ana } = made;
  const { desk } = inbox;
  const zoe = await desk.contact({ name: "Zoé Martin", phone: "+33612345678" });
  const hidden = await desk.contact({ name: "Zoé Caché" });
  const id = await desk.conversation({
    inbox: a,
    contact: zoe,
    messages: [{ from: "visitor", text: "œuf cassé" }],
  });
  await desk.conversation({ inbox: b, contact: hidden, messages: [{ from: "visitor", text: "œuf cassé" }] });
  const page = await inbox.signIn(ana);
  const found = await page.ok("GET /search", { query: { q: "OEUF" } });
  assert.deepEqual(found.messages.map(({ conversationId }) => conversationId), [id]);
  assert.deepEqual(found.contacts, []);
  const short = await page.ok("GET /search", { query: { q: "zo" } });
  assert.deepEqual([short.messages, short.contacts.map((contact) => contact.id)], [[], [zoe.id]]);
  assert.deepEqual(await page.ok("GET /search", { query: { q: "  " } }), { messages: [], contacts: [] });
});

Deno.test("a thread comes newest first, goes back and catches up; each row says all that is shown", async () => {
  await using made = await scene();
  const { inbox, a, b, ana } = made;
  const { desk } = inbox;
  const id = await desk.conversation({
    inbox: a,
    channel: "email",
    messages: [
      { from: "visitor", text: "<script>alert(1)</script>", files: ["photo.png"] },
      { from: "ai", text: "Réponse", confidence: 0.8 },
      { from: "agent", author: "Robot", text: "Programme" },
      { from: "note", author: "Robot", text: "À suivre" },
      { from: "event", event: { type: "transferred", inbox: "Technique", inboxId: b.id, by: "Claire" } },
      { from: "handoff" },
      { from: "visitor", text: "effacé", deleted: true },
    ],
  });
  const page = await inbox.signIn(ana);
  const key = crypto.randomUUID();
  const { message } = await page.ok("POST /conversations/{id}/replies", {
    params: { id },
    body: { text: "Bonjour", key: key.toUpperCase() },
  });
  await desk.store.write((tx) =>
    tx.updateTable("outbound").set({ state: "failed", code: "RECIPIENT_REFUSED", next_attempt_at: null })
      .execute()
  );
  const thread = await page.ok("GET /conversations/{id}/messages", { params: { id } });
  assert.equal(thread.more, false);
  const rows = thread.messages.map(({ id: _id, at: _at, ...row }) => row);
  const head = rows.slice(0, 7);
  const file = head[0]?.from === "visitor" ? head[0].files[0] : undefined;
  assert.deepEqual(head, [
    {
      from: "visitor",
      text: "<script>alert(1)</script>",
      files: [{ id: file?.id, name: "photo.png", type: "text/plain", size: 1, available: true }],
    },
    { from: "ai", text: "Réponse", confidence: 0.8, files: [], delivery: null },
    { from: "program", author: { id: null, name: "Robot" }, text: "Programme", files: [], delivery: null },
    { from: "note", author: { id: null, name: "Robot" }, text: "À suivre", key: null },
    // Where it went is not Ana's to know.
    { from: "event", event: { type: "transferred", inbox: null, by: "Claire" } },
    { from: "handoff" },
    { from: "deleted" },
  ]);
  const reply = thread.messages.find((row) => row.id === message.id);
  assert.ok(reply?.from === "advisor");
  assert.deepEqual([reply.author, reply.key], [{ id: ana.id, name: "Ana" }, key]);
  assert.deepEqual([reply.delivery?.state, reply.delivery?.code], ["failed", "RECIPIENT_REFUSED"]);
  assert.match(reply.delivery?.reason?.fr ?? "", /refuse/);
  assert.match(reply.delivery?.reason?.en ?? "", /refuses/);

  const ids = thread.messages.map((row) => row.id);
  const part = async (query: Record<string, string | number>) => {
    const { messages, more } = await page.ok("GET /conversations/{id}/messages", { params: { id }, query });
    return [messages.map((row) => row.id), more];
  };
  assert.deepEqual(await part({ limit: 3 }), [ids.slice(-3), true]);
  assert.deepEqual(await part({ limit: 3, before: ids.at(-3) ?? "" }), [ids.slice(-6, -3), true]);
  assert.deepEqual(await part({ before: ids[2] ?? "" }), [ids.slice(0, 2), false]);
  assert.deepEqual(await part({ after: ids[2] ?? "", limit: 2 }), [ids.slice(3, 5), true]);
  assert.deepEqual(await part({ after: ids.at(-1) ?? "" }), [[], false]);
  const elsewhere = await desk.conversation({ inbox: b });
  const params = { id: elsewhere };
  assert.equal(await page.refused("GET /conversations/{id}/messages", { params }), "CONVERSATION_NOT_FOUND");
  for (const query of [{ before: elsewhere }, { after: elsewhere }, { before: ids[0], after: ids[0] }]) {
    assert.equal(
      await page.refused("GET /conversations/{id}/messages", { params: { id }, query: query as never }),
      "INVALID_REQUEST",
    );
  }
});

Deno.test("details hold the contact, what is known, and the contact's other conversations in reach", async () => {
  await using made = await scene();
  const { inbox, a, b, ana } = made;
  const { desk } = inbox;
  const zoe = await desk.contact({
    name: "Zoé",
    email: "zoe@exemple.fr",
    externalId: "C-1",
    data: { plan: "pro" },
  });
  const id = await desk.conversation({
    inbox: a,
    contact: zoe,
    intent: "Retour",
    summary: "Veut rendre",
    data: { commande: 12 },
  });
  const other = await desk.conversation({ inbox: a, contact: zoe, status: "resolved", at: NOON - 9 });
  await desk.conversation({ inbox: b, contact: zoe });
  const page = await inbox.signIn(ana);
  const details = await page.ok("GET /conversations/{id}", { params: { id } });
  assert.deepEqual(
    [details.intent, details.summary, details.data, details.site],
    ["Retour", "Veut rendre", { commande: 12 }, "Boutique"],
  );
  assert.deepEqual(details.contact, {
    id: zoe.id,
    name: "Zoé",
    email: "zoe@exemple.fr",
    phone: null,
    externalId: "C-1",
    identified: false,
    segment: null,
    attributes: [],
    data: { plan: "pro" },
    site: "Boutique",
  });
  assert.deepEqual(details.others, [{
    id: other,
    subject: "Bonjour",
    status: "resolved",
    at: new Date(NOON - 9).toISOString(),
  }]);
  const card = await page.ok("GET /contacts/{id}", { params: { id: zoe.id } });
  assert.deepEqual(card.conversations.map((conversation) => conversation.id), [id, other]);
});

Deno.test("a file can only be saved, by those who reach its thread [@covers messagerie-web.inbox.files]", async () => {
  await using made = await scene();
  const { inbox, a, b, ana } = made;
  const { desk } = inbox;
  const name = 'rapport "été"\u202egnp.html';
  const id = await desk.conversation({ inbox: a, messages: [{ from: "visitor", files: [name] }] });
  const hidden = await desk.conversation({ inbox: b, messages: [{ from: "visitor", files: ["x"] }] });
  await desk.store.write((tx) => tx.updateTable("attachment").set({ mime_type: "text/html" }).execute());
  const files = await desk.store.read.selectFrom("attachment as f").innerJoin(
    "message as m",
    "m.id",
    "f.message_id",
  )
    .innerJoin("conversation as c", "c.no", "m.conversation_no").select(["f.id", "c.id as of"]).execute();
  const page = await inbox.signIn(ana);
  const of = (conversation: string) => files.find((file) => file.of === conversation)?.id ?? "";
  const got = await page.send("GET", `/files/${of(id)}`);
  assert.equal(got.status, 200);
  assert.equal(got.body, "\u0001");
  assert.equal(got.headers.get("content-type"), "application/octet-stream");
  assert.equal(got.headers.get("content-security-policy"), "default-src 'none'; sandbox");
  assert.equal(
    got.headers.get("content-disposition"),
    `attachment; filename="rapport __t___gnp.html"; filename*=UTF-8''rapport%20%22%C3%A9t%C3%A9%22_gnp.html`,
  );
  assert.equal((await page.send("GET", `/files/${of(hidden)}`)).body.code, "UNKNOWN_ITEM");
  const thread = await page.ok("GET /conversations/{id}/messages", { params: { id } });
  const params = { id, messageId: thread.messages[0]?.id ?? "" };
  await page.ok("DELETE /conversations/{id}/messages/{messageId}", { params });
  assert.equal((await page.send("GET", `/files/${of(id)}`)).body.code, "UNKNOWN_ITEM");
});

Deno.test("colleagues come with the inboxes that they serve, as far as the reader reaches them", async () => {
  await using made = await scene();
  const { inbox, a, b, ana, boss } = made;
  const both = await inbox.desk.agent({ name: "Élie", inboxes: [a, b] });
  await inbox.desk.agent({ name: "Parti", active: false });
  const page = await inbox.signIn(ana);
  assert.deepEqual(await page.ok("GET /colleagues"), [
    { id: ana.id, name: "Ana", role: "agent", inboxIds: [a.id] },
    { id: boss.id, name: "Claire", role: "supervisor", inboxIds: null },
    { id: both.id, name: "Élie", role: "agent", inboxIds: [a.id] },
  ]);
  assert.deepEqual((await page.ok("GET /inboxes")).map(({ id }) => id), [a.id]);
});
