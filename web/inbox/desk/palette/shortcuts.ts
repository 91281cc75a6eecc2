/**
 * The keyboard: single keys while nothing is being written, and the palette from anywhere.
 * @module
 */
import { useEffect } from "preact/hooks";
import { desk } from "../desk.ts";
import {
  areDetailsShown,
  cursor,
  cursorMoves,
  dialog,
  isWide,
  show,
  singleKeys,
  toggleDetails,
  view,
} from "../ui.ts";
import { commands } from "./commands.ts";
import { isTyping } from "./keys.ts";

/** How long the second of two keys is waited for. */
const SECOND_KEY_MS = 1_200;

/** Moves the keyboard's place in the list. */
function moveCursor(step: 1 | -1): void {
  const lines = desk().list.lines.value;
  const from = cursor.value ?? view.value.conversation;
  const at = lines.findIndex(({ item }) => item.id === from);
  const to = at < 0 ? 0 : Math.min(Math.max(at + step, 0), lines.length - 1);
  const line = lines[to];
  if (line === undefined) return;
  cursor.value = line.item.id;
  cursorMoves.value++;
}

/** Closes what is nearest: details over the thread, then the conversation. */
function goBack(): void {
  if (areDetailsShown.value && !isWide.value) toggleDetails(false);
  else if (view.value.conversation !== undefined) {
    cursor.value = view.value.conversation;
    show({ ...view.value, conversation: undefined });
    cursorMoves.value++;
  }
}

/** Follows the keyboard while the inbox is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey &&
        event.key.toLowerCase() === "k"
      ) {
        event.preventDefault();
        // In what is being written too; not over another dialog.
        if (document.querySelector("dialog[open]") === null) dialog.value = { is: "palette" };
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      if (event.key === "Escape") {
        goBack();
        return;
      }
      const inList = event.target instanceof Element && event.target.closest("[data-conversation]") !== null;
      if (inList && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        moveCursor(event.key === "ArrowDown" ? 1 : -1);
        return;
      }
      if (!singleKeys.value) return;
      if (event.key === "j" || event.key === "k") {
        event.preventDefault();
        moveCursor(event.key === "j" ? 1 : -1);
        return;
      }
      const combined = first !== undefined && event.timeStamp - first.at < SECOND_KEY_MS
        ? `${first.key} ${event.key}`
        : event.key;
      first = undefined;
      const all = commands().flatMap((group) => group.commands);
      const found = all.find(({ key }) => key === combined) ?? all.find(({ key }) => key === event.key);
      if (found !== undefined) {
        event.preventDefault();
        void found.run();
      } else if (all.some(({ key }) => key?.startsWith(`${event.key} `))) {
        first = { key: event.key, at: event.timeStamp };
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
