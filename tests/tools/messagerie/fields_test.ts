/**
 * The kinds of argument: every boundary, and what the schema says of it.
 * @covers messagerie.text.code-points
 * @covers messagerie.refusals.bad-arguments
 * @covers messagerie.tools.plain-schemas
 */
import assert from "node:assert/strict";
import * as z from "zod";
import { readInput } from "../../../base/issues.ts";
import { choice, count, filterId, flag, text, uuid } from "../../../tools/messagerie/fields.ts";

const UUID = "4f1c2e8a-7b3d-4c9e-a1f0-2d5e6b7c8a90";
const REQUIRED = "field: Cet argument est obligatoire.";

/** The French sentences that refuse `value`; none when it is accepted. */
function faults(field: z.ZodType, value: unknown): string[] {
  const read = readInput(z.object({ field }), value === undefined ? {} : { field: value });
  return read.ok ? [] : read.issues.map((issue) => `${issue.field}: ${issue.message}`);
}

function schema(field: z.ZodType): unknown {
  return z.toJSONSchema(z.object({ field }), { io: "input" }).properties?.field;
}

Deno.test("uuid() takes a UUID of any version and case, and nothing else", () => {
  for (const good of [UUID, UUID.toUpperCase(), "00000000-0000-0000-0000-000000000000"]) {
    assert.deepEqual(faults(uuid(""), good), []);
  }
  for (const bad of ["", "x", UUID.slice(1), `${UUID} `, `{${UUID}}`, UUID.replaceAll("-", "")]) {
    assert.deepEqual(faults(uuid(""), bad), ["field: Il faut un UUID."], bad);
  }
  for (const bad of [3, null, {}]) assert.deepEqual(faults(uuid(""), bad), ["field: Il faut un texte."]);
  assert.deepEqual(faults(uuid(""), undefined), [REQUIRED]);
  assert.deepEqual(schema(uuid("Un id.")), { type: "string", maxLength: 36, description: "Un id." });
});

Deno.test("uuid().nullable() takes null, but not its absence", () => {
  assert.deepEqual(faults(uuid("").nullable(), null), []);
  assert.deepEqual(faults(uuid("").nullable(), undefined), [REQUIRED]);
});

Deno.test("filterId() takes any short text: what is unknown finds nothing", () => {
  for (const good of ["", "none", UUID, "é".repeat(64), "🙂".repeat(64)]) {
    assert.deepEqual(faults(filterId(""), good), []);
  }
  assert.deepEqual(faults(filterId(""), "é".repeat(65)), ["field: 64 caractères au plus."]);
  assert.deepEqual(faults(filterId(""), 3), ["field: Il faut un texte."]);
});

Deno.test("text() counts code points, blanks at both ends aside", () => {
  const field = text("", 60, 1);
  for (const good of ["a", "🙂".repeat(60), `  ${"é".repeat(60)}\n`, "e\u0301".repeat(30)]) {
    assert.deepEqual(faults(field, good), []);
  }
  assert.deepEqual(faults(field, "🙂".repeat(61)), ["field: 60 caractères au plus."]);
  for (const blank of ["", "   ", "\n\t\u00a0"]) {
    assert.deepEqual(faults(field, blank), ["field: 1 caractère au moins."]);
  }
  assert.deepEqual(faults(text("", 1000, 3), " 🙂🙂 "), ["field: 3 caractères au moins."]);
  assert.deepEqual(faults(text("", 1000, 3), " 🙂🙂🙂 "), []);
  assert.deepEqual(faults(text("", 10_000), "é".repeat(10_001)), ["field: 10\u202f000 caractères au plus."]);
  assert.deepEqual(faults(text("", 10_000), " ".repeat(20_000)), []);
  assert.deepEqual(faults(text("", 10), ["a"]), ["field: Il faut un texte."]);
  assert.deepEqual(schema(text("Un mot.", 60, 1)), {
    type: "string",
    minLength: 1,
    maxLength: 60,
    description: "Un mot.",
  });
});

Deno.test("count() takes whole numbers within its bounds", () => {
  for (const good of [1, 200]) assert.deepEqual(faults(count("", 200), good), []);
  for (const bad of [0, 201, -1, 1.5, "5", NaN, Infinity, null, true]) {
    assert.equal(faults(count("", 200), bad).length, 1, String(bad));
  }
  assert.deepEqual(faults(count("", 200), 0), ["field: 1 au moins."]);
  assert.deepEqual(faults(count("", 200), 201), ["field: 200 au plus."]);
  assert.deepEqual(faults(count("", 200), 1.5), ["field: Il faut un nombre entier."]);
  assert.deepEqual(schema(count("Combien.", 200)), {
    type: "integer",
    minimum: 1,
    maximum: 200,
    description: "Combien.",
  });
});

Deno.test("choice() takes its words, as they are written", () => {
  const field = choice("", ["open", "all"]);
  assert.deepEqual(faults(field, "all"), []);
  for (const bad of ["All", "", 1, null]) {
    assert.deepEqual(faults(field, bad), ["field: Il faut l’un de : open, all."]);
  }
  assert.deepEqual(faults(field, undefined), [REQUIRED]);
});

Deno.test("flag() takes true and false only", () => {
  for (const good of [true, false]) assert.deepEqual(faults(flag(""), good), []);
  for (const bad of ["true", 1, null]) {
    assert.deepEqual(faults(flag(""), bad), ["field: Il faut true ou false."]);
  }
});
