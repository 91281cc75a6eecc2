/**
 * What the inbox's pages write: once, whatever is lost on the way; and everything that a team does with a conversation.
 */
import assert from "node:assert/strict";
import { DESK_ROUTES } from "../../../../server/messagerie/inbox/routes.ts";
import { NOON, type Ref } from "../../../service/messagerie/desk.ts";
import { type Person, type ServedInbox, serveInbox } from "./served_inbox.ts";

interface Scene extends AsyncDisposable {
  readonly inbox: ServedInbox;
  readonly a: Ref;
  readonly b: Ref;
  readonly agent: Ref;
  readonly ana: Person;
  readonly id: string;
}

async function scene(): Promise<Scene> {
  const inbox = await serveInbox();
  const { desk } = inbox;
  await desk.site();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  await desk.contact({ name: "Léa", email: "lea@exemple.fr" });
  const agent = await desk.agent({ name: "Ana", inboxes: [a, b] });
  const id = await desk.conversation({ inbox: a });
  const ana = await inbox.signIn(agent);
  return { inbox, a, b, agent, ana, id, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() };
}

async function texts(person: Person, id: string): Promise<string[]> {
  const { messages } = await person.ok("GET /conversations/{id}/messages", { params: { id } });
  return messages.flatMap((row) => "text" in row ? [row.text] : []);
}

async function events(person: Person, id: string): Promise<unknown[]> {
  const { messages } = await person.ok("GET /conversations/{id}/messages", { params: { id } });
  return messages.flatMap((row) => row.from === "event" ? [row.event] : []);
}

Deno.test("a text that is sent again under its key is kept once, in every process [@covers messagerie-web.inbox.once]", async () => {
  await using made = await scene();
  const { inbox, ana, agent, id } = made;
  await using other = await serveInbox(inbox);
  const there = await other.signIn(agent);
  for (const route of ["POST /conversations/{id}/replies", "POST /conversations/{id}/notes"] as const) {
    const body = { text: `une fois par ${route}`, key: crypto.randomUUID() };
    // At once and later, here and there: the answer is the same row.
    const answers = await Promise.all(
      [ana, there, ana, there].map((person) => person.ok(route, { params: { id }, body })),
    );
    answers.push(await there.ok(route, { params: { id }, body: { ...body, key: body.key.toUpperCase() } }));
    assert.equal(new Set(answers.map(({ message }) => message.id)).size, 1);
    assert.equal((await texts(ana, id)).filter((text) => text === body.text).length, 1);
  }
  const first = {
    channel: "email",
    text: "Bonjour",
    key: crypto.randomUUID(),
    email: "neuf@exemple.fr",
  } as const;
  const started = await Promise.all(
    [ana, there, ana].map((person) => person.ok("POST /conversations", { body: first })),
  );
  assert.equal(new Set(started.map(({ conversation }) => conversation.id)).size, 1);
  assert.equal(new Set(started.map(({ message }) => message.id)).size, 1);
  const queued = await inbox.desk.store.read.selectFrom("outbound").select("no").execute();
  assert.equal(queued.length, 1, "and leaves once");
});

Deno.test("a key is its person's, and of one conversation; what was deleted is not written again", async () => {
  await using made = await scene();
  const { inbox, ana, a, id } = made;
  const ben = await inbox.signIn(await inbox.desk.agent({ name: "Ben", inboxes: [a] }));
  const other = await inbox.desk.conversation({ inbox: a });
  const body = { text: "bonjour", key: crypto.randomUUID() };
  const route = "POST /conversations/{id}/replies";
  const { message } = await ana.ok(route, { params: { id }, body });
  assert.equal(await ana.refused(route, { params: { id: other }, body }), "INVALID_REQUEST");
  await ben.ok(route, { params: { id }, body });
  assert.deepEqual((await texts(ana, id)).slice(1), ["bonjour", "bonjour"]);
  await ana.ok("DELETE /conversations/{id}/messages/{messageId}", { params: { id, messageId: message.id } });
  const again = await ana.ok(route, { params: { id }, body });
  assert.equal(again.message.from, "deleted");
  for (const wrong of [{ text: "sans clé" }, { ...body, key: "x" }, { ...body, text: " \u200b" }]) {
    const code = await ana.refused(route, { params: { id }, body: wrong as never });
    assert.ok(["INVALID_REQUEST", "EMPTY_MESSAGE"].includes(code));
  }
});

Deno.test("an advisor sends a file, as what its content says, once [@covers messagerie-web.inbox.files]", async () => {
  await using made = await scene();
  const { inbox, ana, id } = made;
  const bytes = new Uint8Array([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    0,
    0,
    0,
    13,
    0x49,
    0x48,
    0x44,
    0x52,
  ]);
  const send = async (
    to: string,
    name: string,
    content: Uint8Array<ArrayBuffer>,
    key = crypto.randomUUID(),
  ) => {
    const response = await fetch(
      `${inbox.url}/api/inbox/conversations/${to}/files?name=${encodeURIComponent(name)}&key=${key}`,
      {
        method: "POST",
        headers: { cookie: ana.cookie, "x-csrf-token": ana.csrf, origin: inbox.url },
        body: content,
      },
    );
    return { status: response.status, body: await response.json() };
  };
  const key = crypto.randomUUID();
  const sent = await send(id, "../photo\u202egnp.exe", bytes, key);
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  assert.deepEqual((await send(id, "photo", bytes, key)).body.data.message, sent.body.data.message);
  const { message, conversation } = sent.body.data;
  const [file] = message.files;
  assert.deepEqual([message.text, file.name, file.type, file.size], [
    "",
    "photognp.exe.png",
    "image/png",
    16,
  ]);
  assert.equal(conversation.assignee.name, "Ana");
  const download = await fetch(`${inbox.url}/api/inbox/files/${file.id}`, {
    headers: { cookie: ana.cookie },
  });
  assert.deepEqual(await download.bytes(), bytes);
  const html = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");
  assert.equal((await send(id, "page.html", new Uint8Array())).body.code, "FILE_REFUSED");
  assert.equal((await send(id, "x.png", new Uint8Array([0x4d, 0x5a, 0, 0]))).body.code, "FILE_REFUSED");
  const page = await send(id, "page.html", html);
  const { name, type } = page.body.data.message.files[0];
  assert.deepEqual([name, type], ["page.html.txt", "text/plain"], "what could run is plain text");
  const tooLarge = (await send(id, "x", new Uint8Array(10 * 1_048_576 + 1))).body;
  assert.deepEqual([tooLarge.code, tooLarge.details.reason.en], [
    "FILE_TOO_LARGE",
    "This file is too large: 10 MiB at most.",
  ]);
  const mail = await inbox.desk.conversation({ channel: "email" });
  assert.equal((await send(mail, "photo.png", bytes)).body.code, "INVALID_REQUEST");
  const out = await inbox.desk.conversation({ inbox: await inbox.desk.inbox() });
  assert.equal((await send(out, "photo.png", bytes)).body.code, "CONVERSATION_NOT_FOUND");
});

Deno.test("a reply takes the conversation; its answer is the line and the row as they are [@covers messagerie-web.inbox.actions]", async () => {
  await using made = await scene();
  const { inbox, ana, agent } = made;
  const id = await inbox.desk.conversation({ status: "ai", unread: true });
  const text = "<img src=x onerror=alert(1)> \u202e 😀".repeat(3);
  const { conversation, message } = await ana.ok("POST /conversations/{id}/replies", {
    params: { id },
    body: { text, key: crypto.randomUUID(), resolve: true },
  });
  assert.deepEqual(
    [conversation.status, conversation.assignee, conversation.unread],
    ["resolved", { id: agent.id, name: "Ana" }, false],
  );
  assert.ok(message.from === "advisor");
  assert.equal(message.text, text.trim(), "hostile text is data");
});

Deno.test("everything that a team does with a conversation [@covers messagerie-web.inbox.actions]", async () => {
  await using made = await scene();
  const { inbox, ana, agent, a, b, id } = made;
  const ben = await inbox.desk.agent({ name: "Ben", inboxes: [a] });
  const params = { id };
  const line = (route: Parameters<typeof ana.ok>[0], body?: unknown) =>
    ana.ok(route, { params, body: body as never }) as Promise<Record<string, unknown>>;

  assert.deepEqual((await line("PUT /conversations/{id}/assignee", { agentId: ben.id }))["assignee"], {
    id: ben.id,
    name: "Ben",
  });
  assert.deepEqual((await line("POST /conversations/{id}/take"))["assignee"], { id: agent.id, name: "Ana" });
  await line("POST /conversations/{id}/take");
  assert.equal((await line("PUT /conversations/{id}/assignee", { agentId: null }))["assignee"], null);
  assert.equal((await line("POST /conversations/{id}/resolve"))["status"], "resolved");
  assert.equal((await line("POST /conversations/{id}/reopen"))["status"], "open");
  await line("POST /conversations/{id}/reopen");
  const until = new Date(NOON + 60_000).toISOString();
  const held = await line("PUT /conversations/{id}/snooze", { until });
  assert.deepEqual([held["status"], held["snoozedUntil"]], ["pending", until]);
  const woken = await line("DELETE /conversations/{id}/snooze");
  assert.deepEqual([woken["status"], woken["snoozedUntil"]], ["open", null]);
  await line("DELETE /conversations/{id}/snooze");
  await line("POST /conversations/{id}/tags", { label: " Retour/échange " });
  assert.deepEqual((await line("POST /conversations/{id}/tags", { label: "VIP" }))["tags"], [
    { label: "Retour/échange", color: "#64748b" },
    { label: "VIP", color: "#64748b" },
  ]);
  const tagged = await ana.ok("DELETE /conversations/{id}/tags/{label}", {
    params: { id, label: "retour/Échange" },
  });
  assert.deepEqual(tagged.tags.map(({ label }) => label), ["VIP"]);
  assert.equal(
    (await line("PUT /conversations/{id}/priority", { priority: "urgent" }))["priority"],
    "urgent",
  );
  assert.equal((await line("PUT /conversations/{id}/read", { read: false }))["unread"], true);
  assert.equal((await line("PUT /conversations/{id}/read", { read: true }))["unread"], false);
  assert.deepEqual(
    await ana.ok("PUT /conversations/{id}/data", { params, body: { data: { n: 1, ok: true } } }),
    {
      data: { n: 1, ok: true },
    },
  );
  assert.deepEqual((await line("PUT /conversations/{id}/inbox", { inboxId: b.id }))["inbox"], {
    id: b.id,
    name: b.name,
  });
  assert.equal((await line("PUT /conversations/{id}/inbox", { inboxId: null }))["inbox"], null);

  assert.deepEqual(await events(ana, id), [
    { type: "assigned", agent: "Ben", by: "Ana" },
    { type: "takeover", agent: "Ana" },
    { type: "assigned", agent: null, by: "Ana" },
    { type: "resolved", agent: "Ana" },
    { type: "reopened", agent: "Ana" },
    { type: "snoozed", agent: "Ana", until },
    { type: "woke", agent: "Ana" },
    { type: "transferred", inbox: b.name, by: "Ana" },
    { type: "transferred", inbox: null, by: "Ana" },
  ]);
});

Deno.test("taking over opens the AI's and leaves resolved ones resolved, held ones on hold", async () => {
  await using made = await scene();
  const { inbox, ana, agent } = made;
  for (
    const [status, after] of [["ai", "open"], ["open", "open"], ["pending", "pending"], [
      "resolved",
      "resolved",
    ]] as const
  ) {
    const id = await inbox.desk.conversation({ status, ...(status === "ai" ? { assignee: agent } : {}) });
    const taken = await ana.ok("POST /conversations/{id}/take", { params: { id } });
    assert.deepEqual([taken.status, taken.assignee?.id], [after, agent.id]);
    assert.deepEqual(await events(ana, id), [{ type: "takeover", agent: "Ana" }]);
  }
});

Deno.test("refusals name what is at fault and change nothing", async () => {
  await using made = await scene();
  const { inbox, ana, a, id } = made;
  const hidden = await inbox.desk.inbox();
  const out = await inbox.desk.conversation({ inbox: hidden });
  const stranger = await inbox.desk.agent({ name: "Ailleurs", inboxes: [hidden] });
  const before = await inbox.desk.store.read.selectFrom("change").select("no").execute();
  const unknown = crypto.randomUUID();
  const issues = async (method: string, path: string, body?: unknown) => {
    const got = await ana.send(method, path, body);
    assert.equal(got.status, 400);
    return got.body.details?.issues?.map(({ field }: { field: string }) => field);
  };
  const at = `/conversations/${id}`;
  assert.deepEqual(await issues("PUT", `${at}/assignee`, {}), ["agentId"]);
  assert.deepEqual(await issues("PUT", `${at}/assignee`, { agentId: stranger.id }), ["agentId"]);
  assert.deepEqual(await issues("PUT", `${at}/snooze`, { until: new Date(NOON).toISOString() }), ["until"]);
  assert.deepEqual(await issues("PUT", `${at}/priority`, { priority: "x" }), ["priority"]);
  assert.deepEqual(await issues("POST", `${at}/tags`, { label: " " }), ["label"]);
  assert.deepEqual(await issues("PUT", `${at}/data`, { data: { a: [] } }), ["data.a"]);
  assert.deepEqual(await issues("POST", `${at}/replies`, { text: "x".repeat(10_001), key: unknown }), [
    "text",
  ]);
  assert.deepEqual(await issues("DELETE", `${at}/messages/${unknown}`), ["messageId"]);
  assert.deepEqual(await issues("POST", "/conversations/pas-un-uuid/take"), ["id"]);
  assert.equal(await issues("POST", `${at}/replies`, "{"), undefined);
  const code = async (method: string, path: string, body?: unknown) =>
    (await ana.send(method, path, body)).body.code;
  assert.equal(await code("PUT", `${at}/assignee`, { agentId: unknown }), "AGENT_NOT_FOUND");
  assert.equal(await code("PUT", `${at}/inbox`, { inboxId: hidden.id }), "INBOX_NOT_FOUND");
  assert.equal(await code("POST", `/conversations/${out}/take`), "CONVERSATION_NOT_FOUND");
  assert.equal(await code("GET", "/nulle-part"), "NOT_FOUND");
  const wrong = await ana.send("PUT", "/counts");
  assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "GET"]);
  const plain = await ana.send("POST", `${at}/tags`, "label=x", { "content-type": "text/plain" });
  assert.equal(plain.status, 415);
  assert.equal((await ana.send("POST", `${at}/tags`, { label: "x".repeat(1_100_000) })).status, 413);
  assert.equal(
    (await inbox.desk.store.read.selectFrom("change").select("no").execute()).length,
    before.length,
  );
  assert.ok(a.no > 0);
});

Deno.test("contacts are kept right: name, addresses, data [@covers messagerie-web.inbox.contacts]", async () => {
  await using made = await scene();
  const { inbox, ana, a } = made;
  const { desk } = inbox;
  const zoe = await desk.contact({ name: "Zoe", email: "z@exemple.fr", phone: "+33612345678" });
  await desk.conversation({ inbox: a, contact: zoe });
  const edit = (body: Record<string, unknown>) =>
    ana.ok("PATCH /contacts/{id}", { params: { id: zoe.id }, body });
  const renamed = await edit({ name: " Zoé Martin ", email: "zoe@exemple.fr", phone: "06 98 76 54 32" });
  assert.deepEqual([renamed.name, renamed.email, renamed.phone], [
    "Zoé Martin",
    "zoe@exemple.fr",
    "+33698765432",
  ]);
  assert.deepEqual((await edit({ email: null, data: { plan: "pro" } })).email, null);
  const card = await ana.ok("GET /contacts/{id}", { params: { id: zoe.id } });
  assert.deepEqual([card.contact.phone, card.contact.data], ["+33698765432", { plan: "pro" }]);
  const found = await ana.ok("GET /search", { query: { q: "martin" } });
  assert.deepEqual(found.contacts.map(({ id }) => id), [zoe.id], "found by its new name at once");
  for (
    const body of [{ name: " " }, { email: "x" }, { phone: "12" }, { data: { a: null } }, {
      data: { ["k".repeat(61)]: 1 },
    }]
  ) {
    assert.equal(
      await ana.refused("PATCH /contacts/{id}", { params: { id: zoe.id }, body }),
      "INVALID_REQUEST",
    );
  }
  const hidden = await desk.contact();
  assert.equal(
    await ana.refused("PATCH /contacts/{id}", { params: { id: hidden.id }, body: {} }),
    "CONTACT_NOT_FOUND",
  );
});

Deno.test("the bell rings the new assignee alone, and is quiet once read [@covers messagerie-web.inbox.bell]", async () => {
  await using made = await scene();
  const { inbox, ana, a, id } = made;
  const ben = await inbox.signIn(await inbox.desk.agent({ name: "Ben", inboxes: [a] }));
  const params = { id };
  await ana.ok("PUT /conversations/{id}/assignee", { params, body: { agentId: ben.ref.id } });
  await ben.ok("POST /conversations/{id}/take", { params });
  const bell = await ben.ok("GET /notifications");
  assert.deepEqual([bell.unread, bell.notifications.length], [1, 1]);
  const { id: notification, ...told } = bell.notifications[0] ?? { id: "" };
  assert.deepEqual(told, {
    kind: "assigned",
    conversationId: id,
    contactName: "Léa",
    by: "Ana",
    at: new Date(NOON).toISOString(),
    read: false,
  });
  assert.deepEqual(await ana.ok("GET /notifications"), { notifications: [], unread: 0 });
  await ana.ok("POST /notifications/read", { body: { id: notification } });
  assert.equal((await ben.ok("GET /notifications")).unread, 1, "nobody reads another's");
  const read = await ben.ok("POST /notifications/read", { body: { id: notification } });
  assert.deepEqual([read.unread, read.notifications[0]?.read], [0, true]);

  const other = await inbox.desk.conversation({ inbox: a });
  await ana.ok("PUT /conversations/{id}/assignee", { params: { id: other }, body: { agentId: ben.ref.id } });
  await ana.ok("PUT /conversations/{id}/read", { params: { id: other }, body: { read: true } });
  assert.equal((await ben.ok("GET /notifications")).unread, 1);
  await ben.ok("PUT /conversations/{id}/read", { params: { id: other }, body: { read: true } });
  assert.equal((await ben.ok("GET /notifications")).unread, 0, "who has read it was told enough");
  assert.equal((await ben.ok("POST /notifications/read", { body: {} })).unread, 0);

  // What goes out of reach is not told of any more, read or not.
  await ana.ok("PUT /conversations/{id}/assignee", { params, body: { agentId: null } });
  await ana.ok("PUT /conversations/{id}/assignee", { params, body: { agentId: ben.ref.id } });
  assert.equal((await ben.ok("GET /notifications")).unread, 1);
  await ana.ok("PUT /conversations/{id}/inbox", { params, body: { inboxId: made.b.id } });
  const after = await ben.ok("GET /notifications");
  assert.equal(after.unread, 0);
  assert.ok(after.notifications.every(({ conversationId }) => conversationId !== id));
});

Deno.test("no route answers strangers, none writes without the session's token [@covers messagerie-web.inbox.csrf]", async () => {
  await using made = await scene();
  const { inbox, ana } = made;
  const other = await inbox.signIn(await inbox.desk.agent());
  const before = await inbox.desk.store.read.selectFrom("change").select("no").execute();
  const routes = [...DESK_ROUTES, ...inbox.live.routes];
  for (const { method, path } of routes) {
    const real = path.replaceAll(/\{(\w+)\}/g, () => made.id);
    const asked = (headers: Record<string, string>) =>
      ana.send(method, real, method === "GET" ? undefined : {}, headers);
    const stranger = await asked({ cookie: "messagerie=x" });
    assert.deepEqual([stranger.status, stranger.body.code], [401, "NOT_SIGNED_IN"], `${method} ${path}`);
    if (method === "GET") continue;
    for (
      const headers of [
        { "x-csrf-token": "" },
        { "x-csrf-token": other.csrf },
        { origin: "https://ailleurs.exemple" },
        { "sec-fetch-site": "cross-site" },
      ]
    ) {
      const refused = await asked(headers);
      assert.deepEqual([refused.status, refused.body.code], [403, "CSRF_REFUSED"], `${method} ${path}`);
    }
  }
  assert.ok(routes.filter(({ method }) => method !== "GET").length > 15);
  assert.equal(
    (await inbox.desk.store.read.selectFrom("change").select("no").execute()).length,
    before.length,
  );
});
