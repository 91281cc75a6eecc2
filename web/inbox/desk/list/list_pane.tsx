/**
 * The left pane: what to look for, which list, the list itself.
 * @module
 */
import { useComputed } from "@preact/signals";
import { ArrowUp, PenLine } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { VirtualList } from "../../../kit/virtual_list.tsx";
import { faultInWords } from "../../words.ts";
import { desk } from "../desk.ts";
import { LiveStatus } from "../live/live_status.tsx";
import type { Line } from "../state/conversation_list.ts";
import { cursor, cursorMoves, dialog, isNarrow, now, view } from "../ui.ts";
import { useCalls } from "../use_calls.ts";
import { deskWords } from "../words.ts";
import { ConversationRow } from "./conversation_row.tsx";
import { FilterChips, FilterMenu } from "./filter_bar.tsx";
import { NothingYet } from "./nothing_yet.tsx";
import { SearchBox } from "./search_box.tsx";
import { SearchResults } from "./search_results.tsx";
import { TabLinks } from "./tab_links.tsx";

/** A pointer that rests this long is not about to press: the list may move again. */
const RESTS_MS = 4_000;
/** Of a line, before it was measured. */
const LINE_PX = 89;

const keyOf = ({ item }: Line) => item.id;

/** The pane. */
export function ListPane() {
  const t = deskWords.value;
  const isSearching = view.value.search !== undefined;
  return (
    <section class="list-pane" aria-label={t.conversations}>
      <header class="pane-head">
        <h1>{t.conversations}</h1>
        <LiveStatus />
        <Button
          look="quiet"
          icon={PenLine}
          label={t.writeFirst}
          isIconOnly
          onPress={() => dialog.value = { is: "start" }}
        />
      </header>
      <div class="list-tools">
        <div class="list-look">
          <SearchBox />
          {!isSearching && <FilterMenu />}
        </div>
        {!isSearching && <TabLinks />}
        {!isSearching && <FilterChips />}
      </div>
      {isSearching ? <SearchResults /> : <Conversations />}
    </section>
  );
}

function Conversations() {
  const t = deskWords.value;
  const { list, me, drafts, outbox } = desk();
  const state = useComputed(() => list.state.value).value;
  const lines = list.lines.value;
  const box = useRef<HTMLDivElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { value: shown } = view;
  const at = cursor.value !== undefined && lines.some(({ item }) => item.id === cursor.value)
    ? cursor.value
    : shown.conversation !== undefined && lines.some(({ item }) => item.id === shown.conversation)
    ? shown.conversation
    : lines[0]?.item.id;

  // Drafts are read anew when another conversation is opened: one was just left.
  shown.conversation;
  outbox.items.value;
  const withDraft = drafts.conversations();

  // On a narrow window the list was away while a conversation was open, and begins again where it was opened.
  const opened = useRef(isNarrow.peek() ? cursor.peek() : undefined);

  const moves = cursorMoves.value;
  useCalls(cursorMoves, () => {
    if (cursor.value === undefined) return;
    // The line may come into the page only after the list has scrolled.
    let tries = 0;
    const focus = () => {
      const line = box.current?.querySelector<HTMLElement>(
        `[data-conversation="${CSS.escape(cursor.value ?? "")}"]`,
      );
      if (line) line.focus({ preventScroll: true });
      else if (tries++ < 20) requestAnimationFrame(focus);
    };
    focus();
  });

  function hold(): void {
    list.hold();
    clearTimeout(rest.current);
    rest.current = setTimeout(() => list.release(), RESTS_MS);
  }
  function release(): void {
    clearTimeout(rest.current);
    list.release();
  }
  useEffect(() => release, []);
  /** A line that is pressed is one that the person stands on: not every browser gives it the focus. */
  function standOn(event: Event): void {
    const line = event.target instanceof Element ? event.target.closest("[data-conversation]") : null;
    if (line instanceof HTMLElement) cursor.value = line.dataset["conversation"];
  }

  if (state === "loading") {
    return (
      <div class="list-wait skeleton" role="status" aria-label={t.conversations}>
        <span />
        <span />
        <span />
        <span />
      </div>
    );
  }
  if (state === "failed") {
    return (
      <div class="list-empty" role="alert">
        <p>{t.listFailed}</p>
        <p>{faultInWords(list.fault.value)}</p>
        <Button label={t.retry} onPress={() => list.refresh()} />
      </div>
    );
  }
  const isFiltered = shown.inbox !== undefined || shown.assignee !== undefined || shown.tag !== undefined;
  return (
    <div
      ref={box}
      class="list-box"
      onPointerMove={(event) => event.pointerType === "mouse" && hold()}
      onPointerLeave={release}
      onFocusCapture={standOn}
      onClickCapture={standOn}
    >
      {list.fresh.value > 0 && (
        <button type="button" class="list-fresh" onClick={release}>
          <Icon of={ArrowUp} />
          {t.listChanged(list.fresh.value)}
        </button>
      )}
      {lines.length === 0
        ? !isFiltered && shown.tab === "unresolved"
          ? <NothingYet />
          : <p class="list-empty">{isFiltered ? t.listEmptyFiltered : t.listEmpty}</p>
        : (
          <VirtualList
            items={lines}
            keyOf={keyOf}
            estimate={LINE_PX}
            label={t.tabTitles[shown.tab]}
            shown={moves > 0 ? cursor.value : opened.current}
            onNearEnd={() => void list.loadMore()}
            foot={list.isStale.value || list.fault.value !== undefined
              ? (
                <p class="list-foot" role="alert">
                  {list.isStale.value ? t.listStale : t.restFailed}{" "}
                  <Button
                    label={t.retry}
                    onPress={() => list.isStale.value ? list.refresh() : list.loadMore()}
                  />
                </p>
              )
              : list.more.value
              ? <p class="list-foot">{t.loadingMore}</p>
              : undefined}
            render={(line) => (
              <ConversationRow
                line={line}
                view={shown}
                me={me}
                now={now.value}
                isCursor={line.item.id === at}
                hasDraft={withDraft.has(line.item.id) && shown.conversation !== line.item.id}
              />
            )}
          />
        )}
    </div>
  );
}
