/**
 * @covers messagerie.text.folding
 * @covers messagerie.text.code-points
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { codePointLength, cutCodePoints, fold } from "../../base/text.ts";

Deno.test("fold() leaves case, marks, ligatures and the form of composition aside", () => {
  const cases: readonly (readonly [text: string, folded: string])[] = [
    ["ÉTÉ", "ete"],
    ["e\u0301te\u0301", "ete"],
    ["Œuvre, cœur, Æther", "oeuvre, coeur, aether"],
    ["Łódź Ørsted Đà straße STRASSE ẞ", "lodz orsted da strasse strasse ss"],
    ["İstanbul ılık", "istanbul ilik"],
    ["ﬁn ① ½", "fin 1 1⁄2"],
    ["ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"],
    ["L’été", "l'ete"],
    ["日本語 🙂", "日本語 🙂"],
    ["100% a_b", "100% a_b"],
  ];
  for (const [text, folded] of cases) assert.equal(fold(text), folded, text);
});

Deno.test("fold() changes nothing a second time, and does not depend on how a text is composed or cased", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    assert.equal(fold(fold(text)), fold(text));
    assert.equal(fold(text.normalize("NFD")), fold(text));
    assert.equal(fold(text.normalize("NFC")), fold(text));
  }));
});

Deno.test("cutCodePoints() cuts between code points and says so", () => {
  assert.equal(cutCodePoints("👍🏽abc", 2), "👍🏽…");
  assert.equal(cutCodePoints("👍👍", 2), "👍👍");
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.nat(30), (text, max) => {
    const cut = cutCodePoints(text, max);
    if (codePointLength(text) <= max) assert.equal(cut, text);
    else {
      assert.equal(codePointLength(cut), max + 1);
      assert.ok(cut.endsWith("…") && text.startsWith(cut.slice(0, -1)));
    }
  }));
});
