/**
 * Where the visitor writes: text, files by button, paste or drop. Enter sends where there is a keyboard; nothing typed is
 * lost from one page to the next.
 * @module
 */
import { Paperclip, Send, X } from "lucide";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pastedFiles } from "../../kit/pasted_files.ts";
import type { WidgetModel } from "../model.ts";
import { words } from "../words.ts";
import { Icon } from "./icon.tsx";

/** The field of one conversation. */
export function Composer(
  { model, conversationId }: { readonly model: WidgetModel; readonly conversationId: string | null },
) {
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => model.drafts.of(conversationId));
  // One field for all conversations, so that it keeps the focus when another is shown.
  useLayoutEffect(() => setText(model.drafts.of(conversationId)), [model.place.value, model.restored.value]);
  const limits = model.config.value?.files;
  const attachments = model.attachments.list.value;
  const uploading = attachments.some(({ file }) => file === undefined);
  const empty = text.trim() === "" && attachments.length === 0;

  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);

  function change(value: string) {
    setText(value);
    model.keepDraft(conversationId, value);
  }

  function send() {
    if (empty || uploading) return;
    model.write(conversationId, text.trim());
    setText("");
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // A phone's Enter makes a line: its keyboard has no other way.
    const sends = event.key === "Enter" && !event.shiftKey && !event.isComposing &&
      !matchMedia("(pointer: coarse)").matches;
    if (!sends) return;
    event.preventDefault();
    send();
  }

  function add(files: Iterable<File> | null | undefined) {
    if (files && limits) model.attach([...files], limits);
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attachments.length > 0 && (
        <ul class="chips">
          {attachments.map(({ key, name, progress, file }) => (
            <li key={key} class="chip">
              <span dir="auto">{file?.name ?? name}</span>
              <button
                type="button"
                class="icon"
                aria-label={words.removeFile(name)}
                onClick={() => model.attachments.remove(key)}
              >
                <Icon of={X} />
              </button>
              {file === undefined && (
                <progress
                  max={1}
                  value={progress}
                  aria-label={words.uploading(name, Math.round(progress * 100))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <input
          ref={button}
          type="file"
          multiple
          hidden
          accept={limits?.accept}
          onChange={({ currentTarget }) => {
            add(currentTarget.files);
            currentTarget.value = "";
          }}
        />
        <button type="button" class="icon" aria-label={words.attach} onClick={() => button.current?.click()}>
          <Icon of={Paperclip} />
        </button>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          maxLength={10_000}
          aria-label={words.write}
          placeholder={words.placeholder}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            add(files);
          }}
        />
        <button type="submit" class="icon send" aria-label={words.send} disabled={empty || uploading}>
          <Icon of={Send} />
        </button>
      </div>
    </form>
  );
}
