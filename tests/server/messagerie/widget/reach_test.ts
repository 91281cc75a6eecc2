/**
 * Which pages may ask, and what a visitor is shown.
 * @covers messagerie-web.widget.origins
 * @covers messagerie-web.widget.cors
 * @covers messagerie-web.widget.own-only
 * @covers messagerie-web.widget.never-notes
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { changeSite } from "../../../../service/messagerie/sites/manage_sites.ts";
import { addNote, addTag, assignConversation, sendReply } from "../../../../service/messagerie/mod.ts";
import { KEY, openWorld, ORIGIN, type World } from "./widget_world.ts";

const change = (world: World, changes: Parameters<typeof changeSite>[3]) =>
  changeSite({ ...world.desk, secretKey: KEY }, null, world.site.id, changes);

Deno.test("a page of an origin that is not on the list is refused, and told nothing that it could read", async () => {
  await using world = await openWorld();
  const near = [
    "https://boutique.example",
    "http://www.boutique.example",
    "https://www.boutique.example:8443",
    "https://www.boutique.example.evil.example",
    "null",
    null,
  ];
  for (const origin of near) {
    for (const method of ["GET", "OPTIONS"]) {
      const response = await world.fetch(`/${world.site.key}/config`, { origin, method });
      const body = await response.json();
      assert.deepEqual([response.status, body.code], [403, "ORIGIN_REFUSED"], `${method} ${origin}`);
      assert.equal(response.headers.get("access-control-allow-origin"), null);
      assert.equal(response.headers.get("vary"), "Origin");
    }
  }
  assert.equal((await world.page().get("/config")).status, 200);
});

Deno.test("CORS names the one origin, never all, and no cookie; a preflight says what may be sent", async () => {
  await using world = await openWorld();
  const asked = await world.fetch(`/${world.site.key}/messages`, {
    method: "OPTIONS",
    headers: { "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
  });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("access-control-allow-origin"), ORIGIN);
  assert.equal(asked.headers.get("access-control-allow-credentials"), null);
  assert.match(
    asked.headers.get("access-control-allow-headers")!,
    /authorization, content-type, x-file-name/,
  );
  assert.match(asked.headers.get("access-control-allow-methods")!, /DELETE/);
  const page = world.page();
  const answers = [
    await page.get("/config"),
    await page.get("/nothing"),
    await page.post("/messages", {}),
    await world.page({ secret: "short" }).get("/conversations"),
  ];
  assert.deepEqual(answers.map(({ status }) => status), [200, 404, 400, 401]);
  for (const { headers } of answers) {
    assert.equal(headers.get("access-control-allow-origin"), ORIGIN);
    assert.equal(headers.get("vary"), "Origin");
    assert.equal(headers.get("set-cookie"), null);
    assert.equal(headers.get("cache-control"), "no-store");
  }
});

Deno.test("a site without origins opens nowhere; a closed widget and an unknown key look the same", async () => {
  await using world = await openWorld();
  const page = world.page();
  assert.equal((await page.send("Bonjour")).status, 200);
  await change(world, { enabled: false });
  assert.deepEqual([(await page.send("?")).body.code, (await page.get("/config")).status], [
    "WIDGET_CLOSED",
    404,
  ]);
  assert.equal((await world.page({ key: "0".repeat(24) }).get("/config")).body.code, "WIDGET_CLOSED");
  assert.equal((await world.page({ key: "' or 1=1" }).get("/config")).body.code, "WIDGET_CLOSED");
  await change(world, { enabled: true, origins: [] });
  assert.equal((await page.get("/config")).body.code, "ORIGIN_REFUSED");
});

Deno.test("a visitor reaches their own web conversations and no other, on no other site either", async () => {
  await using world = await openWorld();
  const [ada, ben] = [world.page(), world.page()];
  const sent = (await ada.send("Mon code est 1234")).body.data;
  const conversation = sent.conversation.id;
  await ben.send("Bonjour");
  const file = (await ada.upload("note.txt", "secret")).body.data.id;
  await ada.send("", { conversationId: conversation, files: [file] });

  const tries = async (page: ReturnType<World["page"]>) => [
    await page.get(`/conversations/${conversation}`),
    await page.send("moi aussi", { conversationId: conversation }),
    await page.post(`/conversations/${conversation}/seen`, { messageId: sent.message.id }),
    await page.post(`/conversations/${conversation}/typing`, {}),
    await page.get(`/files/${file}`),
  ];
  for (const { status, body } of await tries(ben)) {
    assert.equal(status, 404);
    assert.doesNotMatch(JSON.stringify(body), /1234|Mon code/);
  }
  assert.equal((await ben.get("/conversations")).body.data.length, 1);

  // The same secret on another site is somebody else.
  const other = await world.desk.site({ name: "Autre" });
  const { key } = await changeSite({ ...world.desk, secretKey: KEY }, null, other.id, { origins: [ORIGIN] });
  const elsewhere = world.page({ secret: ada.secret, key });
  assert.deepEqual((await elsewhere.get("/conversations")).body.data, []);
  for (const { status } of await tries(elsewhere)) assert.equal(status, 404);

  // A conversation of the same contact on another channel is not the widget's.
  const contact = await world.desk.store.read.selectFrom("contact as k").innerJoin(
    "conversation as c",
    "c.contact_no",
    "k.no",
  )
    .where("c.id", "=", conversation).select(["k.no", "k.id", "k.name"]).executeTakeFirstOrThrow();
  const mail = await world.desk.conversation({
    contact,
    channel: "email",
    messages: [{ from: "agent", text: "par mail" }],
  });
  assert.equal((await ada.get(`/conversations/${mail}`)).status, 404);
  assert.equal((await ada.send("?", { conversationId: mail })).status, 404);
  assert.equal((await ada.get("/conversations")).body.data.length, 1);
});

/** Marks that must never reach a page, whatever a thread is made of. */
const HIDDEN = "zzhidden";

Deno.test("no answer holds a note, an internal event, a label, a tag, metadata or a surname: random threads", async () => {
  await using world = await openWorld();
  const { desk } = world;
  const claire = await desk.agent({ name: `Claire ${HIDDEN}`, inboxes: [world.inbox] });
  const paul = await desk.agent({ name: `Paul ${HIDDEN}`, inboxes: [world.inbox] });
  const program = desk.token({ label: `Robot ${HIDDEN}` });
  const page = world.page();
  const conversationId = (await page.send("Bonjour")).body.data.conversation.id;
  const person = desk.person(claire);
  const steps = {
    note: () => addNote(desk, person, { conversationId, text: HIDDEN }),
    tag: () => addTag(desk, program, { conversationId, label: `${HIDDEN}${Math.random()}` }),
    assign: () => assignConversation(desk, person, { conversationId, agentId: paul.id }),
    queue: () => assignConversation(desk, program, { conversationId, agentId: null }),
    person: () => sendReply(desk, person, { conversationId, text: "par une personne", resolve: true }),
    program: () => sendReply(desk, program, { conversationId, text: "par un programme" }),
    visitor: () => page.send("encore", { conversationId }),
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(steps) as (keyof typeof steps)[]), { maxLength: 8 }),
      async (names) => {
        for (const name of names) {
          desk.time += 1_000;
          await steps[name]();
        }
        const { status, body } = await page.get(`/conversations/${conversationId}`);
        assert.equal(status, 200);
        const told = JSON.stringify([body, (await page.get("/conversations")).body]);
        assert.ok(!told.includes(HIDDEN), told);
        for (const message of body.data.messages) {
          assert.ok(["visitor", "agent", "ai", "event", "deleted"].includes(message.from), message.from);
          if (message.from === "event") {
            assert.ok(["resolved", "reopened", "takeover", "handoff"].includes(message.event));
          }
          const extra = Object.keys(message).filter((key) =>
            !["id", "at", "from", "text", "files", "author", "event", "key"].includes(key)
          );
          assert.deepEqual(extra, []);
        }
        const rows = await desk.store.read.selectFrom("message").select(["kind", "body"]).execute();
        assert.equal(
          body.data.messages.filter((one: { text?: string }) => one.text !== undefined).length,
          Math.min(100, rows.filter(({ kind }) => kind === 0).length),
        );
      },
    ),
    { numRuns: 12 },
  );
});
