/**
 * What visitors send: messages once whatever is retried, files told by their content, within limits.
 * @covers messagerie-web.widget.once
 * @covers messagerie-web.widget.files
 * @covers messagerie-web.widget.limits
 * @covers messagerie-web.widget.visitor-secret
 * @covers messagerie-web.widget.data
 */
import assert from "node:assert/strict";
import { getContact, sendReply } from "../../../../service/messagerie/mod.ts";
import { forgetOldVisitors } from "../../../../service/messagerie/widget/forget_visitor.ts";
import { WIDGET_LIMITS } from "../../../../server/messagerie/widget/widget_limiter.ts";
import { openWorld, randomText, type World } from "./widget_world.ts";

const texts = async (world: World) =>
  (await world.desk.store.read.selectFrom("message").where("kind", "=", 0).select("body").orderBy("seq")
    .execute())
    .map(({ body }) => body);

Deno.test("the same key again is the same message again: one after another, at once, and for the first one too", async () => {
  await using world = await openWorld();
  const page = world.page();
  const key = crypto.randomUUID();
  const first = await Promise.all([1, 2, 3, 4].map(() => page.post("/messages", { key, text: "Bonjour" })));
  assert.deepEqual(first.map(({ status }) => status), [200, 200, 200, 200]);
  assert.equal(new Set(first.map(({ body }) => body.data.message.id)).size, 1);
  const { conversation } = first[0]!.body.data;
  const next = { key: crypto.randomUUID(), text: "encore", conversationId: conversation.id };
  assert.deepEqual((await page.post("/messages", next)).body, (await page.post("/messages", next)).body);
  assert.deepEqual(await texts(world), ["Bonjour", "encore"]);
  assert.equal((await world.desk.store.read.selectFrom("contact").select("no").execute()).length, 1);
  // Another visitor's key is another key.
  await world.page().post("/messages", { key, text: "moi" });
  assert.equal((await texts(world)).length, 3);
});

Deno.test("a first message goes to the site's inbox, with an alert, and to the AI where one answers", async () => {
  for (const ai of [false, true]) {
    await using world = await openWorld({ ai });
    await world.page().send("Bonjour");
    const row = await world.desk.store.read.selectFrom("conversation").selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([row.status, row.inbox_no, row.channel], [ai ? "ai" : "open", world.inbox.no, "web"]);
    const alerts = await world.desk.store.read.selectFrom("change").where("payload", "is not", null).select(
      "payload",
    ).execute();
    assert.deepEqual(alerts, ai ? [] : [{ payload: '{"alert":true}' }]);
  }
});

Deno.test("what is wrong with a message is said, and nothing is kept", async () => {
  await using world = await openWorld();
  const page = world.page();
  const cases: readonly [Readonly<Record<string, unknown>>, number, string][] = [
    [{ text: " \u200b " }, 400, "EMPTY_MESSAGE"],
    [{ text: "x".repeat(10_001) }, 400, "INVALID_REQUEST"],
    [{ text: "x", key: "1" }, 400, "INVALID_REQUEST"],
    [{ text: "x", files: [crypto.randomUUID()] }, 404, "FILE_NOT_FOUND"],
    [{ text: "x", data: { nested: {} } }, 400, "INVALID_REQUEST"],
    [
      { text: "x", data: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`k${n}`, n])) },
      400,
      "INVALID_REQUEST",
    ],
    [{ text: "x", conversationId: crypto.randomUUID() }, 404, "CONVERSATION_NOT_FOUND"],
    [{ text: "x".repeat(200_000) }, 413, "PAYLOAD_TOO_LARGE"],
  ];
  for (const [body, status, code] of cases) {
    const answer = await page.post("/messages", { key: crypto.randomUUID(), ...body });
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body).slice(0, 80));
  }
  assert.deepEqual(await texts(world), []);
  assert.equal((await page.send("🏳️‍🌈".repeat(1_000))).status, 200);
});

Deno.test("a secret that was not used for long opens nothing, and is nobody's when it comes back", async () => {
  await using world = await openWorld();
  const page = world.page();
  await page.send("Bonjour");
  const DAY = 24 * 3_600_000;
  world.desk.time += 100 * DAY;
  assert.equal((await page.get("/conversations")).body.data.length, 1, "a visit keeps it alive");
  world.desk.time += 100 * DAY;
  assert.equal((await page.get("/conversations")).body.data.length, 1);
  world.desk.time += 181 * DAY;
  assert.deepEqual((await page.get("/conversations")).body.data, []);
  await page.send("de retour");
  assert.equal((await page.get("/conversations")).body.data.length, 1);
  assert.equal((await world.desk.store.read.selectFrom("contact").select("no").execute()).length, 2);
  await page.delete("/visitor");
  assert.deepEqual((await page.get("/conversations")).body.data, []);
  for (const secret of ["", "vis_", `vis_${randomText()}x`, randomText(), `msg_${randomText()}`]) {
    assert.equal((await world.page({ secret }).get("/conversations")).body.code, "VISITOR_INVALID");
  }
  const kept = await world.desk.store.read.selectFrom("visitor").select("secret_hash").execute();
  assert.ok(kept.every(({ secret_hash: hash }) => hash.length === 32));
});

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82]);

Deno.test("a file is what its content says, named so that it cannot pass for another, and is only ever saved", async () => {
  await using world = await openWorld();
  const page = world.page();
  const kept: readonly [string, Uint8Array | string, string, string][] = [
    ["reçu.PNG", PNG, "reçu.png", "image/png"],
    ["photo.jpg", PNG, "photo.jpg.png", "image/png"],
    ["../../etc/passwd", "root", "passwd.txt", "text/plain"],
    ["page.html", "<script>alert(1)</script>", "page.html.txt", "text/plain"],
    ["image.svg", "<?xml version='1.0'?><svg onload='x'/>", "image.svg.txt", "text/plain"],
    ["facture\u202Efdp.exe", "%PDF-1.7\n", "facturefdp.exe.pdf", "application/pdf"],
    ["con.txt", "x", "fichier_con.txt", "text/plain"],
    ["", "x", "fichier.txt", "text/plain"],
  ];
  for (const [typed, content, name, type] of kept) {
    const { status, body } = await page.upload(typed, content);
    assert.deepEqual([status, body.data?.name, body.data?.type], [200, name, type], typed);
  }
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4, ...new Uint8Array(60)]);
  const macro = new TextEncoder().encode(
    "PK\u0003\u0004" + "x".repeat(40) + "[Content_Types].xml word/document.xml word/vbaProject.bin",
  );
  const bad: readonly (readonly [string, Uint8Array | string])[] = [
    ["a.png", "MZ\u0000\u0000"],
    ["a.txt", "\u007fELF\u0002"],
    ["a.docx", zip],
    ["a.docx", macro],
    ["a.txt", new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
    ["a.txt", ""],
  ];
  for (const [name, content] of bad) {
    const { status, body } = await page.upload(name, content);
    assert.deepEqual([status, body.code], [415, "FILE_REFUSED"], name);
  }
  const docx = new TextEncoder().encode(
    "PK\u0003\u0004" + "x".repeat(40) + "[Content_Types].xml word/document.xml",
  );
  assert.equal((await page.upload("lettre.docx", docx)).body.data.name, "lettre.docx");
});

Deno.test("files come with their message and can be read back by its visitor alone", async () => {
  await using world = await openWorld();
  const page = world.page();
  const [first, second] = [
    (await page.upload("a.txt", "un")).body.data,
    (await page.upload("b.txt", "deux")).body.data,
  ];
  const other = world.page();
  assert.equal((await other.send("vol", { files: [first.id] })).body.code, "FILE_NOT_FOUND");
  const sent = (await page.send("", { files: [second.id, first.id] })).body.data;
  assert.deepEqual(sent.message.files.map(({ name }: { name: string }) => name), ["b.txt", "a.txt"]);
  assert.equal((await page.send("encore", { files: [first.id] })).body.code, "FILE_NOT_FOUND", "taken once");
  const read = await page.get(`/files/${first.id}`);
  assert.deepEqual([read.status, read.body], [200, "un"]);
  assert.match(read.headers.get("content-disposition")!, /^attachment; filename="a.txt"/);
  assert.equal(read.headers.get("x-content-type-options"), "nosniff");
  assert.match(read.headers.get("content-security-policy")!, /sandbox/);
  await other.send("Bonjour");
  assert.equal((await other.get(`/files/${first.id}`)).status, 404);
  // A file that waits is nobody's to read, and can be let go of.
  const waiting = (await page.upload("c.txt", "trois")).body.data;
  assert.equal((await page.get(`/files/${waiting.id}`)).status, 404);
  await page.delete(`/files/${waiting.id}`);
  assert.equal((await page.send("", { files: [waiting.id] })).body.code, "FILE_NOT_FOUND");
  // Nor is one of a note.
  const row = await world.desk.store.read.selectFrom("message").select(["seq"]).executeTakeFirstOrThrow();
  await world.desk.store.write(async (tx) =>
    void await tx.updateTable("message").set({ kind: 1 }).where("seq", "=", row.seq).execute()
  );
  assert.equal((await page.get(`/files/${first.id}`)).status, 404);
});

Deno.test("files above 10 MiB are cut off while they come; those that wait are bounded and forgotten", async () => {
  await using world = await openWorld({
    limits: { ...WIDGET_LIMITS, file: { visitor: 100, address: 100, site: 100 } },
  });
  const page = world.page();
  const big = new Uint8Array(10 * 1_048_576 + 1).fill(65);
  assert.deepEqual([(await page.upload("a.txt", big)).body.code], ["FILE_TOO_LARGE"]);
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1_048_576).fill(65));
    },
  });
  const response = await world.fetch(`/${world.site.key}/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${page.secret}`, "x-file-name": "a.txt" },
    body: endless,
  }).catch(() => undefined);
  await response?.body?.cancel();
  assert.ok(response === undefined || response.status === 413, String(response?.status));
  assert.ok(pulled < 60, `${pulled} MiB were read`);
  assert.equal((await page.upload("max.txt", big.subarray(1))).status, 200);
  for (let n = 0; n < 19; n++) assert.equal((await page.upload(`${n}.txt`, "x")).status, 200);
  assert.equal((await page.upload("trop.txt", "x")).body.code, "TOO_MANY_FILES");
  world.desk.time += 25 * 3_600_000;
  await forgetOldVisitors(world.desk);
  assert.equal((await page.upload("encore.txt", "x")).status, 200);
});

Deno.test("whoever asks too often is told when to come back: by browser, by address, by site", async () => {
  const low = (which: "visitor" | "address" | "site") => ({
    ...WIDGET_LIMITS,
    write: { visitor: 1_000, address: 1_000, site: 1_000, [which]: 3 },
  });
  for (const which of ["visitor", "address", "site"] as const) {
    await using world = await openWorld({ limits: low(which) });
    const [page, other] = [world.page(), world.page()];
    for (let n = 0; n < 3; n++) assert.equal((await page.send(`${n}`)).status, 200);
    const refused = await page.send("trop");
    assert.deepEqual([refused.status, refused.body.code], [429, "RATE_LIMITED"]);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal((await other.send("moi")).status, which === "visitor" ? 200 : 429);
    assert.equal((await page.get("/conversations")).status, 200, "reading is counted apart");
    assert.equal((await texts(world)).length, which === "visitor" ? 4 : 3);
  }
});

Deno.test("metadata that a page tells goes on the contact, within bounds, and never on its card", async () => {
  await using world = await openWorld();
  const page = world.page();
  assert.deepEqual((await page.post("/data", { data: { plan: "pro" } })).body.data, { kept: false });
  await page.send("Bonjour", { data: { plan: "pro", name: "Admin", email: "a@exemple.fr" } });
  assert.deepEqual((await page.post("/data", { data: { seats: 3, plan: "free" } })).body.data, {
    kept: true,
  });
  const card = await world.desk.store.read.selectFrom("contact").selectAll().executeTakeFirstOrThrow();
  const { contact } = await getContact(world.desk, world.desk.token(), { contactId: card.id });
  assert.deepEqual(contact.data, { plan: "free", name: "Admin", email: "a@exemple.fr", seats: 3 });
  assert.deepEqual([contact.email, contact.identified, contact.name.startsWith("Visiteur ")], [
    null,
    false,
    true,
  ]);
  const more = Object.fromEntries(Array.from({ length: 38 }, (_, n) => [`k${n}`, n]));
  assert.equal((await page.post("/data", { data: more })).status, 400, "42 keys in all");
});

Deno.test("answers count as unread until they are seen, and pages go back and forth", async () => {
  await using world = await openWorld();
  const { desk } = world;
  const page = world.page();
  const { conversation, message } = (await page.send("Bonjour")).body.data;
  const conversationId = conversation.id;
  for (let n = 0; n < 5; n++) await sendReply(desk, desk.token(), { conversationId, text: `réponse ${n}` });
  const unread = async () => (await page.get("/conversations")).body.data[0].unread;
  assert.equal(await unread(), 5);
  const { messages } = (await page.get(`/conversations/${conversationId}`)).body.data;
  await page.post(`/conversations/${conversationId}/seen`, { messageId: messages[3].id });
  assert.equal(await unread(), 2);
  await page.post(`/conversations/${conversationId}/seen`, { messageId: message.id });
  assert.equal(await unread(), 2, "never back");
  const path = `/conversations/${conversationId}`;
  const last = (await page.get(`${path}?limit=2`)).body.data;
  assert.deepEqual([last.messages.map((one: { text: string }) => one.text), last.more], [[
    "réponse 3",
    "réponse 4",
  ], true]);
  const before = (await page.get(`${path}?limit=10&before=${last.messages[0].id}`)).body.data;
  assert.deepEqual([before.messages.length, before.more], [4, false]);
  const after = (await page.get(`${path}?after=${messages[4].id}`)).body.data;
  assert.deepEqual(after.messages.map((one: { text: string }) => one.text), ["réponse 4"]);
});
