/**
 * The script as it is delivered: how large it is, how it is served, and what a color is written on with.
 * @covers messagerie-web.widget.script
 */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { buildPages } from "../../../scripts/pages/build_pages.ts";
import { PAGES } from "../../../scripts/pages/page.ts";
import { widgetScript } from "../../../server/messagerie/widget/script.ts";
import { inkOn } from "../../../web/widget/styles.ts";

/** Issue 5, point 5. */
const BUDGET = 30 * 1024;

/** By itself: what other pages are made of is no matter here. */
const out = await Deno.makeTempDir();
await buildPages({ out, pages: PAGES.filter(({ name }) => name === "widget") });
const script = await widgetScript(out);
await Deno.remove(out, { recursive: true });
const ask = (init?: RequestInit) => script.handle(new Request("http://desk/widget.js", init), "127.0.0.1");

Deno.test("widget.js is one script within its budget, and leaves no name in the page's scope", async () => {
  const text = await (await ask()).text();
  const size = gzipSync(text).length;
  assert.ok(size <= BUDGET, `${size} bytes gzipped`);
  assert.ok(size > 5_000, "it is the script, and not something else");
  assert.match(text, /^\s*(?:"use strict";)?\s*\(\(\)=>\{/);
});

Deno.test("no line of the widget makes HTML or code of a text", async () => {
  const files = async function* (folder: string): AsyncGenerator<string> {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) yield* files(`${folder}/${name}`);
      else yield await Deno.readTextFile(`${folder}/${name}`);
    }
  };
  let read = 0;
  for await (const text of files("web/widget")) {
    read++;
    assert.doesNotMatch(
      text,
      /inner_?HTML|outerHTML|insertAdjacentHTML|\beval\(|new Function|document\.write/i,
    );
  }
  assert.ok(read > 15);
});

Deno.test("widget.js may be embedded anywhere, and is asked for again by its tag", async () => {
  const first = await ask();
  assert.equal(first.headers.get("cross-origin-resource-policy"), "cross-origin");
  assert.equal(first.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.match(first.headers.get("cache-control")!, /max-age=300/);
  await first.body?.cancel();
  const etag = first.headers.get("etag")!;
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
    assert.equal((await ask({ headers: { "if-none-match": tag } })).status, 304);
  }
  assert.equal((await ask({ headers: { "if-none-match": '"x"' } })).status, 200);
  assert.equal((await ask({ method: "POST" })).status, 405);
  const none = await widgetScript("dist/no-such-folder");
  assert.equal((await none.handle(new Request("http://desk/widget.js"), "")).status, 503);
});

Deno.test("inkOn() is read on every accent: a contrast of 4.5 or more", () => {
  const channel = (value: number) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
      const [r, g, b] = [16, 8, 0].map((shift) => channel(((color >> shift) & 255) / 255));
      const ground = 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      const ink = inkOn(`#${color.toString(16).padStart(6, "0")}`) === "#ffffff" ? 1 : 0;
      const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
      assert.ok(contrast >= 4.5, `${color.toString(16)}: ${contrast}`);
    }),
    { numRuns: 2_000 },
  );
});
