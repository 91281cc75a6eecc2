/**
 * Each test that docs/threat-model.md names exists.
 * @covers house.requirements
 */
import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

Deno.test("each line of docs/threat-model.md that names a test names one that exists", async () => {
  const text = (await read("docs/threat-model.md")).replace(/\s+/g, " ");
  const cited = [...text.matchAll(/`(tests\/[\w./-]+)`: "([^"]+)"/g)];
  assert.equal(cited.length, text.split("`tests/").length - 1, "a file is named with a title");
  assert.ok(cited.length >= 20);
  const missing: string[] = [];
  for (const [, file = "", title = ""] of cited) {
    const source = await read(file).catch(() => "");
    const titles = [...source.matchAll(/(?:Deno\.test|\.step)\(\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g)];
    if (!titles.some(([, plain, template]) => (plain ?? template ?? "").startsWith(title))) {
      missing.push(`${file}: ${title}`);
    }
  }
  assert.deepEqual(missing, []);
});
