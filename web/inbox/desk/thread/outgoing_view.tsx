/**
 * A text or a file on its way: whether it goes, waits, or was refused and why.
 * @module
 */
import { CircleAlert, Clock, File, RotateCcw, StickyNote, Undo2 } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { formatBytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { faultInWords } from "../../words.ts";
import type { Outgoing } from "../state/outbox.ts";
import { deskWords } from "../words.ts";
import { MessageBody } from "./message_body.tsx";

/** The text or the file, and what can be done about it. */
export function OutgoingView({ outgoing, onRetry, onTakeBack }: {
  readonly outgoing: Outgoing;
  readonly onRetry: () => unknown;
  readonly onTakeBack: () => unknown;
}) {
  const t = deskWords.value;
  const { state, fault, kind, text, file } = outgoing;
  return (
    <article class={`message message-ours message-${kind === "note" ? "note" : "advisor"} message-outgoing`}>
      <div class="message-main">
        <header class="message-head">
          <span class="message-author">
            {t.you}
            {kind === "note" && (
              <span class="badge badge-note">
                <Icon of={StickyNote} />
                {t.note}
              </span>
            )}
          </span>
        </header>
        <div class="message-line">
          <div class="bubble">
            {file === undefined ? <MessageBody text={text} /> : (
              <span class="file">
                <Icon of={File} />
                <bdi>{file.name}</bdi>
                <span class="file-size">{formatBytes(file.size)}</span>
              </span>
            )}
          </div>
        </div>
        <div class={`delivery delivery-${state}`} role="status">
          <Icon of={state === "failed" ? CircleAlert : Clock} />
          <span class="delivery-text">
            {state === "sending"
              ? t.sending
              : state === "failed"
              ? t.notSent(faultInWords(fault))
              : fault?.code === "NOT_SIGNED_IN"
              ? t.waitingForSession
              : t.waitingForServer}
          </span>
          {state !== "sending" && (
            <span class="delivery-actions">
              <Button look="quiet" icon={RotateCcw} label={t.retry} onPress={onRetry} />
              <Button
                look="quiet"
                icon={Undo2}
                label={file === undefined ? t.takeBack : t.takeFileBack}
                onPress={onTakeBack}
              />
            </span>
          )}
        </div>
      </div>
    </article>
  );
}
