/**
 * Files that go with a message or answer a file widget. What is here is sealed in the message; the content lies at the
 * relay, sealed under the file's own key (wire/file/), until the recipients have taken it.
 * @module
 */
import * as z from "zod/mini";
import { base64urlOf } from "./identity.ts";
import { ShortId } from "./ids.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES, MAX_FILE_NAME } from "./limits.ts";
import { boundedText } from "./widget.ts";

/**
 * A file. `id`: its name at the relay; `size` in bytes, from which its layout follows; `key`: 32 random bytes, made for this
 * file alone; `hash`: of what was sealed, so that whoever knows the key cannot put another file in its place.
 */
export const Attachment = z.object({
  id: ShortId,
  name: boundedText(MAX_FILE_NAME, 1),
  mimeType: z.string().check(z.maxLength(100), z.regex(/^[\w.+-]+\/[\w.+-]+$/, "not a media type")),
  size: z.int().check(z.gte(0), z.lte(MAX_FILE_BYTES)),
  key: base64urlOf(32),
  hash: base64urlOf(32),
});
export type Attachment = z.output<typeof Attachment>;

/** A file and nothing else: what has other fields too is another value. */
export const OnlyAttachment = z.strictObject(Attachment.shape);

/** Attachments of one message. */
export const Attachments = z.array(Attachment).check(
  z.minLength(1),
  z.maxLength(MAX_ATTACHMENTS),
  z.refine((files) => new Set(files.map(({ id }) => id)).size === files.length, "the same file twice"),
);

/** What may be shown of a file: all but its secrets. */
export type AttachmentView = Pick<Attachment, "id" | "name" | "mimeType" | "size">;

/** A file without its secrets: what tools and pages show. */
export function attachmentView({ id, name, mimeType, size }: Attachment): AttachmentView {
  return { id, name, mimeType, size };
}

/** The attachment that answers a file widget, where `value` is one. */
export function attachmentOf(value: unknown): Attachment | undefined {
  return OnlyAttachment.safeParse(value).data;
}

/** The files that a message's content tells of: attached, or the answer to a file widget. */
export function attachmentsOf(
  content: { readonly kind: string; readonly body: unknown },
): readonly Attachment[] {
  if (content.kind === "message") {
    return (content.body as { readonly attachments?: readonly Attachment[] }).attachments ?? [];
  }
  if (content.kind !== "answer") return [];
  const file = attachmentOf((content.body as { readonly value: unknown }).value);
  return file === undefined ? [] : [file];
}
