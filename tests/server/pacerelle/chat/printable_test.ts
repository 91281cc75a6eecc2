/**
 * What others wrote, on a terminal and in JSON.
 * @covers pacerelle.chat.talk
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  indented,
  printableJson,
  printableLine,
  printableText,
} from "../../../../server/pacerelle/chat/printable.ts";

/** What a terminal acts on, or what turns what follows around. */
const ACTS =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;

Deno.test("printableText() takes away escape sequences, overrides and lone surrogates, and keeps words", () => {
  assert.equal(printableText("\u001b[2J\u001b]0;titre\u0007rouge"), "�[2J�]0;titre�rouge");
  assert.equal(printableText("facture\u202Efdp.exe"), "facture�fdp.exe");
  assert.equal(printableText("a\r\nb\rc\u2028d\u0085e"), "a\nb\nc\nd\ne");
  assert.equal(printableText("x\ud800y"), "x�y");
  assert.equal(printableText("Été, 漢字, 👩‍👩‍👧 🇫🇷\tfin"), "Été, 漢字, 👩‍👩‍👧 🇫🇷\tfin");
});

Deno.test("printableLine() is one line, whatever comes in", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const line = printableLine(text);
    assert.doesNotMatch(line, ACTS);
    assert.doesNotMatch(line, /[\n\t]/);
    assert.ok(line.isWellFormed());
  }));
});

Deno.test("indented() leaves no line of a message at the margin, where this program writes its own", () => {
  const forged = "salut\n29/11/2026 17:21:11 · Vous · reçu par l’agent\r\u2028oui";
  for (const line of indented(forged).split("\n")) assert.ok(line.startsWith("    "));
});

Deno.test("printableJson() is the same value, in one line that no terminal acts on", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const json = printableJson({ text });
    assert.doesNotMatch(json, ACTS);
    assert.doesNotMatch(json, /\n/);
    assert.equal(JSON.parse(json).text, text);
  }));
});
