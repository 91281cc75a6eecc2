/**
 * Texts of bytes, and the canonical encoding.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { equalBytes, fromBase64url, fromHex, fromUtf8, toBase64url, toHex, utf8 } from "../../wire/bytes.ts";
import { canonical, type CanonicalField } from "../../wire/canonical.ts";

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Uint8Array.from(array));

Deno.test("base64url and hex give back any bytes", () => {
  fc.assert(fc.property(bytes, (value) => {
    assert.deepEqual(fromBase64url(toBase64url(value)), value);
    assert.deepEqual(fromHex(toHex(value)), value);
    assert.equal(
      toBase64url(value),
      btoa(String.fromCharCode(...value)).replace(/\+/g, "-").replace(/\//g, "_")
        .replace(/=+$/, ""),
    );
  }));
});

Deno.test("fromBase64url() reads one text per value and no other", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12, unit: fc.constantFrom(..."ABQgwZaz09-_=+/ \n") }), (text) => {
      let value;
      try {
        value = fromBase64url(text);
      } catch (error) {
        assert.ok(error instanceof SyntaxError);
        return;
      }
      assert.equal(toBase64url(value), text);
    }),
    { numRuns: 2_000 },
  );
  for (const text of ["AB", "A", "AA==", "AA A", "AAB"]) {
    assert.throws(() => fromBase64url(text), SyntaxError);
  }
});

Deno.test("utf8() refuses lone surrogates, fromUtf8() refuses what is not UTF-8", () => {
  assert.throws(() => utf8("a\ud800"), RangeError);
  assert.throws(() => fromUtf8(Uint8Array.of(0xc0, 0x80)), TypeError);
  assert.equal(fromUtf8(utf8("\ufeffé🎈")), "\ufeffé🎈");
});

Deno.test("equalBytes() is equality", () => {
  fc.assert(fc.property(bytes, bytes, (a, b) => {
    assert.equal(equalBytes(a, b), toHex(a) === toHex(b));
    assert.ok(equalBytes(a, a.slice()));
  }));
});

// Fields of one record: the tag fixes how many there are and of which types.
const SHAPES = ["text", "bytes", "number"] as const;
const record = fc.array(fc.constantFrom(...SHAPES), { minLength: 1, maxLength: 5 }).chain((shape) => {
  const values = fc.tuple(
    ...shape.map((type): fc.Arbitrary<CanonicalField> =>
      type === "text"
        ? fc.string({ unit: "binary", maxLength: 6 })
        : type === "bytes"
        ? fc.uint8Array({ maxLength: 6 })
        : fc.nat()
    ),
  );
  return fc.tuple(fc.constantFrom("pacerelle/a/1", "pacerelle/b/1"), values, values);
});

const same = (a: CanonicalField, b: CanonicalField) =>
  a instanceof Uint8Array && b instanceof Uint8Array ? equalBytes(a, b) : a === b;

Deno.test("canonical() is injective over the values of a record", () => {
  fc.assert(
    fc.property(record, ([tag, a, b]) => {
      const equal = a.every((field, index) => same(field, b[index] as CanonicalField));
      assert.equal(equalBytes(canonical(tag, ...a), canonical(tag, ...b)), equal);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("canonical() tells fields apart wherever a boundary moves, and tags from each other", () => {
  assert.ok(!equalBytes(canonical("t", "ab", "c"), canonical("t", "a", "bc")));
  assert.ok(!equalBytes(canonical("t", "", "a"), canonical("t", "a", "")));
  assert.ok(!equalBytes(canonical("ta", "b"), canonical("t", "ab")));
});

Deno.test("canonical() is as documented, byte by byte [@covers pacerelle.channel.envelope]", () => {
  assert.equal(
    toHex(canonical("t/1", "é", Uint8Array.of(7, 8), 258)),
    "00000003" + "742f31" + "00000002" + "c3a9" + "00000002" + "0708" + "0000000000000102",
  );
  for (const value of [-1, 1.5, 2 ** 53, NaN]) assert.throws(() => canonical("t", value), RangeError);
});
