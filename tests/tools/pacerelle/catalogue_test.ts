/**
 * What every tool must be, whichever it is; and what each says, kept in git.
 * @covers pacerelle.source.eight-tools
 * @covers pacerelle.source.prompt
 * @covers pacerelle.tools.snapshots
 * @covers mcp-wire.habit-13
 * @covers mcp-wire.habit-14
 * @covers mcp-wire.habit-27
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { createInboxDispatcher } from "../../../server/pacerelle/inbox_dispatcher.ts";
import { CATALOGUE } from "../../../tools/pacerelle/catalogue.ts";
import type { InboxContext } from "../../../tools/pacerelle/context.ts";
import { encode } from "gpt-tokenizer";
import { assertSnapshot } from "../../snapshot.ts";

const hosts: string[] = [];
const dispatcher = createInboxDispatcher({
  log: silentLogger,
  env: systemEnv,
  onHost: (name) => void hosts.push(name),
});
const never: InboxContext = {
  obstacle: undefined,
  open: () => Promise.reject(new Error("the inbox was opened")),
};

async function ask(method: string, params: Record<string, unknown> = {}) {
  const message = { id: "1", method, params };
  const exchange = { signal: new AbortController().signal };
  return JSON.parse((await dispatcher.handle(message, never, exchange)).body ?? "");
}

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
}
const listed: readonly Listed[] = (await ask("tools/list")).result.tools;

Deno.test("the eight tools are listed in their order", () => {
  assert.deepEqual(listed.map(({ name }) => name), [
    "get_status",
    "wait_for_messages",
    "send_message",
    "send_widget",
    "mark_processed",
    "get_history",
    "save_checkpoint",
    "get_checkpoints",
  ]);
});

Deno.test("each tool states all four hints, and they are true to what it does", () => {
  const sends = ["send_message", "send_widget"];
  for (const { name, access } of CATALOGUE) {
    assert.deepEqual(listed.find((tool) => tool.name === name)?.annotations, {
      readOnlyHint: access === "read",
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: sends.includes(name),
    }, name);
  }
  assert.deepEqual(
    CATALOGUE.filter(({ access }) => access === "read").map(({ name }) => name),
    // get_history may save files where it is asked to.
    ["get_status", "wait_for_messages", "get_checkpoints"],
  );
});

Deno.test("each tool is frozen and described; every argument is described", () => {
  for (const tool of CATALOGUE) {
    assert.ok(Object.isFrozen(tool) && Object.isFrozen(tool.hints), tool.name);
  }
  for (const { name, title, description, inputSchema, ...rest } of listed) {
    assert.ok(title.length > 0 && description.length > 40, name);
    assert.deepEqual(Object.keys(rest), ["annotations"]);
    assert.deepEqual(
      Object.keys(inputSchema).filter((key) => !["type", "properties", "required"].includes(key)),
      [],
      name,
    );
    for (const [argument, leaf] of Object.entries(inputSchema["properties"] as Record<string, object>)) {
      assert.ok("description" in leaf && "type" in leaf, `${name}.${argument}`);
      assert.ok(!/anyOf|oneOf|allOf/.test(JSON.stringify(leaf)), `${name}.${argument}`);
    }
  }
});

Deno.test("bad arguments are refused before anything is opened", async () => {
  for (
    const [name, args, field] of [
      ["wait_for_messages", { limit: 51 }, "limit"],
      ["wait_for_messages", { timeoutSeconds: -1 }, "timeoutSeconds"],
      ["send_message", { text: "a" }, "sourceMessageId"],
      ["save_checkpoint", { sourceMessageId: "a", summary: " ", nextAction: "b" }, "summary"],
      [
        "save_checkpoint",
        { sourceMessageId: "a", summary: "b", nextAction: "x".repeat(1_001) },
        "nextAction",
      ],
      ["save_checkpoint", { sourceMessageId: "a", summary: "x".repeat(4_001), nextAction: "b" }, "summary"],
      ["mark_processed", { messageIds: [] }, "messageIds"],
      ["get_history", { limit: 201 }, "limit"],
      ["get_history", { saveAttachments: Array.from({ length: 11 }, () => "a") }, "saveAttachments"],
      ["send_message", { sourceMessageId: "a", text: "a", attachments: [""] }, "attachments[0]"],
    ] as const
  ) {
    const { result } = await ask("tools/call", { name, arguments: args });
    assert.equal(result.isError, true);
    const refusal = JSON.parse(result.content[0].text);
    assert.equal(refusal.code, "INVALID_REQUEST");
    assert.equal(refusal.details.issues[0].field, field, name);
  }
});

Deno.test("the prompt names every step of the loop, and instructions say what requests are", async () => {
  const { prompts } = (await ask("prompts/list")).result;
  assert.deepEqual(prompts.map(({ name }: { name: string }) => name), ["start_pacerelle"]);
  const { messages } = (await ask("prompts/get", { name: "start_pacerelle" })).result;
  const { text } = messages[0].content;
  const steps = ["get_status", "get_checkpoints", "wait_for_messages", "send_message", "mark_processed"];
  const places = steps.map((step) => text.indexOf(step));
  assert.deepEqual(places, places.toSorted((a, b) => a - b));
  assert.ok(places.every((place) => place >= 0));
  for (const word of ["save_checkpoint", "sourceMessageId", "sans cursor", "permet"]) {
    assert.ok(text.includes(word), word);
  }
  const { instructions } = (await ask("initialize", { protocolVersion: "2025-11-25" })).result;
  assert.match(instructions, /données/);
  assert.match(instructions, /règles/);
});

Deno.test("the host's name is heard in both eras, on one line and not too long", async () => {
  hosts.length = 0;
  await ask("initialize", { clientInfo: { name: "claude-ai", title: "Claude\nDesktop\u0007" } });
  await ask("initialize", { clientInfo: { name: "x".repeat(200) } });
  await ask("initialize", { clientInfo: { name: 7 } });
  await ask("tools/list", {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "moderne" },
    },
  });
  assert.deepEqual(hosts, ["Claude Desktop", "x".repeat(64), "moderne"]);
});

Deno.test("the whole list costs a model at most 4,000 tokens", () => {
  const tokens = encode(JSON.stringify({ tools: listed })).length;
  // deno-lint-ignore no-console
  console.log(`tools/list of Pacerelle: ${tokens} tokens of 4000`);
  assert.ok(tokens <= 4_000);
});

for (const tool of listed) {
  Deno.test(`${tool.name} is listed as its snapshot says`, async () => {
    await assertSnapshot(`pacerelle/schemas/${tool.name}`, tool);
  });
}
