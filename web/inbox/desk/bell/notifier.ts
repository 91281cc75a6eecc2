/**
 * Calls the person who was given a conversation, where they asked for it: by a sound, by a notification of the desktop. Once
 * on each device, in whichever tab hears of it first.
 * @module
 */
import { signal } from "@preact/signals";
import { go } from "../../../kit/router.ts";
import type { Preferences } from "../../session/session_api.ts";
import type { Bell, ListItem, Notice } from "../types.ts";
import { deskWords } from "../words.ts";
import { chime } from "./chime.ts";
import { claim, type SharedShelf } from "./claims.ts";

/** What it stands on. */
export interface NotifierOptions {
  readonly preferences: () => Preferences | undefined;
  readonly shelf: SharedShelf;
  readonly chime?: () => void;
}

/** Calls the person. */
export class Notifier {
  readonly #options: NotifierOptions;
  /** How often it rang in this tab. */
  readonly rung = signal(0);
  /** What it said last, for who listens instead of looking. */
  readonly said = signal("");

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** The bell as it is now, and as it was: what is new in it calls. Where that is not known, the newest alone is. */
  notify(now: Bell, before: Bell | undefined): void {
    const others = before?.notifications ?? now.notifications.slice(1);
    const known = new Set(others.map(({ id }) => id));
    for (const notice of now.notifications) {
      if (!notice.read && !known.has(notice.id)) void this.#assigned(notice);
    }
  }

  /** A visitor wrote in the person's own conversation; it calls while the page is not looked at. */
  alert(conversationId: string, item: ListItem | undefined): void {
    if (document.visibilityState === "visible" && document.hasFocus()) return;
    const t = deskWords.value;
    // One call for each silence: the same conversation calls again after it was answered.
    void this.#call(`${conversationId}/${item?.waitingSince ?? ""}`, {
      title: item === undefined ? t.newMessage : t.newMessageFrom(item.contact.name),
      body: item?.lastMessage.text ?? "",
      conversationId,
    });
  }

  async #assigned({ id, conversationId, contactName, by }: Notice): Promise<void> {
    const t = deskWords.value;
    await this.#call(id, {
      title: t.assignedToYou(contactName),
      body: by === null ? "" : t.assignedBy(by),
      conversationId,
    });
  }

  async #call(
    id: string,
    call: { readonly title: string; readonly body: string; readonly conversationId: string },
  ): Promise<void> {
    this.said.value = call.title;
    if (!await claim(id, this.#options.shelf)) return;
    const wanted = this.#options.preferences();
    if (wanted?.sound) {
      this.rung.value++;
      (this.#options.chime ?? chime)();
    }
    if (wanted?.desktop) showOnDesktop(call);
  }
}

function showOnDesktop(
  { title, body, conversationId }: {
    readonly title: string;
    readonly body: string;
    readonly conversationId: string;
  },
): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag: conversationId });
    shown.onclick = () => {
      focus();
      go(`/conversations/${conversationId}`);
      shown.close();
    };
  } catch {
    // Some phones let only a service worker show them.
  }
}
