/**
 * The inbox as an area of the pages: list, thread and details beside each other, or one at a time on a narrow window.
 * @module
 */
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { placeBell } from "../frame/slots.ts";
import { StartDialog } from "./actions/start_dialog.tsx";
import { BellMenu } from "./bell/bell_menu.tsx";
import { desk } from "./desk.ts";
import { DetailsPane } from "./details/details_pane.tsx";
import { ListPane } from "./list/list_pane.tsx";
import { HelpDialog } from "./palette/help_dialog.tsx";
import { Palette } from "./palette/palette.tsx";
import { useShortcuts } from "./palette/shortcuts.ts";
import { ThreadPane } from "./thread/thread_pane.tsx";
import { deskWords } from "./words.ts";
import { areDetailsShown, composerMode, dialog, isNarrow, isWide, toggleDetails, view } from "./ui.ts";

/** The inbox. */
export function Area() {
  const state = desk();
  const { tab, inbox, assignee, tag, conversation } = view.value;
  useShortcuts();
  useEffect(() => placeBell(BellMenu), []);
  useEffect(() => void state.list.show(view.peek()), [tab, inbox, assignee, tag]);
  useEffect(() => {
    state.opened(conversation);
    composerMode.value = "reply";
    if (!isWide.peek()) toggleDetails(false);
    return () => state.opened(undefined);
  }, [conversation]);

  // The same for as long as it is open, also when it has gone.
  const thread = useMemo(
    () => conversation === undefined ? undefined : state.thread(conversation),
    [conversation],
  );
  const details = thread?.state.value === "shown" ? thread.details.value : undefined;
  const areDetails = details !== undefined && areDetailsShown.value;
  const hasList = !isNarrow.value || thread === undefined;
  const hasThread = !isNarrow.value || thread !== undefined;
  const areOver = areDetails && isNarrow.value;
  useLayoutEffect(() => {
    if (!areOver) return;
    // What had the focus is behind them now; it goes back to what opened them, unless somebody took it elsewhere.
    document.querySelector<HTMLElement>(".details-close")?.focus();
    return () => {
      if (document.activeElement === document.body) {
        document.querySelector<HTMLElement>(".thread-details")?.focus();
      }
    };
  }, [areOver]);
  return (
    <div class={`desk ${areDetails ? "desk-with-details" : ""} ${areOver ? "desk-over" : ""}`}>
      {hasList ? <ListPane /> : <h1 class="visually-hidden">{deskWords.value.conversations}</h1>}
      {hasThread && <ThreadPane thread={thread} />}
      {areDetails && <DetailsPane details={details} />}
      {dialog.value?.is === "palette" && <Palette />}
      {dialog.value?.is === "help" && <HelpDialog />}
      {dialog.value?.is === "start" && <StartDialog contact={dialog.value.contact} />}
    </div>
  );
}
