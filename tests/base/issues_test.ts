/**
 * Faults of arguments in plain French.
 * @covers messagerie.refusals.bad-arguments
 */
import assert from "node:assert/strict";
import * as z from "zod";
import { pathOf, readInput } from "../../base/issues.ts";

function wording(schema: z.ZodType, value: unknown): string {
  const read = readInput(z.object({ x: schema }), value === undefined ? {} : { x: value });
  assert.ok(!read.ok);
  assert.equal(read.issues[0]?.field, "x");
  return read.issues.map((issue) => issue.message).join(" | ");
}

Deno.test("readInput() words every kind of fault", () => {
  assert.equal(wording(z.string(), undefined), "Cet argument est obligatoire.");
  assert.equal(wording(z.string(), 3), "Il faut un texte.");
  assert.equal(wording(z.string(), null), "Il faut un texte.");
  assert.equal(wording(z.number(), "3"), "Il faut un nombre.");
  assert.equal(wording(z.int(), 1.5), "Il faut un nombre entier.");
  assert.equal(wording(z.boolean(), "oui"), "Il faut true ou false.");
  assert.equal(wording(z.array(z.string()), {}), "Il faut une liste.");
  assert.equal(wording(z.object({}), []), "Il faut un objet.");
  assert.equal(wording(z.uuid(), "x"), "Il faut un UUID.");
  assert.equal(wording(z.email(), "x"), "Il faut une adresse e-mail.");
  assert.equal(wording(z.string().regex(/a/), "x"), "Il faut une autre forme.");
  assert.equal(wording(z.int().max(200), 201), "200 au plus.");
  assert.equal(wording(z.int().min(1), 0), "1 au moins.");
  assert.equal(wording(z.string().max(2), "abc"), "2 caractères au plus.");
  assert.equal(wording(z.array(z.string()).min(1), []), "1 élément au moins.");
  assert.equal(wording(z.enum(["a", "b"]), "c"), "Il faut l’un de : a, b.");
  assert.equal(wording(z.literal("a"), "c"), "Il faut a.");
  assert.equal(wording(z.int().multipleOf(5), 3), "Il faut un multiple de 5.");
  assert.equal(
    wording(z.union([z.string(), z.array(z.string())]), 3),
    "Aucune des formes possibles ne convient.",
  );
  assert.equal(wording(z.strictObject({}), { y: 1 }), "Cet objet a une clé inconnue.");
  assert.equal(wording(z.string().refine(() => false), "x"), "Cette valeur ne convient pas.");
});

Deno.test("readInput() keeps a schema's own sentence, and never says what was written", () => {
  assert.equal(wording(z.string({ error: "Un nom, s’il vous plaît." }), 3), "Un nom, s’il vous plaît.");
  const read = readInput(z.object({ x: z.enum(["a"]) }), { x: "secret-value" });
  assert.ok(!JSON.stringify(read).includes("secret"));
});

Deno.test("readInput() leaves out keys that the schema does not know", () => {
  assert.deepEqual(readInput(z.object({ a: z.string() }), { a: "x", _extra: 1, __proto__: { b: 1 } }), {
    ok: true,
    value: { a: "x" },
  });
});

Deno.test("readInput() names places inside lists, at a bounded length and number", () => {
  assert.equal(pathOf(["options", 2, "label"]), "options[2].label");
  assert.equal(pathOf([]), "");
  const many = readInput(
    z.record(z.string(), z.number()),
    Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${"k".repeat(1000)}${index}`, "x"]),
    ),
  );
  assert.ok(!many.ok);
  assert.equal(many.issues.length, 20);
  assert.ok(many.issues.every((issue) => issue.field.length <= 121));
});
