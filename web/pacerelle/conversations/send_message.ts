/**
 * Sends a message with its files. The same message given again, after a refusal that tells nothing of what became of the
 * first try, goes once: it keeps its id as long as it is the same.
 * @module
 */
import type { Attachment } from "../../../wire/attachment.ts";
import { keepFile } from "../files/file_cache.ts";
import type { PickedFile } from "../files/pick_files.ts";
import { app, sayTold } from "../state.ts";
import { knownDraft } from "./use_draft.ts";

interface Message {
  readonly agent: string;
  readonly text: string;
  readonly files: readonly PickedFile[];
  readonly onSealing: (at: number, of: number) => void;
}

/**
 * By agent, what is being sent or was refused last: the same again is the same message. After another one, the same words
 * are said anew.
 */
const tries = new Map<string, { readonly key: string; readonly id: string }>();

/** A message's id: 32 hexadecimal digits (wire: ShortId). */
const newId = () => crypto.randomUUID().replaceAll("-", "");

/** Sends; answers with why it was refused, in words. */
export async function sendMessage({ agent, text, files, onSealing }: Message): Promise<string | undefined> {
  const key = JSON.stringify([text, files.map(({ id }) => id)]);
  const before = tries.get(agent);
  const id = before?.key === key ? before.id : newId();
  tries.set(agent, { key, id });
  const attachments: Attachment[] = [];
  for (const { name, content } of files) {
    onSealing(attachments.length + 1, files.length);
    const attached = await app.run("attachFile", { name, content });
    if (!attached.ok) {
      void app.run("discardFiles", { files: attachments });
      return sayTold(attached.refusal);
    }
    attachments.push(attached.value);
  }
  const sent = await app.run("sendText", { agent, text, id, attachments, draft: knownDraft(agent) });
  // The files stay: where no answer came, the message may be written and tell of them. What none tells of goes by itself.
  if (!sent.ok) return sayTold(sent.refusal);
  tries.delete(agent);
  // Shown at once, without asking the relay for what left a moment ago.
  attachments.forEach((attachment, at) => {
    const file = files[at];
    if (file) keepFile(attachment, file.content);
  });
  return undefined;
}
