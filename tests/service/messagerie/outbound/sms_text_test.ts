import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_SMS, smsParts } from "../../../../service/messagerie/outbound/sms_text.ts";

const body = fc.array(fc.constantFrom("é", "😀", " ", "\n", "mot", "x".repeat(900), "**gras** ", "- "), {
  maxLength: 40,
})
  .map((pieces) => pieces.join(""));

Deno.test("parts fit, hold every letter in order, and never cut a code point [@covers messagerie.outbound.sms]", () => {
  const letters = (text: string) => text.replace(/[\s*-]/g, "");
  fc.assert(
    fc.property(body, (text) => {
      const parts = smsParts(text);
      assert.ok(parts.length >= 1);
      for (const part of parts) {
        assert.ok(part.length <= MAX_SMS);
        assert.ok(part.isWellFormed());
        assert.ok(parts.length === 1 || part !== "", "no empty part");
      }
      assert.equal(letters(parts.join("")), letters(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("a text without spaces is cut where it must be, beside a surrogate pair and not through it [@covers messagerie.outbound.sms]", () => {
  const text = "x".repeat(MAX_SMS - 1) + "😀" + "y".repeat(10);
  assert.deepEqual(smsParts(text), ["x".repeat(MAX_SMS - 1), "😀" + "y".repeat(10)]);
});
