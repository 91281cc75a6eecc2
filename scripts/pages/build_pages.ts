/**
 * Builds the pages into a folder named by what they are made from, so that one build serves every start, two builders at
 * once do not meet, and a server never reads half of one. `current` in `dist/web` names the folder.
 * @module
 */

import { bundle } from "./bundle.ts";
import { type Page, PAGES } from "./page.ts";

/** What a page's code can come from: a change in any of these is a new build. */
const SOURCES = ["base", "wire", "service", "server", "web", "scripts/pages", "deno.json", "deno.lock"];

/** Where `buildPages` writes, and how it says so. */
export interface BuildOptions {
  /** `dist/web`. */
  readonly out: string;
  readonly pages?: readonly Page[];
}

/**
 * Builds what is not built yet.
 * @returns the folder that holds the pages, and whether they were there already
 * @throws {Error} with what the bundler said
 */
export async function buildPages(
  { out, pages = PAGES }: BuildOptions,
): Promise<{ readonly folder: string; readonly cached: boolean }> {
  const name = await hashOf(SOURCES, pages);
  const folder = `${out}/${name}`;
  const cached = await isThere(folder);
  if (!cached) {
    await Deno.mkdir(out, { recursive: true });
    const draft = `${out}/draft-${crypto.randomUUID()}`;
    try {
      for (const page of pages) await buildPage(page, `${draft}/${page.name}`);
      await Deno.rename(draft, folder).catch(async (error) => {
        // Another builder was first: its pages are the same.
        if (!await isThere(folder)) throw error;
      });
    } finally {
      await Deno.remove(draft, { recursive: true }).catch(() => {});
    }
  }
  await point(out, name);
  await removeOthers(out, name);
  return { folder, cached };
}

async function buildPage(page: Page, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  const assets = `${to}/assets`;
  let script = "";
  if (page.script !== undefined) {
    await bundle({ entries: [page.script], outdir: assets, format: "esm" });
    script = await hashed(assets, outputName(page.script));
  }
  let styles = "";
  if (page.styles !== undefined) {
    const sheets = (await Promise.all(page.styles.map((from) => filesUnder(from)))).flat()
      .filter((path) => path.endsWith(".css"));
    const text = (await Promise.all(sheets.map((path) => Deno.readTextFile(path)))).join("\n");
    await Deno.writeTextFile(`${to}/styles.css`, text);
    await bundle({ entries: [`${to}/styles.css`], outdir: assets, format: "esm" });
    await Deno.remove(`${to}/styles.css`);
    styles = await hashed(assets, "styles.css");
  }
  if (page.assets !== undefined) {
    for (const path of await filesUnder(page.assets)) {
      const target = `${to}/${path.slice(page.assets.length + 1)}`;
      await Deno.mkdir(target.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(path, target);
    }
  }
  if (page.html !== undefined) {
    const html = (await Deno.readTextFile(page.html))
      .replace("{{script}}", `/assets/${script}`).replace("{{styles}}", `/assets/${styles}`);
    await Deno.writeTextFile(`${to}/index.html`, html);
  }
  // Last: they may name every other file.
  const files = (await filesUnder(to)).map((path) => path.slice(to.length));
  for (const { source, as } of page.fixed ?? []) {
    const draft = `${to}/fixed`;
    await bundle({ entries: [source], outdir: draft, format: "iife" });
    const text = await Deno.readTextFile(`${draft}/${outputName(source)}`);
    const contents = await Promise.all(files.map((path) => Deno.readFile(to + path).then(digest)));
    const version = await digest(new TextEncoder().encode([text, ...contents].join("\n")));
    const build = JSON.stringify(JSON.stringify({ version, files }));
    await Deno.writeTextFile(`${to}/${as}`, text.replace(BUILD_MARK, () => build));
    await Deno.remove(draft, { recursive: true });
  }
}

/** Stands in a fixed script for the build that it belongs to, as JSON in a string: its version and its files' paths. */
const BUILD_MARK = /["'`]__BUILD__["'`]/;

/** What the bundler calls the bundle of a module. */
function outputName(source: string): string {
  return source.replace(/^.*\//, "").replace(/\.tsx?$/, ".js");
}

/** Gives a file a name that changes with its content. */
async function hashed(folder: string, file: string): Promise<string> {
  const content = await Deno.readFile(`${folder}/${file}`);
  const name = file.replace(/(\.\w+)$/, `-${await digest(content)}$1`);
  await Deno.rename(`${folder}/${file}`, `${folder}/${name}`);
  return name;
}

async function digest(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content)).toHex().slice(0, 16);
}

async function hashOf(paths: readonly string[], pages: readonly Page[]): Promise<string> {
  const files = (await Promise.all(paths.map(filesUnder))).flat();
  const lines = await Promise.all(
    files.map(async (path) => `${path} ${await digest(await Deno.readFile(path))}`),
  );
  const text = [Deno.version.deno, JSON.stringify(pages), ...lines].join("\n");
  return await digest(new TextEncoder().encode(text));
}

/** Every file under a path, or the path itself, sorted; none where there is nothing. */
async function filesUnder(path: string): Promise<string[]> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info === undefined) return [];
  if (info.isFile) return [path];
  const found: string[] = [];
  for await (const { name } of Deno.readDir(path)) found.push(...await filesUnder(`${path}/${name}`));
  return found.sort();
}

async function point(out: string, name: string): Promise<void> {
  const draft = `${out}/draft-${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, name);
  await Deno.rename(draft, `${out}/current`);
}

/** Earlier builds: a server has read its pages at its start. What another builder drafts now is left alone. */
async function removeOthers(out: string, keep: string): Promise<void> {
  const dayAgo = Date.now() - 86_400_000;
  for await (const { name } of Deno.readDir(out)) {
    if (name === keep || name === "current") continue;
    const path = `${out}/${name}`;
    const modified = (await Deno.stat(path).catch(() => undefined))?.mtime?.getTime() ?? Infinity;
    if (modified < dayAgo) await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
