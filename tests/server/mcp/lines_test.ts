/**
 * Cutting bytes into lines.
 * @covers mcp-wire.habit-18
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { createLineCutter } from "../../../server/mcp/lines.ts";

function cutAll(chunks: readonly Uint8Array[], max: number): (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  const cut = createLineCutter(max, (line) => lines.push(line));
  for (const chunk of chunks) {
    const reused = chunk.slice();
    cut(reused);
    reused.fill(0x58);
  }
  return lines;
}

Deno.test("createLineCutter() gives the same lines however the bytes are cut", () => {
  fc.assert(fc.property(
    fc.array(
      fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\n", "").toWellFormed()),
    ),
    fc.array(fc.nat({ max: 200 })),
    (lines, cuts) => {
      const bytes = new TextEncoder().encode(lines.map((line) => line + "\n").join(""));
      const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
      const chunks = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
      const expected = lines.map((line) => line.startsWith("\ufeff") ? line.slice(1) : line);
      assert.deepEqual(cutAll(chunks, 1000), expected);
    },
  ));
});

Deno.test("createLineCutter() tells once of a line that is too long, and goes on with the next", () => {
  const bytes = new TextEncoder().encode(
    "x".repeat(50) + "\nok\n" + "y".repeat(10) + "\n" + "z".repeat(11) + "\n",
  );
  for (const size of [1, 3, 7, 1000]) {
    const chunks = Array.from(
      { length: Math.ceil(bytes.length / size) },
      (_, index) => bytes.subarray(index * size, (index + 1) * size),
    );
    assert.deepEqual(cutAll(chunks, 10), [undefined, "ok", "yyyyyyyyyy", undefined]);
  }
});

Deno.test("createLineCutter() gives no text for bytes that are no UTF-8", () => {
  assert.deepEqual(cutAll([Uint8Array.of(0xff, 0x0a, 0x61, 0x0a)], 10), [undefined, "a"]);
});
