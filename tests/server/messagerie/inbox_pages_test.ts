/**
 * Which addresses are pages, and what answers at the others.
 * @covers messagerie-web.pages.served
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { inboxPages } from "../../../server/messagerie/inbox_pages.ts";

/** Pages as `deno task pages` lays them out, of two files. */
async function builtPages(): Promise<string> {
  const root = await Deno.makeTempDir();
  await Deno.mkdir(`${root}/build/inbox/assets`, { recursive: true });
  await Deno.writeTextFile(`${root}/build/inbox/index.html`, "<!doctype html><title>shell</title>");
  await Deno.writeTextFile(`${root}/build/inbox/assets/main-0123456789abcdef.js`, "export {};");
  await Deno.writeTextFile(`${root}/current`, "build");
  return root;
}

Deno.test("each area's address is the shell, files are themselves, everything else is not found", async () => {
  const root = await builtPages();
  try {
    const pages = await inboxPages(root);
    const get = async (path: string, method = "GET", headers: Record<string, string> = {}) => {
      const answer = await pages.handle(new Request(`http://desk${path}`, { method, headers }), "");
      return [answer.status, answer.headers.get("content-type")?.split(";")[0]];
    };
    for (
      const path of ["/", "/connexion", "/premiers-pas", "/invitation", "/nouveau-mot-de-passe", "/compte"]
    ) deepEqual(await get(path), [200, "text/html"], path);
    deepEqual(await get("/admin/api"), [200, "text/html"]);
    deepEqual(await get("/conversations/12"), [200, "text/html"]);
    deepEqual(await get("/assets/main-0123456789abcdef.js"), [200, "text/javascript"]);
    for (const path of ["/assets/other.js", "/administrator", "/.env", "/register"]) {
      deepEqual(await get(path), [404, "text/plain"], path);
      deepEqual(await get(path, "GET", { accept: "application/json, text/event-stream" }), [
        404,
        "text/plain",
      ]);
      deepEqual(await get(path, "POST", { accept: "text/html" }), [404, "text/plain"], path);
    }
    // A person's browser shows a page with a way back, and keeps nothing of it.
    const lost = await pages.handle(
      new Request("http://desk/administrator", {
        headers: { accept: "text/html,*/*", "if-none-match": "*" },
      }),
      "",
    );
    equal(lost.status, 404);
    match(await lost.text(), /<title>shell/);
    deepEqual([lost.headers.get("cache-control"), lost.headers.get("etag")], ["no-store", null]);
    match(lost.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    deepEqual(await get("/admin/api", "POST"), [405, "text/plain"]);
    const { headers } = await pages.handle(new Request("http://desk/reference"), "");
    match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
