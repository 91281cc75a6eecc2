/**
 * The canned replies that match what stands after the slash.
 * @module
 */
import { useEffect, useRef } from "preact/hooks";
import type { CannedReply } from "../desk_api.ts";
import { deskWords } from "../words.ts";

/** A listbox above the field, which keeps the focus. */
export function CannedList({ id, replies, chosen, onChoose }: {
  readonly id: string;
  readonly replies: readonly CannedReply[];
  readonly chosen: number;
  readonly onChoose: (reply: CannedReply) => unknown;
}) {
  const t = deskWords.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div ref={box} id={id} class="canned-list" role="listbox" aria-label={t.cannedReplies}>
      {replies.length === 0 && <p class="list-empty">{t.cannedNone}</p>}
      {replies.map((reply, index) => (
        <div
          key={reply.id}
          id={`${id}-${index}`}
          class="canned-item"
          role="option"
          aria-selected={index === chosen}
          onPointerDown={(event) => {
            // The field keeps the focus, and with it the place of the caret.
            event.preventDefault();
            onChoose(reply);
          }}
        >
          <span class="canned-head">
            <kbd>/{reply.shortcut}</kbd>
            <bdi>{reply.title}</bdi>
          </span>
          <span class="canned-body" dir="auto">{reply.body}</span>
        </div>
      ))}
    </div>
  );
}
