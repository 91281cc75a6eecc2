/**
 * One row of a thread, and one that is on its way.
 * @module
 */
import { File } from "lucide";
import type { VisitorFileView, VisitorMessageView } from "../../../service/messagerie/widget/views.ts";
import { formatBytes, formatTime } from "../../kit/format.ts";
import type { WidgetModel } from "../model.ts";
import type { Outgoing } from "../outbox.ts";
import { words } from "../words.ts";
import { Icon } from "./icon.tsx";
import { Markdown } from "./markdown.tsx";

/** A row as the desk tells it. */
export function Message(
  { model, message }: { readonly model: WidgetModel; readonly message: VisitorMessageView },
) {
  if (message.from === "event") return <li class="event">{eventText(message)}</li>;
  if (message.from === "deleted") return <li class="event">{words.deleted}</li>;
  const mine = message.from === "visitor";
  const author = authorOf(message);
  return (
    <li class={mine ? "line mine" : "line"}>
      <span class={mine ? "hidden" : "author"}>{mine ? words.said(author) : author}</span>
      {message.text !== "" && (
        <div class="bubble">{mine ? <p dir="auto">{message.text}</p> : <Markdown text={message.text} />}</div>
      )}
      {message.files.length > 0 && (
        <div class="bubble">
          {message.files.map((file) => <FileLink key={file.id} model={model} file={file} />)}
        </div>
      )}
      <time class="time" dateTime={message.at}>{formatTime(message.at)}</time>
    </li>
  );
}

function authorOf(message: Exclude<VisitorMessageView, { from: "event" | "deleted" }>): string {
  if (message.from === "visitor") return words.you;
  return message.from === "ai" ? words.assistant : message.author ?? words.team;
}

function eventText({ event, author }: Extract<VisitorMessageView, { from: "event" }>): string {
  return event === "takeover" ? words.takeover(author) : words[event];
}

function FileLink({ model, file }: { readonly model: WidgetModel; readonly file: VisitorFileView }) {
  async function save() {
    try {
      const address = URL.createObjectURL(await model.download(file.id));
      const link = document.createElement("a");
      link.href = address;
      link.download = file.name;
      link.click();
      // The browser has begun to save it by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch {
      model.complaint.value = words.notDownloaded(file.name);
    }
  }
  return (
    <button
      type="button"
      class="file"
      aria-label={words.download(file.name, formatBytes(file.size))}
      onClick={() => void save()}
    >
      <Icon of={File} />
      <span dir="auto">{file.name}</span>
    </button>
  );
}

/** A message on its way: what becomes of it, and what can be done. */
export function OutgoingMessage(
  { model, message }: { readonly model: WidgetModel; readonly message: Outgoing },
) {
  const { key, text, files, state } = message;
  function discard() {
    if (model.outbox.discard(key) === undefined) return;
    // What was typed is never lost: it is back in the field, unless something else stands there.
    if (model.drafts.of(message.conversationId) === "") model.restore(message.conversationId, text);
  }
  return (
    <li class="line mine">
      <span class="hidden">{words.said(words.you)}</span>
      {text !== "" && (
        <div class="bubble">
          <p dir="auto">{text}</p>
        </div>
      )}
      {files.length > 0 && (
        <div class="bubble">
          {files.map((file) => (
            <span key={file.id} class="file">
              <Icon of={File} />
              <span dir="auto">{file.name}</span>
            </span>
          ))}
        </div>
      )}
      {state === "refused"
        ? (
          <>
            <span class="time bad" role="alert">{words.notSent(reasonOf(message.reason))}</span>
            <span class="acts">
              <button type="button" class="text" onClick={() => model.outbox.retry(key)}>
                {words.retry}
              </button>
              <button type="button" class="text" onClick={discard}>{words.discard}</button>
            </span>
          </>
        )
        : <span class="time">{state === "waiting" ? words.waiting : words.sending}</span>}
    </li>
  );
}

function reasonOf(code: string | undefined): string {
  switch (code) {
    case "FILE_NOT_FOUND":
      return words.fileGone;
    case "INVALID_REQUEST":
    case "PAYLOAD_TOO_LARGE":
      return words.tooLong;
    case "WIDGET_CLOSED":
    case "ORIGIN_REFUSED":
      return words.closed;
    default:
      return words.failed;
  }
}
