/**
 * The modern era (2026-07-28): there is no handshake, each request says in `_meta` which version it speaks, and over HTTP
 * headers repeat what the body says so that intermediaries can route (contract: mcp-wire). The order of the checks is the
 * specification's, as the reference implementation has it.
 * @module
 */
import { ERROR, errorReply, isObject, type JsonObject, type Message, type Reply } from "./message.ts";

/** The versions of this era that are spoken here. */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
/** Where results say who answered. */
export const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

/** Asks what a server speaks; no earlier era has it. */
export const DISCOVER = "server/discover";

/** The parts of `Headers` that are looked at; undefined on stdio. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** Which body member the `Mcp-Name` header repeats, by method. */
const NAME_SOURCE: Readonly<Record<string, string>> = { "tools/call": "name", "prompts/get": "name" };

/** Versions are dates, so they compare as text; drafts of this era began in 2026. */
function namesModern(version: string | null | undefined): boolean {
  return version !== null && version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= "2026";
}

/**
 * Whether a message belongs to the modern era: `_meta` says so (mcp-wire habit 24). A request whose header names a modern
 * version, or whose method exists in no other era, is one that forgot to.
 */
export function isModern({ method, params }: Message, headers: HeaderReader | undefined): boolean {
  const meta = params["_meta"];
  if (isObject(meta) && (VERSION_KEY in meta || CAPABILITIES_KEY in meta)) return true;
  return method === DISCOVER || namesModern(headers?.get("mcp-protocol-version"));
}

/** What is wrong with a modern request before its method is looked at; undefined when nothing is. */
export function envelopeFault(
  { id, method, params }: Message,
  headers: HeaderReader | undefined,
): Reply | undefined {
  const given = params["_meta"];
  const meta: JsonObject = isObject(given) ? given : {};
  const version = meta[VERSION_KEY];
  const missing = [
    ...(typeof version === "string" ? [] : [VERSION_KEY]),
    ...(isObject(meta[CAPABILITIES_KEY]) ? [] : [CAPABILITIES_KEY]),
  ];
  if (missing.length > 0) {
    return errorReply(400, id, ERROR.INVALID_PARAMS, `Invalid params: _meta needs ${missing.join(" and ")}`, {
      missing,
    });
  }
  const mismatch = (header: string, problem: string) =>
    errorReply(400, id, ERROR.HEADER_MISMATCH, `Header mismatch: ${header} ${problem}`, { header });

  const versionHeader = headers?.get("mcp-protocol-version") ?? undefined;
  const methodHeader = headers?.get("mcp-method") ?? undefined;
  if (versionHeader !== undefined && versionHeader !== version) {
    return mismatch("MCP-Protocol-Version", "differs from the body");
  }
  if (methodHeader !== undefined && methodHeader !== method) {
    return mismatch("Mcp-Method", "differs from the body");
  }
  if (!MODERN_VERSIONS.includes(version as string)) {
    return versionFault(id, version as string, MODERN_VERSIONS);
  }
  if (headers === undefined) return undefined;
  if (versionHeader === undefined) return mismatch("MCP-Protocol-Version", "is missing");
  if (methodHeader === undefined) return mismatch("Mcp-Method", "is missing");

  const source = Object.hasOwn(NAME_SOURCE, method) ? NAME_SOURCE[method] : undefined;
  const name = source === undefined ? undefined : params[source];
  // A body without a name is the method's own business.
  if (typeof name !== "string") return undefined;
  const nameHeader = headers.get("mcp-name");
  if (nameHeader === null) return mismatch("Mcp-Name", "is missing");
  if (decodeHeader(nameHeader) !== name) return mismatch("Mcp-Name", "differs from the body");
  return undefined;
}

/** The answer to a version that is not spoken here; `supported`: those of the request's own era. */
export function versionFault(id: string | undefined, requested: string, supported: readonly string[]): Reply {
  return errorReply(400, id, ERROR.UNSUPPORTED_VERSION, "Unsupported protocol version", {
    supported,
    requested: requested.slice(0, 64),
  });
}

const SENTINEL = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;

/** A header's value; text that headers cannot hold comes as `=?base64?…?=` over UTF-8. Undefined when that is not valid. */
function decodeHeader(value: string): string | undefined {
  if (!(value.startsWith("=?base64?") && value.endsWith("?="))) return value;
  const encoded = SENTINEL.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
