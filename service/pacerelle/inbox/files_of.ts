/**
 * The files of an entry.
 * @module
 */
import { type Attachment, attachmentOf } from "../../../wire/attachment.ts";
import type { Entry } from "./entries.ts";

/** Files that came or went with an entry; the answer to a file widget is one too. */
export function filesOf(entry: Entry): readonly Attachment[] {
  if (entry.attachments !== undefined) return entry.attachments;
  const answer = entry.kind === "request" ? attachmentOf(entry.answer?.value) : undefined;
  return answer === undefined ? [] : [answer];
}
