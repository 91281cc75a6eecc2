/**
 * `chat read --follow`: what comes in, how far own messages get, whether the relay is there, what is found out; each as it
 * happens. As JSON, one object per line: `entry` (an id seen before replaces what was told), `connection`, `alert`.
 * @module
 */
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { type Entry, personState } from "../../../service/pacerelle/chat/entry.ts";
import { markSeen, show, type ShownEntry } from "../../../service/pacerelle/chat/reading.ts";
import type { KnownAgent } from "../../../wire/endpoint/records.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { printableJson } from "./printable.ts";
import { entryJson, entryText } from "./show_entry.ts";
import { alertSentence, isoTime } from "./with_chat.ts";
import { connectionSentence, standing } from "./words.ts";

/** One look per second at the latest, so that a connection that falls silent is told. */
const LOOK_MS = 1_000;

/** Follows one conversation. */
export class Follower {
  readonly #chat: Chat;
  readonly #terminal: Terminal;
  readonly #agent: KnownAgent;
  readonly #json: boolean;
  /** Entries to be told, by id: a burst of changes to one is told once. */
  readonly #changed = new Map<string, Entry>();
  /** What was last told of each entry, so that nothing is told twice. */
  readonly #told = new Map<string, string>();
  readonly #alerts = new Set<string>();
  #connection = "";

  constructor(
    chat: Chat,
    terminal: Terminal,
    options: { readonly agent: KnownAgent; readonly json: boolean },
  ) {
    this.#chat = chat;
    this.#terminal = terminal;
    this.#agent = options.agent;
    this.#json = options.json;
  }

  /** An entry is new or has changed. */
  changed(entry: Entry): void {
    if (entry.agent === this.#agent.id) this.#changed.set(entry.id, entry);
  }

  /** Tells of an entry. */
  async show(shown: ShownEntry): Promise<void> {
    const json = printableJson({ type: "entry", ...entryJson(shown) });
    const before = this.#told.get(shown.entry.id);
    if (before === json) return;
    this.#told.set(shown.entry.id, json);
    if (this.#json) return await this.#terminal.out(json + "\n");
    const isOnlyState = before !== undefined && shown.entry.kind !== "widget";
    const text = isOnlyState
      ? `  ${shown.entry.id} · ${standing(shown.entry, shown.state)}`
      : entryText(shown, this.#agent.name);
    await this.#terminal.out(text + "\n");
  }

  /** Until `signal`, or until the relay has said no for good. */
  async run(signal: AbortSignal): Promise<void> {
    const endpoint = await this.#chat.endpoint();
    while (!signal.aborted) {
      await this.#tellConnection();
      await this.#tellAlerts();
      await this.#tellEntries();
      if (endpoint.status.error?.final) return;
      await this.#chat.until(() => this.#changed.size > 0, LOOK_MS, signal);
    }
  }

  async #tellEntries(): Promise<void> {
    const entries = [...this.#changed.values()];
    this.#changed.clear();
    for (const entry of entries) {
      const shown = show(this.#chat, entry);
      // Only that it was shown has changed: nobody needs to be told.
      if (personState(entry) !== null || entry.state === "arrived" || entry.kind === "widget") {
        await this.show(shown);
      }
      const asked = entry.kind === "answer" && entry.re !== undefined
        ? this.#chat.state.log.get(entry.re)
        : undefined;
      if (asked) await this.show(show(this.#chat, asked));
    }
    await markSeen(this.#chat, entries);
  }

  async #tellConnection(): Promise<void> {
    const { state, error, since } = (await this.#chat.endpoint()).status;
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

  async #tellAlerts(): Promise<void> {
    for (const alert of (await this.#chat.endpoint()).alerts) {
      const key = `${alert.kind} ${alert.peer ?? ""}`;
      if (this.#alerts.has(key)) continue;
      this.#alerts.add(key);
      const message = alertSentence(this.#chat, alert);
      const { kind, peer, since } = alert;
      if (!this.#json) continue;
      const value = { type: "alert", kind, peer, since: isoTime(since), message };
      await this.#terminal.out(printableJson(value) + "\n");
    }
  }
}
