/**
 * Gathers what changes in the conversations until it is told.
 * @module
 */
import type { ConversationLog } from "../../../service/pacerelle/chat/conversation_log.ts";
import type { EntryView } from "./entry_types.ts";
import type { EntriesChange } from "./tab_state.ts";
import { entryView } from "./views/entry_view.ts";

/** The changes of one device. */
export class EntryChanges {
  readonly #changed = new Set<string>();
  readonly #added = new Set<string>();
  readonly #reordered = new Set<string>();
  #log: ConversationLog | undefined;

  /** Listens to this log from now on; undefined: to none. */
  follow(log: ConversationLog | undefined): void {
    this.#log = log;
    if (!log) return;
    log.onChange = ({ id }, isNew) => {
      this.#changed.add(id);
      if (isNew) this.#added.add(id);
    };
    log.onReorder = (agent) => void this.#reordered.add(agent);
  }

  /** What has changed since it was last asked. */
  take(): readonly EntriesChange[] {
    const byAgent = new Map<string, EntryView[]>();
    for (const id of this.#changed) {
      const entry = this.#log?.get(id);
      if (!this.#log || !entry || this.#reordered.has(entry.agent)) continue;
      const asked = entry.kind === "answer" && entry.re !== undefined ? this.#log.get(entry.re) : undefined;
      const views = byAgent.get(entry.agent) ?? [];
      byAgent.set(entry.agent, views);
      views.push(entryView(this.#log, entry));
      // A question is shown with its answer.
      if (asked && !this.#changed.has(asked.id)) views.push(entryView(this.#log, asked));
    }
    const reordered = [...this.#reordered];
    const added = new Set(this.#added);
    this.#changed.clear();
    this.#added.clear();
    this.#reordered.clear();
    return [
      ...reordered.map((agent) => ({ agent, entries: null, added: [] })),
      ...[...byAgent].map(([agent, entries]) => ({
        agent,
        entries,
        added: entries.map(({ id }) => id).filter((id) => added.has(id)),
      })),
    ];
  }
}
