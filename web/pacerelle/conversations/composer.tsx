/**
 * Where one writes. What was typed is kept durably as a draft, and stays until the message that takes it is written.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Paperclip, SendHorizontal, X } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { codePointLength } from "../../../base/text.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES, MAX_TEXT } from "../../../wire/limits.ts";
import { Button } from "../../kit/button.tsx";
import { formatBytes, formatLimit } from "../../kit/format.ts";
import { pastedFiles } from "../../kit/pasted_files.ts";
import type { ConversationView } from "../app/state_types.ts";
import { fileWords } from "../files/file_words.ts";
import type { PickedFile } from "../files/pick_files.ts";
import { doesEnterSend } from "../settings/preferences.ts";
import { sendMessage } from "./send_message.ts";
import { useDraft } from "./use_draft.ts";
import { useGrowth } from "./use_growth.ts";
import { usePicked } from "./use_picked.ts";
import { words } from "./words.ts";

/** From so many characters left on, they are counted. */
const COUNTED = 1_000;

/** The composer. */
export function Composer({ conversation, name, onSent }: {
  readonly conversation: ConversationView;
  readonly name: string;
  readonly onSent: () => void;
}) {
  const t = words.value;
  const { agent } = conversation;
  const draft = useDraft(agent, conversation.draft);
  const picked = usePicked();
  const status = useSignal<string | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const isSending = useSignal(false);
  /** What is being written down. */
  const going = useRef<{ readonly typed: string; readonly files: readonly PickedFile[] }>(undefined);
  /** Asked for while the message before is still being written down: what was added since follows it. */
  const isNext = useSignal(false);
  const isDragged = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  useGrowth(text, draft.text);
  const left = MAX_TEXT - codePointLength(draft.text);
  const canSend = left >= 0 && (draft.text.trim() !== "" || picked.files.length > 0);

  const { current: before } = going;
  /** Something was added to what is being written down. */
  const hasMore = before !== undefined && canSend &&
    (draft.text !== before.typed || picked.files.some((file) => !before.files.includes(file)));

  async function send(): Promise<void> {
    const { text: typed } = draft;
    const { files } = picked;
    if (going.current !== undefined) {
      isNext.value = hasMore;
      return;
    }
    if (!canSend) return;
    going.current = { typed, files };
    isSending.value = true;
    fault.value = undefined;
    // Files are sealed first.
    await draft.settled(files.length > 0);
    const refusal = await sendMessage({
      agent,
      text: typed,
      files,
      onSealing: (at, of) => status.value = t.sealing(at, of),
    });
    going.current = undefined;
    isSending.value = false;
    status.value = undefined;
    fault.value = refusal;
    if (refusal !== undefined) {
      isNext.value = false;
      return draft.stays();
    }
    draft.taken(typed);
    picked.taken(files);
    onSent();
    text.current?.focus();
  }

  // After the page has taken what was sent out of the text. Nothing added: nothing follows.
  useEffect(() => {
    if (isSending.value || !isNext.value) return;
    isNext.value = false;
    void send();
  }, [isSending.value]);

  const note = status.value ?? (left < 0 ? t.tooLong(-left) : left < COUNTED ? t.left(left) : undefined);
  return (
    <form
      class={`composer ${isDragged.value ? "composer-dragged" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        isDragged.value = true;
      }}
      onDragLeave={() => isDragged.value = false}
      onDrop={(event) => {
        isDragged.value = false;
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        void picked.add([...event.dataTransfer.files]);
      }}
    >
      {[fault.value, draft.fault, ...picked.faults].map((what) =>
        what && <p key={what} class="notice notice-danger" role="alert">{what}</p>
      )}
      {picked.files.length > 0 && (
        <ul class="picked">
          {picked.files.map((file) => (
            <li key={file.id} class="picked-file">
              <bdi>{file.name}</bdi>
              <span class="secondary">{formatBytes(file.content.size)}</span>
              <Button
                look="quiet"
                icon={X}
                label={t.removeFile(file.name)}
                isIconOnly
                onPress={() => picked.remove(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <div class="composer-line">
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void picked.add([...event.currentTarget.files ?? []]);
            event.currentTarget.value = "";
          }}
        />
        <Button
          look="quiet"
          icon={Paperclip}
          label={`${t.attach} — ${fileWords.value.limits(formatLimit(MAX_FILE_BYTES), MAX_ATTACHMENTS)}`}
          isIconOnly
          onPress={() => input.current?.click()}
        />
        <textarea
          ref={text}
          class="input composer-text"
          rows={1}
          dir="auto"
          aria-label={t.write(name)}
          placeholder={isDragged.value ? t.dropHere : t.writePlaceholder}
          title={doesEnterSend() ? t.enterSends : undefined}
          value={draft.text}
          onInput={(event) => draft.type(event.currentTarget.value)}
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            void picked.add(files);
          }}
          onKeyDown={(event) => {
            // Enter ends a word that an input method is composing.
            if (event.key !== "Enter" || event.shiftKey || event.isComposing || !doesEnterSend()) return;
            event.preventDefault();
            void send();
          }}
        />
        <Button
          look="primary"
          type="submit"
          icon={SendHorizontal}
          label={t.send}
          isIconOnly
          disabled={!canSend}
          pending={isSending.value && !hasMore}
        />
      </div>
      {(note !== undefined || isNext.value) && (
        <p class={left < 0 ? "field-error" : "secondary"} role="status">
          {note} {isNext.value && t.follows}
        </p>
      )}
    </form>
  );
}
