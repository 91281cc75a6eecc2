/**
 * Answers a request with a built page. Every answer carries a strict Content-Security-Policy: no inline script or style, no
 * other origin, no frame around it (issue 5, point 1).
 * @module
 */
import { STATUS_CODE } from "@std/http/status";
import type { PageFile, PageFiles } from "./load_pages.ts";

/** How pages are answered. */
export interface PageOptions {
  /** Undefined: they are not built, and whoever asks is told how. */
  readonly files: PageFiles | undefined;
  /** More of the policy than the house's own: `connect-src` of another origin, say. */
  readonly policy?: Readonly<Record<string, string>>;
  /** Whether the page may ask for the camera, for itself alone; no page may otherwise. */
  readonly mayUseCamera?: boolean;
  /** Whether a path without a file is the shell's to route; the rest is 404. */
  readonly isRoute: (path: string) => boolean;
}

const POLICY: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data: blob:",
  "font-src": "'self'",
  "media-src": "'self' blob:",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
  "require-trusted-types-for": "'script'",
};

const NOT_BUILT = "The pages are not built. Run: deno task pages\n";

/** A function that answers `GET` and `HEAD` of a path; undefined where the page has nothing there. */
export function createPages(options: PageOptions): (request: Request, path: string) => Response | undefined {
  const { files, isRoute } = options;
  const security = {
    ...securityHeaders(options.policy),
    ...(options.mayUseCamera ? { "permissions-policy": permissions("(self)") } : {}),
  };

  function fileAt(path: string): PageFile | undefined {
    if (path === "/" || isRoute(path)) return files?.get("/index.html");
    return files?.get(path);
  }

  return (request, path) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    if (files === undefined) {
      if (path !== "/" && !isRoute(path)) return undefined;
      return new Response(NOT_BUILT, {
        status: STATUS_CODE.ServiceUnavailable,
        headers: { ...security, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
    }
    const file = fileAt(path);
    if (file === undefined) return undefined;
    const headers = {
      ...security,
      "content-type": file.type,
      "etag": file.etag,
      "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    };
    if (isKnown(request.headers.get("if-none-match"), file.etag)) {
      return new Response(null, { status: STATUS_CODE.NotModified, headers });
    }
    return new Response(request.method === "HEAD" ? null : file.content, { headers });
  };
}

const permissions = (camera: string) => `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;

/** What every page's answer carries. `additions` replaces a directive of the house's. */
function securityHeaders(additions: Readonly<Record<string, string>> = {}): Record<string, string> {
  const policy = Object.entries({ ...POLICY, ...additions }).map(([name, value]) => `${name} ${value}`);
  return {
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions("()"),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}

/** Deno compresses what it sends and then weakens the tag: a weak one of the same text is the same file. */
function isKnown(header: string | null, etag: string): boolean {
  return header?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*") ??
    false;
}
