/**
 * Reads a request's body, of at most 1 MiB, and never holds more than that and one chunk.
 * @module
 */
import { MAX_BODY_BYTES } from "../../service/messagerie/limits.ts";

/** The body's text; or why there is none: over the limit, or broken off or not UTF-8. */
export type Body = { readonly text: string } | { readonly fault: "too_large" | "unreadable" };

const TOO_LARGE: Body = { fault: "too_large" };
const UNREADABLE: Body = { fault: "unreadable" };
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the body. A declared length is believed where HTTP itself holds the peer to it, which costs half of what counting
 * chunks does; with a transfer encoding it says nothing.
 */
export async function readBody(request: Request): Promise<Body> {
  const { headers } = request;
  const declared = headers.get("content-length");
  if (declared !== null && Number(declared) > MAX_BODY_BYTES) return TOO_LARGE;
  try {
    const bytes = declared !== null && headers.get("transfer-encoding") === null
      ? await request.bytes()
      : await readCounted(request);
    if (bytes === undefined || bytes.length > MAX_BODY_BYTES) return TOO_LARGE;
    return { text: decoder.decode(bytes) };
  } catch {
    return UNREADABLE;
  }
}

/** The bytes, chunk by chunk; undefined as soon as they are too many. */
async function readCounted(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;

/** Whether a `Content-Type` says JSON; parameters are no matter. */
export function isJson(contentType: string | null): boolean {
  return contentType !== null && JSON_TYPE.test(contentType);
}
