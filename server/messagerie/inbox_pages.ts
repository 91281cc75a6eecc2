/**
 * The advisors' pages, served beside the API that they call (contract: messagerie §1, "/"), and what answers at every address
 * that is nobody's: 404, as a page with a way back to a person's browser, as a line of text to whatever else asks. Clients that
 * probe must never meet a shell.
 * @module
 */
import { createPages } from "../pages/answer_page.ts";
import { loadPages } from "../pages/load_pages.ts";
import type { PathHandler } from "./first_of.ts";
import { targetOf } from "./target.ts";

/** Where the pages have addresses, each with what is below it: the areas of `web/inbox/areas.ts`. */
const ROOTS = [
  "/conversations",
  "/connexion",
  "/premiers-pas",
  "/invitation",
  "/mot-de-passe",
  "/nouveau-mot-de-passe",
  "/compte",
  "/admin",
  "/reference",
];

/** Whether a path is the pages' own to route. */
function isInboxPage(path: string): boolean {
  return ROOTS.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Reads the built pages. They own every path: they come last. @param root as `loadPages` takes it */
export async function inboxPages(root?: string): Promise<PathHandler> {
  const files = await loadPages("inbox", root);
  const answer = createPages({ files, isRoute: isInboxPage });

  /** A wrong address; the shell shows what to do at any. */
  function lost(request: Request): Response {
    const asks = request.method === "GET" && request.headers.get("accept")?.includes("text/html");
    const shell = asks && files !== undefined ? answer(new Request(request.url), "/") : undefined;
    if (shell === undefined) {
      return new Response("not found\n", { status: 404, headers: { "content-type": "text/plain" } });
    }
    const headers = new Headers(shell.headers);
    headers.delete("etag");
    headers.set("cache-control", "no-store");
    return new Response(shell.body, { status: 404, headers });
  }

  return {
    owns: () => true,
    handle(request) {
      const { path } = targetOf(request.url);
      if (path !== "/" && !isInboxPage(path) && !files?.has(path)) return lost(request);
      return answer(request, path) ??
        new Response("method not allowed\n", {
          status: 405,
          headers: { allow: "GET, HEAD", "content-type": "text/plain" },
        });
    },
  };
}
