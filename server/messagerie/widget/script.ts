/**
 * `/widget.js`, as pages of other origins embed it (contract: messagerie §1). It keeps its address for ever, so browsers
 * ask by its tag whether it is still the same.
 * @module
 */
import { loadPages } from "../../pages/load_pages.ts";
import type { PathHandler } from "../first_of.ts";

/** Where it is. */
const SCRIPT_PATH = "/widget.js";

const SHARED = {
  // A page under a strict embedder policy may load it too.
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/** How long a browser does not ask: a new version of the desk reaches pages within minutes. */
const CACHE = "public, max-age=300, stale-while-revalidate=3600";

/** Reads the built script. @param root as `loadPages` takes it */
export async function widgetScript(root?: string): Promise<PathHandler> {
  const script = (await loadPages("widget", root))?.get(SCRIPT_PATH);
  return {
    owns: (path) => path === SCRIPT_PATH,
    handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("method not allowed\n", {
          status: 405,
          headers: { ...SHARED, allow: "GET, HEAD" },
        });
      }
      if (script === undefined) {
        return new Response("The pages are not built. Run: deno task pages\n", {
          status: 503,
          headers: { ...SHARED, "content-type": "text/plain", "cache-control": "no-store" },
        });
      }
      const headers = {
        ...SHARED,
        "content-type": script.type,
        etag: script.etag,
        "cache-control": CACHE,
      };
      // Deno compresses what it sends and then weakens the tag.
      const known = request.headers.get("if-none-match")?.split(",")
        .some((tag) => tag.trim().replace(/^W\//, "") === script.etag);
      if (known) return new Response(null, { status: 304, headers });
      return new Response(request.method === "HEAD" ? null : script.content, { headers });
    },
  };
}
