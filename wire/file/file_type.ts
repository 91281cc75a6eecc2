/**
 * What a file is: told by its first bytes where they tell, else by its name. And what no file may be: a program, or
 * something else that a computer or phone runs when it is opened. Both ends hold the same rule: the sender's refuses to
 * send, the receiver's to save. In an archive such a file may pass, and takes more than a slip to run.
 * @module
 */
import { extensionOf, safeFileName } from "./file_name.ts";

/** First bytes that tell a type, `..` standing for any; the offset is 0. */
const SIGNATURES: readonly (readonly [type: string, hex: string])[] = [
  ["image/png", "89504e470d0a1a0a"],
  ["image/jpeg", "ffd8ff"],
  ["image/gif", "47494638"],
  ["image/webp", "52494646........57454250"],
  ["image/heic", "........6674797068656963"],
  ["image/avif", "........6674797061766966"],
  ["audio/wav", "52494646........57415645"],
  ["audio/mpeg", "494433"],
  ["audio/flac", "664c6143"],
  ["application/ogg", "4f676753"],
  ["video/mp4", "........66747970"],
  ["video/webm", "1a45dfa3"],
  ["application/pdf", "255044462d"],
  ["application/zip", "504b0304"],
  ["application/gzip", "1f8b"],
  ["application/x-7z-compressed", "377abcaf271c"],
];

/** Programs: Windows, Linux, macOS (its four forms), Java and fat macOS, WebAssembly stays out: nothing runs it by itself. */
const PROGRAMS: readonly string[] = [
  "4d5a",
  "7f454c46",
  "feedface",
  "feedfacf",
  "cefaedfe",
  "cffaedfe",
  "cafebabe",
];

/** How many first bytes are looked at. */
export const HEAD_BYTES = 16;

/** Types by extension, where bytes do not tell, or tell only what it is packed in. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  txt: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  css: "text/css",
  json: "application/json",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  svg: "image/svg+xml",
  ics: "text/calendar",
  rtf: "application/rtf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: "application/epub+zip",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  mov: "video/quicktime",
  heic: "image/heic",
  avif: "image/avif",
};

/** Run, installed or obeyed when opened, on Windows, macOS, Linux or a phone. */
const RUNNABLE: ReadonlySet<string> = new Set(
  ("exe com scr pif cpl msi msp msix msixbundle appx appxbundle application gadget bat cmd ps1 psm1 vb vbe vbs js jse ws " +
    "wsf wsh hta msc reg scf lnk url inf chm jar jnlp dll sys app command pkg dmg workflow desktop appimage deb rpm run " +
    "apk aab ipa mobileconfig py pyw pyz pyzw xll diagcab appref-ms library-ms search-ms searchconnector-ms " +
    "settingcontent-ms mpkg scpt terminal tool fileloc inetloc webloc").split(" "),
);

/** Packed in a way that the first bytes tell, and named for what is inside. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "application/zip",
  "application/ogg",
  "video/mp4",
  "image/heic",
]);

const hexOf = (head: Uint8Array) => Array.from(head, (byte) => byte.toString(16).padStart(2, "0")).join("");
const startsWith = (hex: string, signature: string) => new RegExp(`^${signature}`).test(hex);
const extension = (name: string) => extensionOf(safeFileName(name)).slice(1).toLowerCase();

/** What the first bytes tell; undefined where they tell nothing. */
function signatureOf(hex: string): string | undefined {
  return SIGNATURES.find(([, signature]) => startsWith(hex, signature))?.[0];
}

/** Text, as far as its beginning shows. */
function isText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** The media type of a file, from its name and its first {@linkcode HEAD_BYTES} bytes. */
export function fileTypeOf(name: string, head: Uint8Array): string {
  const told = signatureOf(hexOf(head.subarray(0, HEAD_BYTES)));
  const named = EXTENSIONS[extension(name)];
  if (told !== undefined) return named !== undefined && CONTAINERS.has(told) ? named : told;
  return named ??
    (head.length > 0 && isText(head.subarray(0, HEAD_BYTES)) ? "text/plain" : "application/octet-stream");
}

/** Why a file may be neither sent nor saved. `disguised`: its bytes are not what its type says. */
export type FileObjection = "runnable" | "disguised";

/** What is against a file, by its name, the type that was told of it, and its first bytes; undefined when nothing is. */
export function fileObjection(
  { name, mimeType }: { readonly name: string; readonly mimeType: string },
  head: Uint8Array,
): FileObjection | undefined {
  const hex = hexOf(head.subarray(0, HEAD_BYTES));
  if (RUNNABLE.has(extension(name)) || PROGRAMS.some((signature) => startsWith(hex, signature))) {
    return "runnable";
  }
  const told = signatureOf(hex);
  const isOfThose = SIGNATURES.some(([type]) => type === mimeType) && !CONTAINERS.has(mimeType);
  // A type whose files begin in a known way, and this one does not.
  return isOfThose && told !== mimeType && mimeType !== "audio/mpeg" ? "disguised" : undefined;
}
