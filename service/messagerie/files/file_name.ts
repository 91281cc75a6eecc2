/**
 * Names of files as they are kept and downloaded: one name in one folder on any system, whose end says what the content is.
 * @module
 */
import { storable } from "../../../store/libsql/connection.ts";
import type { FileType } from "./file_types.ts";

/** Longest name: what file systems take, in bytes, less an extension. */
const MAX_BYTES = 240;
/** Controls and marks of direction turn a name around: `exe.gpj` reads as `jpg.exe` backwards. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const RESERVED = /[<>:"/\\|?*]/g;
/** What Windows takes for a device. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The name, made harmless; with the type's own extension where it says another or none. */
export function fileName(typed: string, { extensions }: FileType): string {
  const last = storable(typed).split(/[/\\]/).at(-1) ?? "";
  const plain = last.replace(HIDDEN, "").replace(RESERVED, "_").replace(/\s+/gu, " ").replace(
    /^[\s.]+|[\s.]+$/g,
    "",
  );
  const safe = plain === "" || DEVICE.test(plain) ? `fichier${plain === "" ? "" : `_${plain}`}` : plain;
  const [, stem = safe, extension = ""] = /^(.+)\.([^.]{1,16})$/s.exec(safe) ?? [];
  return extensions.includes(extension.toLowerCase())
    ? `${cut(stem)}.${extension.toLowerCase()}`
    : `${cut(safe)}.${extensions[0]}`;
}

/** At most so many bytes of UTF-8, in whole characters. */
function cut(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const point of text) {
    bytes += new TextEncoder().encode(point).length;
    if (bytes > MAX_BYTES) break;
    end += point.length;
  }
  return text.slice(0, end);
}
