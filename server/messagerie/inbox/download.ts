/**
 * A file of a stranger, sent so that it can only be saved: never a page of this server (OWASP, file upload).
 * @module
 */

/** A type as it may stand in a header. */
const TYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/;
/** What can run or draw as a document. As an attachment nothing would open them; this holds where a browser thinks better of it. */
const ACTIVE = /(html|xml|svg|javascript|ecmascript|pdf)/i;

/** The answer that holds the file. */
export function downloadOf(
  file: {
    readonly name: string;
    readonly type: string;
    readonly content: Uint8Array | ReadableStream<Uint8Array>;
  },
): Response {
  const type = TYPE.test(file.type) && !ACTIVE.test(file.type) ? file.type : "application/octet-stream";
  return new Response(file.content as BodyInit, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${
        encodedName(file.name)
      }`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      // A thread's file never changes; a person's page may keep it while the person is signed in.
      "cache-control": "private, no-cache",
    },
  });
}

/** For what does not read the other form: printable ASCII without quotes, slashes and percent signs. */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\/%]/g, "_") || "file";
}

/** RFC 8187: UTF-8, percent-encoded but for what a token may hold. What turns the reading direction would disguise a name. */
function encodedName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, "_").toWellFormed();
  return encodeURIComponent(plain).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
