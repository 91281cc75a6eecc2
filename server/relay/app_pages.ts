/**
 * The app, served by the relay: whoever has an account opens it there. The relay's own paths begin with `/v1/`.
 * @module
 */
import { STATUS_CODE } from "@std/http/status";
import { createPages } from "../pages/answer_page.ts";
import { loadPages } from "../pages/load_pages.ts";

/** Reads the built app; what it answers with is `startRelay`'s `app`. */
export async function createAppPages(root?: string): Promise<(request: Request) => Response | undefined> {
  const answer = createPages({
    files: await loadPages("pacerelle", root),
    isRoute: (path) => !path.startsWith("/v1/") && !path.slice(path.lastIndexOf("/")).includes("."),
    // What registers the service worker, and nothing else, may make an address of a script.
    policy: { "trusted-types": "pacerelle" },
    // It sees the code of a new device; no picture leaves the page.
    mayUseCamera: true,
  });
  return (request) => {
    const { pathname } = new URL(request.url);
    const answered = answer(request, pathname);
    if (answered !== undefined || pathname.startsWith("/v1/")) return answered;
    // A person who follows a wrong link meets the app, which says so and knows the way home.
    if (!request.headers.get("accept")?.includes("text/html")) return undefined;
    const shell = answer(request, "/");
    return shell?.ok
      ? new Response(shell.body, { status: STATUS_CODE.NotFound, headers: shell.headers })
      : shell;
  };
}
