/**
 * The two cookies of the pages: of the session, and of a browser in which somebody signed in once. On an https address they
 * are `Secure` and their names begin with `__Host-`, which no other host of the same domain can set. Browsers refuse both
 * over plain http, where cookies of other names stand in: that is for this machine alone, or for a network that is trusted.
 * @module
 */
import { SESSION_MS } from "../../../../service/messagerie/limits.ts";

/** How long a browser is known: as long as Chromium keeps any cookie. */
const DEVICE_MS = 400 * 24 * 3_600_000;

/** Reads and writes the cookies of one address. */
export interface Cookies {
  /** What the cookies of a request hold. */
  read(request: Request): { readonly session: string | undefined; readonly device: string | undefined };
  /** Adds the headers that set them. */
  setSession(headers: Headers, secret: string): void;
  setDevice(headers: Headers, secret: string): void;
  /** Adds the header that ends the session's. */
  clearSession(headers: Headers): void;
}

/** The cookies of pages at this address. */
export function cookiesOf(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith("https:");
  const names = secure
    ? { session: "__Host-messagerie", device: "__Host-messagerie-device" }
    : { session: "messagerie", device: "messagerie-device" };
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const set = (headers: Headers, name: string, value: string, forMs: number) =>
    headers.append("set-cookie", `${name}=${value}; Max-Age=${Math.floor(forMs / 1000)}${attributes}`);
  return {
    read(request) {
      const held = parse(request.headers.get("cookie") ?? "");
      return { session: held.get(names.session), device: held.get(names.device) };
    },
    setSession: (headers, secret) => set(headers, names.session, secret, SESSION_MS),
    setDevice: (headers, secret) => set(headers, names.device, secret, DEVICE_MS),
    clearSession: (headers) => set(headers, names.session, "", 0),
  };
}

/** The first of each name counts: browsers send the cookie of the longest path first, and ours have the shortest. */
function parse(header: string): Map<string, string> {
  const held = new Map<string, string>();
  for (const part of header.split(";")) {
    const mark = part.indexOf("=");
    if (mark === -1) continue;
    const name = part.slice(0, mark).trim();
    if (!held.has(name)) held.set(name, part.slice(mark + 1).trim());
  }
  return held;
}
