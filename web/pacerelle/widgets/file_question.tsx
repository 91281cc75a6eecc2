/**
 * A file that the agent asks for: its bounds told before, looked at before it is sealed.
 * @module
 */
import { useSignal } from "@preact/signals";
import { FileUp } from "lucide";
import { useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { formatBytes, formatLimit } from "../../kit/format.ts";
import { MAX_FILE_BYTES } from "../../../wire/limits.ts";
import type { Widget } from "../../../wire/widget.ts";
import type { WidgetEntry } from "../app/entry_types.ts";
import { keepFile } from "../files/file_cache.ts";
import { type PickedFile, pickFiles } from "../files/pick_files.ts";
import { app, sayTold } from "../state.ts";
import { acceptText } from "./accept_text.ts";
import { QuestionFoot } from "./question_foot.tsx";
import { useAnswer, useEntered } from "./use_answer.ts";
import { words } from "./words.ts";

/** The pick and the send. */
export function FileQuestion({ entry, widget }: {
  readonly entry: WidgetEntry;
  readonly widget: Widget & { readonly kind: "file" };
}) {
  const t = words.value;
  const answering = useAnswer(entry);
  const picked = useEntered<PickedFile | undefined>(entry, undefined);
  const isSealing = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const most = Math.min(widget.maxBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES);

  async function pick(files: readonly File[]): Promise<void> {
    const looked = await pickFiles(files.slice(0, 1), { maxBytes: most });
    answering.forgive();
    const [fault] = looked.faults;
    if (fault !== undefined) answering.blame(fault);
    picked.value = looked.picked[0] ?? picked.value;
  }

  async function send(): Promise<void> {
    const { value: file } = picked;
    if (file === undefined || isSealing.value) return;
    isSealing.value = true;
    const attached = await app.run("attachFile", { name: file.name, content: file.content });
    isSealing.value = false;
    if (!attached.ok) return answering.blame(sayTold(attached.refusal));
    // Not checked against the question by the sender alone: the agent's own end does it again.
    if (await answering.answer(attached.value)) keepFile(attached.value, file.content);
  }

  return (
    <div class="widget-form">
      <p class="field-hint">
        {widget.accept !== undefined && t.accepts(acceptText(widget.accept))} {t.most(formatLimit(most))}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={widget.accept?.join(",")}
        onChange={(event) => {
          void pick([...event.currentTarget.files ?? []]);
          event.currentTarget.value = "";
        }}
      />
      {picked.value !== undefined && (
        <p class="picked-file">
          <bdi>{picked.value.name}</bdi>
          <span class="secondary">{formatBytes(picked.value.content.size)}</span>
        </p>
      )}
      <QuestionFoot answering={answering}>
        {picked.value !== undefined && (
          <Button
            look="primary"
            label={t.sendFile}
            pending={isSealing.value || answering.isPending}
            onPress={send}
          />
        )}
        <Button
          look={picked.value === undefined ? "primary" : "plain"}
          icon={FileUp}
          label={picked.value === undefined ? t.pickFile : t.otherFile}
          onPress={() => input.current?.click()}
        />
      </QuestionFoot>
    </div>
  );
}
