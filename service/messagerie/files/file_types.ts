/**
 * Which files visitors may send: told by their content, never by their name or by what the page says of them (issue 5,
 * point 5).
 * @module
 */
import { filetypeinfo } from "magic-bytes.js";

/** A type that is accepted. */
export interface FileType {
  readonly mimeType: string;
  /** The first is given to a file whose name says another. */
  readonly extensions: readonly string[];
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN = "application/vnd.oasis.opendocument";

/** What is accepted: nothing that a browser or a desktop runs when it is opened. */
const ACCEPTED: readonly FileType[] = [
  { mimeType: "image/png", extensions: ["png"] },
  { mimeType: "image/jpeg", extensions: ["jpg", "jpeg"] },
  { mimeType: "image/gif", extensions: ["gif"] },
  { mimeType: "image/webp", extensions: ["webp"] },
  { mimeType: "image/avif", extensions: ["avif"] },
  { mimeType: "image/heif", extensions: ["heic", "heif"] },
  { mimeType: "application/pdf", extensions: ["pdf"] },
  { mimeType: `${OFFICE}.wordprocessingml.document`, extensions: ["docx"] },
  { mimeType: `${OFFICE}.spreadsheetml.sheet`, extensions: ["xlsx"] },
  { mimeType: `${OFFICE}.presentationml.presentation`, extensions: ["pptx"] },
  { mimeType: `${OPEN}.text`, extensions: ["odt"] },
  { mimeType: `${OPEN}.spreadsheet`, extensions: ["ods"] },
  { mimeType: `${OPEN}.presentation`, extensions: ["odp"] },
  { mimeType: "audio/mpeg", extensions: ["mp3"] },
  { mimeType: "audio/x-wav", extensions: ["wav"] },
  { mimeType: "application/ogg", extensions: ["ogg", "oga", "ogv"] },
  { mimeType: "video/mp4", extensions: ["mp4", "m4a", "m4v"] },
  { mimeType: "video/webm", extensions: ["webm"] },
  { mimeType: "video/quicktime", extensions: ["mov"] },
];

/** Text carries no mark: it is what reads as UTF-8 without controls. */
const TEXT: FileType = { mimeType: "text/plain", extensions: ["txt", "csv", "log", "md"] };

/** For the `accept` of a page's file button: a hint to people, no check. */
export const ACCEPT = [...ACCEPTED, TEXT].flatMap(({ extensions }) => extensions.map((one) => `.${one}`))
  .join(",");

/** As far as any mark reaches. */
const HEAD_BYTES = 4_096;
// deno-lint-ignore no-control-regex -- controls are what it looks for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/;

/** The type of this content, or undefined when it is none that is accepted. */
export function fileTypeOf(content: Uint8Array): FileType | undefined {
  const [found] = filetypeinfo(content.subarray(0, HEAD_BYTES));
  if (found?.typename === "zip") return ofMimeType(zippedType(content));
  if (found?.mime !== undefined && found.mime !== "application/xml") return ofMimeType(found.mime);
  return found === undefined || found.typename === "xml" ? textType(content) : undefined;
}

function ofMimeType(mimeType: string | undefined): FileType | undefined {
  return ACCEPTED.find((type) => type.mimeType === mimeType);
}

/** A document in an archive: OpenDocument says what it is in its first file, Office by the names of its folders. */
function zippedType(content: Uint8Array): string | undefined {
  const head = latin(content.subarray(0, HEAD_BYTES));
  const open = /^PK.{28}mimetype(application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))PK/s
    .exec(head)?.[1];
  if (open !== undefined) return open;
  // The directory at the end names every file; an Office document has its list of types and one of these.
  const names = latin(content.subarray(-65_536));
  if (!names.includes("[Content_Types].xml") || names.includes("vbaProject.bin")) return undefined;
  if (names.includes("word/document.xml")) return `${OFFICE}.wordprocessingml.document`;
  if (names.includes("xl/workbook.xml")) return `${OFFICE}.spreadsheetml.sheet`;
  if (names.includes("ppt/presentation.xml")) return `${OFFICE}.presentationml.presentation`;
  return undefined;
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function textType(content: Uint8Array): FileType | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return CONTROLS.test(text) ? undefined : TEXT;
  } catch {
    return undefined;
  }
}
