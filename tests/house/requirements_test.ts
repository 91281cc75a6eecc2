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

/** The promise that a citation names: itself, or what stands before a detail (`pacerelle.lock.sigkill` cites `pacerelle.lock`). */
function promiseOf(citation: string, known: ReadonlySet<string>): string | undefined {
  for (let id = citation; id !== ""; id = id.slice(0, Math.max(0, id.lastIndexOf(".")))) {
    if (known.has(id)) return id;
  }
  return undefined;
}

const KNOWN = new Set(REQUIREMENTS.map(({ id }) => id));

Deno.test("every promise is cited by a test [@covers house.requirements]", async () => {
  const cited = new Set([...(await citations("tests")).keys()].map((id) => promiseOf(id, KNOWN)));
  assert.deepEqual(REQUIREMENTS.filter(({ id }) => !cited.has(id)).map(({ id }) => id), []);
});

Deno.test("every citation names a promise [@covers house.requirements]", async () => {
  assert.equal(KNOWN.size, REQUIREMENTS.length, "ids are unique");
  const unknown = [...await citations("tests")].filter(([id]) => promiseOf(id, KNOWN) === undefined);
  assert.deepEqual(unknown.map(([id, path]) => `${id} in ${path}`), []);
});
