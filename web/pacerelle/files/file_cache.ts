/**
 * Contents of files that were opened, or that this tab has just sent: addresses that only this page can use, for as long as
 * they are kept.
 * @module
 */
import type { AttachmentView } from "../../../wire/attachment.ts";
import { app, sayTold } from "../state.ts";

/** Pictures that a browser draws without running anything. An SVG is a document: never. */
const DRAWN: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);
/** Larger pictures are shown when somebody asks. */
const SHOWN_BYTES = 3_000_000;
/** Contents that are kept at once. */
const KEPT = 24;

const addresses = new Map<string, string>();
const coming = new Map<string, Promise<Fetched>>();

/** What became of opening a file: its address, or why not, in words. */
export type Fetched = { readonly address: string } | { readonly fault: string };

/** Whether a file is a picture that may be shown. */
export function isPicture({ mimeType }: AttachmentView): boolean {
  return DRAWN.has(mimeType);
}

/** Whether it is shown without being asked for. */
export function isShownAtOnce(file: AttachmentView): boolean {
  return isPicture(file) && file.size <= SHOWN_BYTES;
}

/** Keeps a content that is known here already. */
export function keepFile({ id, mimeType }: AttachmentView, content: Blob): string {
  // Any other type is a mere file, whatever opens the address.
  const type = DRAWN.has(mimeType) ? mimeType : "application/octet-stream";
  const address = URL.createObjectURL(new Blob([content], { type }));
  addresses.set(id, address);
  const [oldest] = addresses;
  if (addresses.size > KEPT && oldest !== undefined) {
    addresses.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return address;
}

/** The address of a file's content, fetched and checked if need be. */
export function openFile(file: AttachmentView): Promise<Fetched> {
  const known = addresses.get(file.id);
  if (known !== undefined) return Promise.resolve({ address: known });
  const under = coming.get(file.id);
  if (under) return under;
  const fetching = app.run("fetchFile", { id: file.id }).then((outcome): Fetched =>
    outcome.ok ? { address: keepFile(file, outcome.value.content) } : { fault: sayTold(outcome.refusal) }
  ).finally(() => coming.delete(file.id));
  coming.set(file.id, fetching);
  return fetching;
}
