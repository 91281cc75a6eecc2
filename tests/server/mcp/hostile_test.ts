/**
 * Whatever comes in, one JSON-RPC answer with the same id goes out, and nothing is thrown.
 * @covers mcp-wire.habit-20
 * @covers mcp-wire.habit-23
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseMessage } from "../../../server/mcp/message.ts";
import { fakeDispatcher } from "./fake_catalogue.ts";

const dispatcher = fakeDispatcher({ prompts: [{ name: "p", title: "", description: "", text: "" }] });
const METHODS = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
];
const META = "io.modelcontextprotocol/";

/** Values near to what the protocol expects, and far from it. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    "2026-07-28",
    "2025-06-18",
    "echo",
    "find",
    "break",
    "__proto__",
    "constructor",
    null,
    1e21,
  ),
);
const meta = fc.dictionary(
  fc.oneof(
    fc.constantFrom(`${META}protocolVersion`, `${META}clientCapabilities`, "progressToken"),
    fc.string(),
  ),
  value,
);
const params = fc.oneof(
  value,
  fc.record({ _meta: fc.oneof(meta, value), name: value, arguments: value, protocolVersion: value }, {
    requiredKeys: [],
  }),
);
const message = fc.record({
  jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, value),
  id: fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger(), value),
  method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, fc.string(), value),
  params,
}, { requiredKeys: ["jsonrpc", "method"] });
const headers = fc.option(
  fc.dictionary(
    fc.constantFrom("mcp-protocol-version", "mcp-method", "mcp-name"),
    fc.constantFrom(
      "",
      "2026-07-28",
      "2025-11-25",
      "tools/call",
      "=?base64?////?=",
      "=?base64??=",
      "x".repeat(5000),
    ),
  ),
  { nil: undefined },
);

Deno.test("every message gets one answer with its own id, in every era", async () => {
  await fc.assert(
    fc.asyncProperty(message, headers, async (sent, given) => {
      const text = JSON.stringify(sent);
      const parsed = parseMessage(text);
      const reply = parsed.kind === "message"
        ? await dispatcher.handle(parsed.message, { access: "write" }, {
          signal: new AbortController().signal,
          ...(given === undefined ? {} : { headers: new Headers(given) }),
        })
        : parsed.reply;
      if (parsed.kind === "message" && !("id" in sent)) {
        return assert.deepEqual(reply, { status: 202, body: undefined });
      }
      const answer = JSON.parse(reply.body!);
      assert.equal(answer.jsonrpc, "2.0");
      assert.equal("result" in answer, !("error" in answer));
      assert.ok([200, 400, 404].includes(reply.status), text);
      const { id } = JSON.parse(text);
      assert.equal(answer.id, typeof id === "string" || typeof id === "number" ? id : null);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("depth and length hurt nobody", async () => {
  const deep = "[".repeat(400_000) + "]".repeat(400_000);
  assert.equal(parseMessage("[".repeat(1_000_000)).kind, "bad");
  assert.equal(parseMessage(deep).kind, "bad");
  const id = "99999999999999999999";
  const parsed = parseMessage(
    `{"params":{"name":"echo","arguments":{"text":"a","x":${deep}}},"id":${id},"jsonrpc":"2.0","method":"tools/call"}`,
  );
  assert.ok(parsed.kind === "message");
  const { body } = await dispatcher.handle(parsed.message, { access: "write" }, {
    signal: new AbortController().signal,
  });
  assert.match(body!, /^\{"jsonrpc":"2\.0","id":99999999999999999999,"result"/);
});
