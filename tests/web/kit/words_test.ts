/**
 * French as it is set: what stands before a double sign stays with it.
 * @covers house.pages
 * @module
 */
import assert from "node:assert/strict";
import { createWords, languageChoice } from "../../../web/kit/words.ts";

Deno.test("French texts hold their double signs, plain and made by functions; English ones are as written", () => {
  const words = createWords({
    fr: {
      ask: "Vraiment ?",
      of: (name: string) => `Modifier « ${name} »`,
      deep: { note: "Attention : ici" },
      at: "14:05",
    },
    en: {
      ask: "Really ?",
      of: (name: string) => `Edit « ${name} »`,
      deep: { note: "Mind : here" },
      at: "14:05",
    },
  });
  languageChoice.value = "fr";
  assert.equal(words.value.ask, "Vraiment\u00a0?");
  assert.equal(words.value.of("Léa"), "Modifier «\u00a0Léa\u00a0»");
  assert.equal(words.value.deep.note, "Attention\u00a0: ici");
  assert.equal(words.value.at, "14:05");
  languageChoice.value = "en";
  assert.equal(words.value.ask, "Really ?");
  assert.equal(words.value.of("Léa"), "Edit « Léa »");
});
