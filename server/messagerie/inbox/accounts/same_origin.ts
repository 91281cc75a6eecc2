/**
 * Whether a request that writes comes from a page of this server (OWASP, "Cross-Site Request Forgery Prevention": Fetch
 * Metadata, then the origin). What tells neither is refused: every browser of today tells one of them on a write.
 * @module
 */
import { refuse } from "../../../../service/messagerie/refusals.ts";

/**
 * Holds that a page of this server sent the request. `Sec-Fetch-Site` is believed first, since no page can write it;
 * browsers leave it out on plain http other than this machine, where the origin is compared.
 * @throws {Refusal} `CSRF_REFUSED`
 */
export function holdSameOrigin(request: Request, publicUrl: string): void {
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    if (site !== "same-origin") throw refuse("CSRF_REFUSED");
    return;
  }
  const origin = headers.get("origin");
  // Over plain http the address that was asked for counts as well: people name this machine in several ways.
  const own = [originOf(publicUrl), ...(publicUrl.startsWith("http:") ? [originOf(request.url)] : [])];
  if (origin === null || !own.includes(origin)) throw refuse("CSRF_REFUSED");
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin;
}
