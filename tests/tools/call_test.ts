/**
 * Running one tool: what is refused, in which order, and what an unexpected failure shows.
 * @covers messagerie.refusals.read-only
 * @covers messagerie.refusals.bad-arguments
 * @covers messagerie.tools.result-text
 */
import assert from "node:assert/strict";
import { callTool } from "../../tools/call.ts";
import { type Caller, rules, TOOLS } from "../server/mcp/fake_catalogue.ts";

const signals = { signal: new AbortController().signal, progress: () => {} };
const WRITER: Caller = { access: "write" };
const READER: Caller = { access: "read" };

function call(name: string, args: unknown, caller = WRITER, lines: string[] = []) {
  const tool = TOOLS.find((tool) => tool.name === name)!;
  return callTool(rules(lines), tool, caller, args, signals);
}

Deno.test("callTool() gives compact JSON, defaults filled in, unknown keys ignored", async () => {
  assert.deepEqual(await call("echo", { text: "é", other: 1 }), { text: '["é"]', isError: false });
  assert.deepEqual(await call("echo", { text: "a", times: 2 }), { text: '["a","a"]', isError: false });
});

Deno.test("callTool() refuses what the caller may not do before it looks at the arguments", async () => {
  const { text, isError } = await call("write", { text: 3 }, READER);
  assert.ok(isError);
  assert.deepEqual(JSON.parse(text), { code: "TOKEN_READ_ONLY", message: "Lecture seule." });
});

Deno.test("callTool() names each argument at fault", async () => {
  const { text, isError } = await call("echo", { times: 9 });
  assert.ok(isError);
  assert.deepEqual(JSON.parse(text), {
    code: "INVALID_REQUEST",
    message: "Demande mal formée.",
    details: {
      issues: [
        { field: "text", message: "Cet argument est obligatoire." },
        { field: "times", message: "5 au plus." },
      ],
    },
  });
});

Deno.test("callTool() takes absent arguments for none, and refuses what is no object", async () => {
  for (const args of [undefined, null, {}]) assert.match((await call("find", args)).text, /THING_NOT_FOUND/);
  for (const args of [[], "x", 3]) assert.match((await call("find", args)).text, /INVALID_REQUEST/);
});

Deno.test("callTool() passes a refusal on with its details", async () => {
  assert.deepEqual(JSON.parse((await call("find", {})).text), {
    code: "THING_NOT_FOUND",
    message: "Cette chose n’existe pas.",
    details: { near: "là" },
  });
});

Deno.test("callTool() hides an unexpected failure behind an incident that the log holds", async () => {
  const lines: string[] = [];
  const { text, isError } = await call("break", {}, WRITER, lines);
  assert.ok(isError);
  const refusal = JSON.parse(text);
  assert.equal(refusal.code, "INTERNAL_ERROR");
  assert.deepEqual(Object.keys(refusal.details), ["incident"]);
  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0]!);
  assert.equal(line.incident, refusal.details.incident);
  assert.equal(line.tool, "break");
  assert.equal(line.error, "RangeError");
  assert.match(line.at_code, /fake_catalogue/);
  assert.ok(!(text + lines[0]).includes("secret"), "the exception's text stays out of both");
});
