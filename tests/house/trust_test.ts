/**
 * Every line of docs/trust.md names a test that exists.
 * @covers house.requirements
 */
import assert from "node:assert/strict";

const ROW = /\|\s*`(tests\/[\w./-]+)`: "([^"]+)"/g;

Deno.test("each line of docs/trust.md names a test that exists", async () => {
  const text = await Deno.readTextFile("docs/trust.md");
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| It says"));
  const cited = [...text.matchAll(ROW)];
  // A row of dashes stands under each of the three headings.
  assert.equal(cited.length, rows.filter((line) => !line.startsWith("| --")).length, "a line cites one test");
  assert.ok(cited.length >= 40);
  const missing: string[] = [];
  for (const [, file = "", title = ""] of cited) {
    const source = await Deno.readTextFile(file).catch(() => "");
    const titles = [...source.matchAll(/(?:Deno\.test|\.step)\(\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g)];
    if (!titles.some(([, plain, template]) => (plain ?? template ?? "").startsWith(title))) {
      missing.push(`${file}: ${title}`);
    }
  }
  assert.deepEqual(missing, []);
});
