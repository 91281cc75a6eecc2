/**
 * What the desk tells.
 * @covers messagerie.whoami, messagerie.list_inboxes, messagerie.list_agents
 * @covers messagerie.list_conversations.filters, messagerie.list_conversations.order
 * @covers messagerie.list_conversations.item, messagerie.list_conversations.cut
 * @covers messagerie.search.short, messagerie.search.scope, messagerie.search.plain
 * @covers messagerie.list_contacts, messagerie.get_contact, messagerie.text.code-points
 */
import assert from "node:assert/strict";
import { UUID_PATTERN } from "../../../base/uuid.ts";
import * as service from "../../../service/messagerie/mod.ts";
import { NOON, openDesk, refused } from "./desk.ts";

const iso = (at: number) => new Date(at).toISOString();

Deno.test("whoami() tells the token: prefix with its head, null for all inboxes, dates with milliseconds", async () => {
  await using desk = await openDesk();
  const actor = {
    ...desk.token({ label: "Robot de nuit", access: "read" }),
    expiresAt: NOON,
    surfaces: ["mcp"] as const,
  };
  assert.deepEqual(await service.whoami(desk, actor), {
    label: "Robot de nuit",
    prefix: "msg_k3v9x2ma",
    access: "read",
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: "2026-01-10T12:00:00.000Z",
  });
  await desk.site();
  const inbox = await desk.inbox();
  const limited = await service.whoami(desk, desk.token({ inboxes: [inbox] }));
  assert.deepEqual([limited.inboxIds, limited.expiresAt], [[inbox.id], null]);
});

Deno.test("listInboxes() gives the reached ones in creation order, never the place of those without inbox", async () => {
  await using desk = await openDesk();
  await desk.site();
  const z = await desk.inbox({ name: "Zèbre", description: "Première" });
  const a = await desk.inbox({ name: "Abeille" });
  const m = await desk.inbox({ name: "Mouton" });
  assert.deepEqual(await service.listInboxes(desk, desk.token()), [
    { id: z.id, name: "Zèbre", description: "Première" },
    { id: a.id, name: "Abeille", description: "" },
    { id: m.id, name: "Mouton", description: "" },
  ]);
  const some = await service.listInboxes(desk, desk.token({ inboxes: [m, z] }));
  assert.deepEqual(some.map(({ id }) => id), [z.id, m.id]);
  assert.deepEqual(await service.listInboxes(desk, desk.token({ inboxes: [] })), []);
});

Deno.test("listAgents() gives active people by name in French order", async () => {
  await using desk = await openDesk();
  for (const name of ["Zoé", "Étienne", "Eva", "élodie", "Ewen", "Fanny"]) await desk.agent({ name });
  await desk.agent({ name: "Partie", active: false });
  await desk.agent({ name: "Aline", role: "supervisor" });
  const agents = await service.listAgents(desk, desk.token({ inboxes: [] }));
  assert.deepEqual(agents.map(({ name }) => name), [
    "Aline",
    "élodie",
    "Étienne",
    "Eva",
    "Ewen",
    "Fanny",
    "Zoé",
  ]);
  assert.deepEqual(Object.keys(agents[0] ?? {}).sort(), ["id", "name", "role"]);
  assert.equal(agents[0]?.role, "supervisor");
});

Deno.test("listConversations() tells each with the fields of the contract", async () => {
  await using desk = await openDesk();
  await desk.site();
  const inbox = await desk.inbox();
  const agent = await desk.agent({ name: "Claire Dubois" });
  const contact = await desk.contact({ name: "Léa Martin", email: "lea@exemple.fr" });
  const id = await desk.conversation({
    contact,
    inbox,
    assignee: agent,
    unread: true,
    priority: "high",
    sentiment: "negative",
    status: "open",
    tags: ["Sinistre", "Auto"],
    messages: [
      { from: "visitor", text: "Bonjour", at: NOON - 5000 },
      { from: "agent", text: "Oui ?", author: "Claire", at: NOON - 4000 },
      { from: "agent", text: "effacé", at: NOON - 3000, deleted: true },
      { from: "note", text: "secret", at: NOON - 2000 },
      { from: "event", event: { type: "takeover", agent: "Claire" }, at: NOON - 1000 },
    ],
  });
  assert.deepEqual(await service.listConversations(desk, desk.token(), {}), [{
    id,
    contact: "Léa Martin",
    email: "lea@exemple.fr",
    status: "open",
    inboxId: inbox.id,
    assignee: "Claire Dubois",
    unread: true,
    priority: "high",
    sentiment: "negative",
    tags: ["Sinistre", "Auto"],
    lastMessage: { from: "agent", text: "Oui ?" },
    // The deleted message's date: a deletion moves nothing back.
    lastMessageAt: iso(NOON - 3000),
  }]);
});

Deno.test("listConversations() tells the last message: none, of files alone, and cut on a code point", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const none = await desk.conversation({
    inbox: null,
    at: NOON + 4,
    messages: [{ from: "note", text: "n" }],
  });
  const files = await desk.conversation({
    inbox: null,
    at: NOON + 3,
    messages: [{ from: "visitor", text: "", files: ["photo.png"] }],
  });
  const exact = await desk.conversation({
    inbox: null,
    at: NOON + 2,
    messages: [{ from: "ai", text: "😀".repeat(240) }],
  });
  const long = await desk.conversation({
    inbox: null,
    at: NOON + 1,
    messages: [{ from: "ai", text: "😀".repeat(241) }],
  });
  const listed = await service.listConversations(desk, desk.token({ inboxes: [] }), {});
  assert.deepEqual(listed.map(({ id, inboxId, lastMessage }) => [id, inboxId, lastMessage]), [
    [none, null, { from: null, text: "" }],
    [files, null, { from: "visitor", text: "" }],
    [exact, null, { from: "ai", text: "😀".repeat(240) }],
    [long, null, { from: "ai", text: "😀".repeat(240) + "…" }],
  ]);
});

Deno.test("listConversations() filters by status, inbox and assignee; what is unknown or not reached gives nothing", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const agent = await desk.agent();
  const left = await desk.agent({ active: false });
  const made: Record<string, string> = {};
  for (const status of ["ai", "open", "pending", "resolved"] as const) {
    made[status] = await desk.conversation({ status, inbox: a });
  }
  made.other = await desk.conversation({ status: "open", inbox: b, assignee: agent });
  made.nowhere = await desk.conversation({ status: "open", inbox: null, assignee: left });
  const list = async (input: service.ListConversationsInput, inboxes?: typeof a[]) => {
    const token = desk.token(inboxes === undefined ? {} : { inboxes });
    const found = await service.listConversations(desk, token, input);
    const names = Object.fromEntries(Object.entries(made).map(([name, id]) => [id, name]));
    return found.map(({ id }) => names[id]).sort();
  };
  assert.deepEqual(await list({}), ["ai", "nowhere", "open", "other", "pending"]);
  assert.deepEqual(await list({ status: "unresolved" }), ["ai", "nowhere", "open", "other", "pending"]);
  assert.deepEqual(await list({ status: "all" }), [
    "ai",
    "nowhere",
    "open",
    "other",
    "pending",
    "resolved",
  ]);
  assert.deepEqual(await list({ status: "open" }), ["nowhere", "open", "other"]);
  for (const status of ["ai", "pending", "resolved"] as const) {
    assert.deepEqual(await list({ status }), [status]);
  }
  assert.deepEqual(await list({ inboxId: b.id }), ["other"]);
  assert.deepEqual(await list({ inboxId: b.id.toUpperCase() }), ["other"]);
  assert.deepEqual(await list({ assigneeId: agent.id }), ["other"]);
  assert.deepEqual(await list({ assigneeId: left.id }), ["nowhere"]);
  assert.deepEqual(await list({ assigneeId: "none" }), ["ai", "open", "pending"]);
  assert.deepEqual(await list({ inboxId: crypto.randomUUID() }), []);
  assert.deepEqual(await list({ inboxId: "none" }), []);
  assert.deepEqual(await list({ assigneeId: crypto.randomUUID() }), []);
  assert.deepEqual(await list({}, [b]), ["nowhere", "other"]);
  assert.deepEqual(await list({ inboxId: a.id }, [b]), []);
  assert.deepEqual(await list({ assigneeId: agent.id }, [a]), []);
});

Deno.test("listConversations() orders by date then id, and pages with limit and before", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    ids.push(
      await desk.conversation({
        inbox: n % 2 ? a : b,
        at: NOON - n + (n % 3),
        status: n === 3 ? "resolved" : "open",
      }),
    );
  }
  const token = desk.token();
  const all = await service.listConversations(desk, token, { status: "all" });
  const inOrder = [...all].sort((x, y) =>
    x.lastMessageAt < y.lastMessageAt || (x.lastMessageAt === y.lastMessageAt && x.id < y.id) ? 1 : -1
  );
  assert.equal(all.length, 7);
  assert.deepEqual(all, inOrder);
  assert.ok(new Set(all.map(({ lastMessageAt }) => lastMessageAt)).size < 7, "ties are part of it");
  const walked: string[] = [];
  let before: string | undefined;
  while (walked.length < 100) {
    const page = await service.listConversations(desk, token, { status: "all", limit: 2, before });
    if (page.length === 0) break;
    walked.push(...page.map(({ id }) => id));
    before = page.at(-1)?.id;
  }
  assert.deepEqual(walked, all.map(({ id }) => id));
  for (const limit of [0, 201, 1.5, NaN]) {
    await assert.rejects(
      service.listConversations(desk, token, { limit }),
      refused("INVALID_REQUEST", "limit"),
    );
  }
  const unreached = ids[1];
  await assert.rejects(
    service.listConversations(desk, desk.token({ inboxes: [b] }), { before: unreached }),
    refused("CONVERSATION_NOT_FOUND"),
  );
  await assert.rejects(
    service.listConversations(desk, token, { before: crypto.randomUUID() }),
    refused("CONVERSATION_NOT_FOUND"),
  );
});

Deno.test("listConversations() gives 50 unless asked otherwise, 200 at most", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact();
  for (let n = 0; n < 205; n++) await desk.conversation({ inbox: null, messages: [] });
  assert.equal((await service.listConversations(desk, desk.token(), {})).length, 50);
  assert.equal((await service.listConversations(desk, desk.token(), { limit: 200 })).length, 200);
});

Deno.test("searchMessages() finds texts and notes, resolved ones too, newest first, twenty at most", async () => {
  await using desk = await openDesk();
  await desk.site();
  const contact = await desk.contact({ name: "Léa Martin" });
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const id = await desk.conversation({
    contact,
    inbox: a,
    status: "resolved",
    messages: [
      { from: "visitor", text: "Mon dossier est à 100 % prêt", at: NOON - 4 },
      { from: "agent", text: "Votre DOSSIER_7 avance", author: "Claire", at: NOON - 3 },
      { from: "ai", text: "le dossier est complet", at: NOON - 2 },
      { from: "note", text: "dôssier contrôlé", author: "Claire", at: NOON - 1 },
      { from: "visitor", text: "dossier effacé", deleted: true },
    ],
  });
  await desk.conversation({ contact, inbox: b, messages: [{ from: "visitor", text: "autre dossier" }] });
  const { messages } = await service.getConversation(desk, desk.token(), { conversationId: id });
  const found = await service.searchMessages(desk, desk.token({ inboxes: [a] }), { query: "  dossier " });
  assert.deepEqual(found[0], {
    conversationId: id,
    messageId: messages[3]?.id,
    contactName: "Léa Martin",
    author: "note",
    at: iso(NOON - 1),
    body: "dôssier contrôlé",
  });
  assert.deepEqual(found.map(({ author }) => author), ["note", "ai", "agent", "visitor"]);
  const query = async (text: string) =>
    (await service.searchMessages(desk, desk.token({ inboxes: [a] }), { query: text })).length;
  assert.deepEqual([await query("100 %"), await query("%%%"), await query("r_7"), await query("d_ssier")], [
    1,
    0,
    1,
    0,
  ]);
  for (let n = 0; n < 25; n++) {
    await desk.conversation({ contact, inbox: a, messages: [{ from: "visitor", text: `vingt ${n}` }] });
  }
  const twenty = await service.searchMessages(desk, desk.token(), { query: "vingt" });
  assert.deepEqual(twenty.map(({ body }) => body), Array.from({ length: 20 }, (_, n) => `vingt ${24 - n}`));
});

Deno.test("searchMessages() refuses a query of less than three characters, counted in code points", async () => {
  await using desk = await openDesk();
  const search = (query: string) => service.searchMessages(desk, desk.token(), { query });
  for (const query of ["", "ab", " ab  ", "😀😀", "x".repeat(1001)]) {
    await assert.rejects(search(query), refused("INVALID_REQUEST", "query"));
  }
  assert.deepEqual(await search("😀😀😀"), []);
  assert.deepEqual(await search("😀".repeat(1000)), []);
});

Deno.test("listContacts() finds by name, e-mail, external id and digits; latest conversation first", async () => {
  await using desk = await openDesk();
  const site = await desk.site({ name: "Boutique" });
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const lea = await desk.contact({
    name: "Léa Œuvrard",
    email: "lea@exemple.fr",
    phone: "+33612345678",
    site,
  });
  const bob = await desk.contact({ name: "Bob", externalId: "CLI-0042" });
  const none = await desk.contact({ name: "Personne" });
  await desk.conversation({ contact: bob, inbox: b, at: NOON - 1000 });
  await desk.conversation({ contact: lea, inbox: a, at: NOON - 3000 });
  await desk.conversation({ contact: lea, inbox: b, at: NOON - 2000 });
  const list = async (query?: string, token = desk.token()) =>
    (await service.listContacts(desk, token, { query })).map(({ id }) => id);
  assert.deepEqual((await service.listContacts(desk, desk.token(), {}))[1], {
    id: lea.id,
    name: "Léa Œuvrard",
    email: "lea@exemple.fr",
    phone: "+33612345678",
    identified: false,
    site: "Boutique",
    conversations: 2,
    lastMessageAt: iso(NOON - 2000),
    location: null,
    country: null,
    timeZone: null,
    place: null,
  });
  assert.deepEqual(await list(), [bob.id, lea.id, none.id]);
  for (const query of ["oeuvr", "LEA", "exemple.FR", "06 12 34", "+336123", "  "]) {
    assert.ok((await list(query)).includes(lea.id), query);
  }
  assert.deepEqual(await list("cli-0042"), [bob.id]);
  assert.deepEqual(await list("%"), []);
  const onlyA = await service.listContacts(desk, desk.token({ inboxes: [a] }), {});
  assert.deepEqual(onlyA.map(({ id, conversations, lastMessageAt }) => [id, conversations, lastMessageAt]), [
    [lea.id, 1, iso(NOON - 3000)],
  ]);
});

Deno.test("getContact() tells the card and the reached conversations, newest first, with their subjects", async () => {
  await using desk = await openDesk();
  const site = await desk.site({ name: "Boutique" });
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const lea = await desk.contact({
    name: "Léa",
    email: "lea@exemple.fr",
    site,
    data: { offre: "Pro", n: 2 },
  });
  await desk.store.write((db) =>
    db.updateTable("contact").set({
      identified: true,
      segment: "VIP",
      attributes: JSON.stringify([{ label: "Contrat", value: "42", kind: "text" }]),
    }).execute()
  );
  const intended = await desk.conversation({
    contact: lea,
    inbox: a,
    at: NOON - 9000,
    intent: "Remboursement",
  });
  const first = await desk.conversation({
    contact: lea,
    inbox: a,
    status: "resolved",
    at: NOON - 8000,
    intent: "",
    messages: [
      { from: "agent", text: "On vous écoute" },
      { from: "visitor", text: "effacé", deleted: true },
      { from: "visitor", text: "é".repeat(300), at: NOON - 7000 },
      { from: "visitor", text: "et encore", at: NOON - 6000 },
    ],
  });
  const silent = await desk.conversation({ contact: lea, inbox: null, at: NOON - 10_000, messages: [] });
  await desk.conversation({ contact: lea, inbox: b, at: NOON });
  const detail = await service.getContact(desk, desk.token({ inboxes: [a] }), {
    contactId: lea.id.toUpperCase(),
  });
  assert.deepEqual(detail, {
    contact: {
      id: lea.id,
      name: "Léa",
      email: "lea@exemple.fr",
      phone: null,
      identified: true,
      location: null,
      country: null,
      timeZone: null,
      place: null,
      segment: "VIP",
      attributes: [{ label: "Contrat", value: "42", kind: "text" }],
      data: { offre: "Pro", n: 2 },
    },
    site: "Boutique",
    conversations: [
      { id: first, subject: "é".repeat(240) + "…", status: "resolved", at: iso(NOON - 6000) },
      { id: intended, subject: "Remboursement", status: "open", at: iso(NOON - 9000) },
      { id: silent, subject: "", status: "open", at: iso(NOON - 10_000) },
    ],
  });
  const nobody = await desk.contact();
  assert.deepEqual(
    (await service.getContact(desk, desk.token(), { contactId: nobody.id })).conversations,
    [],
  );
  for (const contactId of [nobody.id, crypto.randomUUID(), "pas un id"]) {
    await assert.rejects(
      service.getContact(desk, desk.token({ inboxes: [a] }), { contactId }),
      refused("CONTACT_NOT_FOUND"),
    );
  }
});

Deno.test("ids are UUIDs version 7 [@covers messagerie.data.ids]", async () => {
  await using desk = await openDesk();
  await desk.site();
  const id = await desk.contact().then(() => desk.conversation({ inbox: null }));
  const after = await service.addNote(desk, desk.token(), { conversationId: id, text: "n" });
  const note = after.messages.at(-1)?.id ?? "";
  assert.match(note, UUID_PATTERN);
  assert.equal(note[14], "7");
  assert.equal(parseInt(note.replaceAll("-", "").slice(0, 12), 16), NOON);
});
