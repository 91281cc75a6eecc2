/**
 * Who may read an answer: the one page that asked, once its origin is on the site's list. Never `*`, never cookies; a refused
 * origin gets no header at all (issue 5, point 5).
 * @module
 */

/** How long browsers need not ask again whether they may ask. */
const PREFLIGHT_SECONDS = 600;
/** What pages send besides what they may send anyway. */
const HEADERS = "authorization, content-type, x-file-name";

/** For every answer, so that no cache gives one origin's answer to another. */
export const VARY = { vary: "Origin" } as const;

/** Headers of an answer to a page of an allowed origin. */
export function corsHeaders(origin: string): Record<string, string> {
  return { ...VARY, "access-control-allow-origin": origin, "access-control-expose-headers": "retry-after" };
}

/** The answer to a preflight of an allowed origin. */
export function preflight(origin: string, methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...VARY,
      "access-control-allow-origin": origin,
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": HEADERS,
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    },
  });
}
