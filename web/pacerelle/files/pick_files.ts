/**
 * Files that a person picked, looked at before anything is sent: what could not go is told at once.
 * @module
 */
import { formatLimit } from "../../kit/format.ts";
import { fileObjection, fileTypeOf, HEAD_BYTES } from "../../../wire/file/file_type.ts";
import { safeFileName } from "../../../wire/file/file_name.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES } from "../../../wire/limits.ts";
import { fileWords } from "./file_words.ts";

/** A file that may go. The browser keeps the content where it is until it is read. */
export interface PickedFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly content: File;
}

/** What may go, and in words why the rest may not. `room`: how many more the message takes. */
export async function pickFiles(
  files: readonly File[],
  { room = MAX_ATTACHMENTS, maxBytes = MAX_FILE_BYTES }: {
    readonly room?: number;
    readonly maxBytes?: number;
  } = {},
): Promise<{ readonly picked: readonly PickedFile[]; readonly faults: readonly string[] }> {
  const t = fileWords.value;
  const picked: PickedFile[] = [];
  const faults: string[] = [];
  for (const content of files) {
    const name = safeFileName(content.name);
    const fault = picked.length >= room
      ? t.tooMany(MAX_ATTACHMENTS)
      : await objectionTo(content, name, maxBytes);
    if (typeof fault === "string") faults.push(fault);
    else picked.push({ id: crypto.randomUUID(), name, mimeType: fault.mimeType, content });
  }
  return { picked, faults: [...new Set(faults)] };
}

async function objectionTo(
  content: File,
  name: string,
  maxBytes: number,
): Promise<string | { readonly mimeType: string }> {
  const t = fileWords.value;
  const most = Math.min(maxBytes, MAX_FILE_BYTES);
  if (content.size > most) return t.tooLarge(name, formatLimit(most));
  try {
    const head = new Uint8Array(await content.slice(0, HEAD_BYTES).arrayBuffer());
    const mimeType = fileTypeOf(name, head);
    const objection = fileObjection({ name, mimeType }, head);
    return objection === undefined ? { mimeType } : t[objection](name);
  } catch {
    return t.unreadable(name);
  }
}
