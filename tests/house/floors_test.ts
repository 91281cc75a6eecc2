/**
 * The floors of the house: an import never climbs, nothing of one product imports the other's, no cycles, and what a host
 * starts over stdio never loads libSQL.
 * @module
 */
import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";

const FOLDERS = ["base", "wire", "store", "service", "tools", "server"];
const ROOTS = ["main.ts", "mod.ts", ...FOLDERS, "web"];
/** A folder may import itself and what stands below. */
const FLOOR: Readonly<Record<string, number>> = {
  base: 0,
  wire: 1,
  store: 2,
  service: 3,
  tools: 4,
  server: 5,
  web: 5,
  "main.ts": 6,
  "mod.ts": 6,
};

interface Import {
  readonly to: string;
  readonly dynamic: boolean;
}

async function sources(path: string): Promise<string[]> {
  const found: string[] = [];
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(path);
  } catch {
    return found;
  }
  if (info.isFile) return /\.tsx?$/.test(path) ? [path] : [];
  for await (const entry of Deno.readDir(path)) {
    if (entry.name !== "node_modules") found.push(...await sources(`${path}/${entry.name}`));
  }
  return found;
}

/** Imports of a module, types left out: a type-only import builds nothing. Bare names are kept as they are. */
function importsOf(file: string, text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found: Import[] = [];
  const statement =
    /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^;"']*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/g;
  for (const match of code.matchAll(statement)) {
    const target = match[1] ?? match[2] ?? "";
    const to = target.startsWith(".") ? normalize(join(dirname(file), target)) : target;
    found.push({ to, dynamic: match[2] !== undefined });
  }
  return found;
}

/** Type-only imports count for the floors too: knowing a type is knowing the floor. */
function allTargets(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(/(?:\bfrom\s+|\bimport\(\s*|(?:^|\n)\s*import\s+)"(\.[^"]+)"/g)]
    .map((match) => normalize(join(dirname(file), match[1] ?? "")));
}

function productOf(path: string): "messagerie" | "pacerelle" | undefined {
  if (/(^|\/)messagerie\/|^web\/(inbox|widget)\//.test(path)) return "messagerie";
  if (/(^|\/)(pacerelle|relay|mailbox)\/|^wire\//.test(path)) return "pacerelle";
  return undefined;
}

const files = (await Promise.all(ROOTS.map(sources))).flat();
const texts = new Map(
  await Promise.all(files.map(async (file) => [file, await Deno.readTextFile(file)] as const)),
);

Deno.test("an import never climbs a floor [@covers house.floors]", () => {
  const climbs: string[] = [];
  for (const [file, text] of texts) {
    const from = FLOOR[file.split("/")[0] ?? ""] ?? NaN;
    for (const to of allTargets(file, text)) {
      const floor = FLOOR[to.split("/")[0] ?? ""];
      if (floor === undefined || floor > from) climbs.push(`${file} → ${to}`);
    }
  }
  assert.deepEqual(climbs, []);
  assert.ok(files.length > 20, "the scan must see the house");
});

Deno.test("only the store builds queries [@covers house.queries-in-the-store]", () => {
  const above = [...texts].filter(([file]) => !file.startsWith("store/"));
  const building = above.filter(([file, text]) =>
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text) ||
    importsOf(file, text).some(({ to }) => to === "kysely")
  );
  assert.deepEqual(building.map(([file]) => file), []);
});

Deno.test("nothing of one product imports the other's [@covers house.products-apart]", () => {
  const crossings: string[] = [];
  for (const [file, text] of texts) {
    const own = productOf(file);
    // What both stand on knows neither.
    if (own === undefined && !/^(?:base|web\/kit|server\/(?:mcp|pages|cli))\//.test(file)) continue;
    for (const to of allTargets(file, text)) {
      const other = productOf(to);
      if (other !== undefined && other !== own) crossings.push(`${file} → ${to}`);
    }
  }
  assert.deepEqual(crossings, []);
});

// Types too: two modules that know each other are one, whatever is left of it when they run.
Deno.test("modules form no cycle [@covers house.no-cycles]", () => {
  const state = new Map<string, "open" | "done">();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    state.set(file, "open");
    const text = texts.get(file) ?? "";
    const later = new Set(importsOf(file, text).flatMap(({ to, dynamic }) => dynamic ? [to] : []));
    for (const to of allTargets(file, text)) {
      if (!later.has(to) && texts.has(to)) visit(to, [...path, file]);
    }
    state.set(file, "done");
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(cycles, []);
});

Deno.test("what a host starts over stdio loads no database driver [@covers house.stdio-without-libsql]", () => {
  const seen = new Set<string>();
  const bare = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to } of importsOf(file, texts.get(file) ?? "")) {
      if (texts.has(to)) walk(to);
      else bare.add(to);
    }
  };
  files.filter((file) => file.startsWith("server/pacerelle/")).forEach(walk);
  assert.deepEqual([...bare].filter((name) => /libsql|kysely/.test(name)), []);
  assert.deepEqual([...seen].filter((file) => file.startsWith("store/libsql/")), []);
});

Deno.test("what a page loads uses the web's own interfaces alone [@covers house.pages-portable]", () => {
  const seen = new Set<string>();
  const faults: string[] = [];
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = texts.get(file) ?? "";
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    if (/\bDeno\./.test(code)) faults.push(`${file}: Deno`);
    for (const { to } of importsOf(file, text)) {
      if (texts.has(to)) walk(to);
      else if (to.startsWith("node:") || /^(?:kysely|libsql|@libsql)/.test(to)) faults.push(`${file}: ${to}`);
    }
  };
  files.filter((file) => file.startsWith("web/")).forEach(walk);
  assert.deepEqual(faults, []);
  assert.ok(seen.size > 10, "the scan must see the pages");
});
