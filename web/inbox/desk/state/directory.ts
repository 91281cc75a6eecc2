/**
 * Who and what the desk knows: inboxes, colleagues, tags, canned replies. Asked once, and again when something of it changed.
 * @module
 */
import { batch, signal } from "@preact/signals";
import { type CannedReply, deskApi } from "../desk_api.ts";
import type { Colleague, Inbox, Tag } from "../types.ts";

/** The directory. */
export class Directory {
  readonly inboxes = signal<readonly Inbox[]>([]);
  readonly colleagues = signal<readonly Colleague[]>([]);
  readonly tags = signal<readonly Tag[]>([]);
  readonly cannedReplies = signal<readonly CannedReply[]>([]);

  /** Counts questions. */
  #asked = 0;

  /** Asks for all of it; what was asked last counts. What does not come stays as it was. Whether all came. */
  async load(): Promise<boolean> {
    const turn = ++this.#asked;
    const [inboxes, colleagues, tags, canned] = await Promise.allSettled([
      deskApi.inboxes(),
      deskApi.colleagues(),
      deskApi.tags(),
      deskApi.cannedReplies(),
    ]);
    if (turn !== this.#asked) return true;
    batch(() => {
      if (inboxes.status === "fulfilled") this.inboxes.value = inboxes.value;
      if (colleagues.status === "fulfilled") this.colleagues.value = colleagues.value;
      if (tags.status === "fulfilled") this.tags.value = tags.value;
      if (canned.status === "fulfilled") this.cannedReplies.value = canned.value;
    });
    return [inboxes, colleagues, tags, canned].every(({ status }) => status === "fulfilled");
  }

  /** The colleagues who can be given a conversation of this inbox; null: of none. */
  servants(inboxId: string | null): readonly Colleague[] {
    return this.colleagues.value.filter(({ role, inboxIds }) =>
      role === "supervisor" || inboxId === null || inboxIds === null || inboxIds.includes(inboxId)
    );
  }
}
