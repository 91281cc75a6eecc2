/**
 * One conversation: who it is with, what was said, newest at its foot, and where one writes.
 * @module
 */
import { useSignal } from "@preact/signals";
import { ArrowDown, ArrowLeft } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { formatDayName } from "../../kit/format.ts";
import { VirtualList } from "../../kit/virtual_list.tsx";
import { Presence } from "../agents/presence.tsx";
import type { ConversationView } from "../app/state_types.ts";
import { agents, app, phase } from "../state.ts";
import { words as frameWords } from "../words.ts";
import { Announcer } from "./announcer.tsx";
import { Composer } from "./composer.tsx";
import { EntryRow } from "./entry_row.tsx";
import { PresenceNotice } from "./presence_notice.tsx";
import { keyOf, type Row, rowsOf } from "./rows.ts";
import { useShown } from "./use_shown.ts";
import { useWatch } from "./use_watch.ts";
import { words } from "./words.ts";

/** A guess at a row's height, in pixels, before it was measured. */
const ESTIMATE = 84;

/** The thread. `shown`: the entry to bring into view. */
export function Thread({ conversation, shown }: {
  readonly conversation: ConversationView;
  readonly shown: string | undefined;
}) {
  const t = words.value;
  const { agent } = conversation;
  const name = conversation.name ?? frameWords.value.unnamed;
  const known = agents.value.find(({ id }) => id === agent);
  const watched = useWatch(agent);
  const isAtEnd = useSignal(true);
  const toEnd = useSignal(0);
  const { value: loaded } = watched.loaded;
  const entries = loaded?.entries ?? [];
  const found = useShown(watched, shown);
  useSeen(agent, isAtEnd.value, entries.length);
  return (
    <main class="thread" id="main" tabIndex={-1} aria-label={t.conversationWith(name)}>
      <header class="thread-head">
        <a class="button button-quiet button-icon thread-back" href="/" aria-label={t.backToList}>
          <Icon of={ArrowLeft} />
        </a>
        <div class="thread-who">
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {known && <Presence agent={known} />}
        </div>
      </header>
      {loaded !== null && entries.length === 0
        ? (
          <div class="thread-empty">
            <p>{t.empty(name)}</p>
            <p class="secondary">{t.emptyHint}</p>
          </div>
        )
        : (
          <VirtualList<Row>
            items={rowsOf(entries)}
            keyOf={keyOf}
            render={(row) =>
              row.kind === "day"
                ? (
                  <div class="day">
                    <span>{formatDayName(row.at)}</span>
                  </div>
                )
                : (
                  <EntryRow
                    row={row}
                    entries={entries}
                    agentName={name}
                    isFound={row.entry.id === found}
                  />
                )}
            estimate={ESTIMATE}
            label={t.conversationWith(name)}
            role="feed"
            itemRole="article"
            class="thread-list"
            fromEnd
            onNearStart={() => loaded?.hasMore && void watched.loadOlder()}
            onAtEnd={(is) => isAtEnd.value = is}
            shown={found}
            align="center"
            toEnd={toEnd.value}
          />
        )}
      <Announcer key={agent} entries={loaded?.entries ?? null} name={name} />
      {!isAtEnd.value && (
        <div class="to-end">
          <Button
            icon={ArrowDown}
            label={conversation.unread > 0 ? frameWords.value.unread(conversation.unread) : t.toEnd}
            isIconOnly={conversation.unread === 0}
            onPress={() => toEnd.value++}
          />
        </div>
      )}
      {phase.value === "ready"
        ? (
          <div class="thread-foot">
            <PresenceNotice agent={known} />
            <Composer conversation={conversation} name={name} onSent={() => toEnd.value++} />
          </div>
        )
        : <p class="composer-closed">{t.readOnly}</p>}
    </main>
  );
}

/** Tells that the newest entries are before the person's eyes, while they are. */
function useSeen(agent: string, isAtEnd: boolean, count: number): void {
  useEffect(() => {
    const see = () => {
      if (isAtEnd && count > 0 && document.visibilityState === "visible" && phase.peek() === "ready") {
        void app.run("markSeen", { agent });
      }
    };
    see();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [agent, isAtEnd, count]);
}
