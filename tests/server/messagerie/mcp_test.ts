/**
 * `POST /mcp` over real sockets: every check, in its order.
 * @covers messagerie.source.only-post
 * @covers messagerie.source.origin
 * @covers messagerie.source.json-only
 * @covers messagerie.mcp.check-0
 * @covers messagerie.mcp.check-1
 * @covers messagerie.mcp.check-2
 * @covers messagerie.mcp.check-3
 * @covers messagerie.mcp.check-4
 * @covers messagerie.mcp.check-5
 * @covers messagerie.mcp.order
 * @covers messagerie.mcp.envelope
 * @covers messagerie.mcp.accept
 * @covers messagerie.mcp.notification
 * @covers messagerie.mcp.session-header
 * @covers messagerie.mcp.no-cors
 * @covers messagerie.tokens.slow-down
 * @covers mcp-wire.cancel.http
 * @covers mcp-wire.habit-2
 * @covers mcp-wire.habit-3
 * @covers mcp-wire.habit-4
 * @covers mcp-wire.habit-5
 * @covers mcp-wire.habit-6
 * @covers mcp-wire.habit-7
 * @covers mcp-wire.habit-8
 * @covers mcp-wire.habit-9
 * @covers mcp-wire.habit-15
 * @covers mcp-wire.habit-16
 * @covers mcp-wire.habit-20
 * @covers mcp-wire.habit-21
 * @covers mcp-wire.habit-24
 */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { MAX_BODY_BYTES } from "../../../service/messagerie/limits.ts";
import { fakeServer } from "./fake_server.ts";

interface Sent {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | null;
}

const PING = '{"jsonrpc":"2.0","id":"p","method":"ping"}';

function send(url: string, { method = "POST", token = "write", headers = {}, body = PING }: Sent = {}) {
  return fetch(`${url}/mcp`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
      ...headers,
    },
    body: method === "GET" || method === "HEAD" ? null : body,
  });
}

async function envelope(response: Response) {
  const { jsonrpc, error, id, ...rest } = await response.json();
  assert.equal(jsonrpc, "2.0");
  assert.deepEqual(rest, {});
  return { status: response.status, code: error.code, message: error.message, data: error.data, id };
}

const refused = (status: number, message: string, id: unknown = null) => ({
  status,
  code: -32000,
  message,
  data: undefined,
  id,
});

/** Sends bytes as they are and gives the first that come back. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.once("data", (chunk) => {
      resolve(String(chunk));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

Deno.test("anything but POST is 405 with Allow, at once, before any other check, and costs nothing", async () => {
  await using server = fakeServer();
  for (let round = 0; round < 300; round++) {
    const method = ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"][round % 6]!;
    const response = await send(server.url, {
      method,
      token: round % 2 === 0 ? "nope" : "write",
      headers: { origin: "null", accept: "text/event-stream", "access-control-request-method": "POST" },
    });
    assert.equal(response.status, 405);
    // A cache may keep a 405 that says nothing.
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("allow"), "POST");
    assert.equal(response.headers.get("content-type"), "application/json");
    if (method === "HEAD") await response.body?.cancel();
    else assert.deepEqual(await envelope(response), refused(405, "METHOD_NOT_ALLOWED"));
  }
  assert.equal(server.authentications(), 0);
  assert.equal((await (await send(server.url)).json()).id, "p", "none of them counted");
});

Deno.test("an Origin with any value is 403 before the token is looked at; none or an empty one is fine", async () => {
  await using server = fakeServer();
  for (const origin of ["https://x.example", "null", "http://127.0.0.1", "http://localhost:3000"]) {
    const response = await send(server.url, { token: "nope", headers: { origin } });
    assert.deepEqual(await envelope(response), refused(403, "ORIGIN_REFUSED"));
  }
  assert.equal(server.authentications(), 0);
  const electron = { "sec-fetch-mode": "cors", "sec-fetch-site": "cross-site", "sec-fetch-dest": "empty" };
  const plain = await send(server.url, { headers: electron });
  assert.equal(plain.status, 200);
  await plain.body?.cancel();
  const head =
    `POST /mcp HTTP/1.1\r\nhost: x\r\nconnection: close\r\norigin:\r\nauthorization: Bearer write\r\n`;
  const empty = await raw(
    server.url,
    `${head}content-type: application/json\r\ncontent-length: ${PING.length}\r\n\r\n${PING}`,
  );
  assert.match(empty, /^HTTP\/1.1 200/);
});

Deno.test("a bad token is 401 with its code and the challenge, without resource_metadata", async () => {
  await using server = fakeServer();
  const cases: [string | null, string][] = [
    ["nope", "TOKEN_INVALID"],
    [null, "TOKEN_INVALID"],
    ["revoked", "TOKEN_REVOKED"],
    ["expired", "TOKEN_EXPIRED"],
    ["${MESSAGERIE_TOKEN}", "TOKEN_INVALID"],
  ];
  for (const [token, code] of cases) {
    const response = await send(server.url, { token });
    assert.equal(
      response.headers.get("www-authenticate"),
      'Bearer realm="messagerie", error="invalid_token"',
    );
    assert.deepEqual(await envelope(response), refused(401, code));
  }
});

Deno.test("the 241st request of a minute is 429 with its id, and says when; refused ones are not counted", async () => {
  await using server = fakeServer();
  for (let request = 0; request < 240; request++) {
    const response = await send(server.url);
    assert.equal(response.status, 200);
    await response.body?.cancel();
    server.clock.at += 100;
  }
  for (let round = 0; round < 10; round++) {
    const response = await send(server.url, {
      body: '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}',
    });
    assert.equal(response.headers.get("retry-after"), "36");
    const text = await response.text();
    assert.match(text, /"id":12345678901234567890}$/);
    assert.deepEqual(JSON.parse(text).error, {
      code: -32000,
      message: "RATE_LIMITED",
      data: { retryAfter: 36 },
    });
  }
  assert.equal((await envelope(await send(server.url, { body: "{" }))).id, null);
  const other = await send(server.url, { token: "write2" });
  assert.equal(other.status, 200);
  await other.body?.cancel();
  server.clock.at += 36_000;
  const again = await send(server.url);
  assert.equal(again.status, 200);
  await again.body?.cancel();
});

Deno.test("a content type other than JSON is 415 with the id", async () => {
  await using server = fakeServer();
  for (
    const type of ["text/plain", "application/jsonx", "application/x-www-form-urlencoded", "text/json", ""]
  ) {
    const response = await send(server.url, { headers: { "content-type": type } });
    assert.deepEqual(await envelope(response), refused(415, "UNSUPPORTED_MEDIA_TYPE", "p"), type);
  }
  for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json ;x=y"]) {
    const response = await send(server.url, { headers: { "content-type": type } });
    assert.equal(response.status, 200, type);
    await response.body?.cancel();
  }
});

Deno.test("a body over 1 MiB is 413, declared or not; one of just 1 MiB is read", async () => {
  await using server = fakeServer();
  const padded = (length: number) => PING.padEnd(length, " ");
  const exact = await send(server.url, { body: padded(MAX_BODY_BYTES) });
  assert.equal(exact.status, 200);
  await exact.body?.cancel();
  const over = await send(server.url, { body: padded(MAX_BODY_BYTES + 1) });
  assert.deepEqual(await envelope(over), refused(413, "PAYLOAD_TOO_LARGE"));

  const chunked = (length: number) => new Blob([padded(length)]).stream();
  const streamed = await send(server.url, { body: chunked(MAX_BODY_BYTES) });
  assert.equal(streamed.status, 200);
  await streamed.body?.cancel();
  assert.equal((await envelope(await send(server.url, { body: chunked(MAX_BODY_BYTES + 1) }))).status, 413);
});

Deno.test("a lie about the length is not believed: what is too much is never waited for", async () => {
  await using server = fakeServer();
  const head = "POST /mcp HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer write\r\n" +
    "content-type: application/json\r\n";
  // Declares 10 MiB and sends nothing: answered without a byte of it.
  assert.match(await raw(server.url, `${head}content-length: 10485760\r\n\r\n`), /^HTTP\/1.1 413/);
  // Declares little, sends much: the rest is not part of the request.
  const short = await raw(
    server.url,
    `${head}content-length: ${PING.length}\r\n\r\n${PING}${"x".repeat(5000)}`,
  );
  assert.match(short, /^HTTP\/1.1 200/);
  // A chunk without end: answered as soon as it is too much.
  const chunk = "x".repeat(65_536);
  const endless = Array.from({ length: 20 }, () => `10000\r\n${chunk}\r\n`).join("");
  assert.match(
    await raw(server.url, `${head}transfer-encoding: chunked\r\n\r\n${endless}`),
    /^HTTP\/1.1 413/,
  );
});

Deno.test("bad JSON is 400 and -32700; what is no request or notification is 400 and -32600", async () => {
  await using server = fakeServer();
  for (const body of ["", "{", "\ufffe", new Uint8Array([0x22, 0xff, 0x22])]) {
    const { status, code, id } = await envelope(await send(server.url, { body }));
    assert.deepEqual([status, code, id], [400, -32700, null]);
  }
  const cases: [string, unknown][] = [
    [`[${PING}]`, null],
    ["[]", null],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":4,"result":{}}', 4],
    ['{"id":4,"method":"ping"}', 4],
  ];
  for (const [body, expected] of cases) {
    const { status, code, id } = await envelope(await send(server.url, { body }));
    assert.deepEqual([status, code, id], [400, -32600, expected], body);
  }
});

Deno.test("the checks are made in their order", async () => {
  await using server = fakeServer();
  const wrong = { headers: { origin: "x", "content-type": "text/plain" }, body: "{" };
  const status = async (sent: Sent) => (await envelope(await send(server.url, sent))).status;
  assert.equal(await status({ ...wrong, method: "PUT", token: "nope" }), 405);
  assert.equal(await status({ ...wrong, token: "nope" }), 403);
  assert.equal(await status({ ...wrong, token: "nope", headers: { "content-type": "text/plain" } }), 401);
  assert.equal(await status({ ...wrong, headers: { "content-type": "text/plain" } }), 415);
  assert.equal(await status({ body: "x".repeat(MAX_BODY_BYTES + 1) }), 413);
  assert.equal(await status({ body: "{" }), 400);
  for (let request = 0; request < 240; request++) await (await send(server.url)).body?.cancel();
  assert.equal(await status({ headers: { "content-type": "text/plain" } }), 429);
  assert.equal(await status({ token: "nope" }), 401);
});

Deno.test("a notification gets 202, no body, no content type", async () => {
  await using server = fakeServer();
  for (const method of ["notifications/initialized", "notifications/cancelled", "whatever"]) {
    const response = await send(server.url, { body: JSON.stringify({ jsonrpc: "2.0", method }) });
    assert.equal(response.status, 202);
    assert.equal(response.headers.get("content-type"), null);
    assert.equal(await response.text(), "");
  }
});

Deno.test("every answer is JSON, whatever Accept says; no session, no CORS", async () => {
  await using server = fakeServer();
  for (
    const accept of [
      "application/json",
      "text/event-stream",
      "*/*",
      "text/html",
      "application/json, text/event-stream",
    ]
  ) {
    const response = await send(server.url, {
      headers: { accept, "mcp-session-id": "abc", "mcp-protocol-version": "2025-06-18", "mcp-method": "x" },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(response.headers.get("mcp-session-id"), null);
    assert.ok(![...response.headers.keys()].some((name) => name.startsWith("access-control")));
    assert.deepEqual(await response.json(), { jsonrpc: "2.0", id: "p", result: {} });
  }
  const bare = await raw(
    server.url,
    `POST /mcp HTTP/1.1\r\nhost: x\r\nconnection: close\r\nAUTHORIZATION: bearer   write  \r\n` +
      `content-type: application/json\r\ncontent-length: ${PING.length}\r\n\r\n${PING}`,
  );
  assert.match(bare, /^HTTP\/1.1 200/);
});

Deno.test("the 21st failed authentication within a minute is 429, and a good token passes all the same", async () => {
  await using server = fakeServer();
  for (let failure = 0; failure < 20; failure++) {
    assert.equal((await envelope(await send(server.url, { token: "nope" }))).status, 401);
  }
  const slowed = await send(server.url, { token: "nope" });
  assert.equal(slowed.headers.get("retry-after"), "60");
  assert.deepEqual(await envelope(slowed), {
    status: 429,
    code: -32000,
    message: "RATE_LIMITED",
    data: { retryAfter: 60 },
    id: "p",
  });
  const good = await send(server.url);
  assert.equal(good.status, 200);
  await good.body?.cancel();
  server.clock.at += 60_000;
  assert.equal((await envelope(await send(server.url, { token: "nope" }))).status, 401);
});

Deno.test("an unexpected failure is 500 with the id and an incident, and nothing of what happened", async () => {
  await using server = fakeServer();
  const response = await send(server.url, { token: "broken" });
  const { status, code, message, data, id } = await envelope(response);
  assert.deepEqual([status, code, message, id], [500, -32000, "INTERNAL_ERROR", "p"]);
  assert.deepEqual(Object.keys(data), ["incident"]);
  assert.equal(JSON.parse(server.lines[0]!).incident, data.incident);
  assert.ok(!server.lines.join().includes("secret"));
});

Deno.test("over HTTP a client cancels a call by closing", async () => {
  await using server = fakeServer();
  const closing = new AbortController();
  const call = fetch(`${server.url}/mcp`, {
    method: "POST",
    signal: closing.signal,
    headers: { authorization: "Bearer write", "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait","arguments":{"ms":60000}}}',
  });
  setTimeout(() => closing.abort(), 100);
  await assert.rejects(call, { name: "AbortError" });
  // The tool would wait for a minute: had it not been told, the server could not finish what is in flight.
  await server.http.shutdown(30_000);
  assert.deepEqual(server.lines.filter((line) => line.includes("shutdown_cut_off")), []);
});

Deno.test("two callers with the same id and their own tokens get their own answers", async () => {
  await using server = fakeServer();
  const call = async (token: string, text: string) => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "write", arguments: { text } },
    });
    return (await (await send(server.url, { token, body })).json()).result.content[0].text;
  };
  const texts = await Promise.all(
    Array.from({ length: 40 }, (_, index) => call(index % 2 === 0 ? "write" : "read", `t${index}`)),
  );
  for (const [index, text] of texts.entries()) {
    assert.match(text, index % 2 === 0 ? new RegExp(`"written":"t${index}"`) : /TOKEN_READ_ONLY/);
  }
});
