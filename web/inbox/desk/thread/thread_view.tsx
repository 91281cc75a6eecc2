/**
 * The messages of a conversation, newest at the bottom, older ones as somebody scrolls up.
 * @module
 */
import { useComputed, useSignal } from "@preact/signals";
import { ArrowDown } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { formatDayName } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { VirtualList } from "../../../kit/virtual_list.tsx";
import { deleteMessage } from "../actions/actions.ts";
import { desk } from "../desk.ts";
import type { Thread } from "../state/thread.ts";
import { composerCalls, composerMode, now } from "../ui.ts";
import { deskWords } from "../words.ts";
import { MessageView, type Said } from "./message_view.tsx";
import { OutgoingView } from "./outgoing_view.tsx";
import { type Row, rowsOf } from "./rows.ts";

/** Of a row, before it was measured. */
const ROW_PX = 72;
const keyOf = (row: Row) => row.key;

/** The messages. */
export function ThreadView({ thread }: { readonly thread: Thread }) {
  const t = deskWords.value;
  const { outbox, drafts, files, me } = desk();
  const rows = useComputed(() =>
    rowsOf(
      thread.messages.value,
      outbox.items.value.filter(({ conversationId }) => conversationId === thread.id),
    )
  ).value;
  const isAtEnd = useSignal(true);
  const seen = useSignal<string | undefined>(undefined);
  const jumps = useSignal(0);
  const doomed = useSignal<Said | undefined>(undefined);
  const contact = thread.details.value?.contact ?? { id: thread.id, name: "" };
  const last = rows.at(-1)?.key;

  // What this page sends brings its writer to the end, wherever they were.
  const sent = outbox.items.value.findLast(({ conversationId }) => conversationId === thread.id)?.key;
  useEffect(() => {
    if (sent !== undefined) jumps.value++;
  }, [sent]);
  useEffect(() => {
    if (isAtEnd.value) seen.value = last;
  }, [last, isAtEnd.value]);

  function takeText(text: string, kind: "reply" | "note" = "reply"): void {
    const typed = drafts.read(thread.id, kind);
    drafts.write(thread.id, kind, typed === "" ? text : `${typed}\n\n${text}`);
    composerMode.value = kind;
    composerCalls.value++;
  }

  return (
    <div class="thread-box">
      <VirtualList
        key={thread.id}
        items={rows}
        keyOf={keyOf}
        estimate={ROW_PX}
        label={t.thread}
        class="thread-list"
        role="log"
        itemRole="presentation"
        fromEnd
        foot={<div class="thread-end" />}
        toEnd={jumps.value}
        onNearStart={() => void thread.loadOlder()}
        onAtEnd={(at) => isAtEnd.value = at}
        render={(row, index) => (
          <>
            {index === 0 && <ThreadStart thread={thread} />}
            {row.is === "day"
              ? (
                <h3 class="day-line">
                  <span>{formatDayName(row.at, now.value)}</span>
                </h3>
              )
              : row.is === "outgoing"
              ? (
                <OutgoingView
                  outgoing={row.outgoing}
                  onRetry={() => outbox.retry(row.outgoing.key)}
                  onTakeBack={() => {
                    const taken = outbox.take(row.outgoing.key);
                    if (taken?.file !== undefined) files.add(thread.id, [taken.file]);
                    else if (taken !== undefined) takeText(taken.text, taken.kind);
                  }}
                />
              )
              : (
                <MessageView
                  message={row.message}
                  follows={row.follows}
                  contact={contact}
                  me={me}
                  onDelete={(message) => doomed.value = message}
                  onTakeAgain={takeText}
                />
              )}
          </>
        )}
      />
      {!isAtEnd.value && (
        <button type="button" class="jump-newest" onClick={() => jumps.value++}>
          <Icon of={ArrowDown} />
          {last !== seen.value ? t.newBelow : t.jumpToNewest}
        </button>
      )}
      {doomed.value !== undefined && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirmLabel={t.deleteConfirm}
          onConfirm={() => deleteMessage(thread.id, doomed.value?.id ?? "")}
          onClose={() => doomed.value = undefined}
        >
          <p>{t.deleteHint}</p>
          {doomed.value.text !== "" && (
            <blockquote class="quote" dir="auto">{doomed.value.text.slice(0, 300)}</blockquote>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Above the oldest row that is here. */
function ThreadStart({ thread }: { readonly thread: Thread }) {
  const t = deskWords.value;
  if (!thread.hasOlder.value) return <p class="thread-start">{t.beginning}</p>;
  const isStale = thread.isStale.value;
  if (!isStale && thread.fault.value === undefined) return <p class="thread-start">{t.olderLoading}</p>;
  return (
    <p class="thread-start" role="alert">
      {isStale ? t.threadStale : t.restFailed}{" "}
      <Button label={t.retry} onPress={() => isStale ? thread.refresh() : thread.loadOlder()} />
    </p>
  );
}
