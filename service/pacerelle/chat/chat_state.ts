/**
 * All that one of a person's devices knows, built from its journal: the endpoint's state, the account, the conversations.
 * Pure: `apply` and `snapshot` are given to the journal.
 * @module
 */
import { EndpointState } from "../../../wire/endpoint/state.ts";
import { type IncomingRecord, isEndpointRecord } from "../../../wire/endpoint/records.ts";
import { isAgentId } from "../../../wire/ids.ts";
import { findDevice } from "../../../wire/roster.ts";
import { ConversationLog } from "./conversation_log.ts";
import type { AccountRecord, JournalRecord } from "./records.ts";

/** The state. Only `apply` changes it. */
export class ChatState {
  readonly endpoint = new EndpointState();
  readonly log = new ConversationLog();
  #account: AccountRecord | undefined;
  #removedAt: number | undefined;
  readonly #drafts = new Map<string, string>();
  readonly #parts = new Set<number>();
  #partsDue = Infinity;

  get account(): AccountRecord | undefined {
    return this.#account;
  }

  /** When the relay said that this device is out of the account. */
  get removedAt(): number | undefined {
    return this.#removedAt;
  }

  /** What was typed and not sent, by agent. */
  get drafts(): ReadonlyMap<string, string> {
    return this.#drafts;
  }

  /** Whether this device speaks for its account, as far as it knows. */
  get isApproved(): boolean {
    const { roster, self } = this.endpoint;
    return roster !== undefined && self !== undefined && findDevice(roster, self) !== undefined;
  }

  /** Whether all that another device had to pass on has come, since this process began. */
  get isHandedOver(): boolean {
    return this.#parts.size >= this.#partsDue;
  }

  /** How many parts of that have come, of how many; null as long as no part has. */
  get handover(): { readonly received: number; readonly parts: number | null } {
    return { received: this.#parts.size, parts: this.#parts.size === 0 ? null : this.#partsDue };
  }

  apply(record: JournalRecord): void {
    if (isEndpointRecord(record)) {
      const changes = this.endpoint.apply(record);
      if (record.t === "out") this.log.write(record.message, this.endpoint.self ?? "");
      else if (record.t === "in") this.#take(record);
      else if (record.t === "agent-forgotten") this.#forget(record.id);
      for (const change of changes) this.log.advance(change);
      return;
    }
    switch (record.t) {
      case "chat-account":
        this.#account = record;
        this.#removedAt = undefined;
        return;
      case "chat-removed":
        this.#removedAt = record.at;
        return;
      case "chat-draft":
        if (record.text === "") this.#drafts.delete(record.agent);
        else this.#drafts.set(record.agent, record.text);
        return;
      case "chat-entry":
        this.log.restore(record.entry);
    }
  }

  snapshot(): JournalRecord[] {
    const records: JournalRecord[] = this.endpoint.snapshot();
    if (this.#account) records.push(this.#account);
    if (this.#removedAt !== undefined) records.push({ t: "chat-removed", at: this.#removedAt });
    for (const [agent, text] of this.#drafts) records.push({ t: "chat-draft", agent, text });
    for (const entry of this.log.all()) records.push({ t: "chat-entry", entry });
    return records;
  }

  #forget(agent: string): void {
    this.log.forget(agent);
    this.#drafts.delete(agent);
  }

  #take(record: IncomingRecord): void {
    this.log.take(record);
    const { payload, from } = record;
    if (payload.kind !== "history" || isAgentId(from)) return;
    this.#parts.add(payload.body.part);
    // Agents that another device tells of meanwhile come in one part of their own.
    this.#partsDue = Math.max(payload.body.parts, Number.isFinite(this.#partsDue) ? this.#partsDue : 0);
  }
}
