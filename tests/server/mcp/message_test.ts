/**
 * Reading one JSON-RPC message, and what comes back for a bad one.
 * @covers mcp-wire.habit-20
 * @covers messagerie.mcp.check-5
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseMessage, readId, type Reply } from "../../../server/mcp/message.ts";

function idOf(text: string): string | undefined {
  const parsed = parseMessage(text);
  assert.equal(parsed.kind, "message");
  return parsed.kind === "message" ? parsed.message.id : undefined;
}

function bad(text: string): { status: number; code: number; id: unknown } {
  const parsed = parseMessage(text);
  assert.notEqual(parsed.kind, "message", text);
  const reply = (parsed as { reply: Reply }).reply;
  const { error, id } = JSON.parse(reply.body!);
  return { status: reply.status, code: error.code, id };
}

Deno.test("parseMessage() keeps the id's own text", () => {
  const ids = [
    "1",
    "0",
    "-7",
    '"a"',
    '""',
    '"é\\n"',
    "1.5",
    "12345678901234567890",
    "-98765432109876543210.25",
    "1e400",
  ];
  for (const id of ids) {
    const expected = id === '"é\\n"' ? JSON.stringify("é\n") : id;
    assert.equal(idOf(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`), expected);
    assert.equal(
      idOf(`{"params":{"id":3,"a":["id",{"id":4}]},"method":"ping", "id" \n : ${id} ,"jsonrpc":"2.0"}`),
      expected,
    );
  }
});

Deno.test("parseMessage() finds a huge id behind escapes, braces in texts and doubled members", () => {
  const huge = "123456789012345678901234567890";
  assert.equal(idOf(`{"a":"\\"id\\":7}{","\\u0069d":${huge},"jsonrpc":"2.0","method":"m\\\\"}`), huge);
  assert.equal(idOf(`{"id":99999999999999999999,"id":${huge},"jsonrpc":"2.0","method":"m"}`), huge);
  assert.equal(idOf(`{"id":${huge},"jsonrpc":"2.0","method":"m","params":{"id":7,"a":[{"id":8}]}}`), huge);
  assert.equal(
    idOf(`{"b":"id","c":[{"id":99999999999999999999}],"id":${huge},"jsonrpc":"2.0","method":"m"}`),
    huge,
  );
});

Deno.test("parseMessage() gives back any number as an equal number, wherever it stands", () => {
  fc.assert(fc.property(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.boolean(),
    (id, others, first) => {
      const rest = JSON.stringify({ ...others, id: undefined, jsonrpc: "2.0", method: "m", params: others })
        .slice(1, -1);
      const text = first ? `{"id":${id},${rest}}` : `{${rest},"id":${id}}`;
      assert.equal(idOf(text), String(id));
    },
  ));
});

Deno.test("parseMessage() takes a message without id for a notification, and null params for none", () => {
  const parsed = parseMessage('{"jsonrpc":"2.0","method":"notifications/initialized","params":null}');
  assert.deepEqual(parsed, {
    kind: "message",
    message: { id: undefined, method: "notifications/initialized", params: {} },
  });
});

Deno.test("parseMessage() answers what is no message with its JSON-RPC error", () => {
  for (const text of ["", "{", "nul", '{"a":1}}', "\u0000"]) {
    assert.deepEqual(bad(text), { status: 400, code: -32700, id: null }, text);
  }
  const request = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  for (
    const text of [
      "null",
      "3",
      '"x"',
      "[]",
      `[${request}]`,
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":true,"method":"ping"}',
      '{"jsonrpc":"2.0","id":[1],"method":"ping"}',
    ]
  ) assert.deepEqual(bad(text), { status: 400, code: -32600, id: null }, text);
  for (
    const text of [
      '{"id":7,"method":"ping"}',
      '{"jsonrpc":"1.0","id":7,"method":"ping"}',
      '{"jsonrpc":"2.0","id":7}',
      '{"jsonrpc":"2.0","id":7,"method":3}',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}',
    ]
  ) assert.deepEqual(bad(text), { status: 400, code: -32600, id: 7 }, text);
});

Deno.test("parseMessage() knows a client's answer, which needs none", () => {
  assert.equal(parseMessage('{"jsonrpc":"2.0","id":7,"result":{}}').kind, "response");
  assert.equal(parseMessage('{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":""}}').kind, "response");
});

Deno.test("readId() gives the id of a request, and nothing of anything else", () => {
  assert.equal(readId('{"jsonrpc":"2.0","id":"x","method":"ping"}'), '"x"');
  assert.equal(readId('{"jsonrpc":"2.0","method":"ping"}'), undefined);
  assert.equal(readId("{"), undefined);
});
