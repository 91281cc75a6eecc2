/**
 * Every promise has a test that cites it, and every citation names a promise.
 * @module
 */
import assert from "node:assert/strict";
import { REQUIREMENTS } from "../requirements.ts";

const CITATION = /@covers((?:\s+[a-z0-9][a-z0-9._-]*[a-z0-9](?:,(?=\s))?)+)/g;

async function citations(folder: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "node_modules") await citations(path, found);
    else if (entry.isFile && entry.name.endsWith("_test.ts")) {
      for (const match of (await Deno.readTextFile(path)).matchAll(CITATION)) {
        for (const id of (match[1] ?? "").split(/[\s,]+/).filter((word) => word.includes("."))) {
          if (!found.has(id)) found.set(id, path);
        }
      }
    }
  }
  return found;
}

Deno.test("every promise is cited by a test [@covers house.requirements]", async () => {
  const cited = await citations("tests");
  assert.deepEqual(REQUIREMENTS.filter(({ id }) => !cited.has(id)).map(({ id }) => id), []);
});

Deno.test("every citation names a promise [@covers house.requirements]", async () => {
  const known = new Set(REQUIREMENTS.map(({ id }) => id));
  assert.equal(known.size, REQUIREMENTS.length, "ids are unique");
  const unknown = [...await citations("tests")].filter(([id]) => !known.has(id));
  assert.deepEqual(unknown.map(([id, path]) => `${id} in ${path}`), []);
});
