/**
 * A name that came from elsewhere, made fit for a file on any system: no path, nothing that hides what it is, nothing that a
 * system takes for a device. Pages and the stdio server use the same.
 * @module
 */

/** Bytes of UTF-8: below the 255 that file systems take, with room for a number. */
const MAX_BYTES = 200;
const MAX_EXTENSION = 20;
const encoder = new TextEncoder();

/** Names of devices on Windows, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

function cut(text: string, maxBytes: number): string {
  let kept = "";
  let size = 0;
  for (const point of text) {
    size += encoder.encode(point).length;
    if (size > maxBytes) break;
    kept += point;
  }
  return kept;
}

/** The extension, with its dot; empty where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot) : "";
  return extension.length <= MAX_EXTENSION ? extension : "";
}

/** `name` as it may be used for a file. Its own result stays as it is. */
export function safeFileName(name: string): string {
  const shown = name.normalize("NFC")
    // Controls, marks that turn the direction of text, invisible characters, halves of characters.
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .replace(/\s+/gu, " ")
    // Windows drops what ends a name; a leading dot hides one.
    .replace(/[. ]+$/u, "").replace(/^[. ]+/u, "");
  const extension = extensionOf(shown);
  const stem = shown.slice(0, shown.length - extension.length);
  const whole = (cut(stem, MAX_BYTES - encoder.encode(extension).length).trimEnd() + extension) || "fichier";
  return RESERVED.test(whole) ? `_${whole}` : whole;
}

/** The same name, for the `n`th file that would have it: `name (2).pdf`. */
export function numberedName(name: string, n: number): string {
  if (n === 1) return name;
  const extension = extensionOf(name);
  return `${name.slice(0, name.length - extension.length)} (${n})${extension}`;
}
