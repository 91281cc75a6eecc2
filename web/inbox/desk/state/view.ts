/**
 * What the inbox shows, as its address says it: which list, through which filters, which conversation. Pure.
 * @module
 */
import type { ListItem } from "../types.ts";

/** The tabs, in their order. */
export const TABS = ["unresolved", "queue", "mine", "ai", "pending", "resolved"] as const;

/** A tab. */
export type TabName = typeof TABS[number];

/** What is shown. */
export interface View {
  readonly tab: TabName;
  /** An inbox's id. */
  readonly inbox?: string | undefined;
  /** An advisor's id, or `none`. */
  readonly assignee?: string | undefined;
  /** A tag's label. */
  readonly tag?: string | undefined;
  /** What is looked for, instead of a tab. */
  readonly search?: string | undefined;
  /** The conversation that is open. */
  readonly conversation?: string | undefined;
}

const FILTERS = ["inbox", "assignee", "tag", "search"] as const;

/** Reads an address such as `/conversations/12?tab=mine`. What it does not know it leaves out. */
export function viewOf(address: string): View {
  const [path = "", query = ""] = address.split("?");
  const asked = new URLSearchParams(query);
  const tab = TABS.find((name) => name === asked.get("tab")) ?? "unresolved";
  const conversation = /^\/conversations\/([^/]+)$/.exec(path)?.[1];
  const filters = FILTERS.flatMap((name) => {
    const value = asked.get(name);
    return value === null || value === "" ? [] : [[name, value]];
  });
  return {
    tab,
    ...Object.fromEntries(filters),
    ...(conversation === undefined ? {} : { conversation: decode(conversation) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a view. */
export function addressOf(view: View): string {
  const asked = new URLSearchParams();
  if (view.tab !== "unresolved") asked.set("tab", view.tab);
  for (const name of FILTERS) {
    const value = view[name];
    if (value !== undefined && value !== "") asked.set(name, value);
  }
  const query = asked.toString();
  const path = view.conversation === undefined
    ? "/"
    : `/conversations/${encodeURIComponent(view.conversation)}`;
  return query === "" ? path : `${path}?${query}`;
}

/** Whether two views show the same list. */
export function sameList(a: View, b: View): boolean {
  return a.tab === b.tab && a.inbox === b.inbox && a.assignee === b.assignee && a.tag === b.tag;
}

/** Whether a conversation is in the list of a view; `me`: the reader's id. As the server decides it. */
export function belongs(item: ListItem, view: View, me: string): boolean {
  if (view.inbox !== undefined && item.inbox?.id !== view.inbox) return false;
  if (view.assignee !== undefined && (item.assignee?.id ?? "none") !== view.assignee) return false;
  if (view.tag !== undefined) {
    const wanted = view.tag.toLocaleLowerCase();
    if (!item.tags.some(({ label }) => label.toLocaleLowerCase() === wanted)) return false;
  }
  switch (view.tab) {
    case "unresolved":
      return item.status !== "resolved";
    case "queue":
      return item.status === "open" && item.assignee === null;
    case "mine":
      return item.status !== "resolved" && item.assignee?.id === me;
    case "ai":
    case "pending":
    case "resolved":
      return item.status === view.tab;
  }
}

/** The order of a list: the last message's date descending, then the id descending. */
export function byDate(a: ListItem, b: ListItem): number {
  if (a.lastMessageAt !== b.lastMessageAt) return a.lastMessageAt < b.lastMessageAt ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
