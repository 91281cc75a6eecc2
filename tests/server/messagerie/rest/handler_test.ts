/**
 * REST's routes, statuses and envelopes; what it has in common with MCP. Each answer is validated on the way by api.ts.
 * @covers messagerie.rest.routes
 * @covers messagerie.rest.envelopes
 * @covers messagerie.rest.openapi
 * @covers messagerie.rest.errors
 * @covers messagerie.rest.same-contacts
 * @covers messagerie.source.same-service
 * @covers messagerie-web.full-disk
 */
import assert from "node:assert/strict";
import { createRestHandler } from "../../../../server/messagerie/rest/handler.ts";
import { ROUTES } from "../../../../server/messagerie/rest/routes.ts";
import { REFUSALS } from "../../../../service/messagerie/refusals.ts";
import { DatabaseFault } from "../../../../store/libsql/fault.ts";
import { ACTORS, IDS, messageId, openSeededDesk } from "../../../seeded_desk.ts";
import { call } from "../../../tools/messagerie/calls.ts";
import { fakeServer } from "../fake_server.ts";
import { type Asked, restOf } from "./api.ts";

const REFUND = `/conversations/${IDS.refund}`;

/** A snake_case value with camelCase keys; metadata keys are people's own and stay. */
function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      key === "data" ? member : camelCase(member),
    ]),
  );
}

Deno.test("each route that reads gives what the tool gives, under data", async () => {
  await using desk = await openSeededDesk();
  const pairs: readonly [string, string, object][] = [
    ["/me", "whoami", {}],
    ["/inboxes", "list_inboxes", {}],
    ["/agents", "list_agents", {}],
    ["/conversations", "list_conversations", {}],
    [
      `/conversations?status=all&inbox=${IDS.sales}&assignee=none&limit=2`,
      "list_conversations",
      { status: "all", inbox_id: IDS.sales, assignee_id: "none", limit: 2 },
    ],
    [
      `/conversations?status=all&before=${IDS.delivery}`,
      "list_conversations",
      { status: "all", before: IDS.delivery },
    ],
    ["/contacts", "list_contacts", {}],
    ["/contacts?q=l%C3%A9a", "list_contacts", { query: "léa" }],
    ["/contacts?q=", "list_contacts", { query: "" }],
    [`/contacts/${IDS.lea}`, "get_contact", { contact_id: IDS.lea }],
    ["/search?q=mon+remboursement", "search_messages", { query: "mon remboursement" }],
  ];
  for (const actor of [ACTORS.writer, ACTORS.reader, ACTORS.limited]) {
    const api = restOf(desk, actor);
    for (const [path, tool, args] of pairs) {
      const { status, body } = await api("GET", path);
      assert.equal(status, 200, path);
      assert.deepEqual(Object.keys(body), ["data"]);
      const { value } = await call(desk, actor, tool, args);
      assert.deepEqual(body.data, camelCase(value), path);
      if (/contacts/.test(path)) assert.deepEqual(body.data, value, "the very same objects");
    }
  }
});

Deno.test("a conversation is the tool's in camelCase, with channel, assigneeId and deliveries", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  const page = `?limit=2&before=${messageId(1, 8)}`;
  for (const [query, args] of [["", {}], [page, { limit: 2, before: messageId(1, 8) }]] as const) {
    const { status, body } = await api("GET", `${REFUND}${query}`);
    assert.equal(status, 200);
    const { channel, assigneeId, deliveries, ...rest } = body.data;
    assert.deepEqual([channel, assigneeId, deliveries], ["web", IDS.ahmed, []]);
    const { value } = await call(desk, ACTORS.writer, "get_conversation", {
      conversation_id: IDS.refund,
      ...args,
    });
    assert.deepEqual(rest, camelCase(value));
  }
});

Deno.test("each route that writes does what the tool does, and answers with the conversation after", async () => {
  const pairs: readonly [string, string, unknown, number, string, object][] = [
    ["POST", `${REFUND}/messages`, { body: "Bonjour" }, 201, "send_reply", { text: "Bonjour" }],
    ["POST", `${REFUND}/messages`, { body: "Bonjour", kind: "reply" }, 201, "send_reply", {
      text: "Bonjour",
    }],
    [
      "POST",
      `${REFUND}/messages`,
      { body: "Fini", resolve: true },
      201,
      "send_reply",
      { text: "Fini", resolve: true },
    ],
    ["POST", `${REFUND}/messages`, { body: "Note", kind: "note" }, 201, "add_note", { text: "Note" }],
    ["POST", `${REFUND}/assign`, { assigneeId: IDS.claire }, 200, "assign_conversation", {
      agent_id: IDS.claire,
    }],
    ["POST", `${REFUND}/assign`, { assigneeId: null }, 200, "assign_conversation", { agent_id: null }],
    ["POST", `${REFUND}/resolve`, undefined, 200, "resolve_conversation", {}],
    ["POST", `${REFUND}/tags`, { label: "À suivre" }, 200, "add_tag", { label: "À suivre" }],
    ["DELETE", `${REFUND}/tags/vip`, undefined, 200, "remove_tag", { label: "vip" }],
  ];
  for (const [method, path, sent, status, tool, args] of pairs) {
    await using one = await openSeededDesk();
    await using other = await openSeededDesk();
    const got = await restOf(one, ACTORS.writer)(method, path, sent === undefined ? {} : { body: sent });
    const { value } = await call(other, ACTORS.writer, tool, { conversation_id: IDS.refund, ...args });
    assert.equal(got.status, status, path);
    const { channel: _, assigneeId: __, deliveries: ___, ...rest } = got.body.data;
    assert.deepEqual(rest, camelCase(value), path);
    const read = await restOf(one, ACTORS.writer)("GET", REFUND);
    assert.deepEqual(read.body.data, got.body.data, "what it answers is what is read next");
  }
});

Deno.test("POST /conversations writes first, and tells the delivery", async () => {
  for (const name of ["body", "text"]) {
    await using desk = await openSeededDesk();
    const { status, body } = await restOf(desk, ACTORS.writer)("POST", "/conversations", {
      body: { channel: "email", [name]: "Bonjour Léa", contactId: IDS.lea },
    });
    assert.equal(status, 201);
    assert.equal(body.data.channel, "email");
    assert.equal(body.data.messages.at(-1).text, "Bonjour Léa");
    assert.deepEqual(body.data.deliveries, [{
      messageId: body.data.messages.at(-1).id,
      state: "pending",
      code: null,
      at: "2026-03-12T09:00:00.000Z",
    }]);
  }
});

Deno.test("a label with slashes, accents and signs goes through the path", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  for (const label of ["a/b", "Été & hiver", "100 %", "?#", "🙂", "a%2Fb", "+1"]) {
    const added = await api("POST", `${REFUND}/tags`, { body: { label } });
    assert.ok(added.body.data.tags.includes(label), label);
    const removed = await api("DELETE", `${REFUND}/tags/${encodeURIComponent(label)}`);
    assert.equal(removed.status, 200);
    assert.ok(!removed.body.data.tags.includes(label), label);
  }
});

Deno.test("each refusal has its status, its code, its message", async () => {
  await using desk = await openSeededDesk();
  const writer = restOf(desk, ACTORS.writer);
  const limited = restOf(desk, ACTORS.limited);
  const unknown = `/conversations/${IDS.unknown}`;
  const start = (more: object): Asked => ({ body: { channel: "email", body: "Bonjour", ...more } });
  const cases: readonly [keyof typeof REFUSALS, Promise<{ status: number; body: unknown }>][] = [
    ["NOT_FOUND", writer("GET", "/nulle-part")],
    ["NOT_FOUND", writer("GET", "/")],
    ["NOT_FOUND", writer("GET", "")],
    ["NOT_FOUND", writer("GET", "/me/")],
    ["NOT_FOUND", writer("DELETE", `${REFUND}/tags/`)],
    ["CONVERSATION_NOT_FOUND", writer("GET", unknown)],
    ["CONVERSATION_NOT_FOUND", limited("GET", `/conversations/${IDS.claim}`)],
    ["CONVERSATION_NOT_FOUND", writer("GET", `/conversations?before=${IDS.unknown}`)],
    ["CONVERSATION_NOT_FOUND", writer("POST", `${unknown}/messages`, { body: { body: "a" } })],
    ["CONVERSATION_NOT_FOUND", writer("POST", `${unknown}/assign`, { body: { assigneeId: null } })],
    ["CONVERSATION_NOT_FOUND", writer("POST", `${unknown}/resolve`)],
    ["CONVERSATION_NOT_FOUND", writer("POST", `${unknown}/tags`, { body: { label: "a" } })],
    ["CONVERSATION_NOT_FOUND", writer("DELETE", `${unknown}/tags/a`)],
    ["CONTACT_NOT_FOUND", writer("GET", `/contacts/${IDS.unknown}`)],
    ["CONTACT_NOT_FOUND", limited("GET", `/contacts/${IDS.ines}`)],
    ["CONTACT_NOT_FOUND", limited("POST", "/conversations", start({ contactId: IDS.ines }))],
    ["AGENT_NOT_FOUND", writer("POST", `${REFUND}/assign`, { body: { assigneeId: IDS.zoe } })],
    ["EMPTY_MESSAGE", writer("POST", `${REFUND}/messages`, { body: { body: "  " } })],
    ["EMPTY_MESSAGE", writer("POST", `${unknown}/messages`, { body: { body: "", kind: "note" } })],
    ["EMPTY_MESSAGE", writer("POST", "/conversations", start({ body: " ", contactId: IDS.unknown }))],
  ];
  for (const [code, answer] of cases) {
    const { status, body } = await answer;
    assert.deepEqual([status, body], [REFUSALS[code].status, { code, message: REFUSALS[code].message }]);
  }
});

Deno.test("bad arguments are 400 and named as the caller wrote them", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  const message = `${REFUND}/messages`;
  const start = { channel: "email", body: "Bonjour" };
  const cases: readonly [string, string, unknown, string[]][] = [
    ["GET", "/conversations/x", undefined, ["id"]],
    ["GET", "/contacts/x", undefined, ["id"]],
    ["GET", "/conversations?status=closed", undefined, ["status"]],
    ["GET", "/conversations?limit=0", undefined, ["limit"]],
    ["GET", "/conversations?limit=201", undefined, ["limit"]],
    ["GET", "/conversations?limit=1.5", undefined, ["limit"]],
    ["GET", "/conversations?limit=", undefined, ["limit"]],
    ["GET", "/conversations?limit=1e2", undefined, ["limit"]],
    ["GET", "/conversations?before=x", undefined, ["before"]],
    ["GET", `${REFUND}?limit=501`, undefined, ["limit"]],
    ["GET", `${REFUND}?before=${messageId(4, 1)}`, undefined, ["before"]],
    ["GET", "/search", undefined, ["q"]],
    ["GET", "/search?q=ab", undefined, ["q"]],
    ["GET", "/search?q=%20%20a%20", undefined, ["q"]],
    ["GET", `/contacts?q=${"a".repeat(1001)}`, undefined, ["q"]],
    ["POST", message, {}, ["body"]],
    ["POST", message, { body: 5 }, ["body"]],
    ["POST", message, { body: "é".repeat(10_001) }, ["body"]],
    ["POST", message, { body: "a", kind: "event" }, ["kind"]],
    ["POST", message, { body: "a", resolve: "oui" }, ["resolve"]],
    ["POST", message, { body: "a", kind: "note", resolve: true }, ["resolve"]],
    ["POST", `${REFUND}/assign`, {}, ["assigneeId"]],
    ["POST", `${REFUND}/assign`, { assigneeId: "x" }, ["assigneeId"]],
    ["POST", `${REFUND}/assign`, { assigneeId: IDS.elodie }, ["assigneeId"]],
    ["POST", "/conversations/x/resolve", undefined, ["id"]],
    ["POST", `${REFUND}/tags`, { label: " " }, ["label"]],
    ["POST", `${REFUND}/tags`, { label: "é".repeat(61) }, ["label"]],
    ["DELETE", `${REFUND}/tags/%20`, undefined, ["label"]],
    ["DELETE", `/conversations/x/tags/${"a".repeat(61)}`, undefined, ["id", "label"]],
    ["POST", "/conversations", { channel: "email" }, ["body"]],
    ["POST", "/conversations", { ...start, channel: "fax" }, ["channel"]],
    ["POST", "/conversations", { ...start, body: "é".repeat(4_001) }, ["body"]],
    ["POST", "/conversations", { ...start, contactId: "x" }, ["contactId"]],
    ["POST", "/conversations", { ...start, email: "non" }, ["email"]],
    ["POST", "/conversations", { ...start, channel: "sms", phone: "12" }, ["phone"]],
  ];
  for (const [method, path, sent, fields] of cases) {
    const { status, body } = await api(method, path, sent === undefined ? {} : { body: sent });
    const place = `${method} ${path} ${JSON.stringify(sent)?.slice(0, 80)}`;
    assert.deepEqual([status, body.code], [400, "INVALID_REQUEST"], place);
    assert.deepEqual(body.details.issues.map(({ field }: { field: string }) => field), fields, place);
  }
});

Deno.test("a path's argument wins over one of the same name in the body or the query", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  const sent = { body: "Bonjour", id: IDS.delivery };
  assert.equal((await api("POST", `${REFUND}/messages`, { body: sent })).body.data.id, IDS.refund);
  assert.equal((await api("GET", `${REFUND}?id=${IDS.delivery}`)).body.data.id, IDS.refund);
});

Deno.test("unknown filters find nothing; unknown arguments are ignored", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.limited);
  for (const query of [`inbox=${IDS.unknown}`, "inbox=x", `inbox=${IDS.claims}`, `assignee=${IDS.unknown}`]) {
    const { status, body } = await api("GET", `/conversations?status=all&${query}`);
    assert.deepEqual([status, body], [200, { data: [] }]);
  }
  assert.equal((await api("GET", "/me?a=1&__proto__=2")).status, 200);
});

Deno.test("a malformed body is 400, another type 415, one over 1 MiB 413", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  const json = { "content-type": "application/json" };
  const path = `${REFUND}/messages`;
  const invalidUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
  for (const raw of ["", "{", "null", "[]", '"a"', "5", invalidUtf8]) {
    const { status, body } = await api("POST", path, { raw, headers: json });
    assert.deepEqual([status, body.code, body.details], [400, "INVALID_REQUEST", undefined], String(raw));
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""]) {
    const { status, body } = await api("POST", path, { raw: "{}", headers: { "content-type": type } });
    assert.deepEqual([status, body.code], [415, "UNSUPPORTED_MEDIA_TYPE"], type);
  }
  for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
    const sent = { raw: '{"body":"a"}', headers: { "content-type": type } };
    assert.equal((await api("POST", path, sent)).status, 201, type);
  }
  const padded = (length: number) => `{"body":"a"${" ".repeat(length - 12)}}`;
  assert.equal((await api("POST", path, { raw: padded(1_048_576), headers: json })).status, 201);
  const { status, body } = await api("POST", path, { raw: padded(1_048_577), headers: json });
  assert.deepEqual([status, body.code], [413, "PAYLOAD_TOO_LARGE"]);
  // A stream that declares no length is cut off where the limit is.
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  assert.equal((await api("POST", path, { raw: endless, headers: json })).status, 413);
  assert.ok(pulled < 40, `${pulled} chunks were read`);
});

Deno.test("a known path with another method is 405 and tells the methods", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  const places = new Map<string, string[]>();
  for (const { method, path } of ROUTES) places.set(path, [...places.get(path) ?? [], method]);
  for (const [path, methods] of places) {
    const concrete = path.replace("{id}", IDS.refund).replace("{label}", "a");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      if (methods.includes(method)) continue;
      const { status, headers, body } = await api(method, concrete);
      assert.deepEqual([status, body.code], [405, "METHOD_NOT_ALLOWED"], `${method} ${path}`);
      assert.equal(headers.get("allow"), methods.join(", "));
    }
  }
});

Deno.test("a read-only token is refused every write before its arguments are looked at", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.reader);
  for (const { method, path, access } of ROUTES) {
    const concrete = path.replace("{id}", "x").replace("{label}", "a");
    const { body } = await api(method, concrete, method === "POST" ? { raw: "{" } : {});
    if (access === "write") {
      assert.deepEqual(body, { code: "TOKEN_READ_ONLY", message: REFUSALS.TOKEN_READ_ONLY.message });
    } else assert.notEqual(body.code, "TOKEN_READ_ONLY");
  }
});

Deno.test("every route needs a token, unknown ones too", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  const paths = [
    ...ROUTES.map(({ method, path }) => [method, path] as const),
    ["GET", "/openapi.json"] as const,
  ];
  let address = 0;
  for (const code of ["TOKEN_INVALID", "TOKEN_REVOKED", "TOKEN_EXPIRED"] as const) {
    for (const [method, path] of [...paths, ["GET", "/nulle-part"] as const, ["PUT", "/me"] as const]) {
      const { status, headers, body } = await api(method, path, {
        actor: code,
        address: `192.0.2.${address++}`,
      });
      assert.deepEqual([status, body], [401, { code, message: REFUSALS[code].message }]);
      const challenge = headers.get("www-authenticate") ?? "";
      assert.match(challenge, /^Bearer /);
      assert.doesNotMatch(challenge, /resource_metadata/);
    }
  }
});

Deno.test("the 241st request within a minute is 429 with Retry-After; the 21st bad token too", async () => {
  await using desk = await openSeededDesk();
  const api = restOf(desk, ACTORS.writer);
  for (let n = 0; n < 240; n++) assert.equal((await api("GET", "/me")).status, 200);
  const limited = await api("GET", "/me");
  assert.deepEqual([limited.status, limited.body.code], [429, "RATE_LIMITED"]);
  assert.match(limited.headers.get("retry-after") ?? "", /^[1-9]\d?$/);
  assert.equal(limited.body.details.retryAfter, Number(limited.headers.get("retry-after")));
  assert.equal((await api("GET", "/me", { actor: ACTORS.limited })).status, 200, "another token goes on");
  const bad: Asked = { actor: "TOKEN_INVALID", address: "198.51.100.7" };
  for (let n = 0; n < 20; n++) assert.equal((await api("GET", "/me", bad)).status, 401);
  assert.equal((await api("GET", "/me", bad)).status, 429);
});

Deno.test("Origin is not refused", async () => {
  await using desk = await openSeededDesk();
  const { status } = await restOf(desk, ACTORS.writer)("GET", "/me", {
    headers: { origin: "https://exemple.fr" },
  });
  assert.equal(status, 200);
});

Deno.test("the document is served bare", async () => {
  await using desk = await openSeededDesk();
  const { status, body } = await restOf(desk, ACTORS.reader)("GET", "/openapi.json");
  assert.equal(status, 200);
  assert.equal(body.openapi, "3.1.0");
});

Deno.test("channels that cannot send are 503", async () => {
  const closed = { available: false, inboxId: null };
  await using desk = await openSeededDesk({ channels: { sms: closed, email: closed } });
  const api = restOf(desk, ACTORS.writer);
  const start = (channel: string) =>
    api("POST", "/conversations", { body: { channel, body: "a", contactId: IDS.lea } });
  const [sms, email] = [await start("sms"), await start("email")];
  assert.deepEqual([sms.status, sms.body.code], [503, "NUMBER_UNAVAILABLE"]);
  assert.deepEqual([email.status, email.body.code], [503, "MAIL_UNAVAILABLE"]);
});

Deno.test("an unexpected failure is 500 with an incident id and nothing of itself", async () => {
  await using desk = await openSeededDesk();
  const store = new Proxy(desk.store, {
    get() {
      throw new Error("SQLITE_SECRET");
    },
  });
  const { status, body } = await restOf({ ...desk, store }, ACTORS.writer)("GET", "/contacts");
  assert.deepEqual([status, body.code], [500, "INTERNAL_ERROR"]);
  assert.ok(desk.logs.some((line) => line.includes(body.details.incident)));
  assert.ok(!JSON.stringify([body, desk.logs]).includes("SQLITE_SECRET"));
});

Deno.test("a full disk is 507 and told as such, with an incident id and nothing of itself", async () => {
  await using desk = await openSeededDesk();
  const write = () => Promise.reject(new DatabaseFault("full", { cause: new Error("SQLITE_SECRET") }));
  const full = { ...desk, store: { ...desk.store, write } };
  const { status, body } = await restOf(full, ACTORS.writer)("POST", `${REFUND}/messages`, {
    body: { body: "Note", kind: "note" },
  });
  assert.deepEqual([status, body.code], [507, "STORAGE_FULL"]);
  assert.ok(desk.logs.some((line) => line.includes(body.details.incident)));
  assert.ok(!JSON.stringify([body, desk.logs]).includes("SQLITE_SECRET"));
});

Deno.test("a path is taken as it was written: under a host that is none, and with dots that are a label", async () => {
  await using desk = await openSeededDesk();
  const handler = createRestHandler({ desk, admit: () => Promise.resolve(ACTORS.writer) });
  await using server = fakeServer({ rest: handler });
  const send = async (method: string, path: string, host = "x") => {
    const { hostname, port } = new URL(server.url);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    const head = `${method} /api/v1${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(head));
    return await new Response(connection.readable).text();
  };
  assert.match(await send("GET", "/contacts?q=%C3%A9&q=zzz", "["), /^HTTP\/1\.1 200 [^]*\{"data":\[\]\}$/);
  await restOf(desk, ACTORS.writer)("POST", `${REFUND}/tags`, { body: { label: ".." } });
  assert.match(await send("DELETE", `${REFUND}/tags/%2E%2E`), /^HTTP\/1\.1 200 /);
  const { body } = await restOf(desk, ACTORS.writer)("GET", REFUND);
  assert.ok(!body.data.tags.includes(".."));
});
