/**
 * Whether a server serves what the sources make is found out from outside, file by file.
 * @covers pacerelle-web.app.integrity
 * @module
 */
import assert from "node:assert/strict";
import { buildPages } from "../../scripts/pages/build_pages.ts";
import { comparePages } from "../../scripts/pages/compare_pages.ts";
import { createAppPages } from "../../server/relay/app_pages.ts";

const { folder } = await buildPages({ out: "dist/web" });
const answer = await createAppPages();

/** What serves the app, but for what `change` makes of an answer. */
async function compare(change: (path: string, response: Response) => Response | Promise<Response>) {
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const response = answer(request) ?? new Response(null, { status: 404 });
    return await change(new URL(request.url).pathname, response);
  });
  return await comparePages(`${folder}/pacerelle`, `http://127.0.0.1:${server.addr.port}`);
}

Deno.test("comparePages() finds the honest page as it was built", async () => {
  const { same, others } = await compare((_path, response) => response);
  assert.deepEqual(others, []);
  assert.ok(same > 10, String(same));
});

Deno.test("comparePages() finds a changed script, a missing one and a weaker policy", async () => {
  const { others } = await compare(async (path, response) => {
    if (/^\/assets\/start-/.test(path)) return new Response(await response.text() + "\n", response);
    if (path === "/service_worker.js") return new Response(null, { status: 404 });
    if (path !== "/") return response;
    const headers = new Headers(response.headers);
    headers.set("content-security-policy", "default-src 'none'; script-src 'self' https://ailleurs.example");
    return new Response(response.body, { headers });
  });
  assert.deepEqual(
    others.map(({ path, what }) => [path.replace(/start-.*/, "start"), what.replace(/\d+/g, "n")]),
    [
      ["/assets/start", "n bytes in place of n"],
      ["/index.html", "its policy lacks script-src 'self'"],
      ["/service_worker.js", "answered with n"],
    ],
  );
});
