/**
 * What is built and how it is served: hashed names, a strict policy, 304, and no page where there is none.
 * @covers house.pages
 * @module
 */
import assert from "node:assert/strict";
import { buildPages } from "../../scripts/pages/build_pages.ts";
import { createPages } from "../../server/pages/answer_page.ts";
import { loadPages } from "../../server/pages/load_pages.ts";

const { folder } = await buildPages({ out: "dist/web" });

Deno.test("the inbox's shell loads hashed files under a policy without inline script", async () => {
  const files = await loadPages("inbox");
  const pages = createPages({ files, isRoute: (path) => path.startsWith("/conversations") });
  const shell = pages(new Request("http://desk/conversations/1"), "/conversations/1");
  assert.equal(shell?.status, 200);
  const policy = shell.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  const html = await shell.text();
  assert.doesNotMatch(html, /<script(?![^>]*src=)|<style|\{\{|\son\w+=/);
  for (const [, path] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    const answer = pages(new Request(`http://desk${path}`), path ?? "");
    assert.equal(answer?.status, 200, path);
    assert.match(answer.headers.get("cache-control") ?? "", /immutable/);
    const again = pages(
      new Request(`http://desk${path}`, { headers: { "if-none-match": `W/${answer.headers.get("etag")}` } }),
      path ?? "",
    );
    assert.equal(again?.status, 304);
  }
  assert.equal(pages(new Request("http://desk/other"), "/other"), undefined);
  assert.equal(pages(new Request("http://desk/", { method: "POST" }), "/"), undefined);
});

Deno.test("a second build of the same sources is the first one", async () => {
  const again = await buildPages({ out: "dist/web" });
  assert.deepEqual(again, { folder, cached: true });
});

Deno.test("a server without pages says how to make them", async () => {
  const pages = createPages({ files: await loadPages("inbox", "dist/no-such-folder"), isRoute: () => false });
  const answer = pages(new Request("http://desk/"), "/");
  assert.equal(answer?.status, 503);
  assert.match(await answer.text(), /deno task pages/);
});
