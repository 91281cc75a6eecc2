/**
 * Schemas are plain, or the server does not start.
 * @covers mcp-wire.habit-13
 * @covers mcp-wire.habit-27
 */
import assert from "node:assert/strict";
import * as z from "zod";
import { assertPlain, inputSchemaOf } from "../../../server/mcp/schema.ts";

const of = (input: z.ZodObject) => inputSchemaOf({ name: "t", input });

Deno.test("inputSchemaOf() makes a plain schema, without noise, once per tool", () => {
  const input = z.object({
    id: z.uuid(),
    agent: z.uuid().nullable(),
    count: z.int().default(3),
    kind: z.enum(["a", "b"]).optional(),
  });
  assert.deepEqual(of(input), {
    type: "object",
    properties: {
      id: { type: "string", format: "uuid" },
      agent: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
      count: { type: "integer", default: 3 },
      kind: { type: "string", enum: ["a", "b"] },
    },
    required: ["id", "agent"],
  });
  assert.equal(of(input), of(input));
});

Deno.test("inputSchemaOf() keeps bounds that mean something", () => {
  assert.deepEqual(of(z.object({ n: z.int().min(1).max(9), t: z.string().regex(/^x/) }))["properties"], {
    n: { type: "integer", minimum: 1, maximum: 9 },
    t: { type: "string", pattern: "^x" },
  });
});

Deno.test("assertPlain() refuses what makes hosts drop a tool", () => {
  const nested = (node: unknown) => ({ type: "object", properties: { a: { type: "array", items: node } } });
  for (
    const schema of [
      {},
      { type: "object", anyOf: [] },
      { type: "object", oneOf: [] },
      { type: "object", allOf: [] },
      { type: "object", $ref: "#/x" },
      { type: "object", $schema: "x" },
      { type: "object", $defs: {} },
      { type: ["object", "null"] },
      { type: "object", properties: { a: true } },
      nested(false),
      nested({ type: ["string", "null"] }),
      nested({ $ref: "#" }),
      nested({ anyOf: [{ type: ["string", "null"] }] }),
      nested({ type: "object", properties: { b: true } }),
      nested({ type: "object", additionalProperties: { $ref: "#" } }),
    ]
  ) {
    assert.throws(() => assertPlain("tool_x", schema), /tool_x is not plain/, JSON.stringify(schema));
  }
  assertPlain("t", nested({ anyOf: [{ type: "string" }, { type: "null" }] }));
  assertPlain("t", nested({ type: "object", additionalProperties: false }));
});

Deno.test("inputSchemaOf() refuses a schema that refers to itself", () => {
  const node: z.ZodObject = z.object({
    get children() {
      return z.array(node);
    },
  });
  assert.throws(() => of(node), /is not plain/);
});
