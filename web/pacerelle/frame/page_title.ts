/**
 * The page's title: how much is new, and where one is.
 * @module
 */
import { effect } from "@preact/signals";
import { agents, conversations } from "../state.ts";
import { words } from "../words.ts";
import { place } from "./places.ts";

/** Keeps `document.title` true. Call it once. */
export function followTitle(): void {
  effect(() => {
    const t = words.value;
    const { value: here } = place;
    const unread = conversations.value.reduce((sum, conversation) => sum + conversation.unread, 0);
    const agent = "agent" in here && here.agent !== null
      ? agents.value.find(({ id }) => id === here.agent)?.name
      : undefined;
    const name = agent ?? t[here.name];
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${name} — ${t.product}`;
  });
}
