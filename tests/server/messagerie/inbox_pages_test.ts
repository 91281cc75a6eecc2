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

Deno.test("each area's address is the shell, files are themselves, everything else is nobody's", async () => {
  const root = await builtPages();
  try {
    const pages = await inboxPages(root);
    const get = async (path: string, method = "GET") => {
      if (!pages.owns(path)) return undefined;
      const answer = await pages.handle(new Request(`http://desk${path}`, { method }), "");
      return [answer.status, answer.headers.get("content-type")?.split(";")[0]];
    };
    for (
      const path of ["/", "/connexion", "/premiers-pas", "/invitation", "/nouveau-mot-de-passe", "/compte"]
    ) deepEqual(await get(path), [200, "text/html"], path);
    deepEqual(await get("/admin/api"), [200, "text/html"]);
    deepEqual(await get("/conversations/12"), [200, "text/html"]);
    deepEqual(await get("/assets/main-0123456789abcdef.js"), [200, "text/javascript"]);
    equal(await get("/assets/other.js"), undefined);
    equal(await get("/administrator"), undefined);
    equal(await get("/.env"), undefined);
    deepEqual(await get("/admin/api", "POST"), [405, "text/plain"]);
    const { headers } = await pages.handle(new Request("http://desk/reference"), "");
    match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
