/**
 * A conversation: its messages, those on their way, who writes. It stays at its end while the visitor is there, and where
 * they are when they read further up.
 * @module
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { formatDay } from "../../kit/format.ts";
import { language, words } from "../words.ts";
import type { WidgetModel } from "../model.ts";
import { Message, OutgoingMessage } from "./message.tsx";

/** This near to the end counts as there. */
const NEAR = 80;

/** The messages of what is shown; `conversationId` null: a conversation that is not begun. */
export function Thread(
  { model, conversationId }: { readonly model: WidgetModel; readonly conversationId: string | null },
) {
  const scroll = useRef<HTMLDivElement>(null);
  const place = useRef({ atEnd: true, first: "", fromEnd: 0 });
  const messages = model.thread.pages.value?.messages ?? [];
  const arrived = new Set(messages.map((message) => message.from === "visitor" ? message.key : null));
  const outgoing = model.outbox.messages.value
    .filter((one) => one.conversationId === conversationId && !arrived.has(one.key));

  useLayoutEffect(() => {
    const box = scroll.current;
    if (box === null) return;
    const first = messages[0]?.id ?? "";
    // Older messages came before: what was looked at stays where it is.
    if (first !== place.current.first && !place.current.atEnd) {
      box.scrollTop = box.scrollHeight - place.current.fromEnd;
    } else if (place.current.atEnd) box.scrollTop = box.scrollHeight;
    place.current.first = first;
    if (place.current.atEnd && document.visibilityState === "visible") model.seen();
  });

  useEffect(() => {
    // What came while somebody looked elsewhere.
    const onLook = () => {
      if (place.current.atEnd && document.visibilityState === "visible") model.seen();
    };
    document.addEventListener("visibilitychange", onLook);
    return () => document.removeEventListener("visibilitychange", onLook);
  }, []);

  function onScroll({ currentTarget: box }: { readonly currentTarget: HTMLElement }) {
    const fromEnd = box.scrollHeight - box.scrollTop;
    place.current.atEnd = fromEnd - box.clientHeight < NEAR;
    place.current.fromEnd = fromEnd;
    if (place.current.atEnd) model.seen();
  }

  const greeting = model.config.value?.greeting[language] || words.greeting;
  let day = "";
  return (
    <div
      class="scroll"
      ref={scroll}
      role="region"
      aria-label={words.messages}
      tabIndex={0}
      onScroll={onScroll}
    >
      {model.thread.state.value === "loading" && <p class="centre">{words.loading}</p>}
      {model.thread.state.value === "failed" && (
        <p class="centre">
          {words.notLoaded}
          <button type="button" class="text" onClick={() => void model.thread.load()}>{words.retry}</button>
        </p>
      )}
      {model.thread.pages.value?.more && (
        <p class="centre">
          <button type="button" class="text" onClick={() => void model.loadOlder()}>{words.older}</button>
        </p>
      )}
      {model.thread.state.value === "done" && !model.thread.pages.value?.more && (
        <p class="greeting" dir="auto">{greeting}</p>
      )}
      <ol>
        {messages.map((message) => {
          const date = formatDay(message.at);
          const begins = date !== day;
          day = date;
          return [
            begins && <li key={`day ${message.id}`} class="day">{date}</li>,
            <Message key={message.id} model={model} message={message} />,
          ];
        })}
        {outgoing.map((message) => <OutgoingMessage key={message.key} model={model} message={message} />)}
      </ol>
      {model.writing.value && (
        <p class="line">
          <span class="bubble dots" role="status">
            <span class="hidden">{words.writing}</span>
            <i />
            <i />
            <i />
          </span>
        </p>
      )}
    </div>
  );
}
