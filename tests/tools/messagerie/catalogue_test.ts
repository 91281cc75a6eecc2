/**
 * What every tool must be, whichever it is; and what each says, kept in git.
 * @covers messagerie.tools.order
 * @covers messagerie.tools.hints
 * @covers messagerie.tools.plain-schemas
 * @covers messagerie.tools.no-output-schema
 * @covers messagerie.tools.token-budget
 * @covers messagerie.tools.snapshots
 * @covers messagerie.source.no-delete
 * @covers mcp-wire.habit-13
 * @covers mcp-wire.habit-14
 * @covers mcp-wire.habit-17
 * @covers mcp-wire.habit-27
 */
import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer";
import { createDispatcher } from "../../../server/mcp/dispatch.ts";
import { CATALOGUE } from "../../../tools/messagerie/catalogue.ts";
import type { DeskContext } from "../../../tools/messagerie/context.ts";
import { assertSnapshot } from "../../snapshot.ts";

const ORDER = [
  "whoami",
  "list_inboxes",
  "list_agents",
  "list_conversations",
  "get_conversation",
  "search_messages",
  "list_contacts",
  "get_contact",
  "start_conversation",
  "send_reply",
  "add_note",
  "assign_conversation",
  "resolve_conversation",
  "add_tag",
  "remove_tag",
];

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** The answer to `tools/list`, as it goes over the wire. */
async function list(): Promise<string> {
  const dispatcher = createDispatcher<DeskContext>({
    info: { name: "messagerie", version: "0.1.0" },
    instructions: "",
    tools: CATALOGUE,
    rules: {} as never,
  });
  const message = { id: "1", method: "tools/list", params: {} };
  const { body } = await dispatcher.handle(message, {} as never, { signal: new AbortController().signal });
  return body ?? "";
}

const wire = await list();
const listed: readonly Listed[] = JSON.parse(wire).result.tools;

interface Leaf {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly maxLength?: number;
  readonly anyOf?: readonly Leaf[];
  readonly description?: string;
}

const leaves = listed.flatMap(({ name, inputSchema }) =>
  Object.entries((inputSchema["properties"] ?? {}) as Record<string, Leaf>)
    .map(([argument, leaf]) => ({ place: `${name}.${argument}`, leaf }))
);

Deno.test("CATALOGUE has the fifteen tools in their order, the eight that read first", () => {
  assert.deepEqual(listed.map(({ name }) => name), ORDER);
  assert.deepEqual(
    CATALOGUE.filter(({ access }) => access === "read").map(({ name }) => name),
    ORDER.slice(0, 8),
  );
});

Deno.test("each tool states all four hints, and they are true to what it does", () => {
  const sends = ["send_reply", "start_conversation"];
  const repeats = [...sends, "add_note"];
  for (const { name, access } of CATALOGUE) {
    assert.deepEqual(listed.find((tool) => tool.name === name)?.annotations, {
      readOnlyHint: access === "read",
      destructiveHint: false,
      idempotentHint: !repeats.includes(name),
      openWorldHint: sends.includes(name),
    }, name);
  }
});

Deno.test("each tool is frozen, and says no more than a tool does", () => {
  for (const tool of CATALOGUE) {
    assert.ok(Object.isFrozen(tool) && Object.isFrozen(tool.hints), tool.name);
    assert.deepEqual(
      Object.keys(tool).toSorted(),
      ["access", "description", "hints", "input", "name", "run", "title"],
    );
  }
  for (const tool of listed) {
    assert.deepEqual(Object.keys(tool), ["name", "title", "description", "inputSchema", "annotations"]);
  }
});

Deno.test("schemas hold nothing but plain leaves; agent_id alone may be null", () => {
  const alternatives = leaves.filter(({ leaf }) => leaf.anyOf !== undefined);
  assert.deepEqual(alternatives.map(({ place }) => place), ["assign_conversation.agent_id"]);
  assert.deepEqual(alternatives[0]?.leaf.anyOf?.map(({ type }) => type), ["string", "null"]);
  const allowed = ["type", "description", "enum", "minLength", "maxLength", "minimum", "maximum", "anyOf"];
  for (const { place, leaf } of leaves) {
    for (const node of [leaf, ...leaf.anyOf ?? []]) {
      assert.deepEqual(Object.keys(node).filter((key) => !allowed.includes(key)), [], place);
      if (node.anyOf === undefined) {
        assert.ok(["string", "integer", "boolean", "null"].includes(String(node.type)), place);
      }
    }
  }
  for (const { name, inputSchema } of listed) {
    const extra = Object.keys(inputSchema).filter((key) => !["type", "properties", "required"].includes(key));
    assert.deepEqual(extra, [], name);
  }
});

Deno.test("every text argument is bounded, and every argument is described", () => {
  for (const { place, leaf } of leaves) {
    for (const node of [leaf, ...leaf.anyOf ?? []]) {
      if (node.type === "string" && node.enum === undefined) {
        assert.ok(node.maxLength !== undefined && node.maxLength <= 10_000, place);
      }
    }
    assert.ok(leaf.description ?? leaf.anyOf?.[0]?.description, place);
  }
});

Deno.test("every argument that is an id says which tool gives it", () => {
  for (const { place, leaf } of leaves) {
    if (!place.endsWith("_id")) continue;
    const description = leaf.description ?? leaf.anyOf?.[0]?.description ?? "";
    const named = ORDER.filter((name) => description.includes(name));
    assert.ok(named.length > 0, `${place}: ${description}`);
  }
});

Deno.test("tools whose answers can be long say how to page them", () => {
  for (const name of ["list_conversations", "get_conversation"]) {
    const tool = listed.find((one) => one.name === name)!;
    assert.match(tool.description, /before/);
    assert.ok("limit" in (tool.inputSchema["properties"] as object));
    assert.ok("before" in (tool.inputSchema["properties"] as object));
  }
});

Deno.test("the whole list costs a model at most 4,000 tokens", () => {
  const tokens = encode(wire).length;
  // deno-lint-ignore no-console
  console.log(`tools/list of Messagerie: ${tokens} tokens of 4000`);
  assert.ok(tokens <= 4_000);
});

for (const tool of listed) {
  Deno.test(`${tool.name} is listed as its snapshot says`, async () => {
    await assertSnapshot(`messagerie/schemas/${tool.name}`, tool);
  });
}
