/**
 * Dates as every answer tells them.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { isoDate } from "../../../service/messagerie/message_view.ts";

Deno.test("isoDate() writes what toISOString() writes, around each boundary too [@covers messagerie.whoami]", () => {
  for (const at of [0, 1, 99, 999, 59_999, 60_000, 3_599_999, 86_399_999, 86_400_000, -1, -86_400_001]) {
    assert.equal(isoDate(at), new Date(at).toISOString());
  }
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (at) => {
      assert.equal(isoDate(at), new Date(at).toISOString());
    }),
    { numRuns: 2_000 },
  );
});
