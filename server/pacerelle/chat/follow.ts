/**
 * `chat read --follow`: what comes in, how far own messages get, whether the relay is there, what is found out; each as it
 * happens. As JSON, one object per line: `entry` (an id seen before replaces what was told), `connection`, `alert`. Another
 * command of the same person gets the state while it needs it.
 * @module
 */
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { type Entry, personState } from "../../../service/pacerelle/chat/entry.ts";
import { conversation, markSeen, show, type ShownEntry } from "../../../service/pacerelle/chat/reading.ts";
import type { Endpoint } from "../../../wire/endpoint/api.ts";
import type { KnownAgent } from "../../../wire/endpoint/records.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { printableJson } from "./printable.ts";
import { entryJson, entryText } from "./show_entry.ts";
import { alertJson, alertSentence, isoTime } from "./with_chat.ts";
import { connectionSentence, standing } from "./words.ts";

/** How often it looks, so that a silent connection is told and another command does not wait for long. */
const LOOK_MS = 500;

/** Follows a conversation, over several openings of the state. */
export class Follower {
  readonly #terminal: Terminal;
  readonly #json: boolean;
  /** Entries to be told, by id: a burst of changes to one is told once. */
  readonly #changed = new Map<string, Entry>();
  /** What was last told of each entry, so that nothing is told twice. */
  readonly #told = new Map<string, string>();
  readonly #alerts = new Set<string>();
  #connection = "";

  constructor(terminal: Terminal, json: boolean) {
    this.#terminal = terminal;
    this.#json = json;
  }

  /**
   * Follows until `signal`, until the relay has said no for good, or until another command wants the state. Called again
   * afterwards it goes on.
   */
  async follow(
    chat: Chat,
    agent: KnownAgent,
    since: string | undefined,
    signal: AbortSignal,
  ): Promise<"ended" | "wanted"> {
    const endpoint = await chat.endpoint();
    // Before anything comes in: an entry is new or was there, never both.
    const before = conversation(chat, agent.id, since);
    chat.state.log.onChange = (entry) => {
      if (entry.agent === agent.id) this.#changed.set(entry.id, entry);
    };
    endpoint.start();
    try {
      for (const shown of before) await this.#show(shown, agent);
      await markSeen(chat, before.map(({ entry }) => entry));
      while (!signal.aborted) {
        await this.#tellConnection(endpoint);
        await this.#tellAlerts(chat, endpoint);
        await this.#tellEntries(chat, agent);
        if (endpoint.status.error?.final) break;
        if (await chat.isWanted()) return "wanted";
        await chat.until(() => this.#changed.size > 0, LOOK_MS, signal);
      }
      return "ended";
    } finally {
      chat.state.log.onChange = undefined;
    }
  }

  async #show(shown: ShownEntry, agent: KnownAgent): Promise<void> {
    const json = printableJson({ type: "entry", ...entryJson(shown) });
    const before = this.#told.get(shown.entry.id);
    if (before === json) return;
    this.#told.set(shown.entry.id, json);
    if (this.#json) return await this.#terminal.out(json + "\n");
    const isOnlyState = before !== undefined && shown.entry.kind !== "widget";
    const text = isOnlyState
      ? `  ${shown.entry.id} · ${standing(shown.entry, shown.state)}`
      : entryText(shown, agent.name);
    await this.#terminal.out(text + "\n");
  }

  async #tellEntries(chat: Chat, agent: KnownAgent): Promise<void> {
    const entries = [...this.#changed.values()];
    this.#changed.clear();
    for (const entry of entries) {
      // Only that it was shown has changed: nobody needs to be told.
      if (personState(entry) !== null || entry.state === "arrived" || entry.kind === "widget") {
        await this.#show(show(chat, entry), agent);
      }
      const asked = entry.kind === "answer" && entry.re !== undefined
        ? chat.state.log.get(entry.re)
        : undefined;
      if (asked) await this.#show(show(chat, asked), agent);
    }
    await markSeen(chat, entries);
  }

  async #tellConnection({ status }: Endpoint): Promise<void> {
    const { state, error, since } = status;
    const key = `${state} ${error?.code ?? ""}`;
    if (key === this.#connection || state === "connecting") return;
    this.#connection = key;
    const value = {
      type: "connection",
      state,
      since: isoTime(since),
      ...(error ? { error: error.code } : {}),
    };
    if (this.#json) return await this.#terminal.out(printableJson(value) + "\n");
    const text = state === "connected" ? "connecté" : connectionSentence(error?.code ?? "UNREACHABLE");
    await this.#terminal.error(`· ${text}\n`);
  }

  async #tellAlerts(chat: Chat, endpoint: Endpoint): Promise<void> {
    for (const alert of endpoint.alerts) {
      const key = `${alert.kind} ${alert.peer ?? ""}`;
      if (this.#alerts.has(key)) continue;
      this.#alerts.add(key);
      // As text it is told now too: following may go on for days.
      if (!this.#json) await this.#terminal.error(`⚠ ${alertSentence(chat, alert)}\n`);
      else await this.#terminal.out(printableJson({ type: "alert", ...alertJson(chat, alert) }) + "\n");
    }
  }
}
