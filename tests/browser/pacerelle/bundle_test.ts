/**
 * How much a phone loads: before the app is there, and in all. The figures are printed, with the crypto library and without it.
 * @covers pacerelle-web.app.bundle
 * @module
 */
import assert from "node:assert/strict";
import { buildPages } from "../../../scripts/pages/build_pages.ts";

/** Without the crypto library, in bytes: what is loaded before the app is there (issue 6 allows 150 kB), and all of it. */
const BUDGETS = { first: 115_000, whole: 175_000 } as const;
/** The curves for a browser that has none: crypto too, loaded by such a one alone. */
const PORTABLE_CURVES = /^portable_curves-/;

async function gzipped(content: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/** The modules that a module needs before it runs, itself among them. */
async function neededBy(
  folder: string,
  entry: string,
  known = new Set<string>(),
): Promise<ReadonlySet<string>> {
  if (known.has(entry)) return known;
  known.add(entry);
  const text = await Deno.readTextFile(`${folder}/${entry}`);
  for (const [, needed] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) {
    await neededBy(folder, needed!, known);
  }
  return known;
}

/** What the crypto library alone weighs. */
async function weighCrypto(): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "crypto-" });
  try {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "bundle",
        "--quiet",
        "--platform=browser",
        "--minify",
        `--outdir=${folder}`,
        new URL("../../../wire/hpke.ts", import.meta.url).pathname,
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return await gzipped(await Deno.readFile(`${folder}/hpke.js`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the app loads little before it is there", async () => {
  const { folder } = await buildPages({ out: "dist/web" });
  const page = `${folder}/pacerelle`;
  const html = await Deno.readTextFile(`${page}/index.html`);
  const [script = "", styles = ""] = [/src="\/assets\/([^"]+\.js)"/, /href="\/assets\/([^"]+\.css)"/]
    .map((pattern) => pattern.exec(html)?.[1] ?? "");
  // The entry makes way for the app itself, which it loads at once.
  const [start = ""] = [
    ...(await Deno.readTextFile(`${page}/assets/${script}`)).matchAll(/"\.\/(start-[^"]+\.js)"/g),
  ]
    .map(([, name]) => name!);
  assert.match(start, /^start-/);
  const first = await neededBy(`${page}/assets`, start, new Set(await neededBy(`${page}/assets`, script)));
  let loaded = 0;
  for (const name of [...first, styles]) {
    loaded += await gzipped(await Deno.readFile(`${page}/assets/${name}`));
  }
  let whole = 0;
  let curves = 0;
  for await (const { name } of Deno.readDir(`${page}/assets`)) {
    const bytes = await gzipped(await Deno.readFile(`${page}/assets/${name}`));
    whole += bytes;
    if (PORTABLE_CURVES.test(name)) curves += bytes;
    else if (name.endsWith(".js")) {
      // The whole of zod, which writes schemas as JSON and speaks many languages, is the servers'.
      assert.ok(
        !/toJSONSchema/.test(await Deno.readTextFile(`${page}/assets/${name}`)),
        `zod/mini in ${name}`,
      );
    }
  }
  const crypto = await weighCrypto();
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const figures = [
    `Pacerelle, gzipped, scripts and styles: ${kB(loaded)} before the app is there`,
    `(${kB(loaded - crypto)} without the crypto library); ${kB(whole)} with all that is loaded later`,
    `(${kB(whole - crypto - curves)} without it)\n`,
  ].join(" ");
  Deno.stdout.writeSync(new TextEncoder().encode(figures));
  assert.ok(crypto > 5_000 && curves > 2_000, "the crypto library was weighed");
  assert.ok(loaded > crypto + 50_000, "the app was weighed");
  assert.ok(loaded - crypto < BUDGETS.first, kB(loaded - crypto));
  assert.ok(whole - crypto - curves < BUDGETS.whole, kB(whole - crypto - curves));
});
