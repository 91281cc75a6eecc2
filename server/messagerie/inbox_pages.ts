/**
 * The advisors' pages, served beside the API that they call (contract: messagerie §1, "/"). An address that is no page's is
 * 404: clients that probe must never meet a shell.
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

/** Reads the built pages. @param root as `loadPages` takes it */
export async function inboxPages(root?: string): Promise<PathHandler> {
  const files = await loadPages("inbox", root);
  const answer = createPages({ files, isRoute: isInboxPage });
  return {
    owns: (path) => path === "/" || isInboxPage(path) || (files?.has(path) ?? false),
    handle: (request) =>
      answer(request, targetOf(request.url).path) ??
        new Response("method not allowed\n", {
          status: 405,
          headers: { allow: "GET, HEAD", "content-type": "text/plain" },
        }),
  };
}
