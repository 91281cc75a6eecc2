/**
 * Everything that can be done by the keyboard: what it is called, which key does it, when it can be done. Shortcuts, palette
 * and help are all made from this list.
 * @module
 */
import {
  AlarmClock,
  Bell,
  CheckCheck,
  CircleHelp,
  Hand,
  type IconNode,
  Info,
  Link,
  ListFilter,
  Mail,
  MessageCircleReply,
  PenLine,
  RotateCcw,
  Search,
  StickyNote,
  Tag,
  UserRoundPlus,
} from "lucide";
import * as actions from "../actions/actions.ts";
import { desk } from "../desk.ts";
import { TABS } from "../state/view.ts";
import type { ListItem } from "../types.ts";
import { dialog, menus, searchCalls, show, toggleDetails, view, write } from "../ui.ts";
import { deskWords } from "../words.ts";

/** A command. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconNode;
  /** A single key, or two in a row (`g m`). */
  readonly key?: string;
  readonly run: () => unknown;
}

/** Where a command belongs in the help. */
export interface CommandGroup {
  readonly name: "anywhere" | "conversation";
  readonly commands: readonly Command[];
}

/** The letter after `g` that leads to a list. */
const TAB_KEYS = { unresolved: "o", queue: "q", mine: "m", ai: "i", pending: "p", resolved: "r" } as const;

/** The commands for an open conversation; `item` undefined where it is not there yet. */
function ofConversation(id: string, item: ListItem | undefined): readonly Command[] {
  const t = deskWords.value;
  const isResolved = item?.status === "resolved";
  return [
    { id: "reply", label: t.reply, icon: MessageCircleReply, key: "r", run: () => write("reply") },
    { id: "note", label: t.noteTab, icon: StickyNote, key: "n", run: () => write("note") },
    {
      id: "resolve",
      label: isResolved ? t.reopen : t.resolve,
      icon: isResolved ? RotateCcw : CheckCheck,
      key: "e",
      run: () => isResolved ? actions.reopen(id) : actions.resolve(id),
    },
    { id: "assign", label: t.assign, icon: UserRoundPlus, key: "a", run: () => menus.assign.value = true },
    { id: "me", label: t.assignMe, icon: UserRoundPlus, key: "m", run: () => actions.assign(id, desk().me) },
    { id: "take", label: t.takeOver, icon: Hand, run: () => actions.takeOver(id) },
    { id: "snooze", label: t.snooze, icon: AlarmClock, key: "s", run: () => menus.snooze.value = true },
    ...(item?.status === "pending"
      ? [{ id: "wake", label: t.wake, icon: AlarmClock, run: () => actions.wake(id) }]
      : []),
    { id: "tag", label: t.tag, icon: Tag, key: "t", run: () => menus.tag.value = true },
    {
      id: "unread",
      label: item?.unread ? t.markRead : t.markUnread,
      icon: Mail,
      key: "u",
      run: () => actions.mark(id, item?.unread ?? false),
    },
    { id: "details", label: t.details, icon: Info, key: "d", run: () => toggleDetails() },
    {
      id: "link",
      label: t.copyLink,
      icon: Link,
      run: () => actions.copy(new URL(`/conversations/${id}`, location.origin).href),
    },
  ];
}

function anywhere(): readonly Command[] {
  const t = deskWords.value;
  return [
    { id: "search", label: t.search, icon: Search, key: "/", run: () => searchCalls.value++ },
    { id: "start", label: t.writeFirst, icon: PenLine, key: "c", run: () => dialog.value = { is: "start" } },
    { id: "filters", label: t.filters, icon: ListFilter, key: "f", run: () => menus.filters.value = true },
    { id: "bell", label: t.bell, icon: Bell, key: "b", run: () => menus.bell.value = true },
    ...TABS.map((tab): Command => ({
      id: `tab-${tab}`,
      label: t.goTo(t.tabs[tab]),
      icon: ListFilter,
      key: `g ${TAB_KEYS[tab]}`,
      run: () => show({ ...view.value, tab, search: undefined, conversation: undefined }),
    })),
    { id: "help", label: t.help, icon: CircleHelp, key: "?", run: () => dialog.value = { is: "help" } },
  ];
}

/** The commands that can be given now. */
export function commands(): readonly CommandGroup[] {
  const { conversation } = view.value;
  return [
    ...(conversation === undefined ? [] : [{
      name: "conversation" as const,
      commands: ofConversation(conversation, desk().known(conversation)),
    }]),
    { name: "anywhere", commands: anywhere() },
  ];
}

/** All there are, for the help: those of a conversation too, wherever the person is. */
export function allCommands(): readonly CommandGroup[] {
  return [
    { name: "conversation", commands: ofConversation("", undefined) },
    { name: "anywhere", commands: anywhere() },
  ];
}
