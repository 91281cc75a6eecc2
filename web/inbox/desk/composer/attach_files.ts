/**
 * Takes files for the next reply of a conversation, and says which were not taken and why.
 * @module
 */
import { MAX_FILE_BYTES, MAX_FILES } from "../../../../service/messagerie/limits.ts";
import { formatLimit } from "../../../kit/format.ts";
import { toast } from "../../../kit/toasts.tsx";
import { desk } from "../desk.ts";
import type { Details } from "../types.ts";
import { composerCalls, composerMode } from "../ui.ts";
import { deskWords } from "../words.ts";

/** Whether a conversation carries files: what leaves by e-mail or SMS is text (service/messagerie/send_file.ts). */
export function carriesFiles({ channel }: Pick<Details, "channel">): boolean {
  return channel === "web";
}

/** Takes them, whichever way they came; they are for the visitor, so the reply is shown. */
export function attachFiles(details: Pick<Details, "id" | "channel">, files: Iterable<File>): void {
  const t = deskWords.value;
  if (!carriesFiles(details)) {
    return void toast(t.noFilesHere(t.channels[details.channel]), { look: "danger" });
  }
  const { tooMany, tooLarge } = desk().files.add(details.id, files);
  for (const { name } of tooLarge) {
    toast(t.fileTooLarge(name, formatLimit(MAX_FILE_BYTES)), { look: "danger" });
  }
  if (tooMany) toast(t.tooManyFiles(MAX_FILES), { look: "danger" });
  composerMode.value = "reply";
  composerCalls.value++;
}
