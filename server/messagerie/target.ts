/**
 * URLs as text: what a request asks for, where a server is. A request's is cut and not parsed: parsing would cost more than the
 * rest of routing, would fail on a `Host` header that names no host, and would take `%2E%2E` for a way up.
 * @module
 */

/** A path, still percent-encoded, and what follows its question mark; "" without any. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** The target of an absolute URL. */
export function targetOf(url: string): Target {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return { path: "/", query: "" };
  const hash = url.indexOf("#", start);
  const target = hash === -1 ? url.slice(start) : url.slice(start, hash);
  const mark = target.indexOf("?");
  return mark === -1
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The address of a server, without a slash at its end. */
export function httpAddress(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
