/**
 * What an endpoint knows: built from its journal's records and nothing else, so that a crash at any moment leaves exactly
 * what is on disk. Pure and synchronous; the layer above gives it to the journal as part of `apply` and `snapshot`.
 * @module
 */
import { isAgentId } from "../ids.ts";
import { NACK_REASONS } from "../payload.ts";
import { findDevice, type PinnedRoster } from "../roster.ts";
import type { Alert } from "./alerts.ts";
import type { SendChange } from "./sends.ts";
import { Counters } from "./counters.ts";
import { isControl, Outbox } from "./outbox.ts";
import { PrekeyRing } from "./prekey_ring.ts";
import type {
  Audience,
  EndpointRecord,
  IncomingRecord,
  KnownAgent,
  Recipient,
  Restoration,
} from "./records.ts";
import { SeenIds } from "./seen_ids.ts";
import { WaitingFiles } from "./waiting_files.ts";

/** Restorations that are remembered, for people. */
const MAX_RESTORATIONS = 10;

const NACKS: ReadonlySet<string> = new Set(NACK_REASONS);

/** Refused by whoever it was for, who had received it: its receipt, which may come after that, takes nothing back. */
function isReadersRefusal({ state, code = "" }: Recipient): boolean {
  return state === "refused" && NACKS.has(code);
}

type RecordOf<Type extends EndpointRecord["t"]> = Extract<EndpointRecord, { readonly t: Type }>;

/** The state. Read it freely; only `apply` changes it. */
export class EndpointState {
  readonly outbox = new Outbox();
  readonly files = new WaitingFiles();
  readonly prekeys = new PrekeyRing();
  readonly counters = new Counters();
  readonly seen = new SeenIds();
  readonly #owed = new Map<string, Set<string>>();
  readonly #agents = new Map<string, KnownAgent>();
  readonly #alerts = new Map<string, Omit<Alert, "count">>();
  readonly #restorations: Restoration[] = [];
  #identity: RecordOf<"identity"> | undefined;
  #roster: PinnedRoster | undefined;
  #listener: ((change: SendChange) => void) | undefined;

  /** Who this is; undefined in a new journal. */
  get self(): string | undefined {
    return this.#identity?.self;
  }

  /** The identity's seed, base64url; null where the platform keeps the key. */
  get seed(): string | null {
    return this.#identity?.seed ?? null;
  }

  /** When the identity was made; part of an agent's card. */
  get createdAt(): number {
    return this.#identity?.at ?? 0;
  }

  get roster(): PinnedRoster | undefined {
    return this.#roster;
  }

  /** The agents that a device knows. */
  get agents(): ReadonlyMap<string, KnownAgent> {
    return this.#agents;
  }

  /** Messages whose senders are owed a receipt, by sender. */
  get owed(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#owed;
  }

  /** Alerts that stand, without their counts. */
  get alerts(): Iterable<Omit<Alert, "count">> {
    return this.#alerts.values();
  }

  hasAlert(kind: Alert["kind"], peer: string | null): boolean {
    return this.#alerts.has(`${kind} ${peer ?? ""}`);
  }

  /** When this state was found to be a restored backup, newest last. */
  get restorations(): readonly Restoration[] {
    return this.#restorations;
  }

  /** The pinned identity key of a peer. */
  peerKey(id: string): string | undefined {
    if (id === this.self) return undefined;
    if (isAgentId(id)) return this.#agents.get(id)?.card?.key;
    return this.#roster && findDevice(this.#roster, id)?.key;
  }

  /** Who a message for `audience` goes to now. */
  recipientsOf(audience: Audience): string[] {
    if (audience.to === "endpoint") return [audience.endpoint];
    const others = (this.#roster?.roster.devices ?? []).map(({ id }) => id).filter((id) => id !== this.self);
    return audience.to === "agent" ? [audience.agent, ...others] : others;
  }

  /** Tells `listener` of each change that `apply` answers, as it happens. One listener: the endpoint. */
  listen(listener: (change: SendChange) => void): void {
    this.#listener = listener;
  }

  /** Says whether the relay has answered that it did not take sealed bytes. Not durable: after a restart it is in doubt. */
  setNotTaken(id: string, to: string, notTaken: boolean): void {
    const changes = this.outbox.setNotTaken(id, to, notTaken);
    if (this.#listener) changes.forEach(this.#listener);
  }

  /** Takes a record in; answers which messages came further by it. */
  apply(record: EndpointRecord): readonly SendChange[] {
    const changes = this.#apply(record);
    if (this.files.size > 0) this.files.prune(this.outbox);
    if (this.#listener) changes.forEach(this.#listener);
    return changes;
  }

  #apply(record: EndpointRecord): readonly SendChange[] {
    switch (record.t) {
      case "identity":
        this.#identity = record;
        return [];
      case "roster":
        this.#roster = record.pinned;
        for (const peer of this.#owed.keys()) {
          if (!isAgentId(peer) && !findDevice(record.pinned, peer)) this.#owed.delete(peer);
        }
        return [];
      case "agent":
        this.#agents.set(record.agent.id, record.agent);
        return [];
      case "agent-forgotten":
        this.#agents.delete(record.id);
        this.#owed.delete(record.id);
        return [];
      case "prekeys":
        this.prekeys.add(record.secrets, record.signed, record.at);
        return [];
      case "prekeys-published":
        this.prekeys.published(record.ids);
        return [];
      case "prekey-retired":
        this.prekeys.retire(record.id, record.at);
        return [];
      case "prekeys-destroyed":
        this.prekeys.destroy(record.ids);
        return [];
      case "out":
        return this.#write(record);
      case "sealed":
        this.counters.give(record.to, record.n);
        return this.outbox.set(
          record.id,
          record.to,
          (before) =>
            before.state === "pending"
              ? { state: "sealed", at: record.at, n: record.n, envelope: record.envelope }
              : before,
        );
      case "progress":
        return this.#step(record);
      case "recipients":
        return this.outbox.readdress(record.id, record.added, record.removed, record.at);
      case "file-stored":
        this.files.stored(record.file);
        return [];
      case "in":
        return this.#receive(record);
      case "owed":
        this.#owe(record.peer, record.ids);
        return [];
      case "gap-asked":
        this.counters.asked(record.peer, record.gaps, record.at);
        return [];
      case "gap-gone":
        this.counters.close(record.peer, record.range);
        return [];
      case "mark":
        this.counters.give(record.peer, record.n);
        return [];
      case "restored":
        this.#restorations.push(record.restoration);
        if (this.#restorations.length > MAX_RESTORATIONS) this.#restorations.shift();
        return [];
      case "alert": {
        const { kind, peer, since } = record;
        this.#alerts.set(`${kind} ${peer ?? ""}`, { kind, peer, since });
        return [];
      }
      case "alert-cleared":
        this.#alerts.delete(`${record.kind} ${record.peer ?? ""}`);
        return [];
      case "seen-pruned":
        this.seen.prune(record.before);
        return [];
      case "outbox":
        this.files.wrote(record.message);
        this.outbox.add(record.message, new Map(Object.entries(record.recipients)));
        return [];
      case "seen":
        for (const [id, at, owed] of record.items) this.seen.add(record.peer, id, at, owed);
        return [];
      case "counters":
        this.counters.restore(record.peer, record);
        return [];
    }
  }

  /** The shortest list of records that rebuilds this state. */
  snapshot(): EndpointRecord[] {
    const records: EndpointRecord[] = [];
    if (this.#identity) records.push(this.#identity);
    if (this.#roster) records.push({ t: "roster", pinned: this.#roster });
    for (const agent of this.#agents.values()) records.push({ t: "agent", agent });
    records.push(...this.prekeys.snapshot());
    for (const { message, recipients } of this.outbox.entries()) {
      records.push({ t: "outbox", message, recipients: Object.fromEntries(recipients) });
    }
    records.push(...this.files.snapshot(this.outbox));
    // After the outbox, whose envelopes count for less than the counters themselves.
    records.push(...this.counters.snapshot(), ...this.seen.snapshot());
    for (const [peer, ids] of this.#owed) records.push({ t: "owed", peer, ids: [...ids] });
    for (const restoration of this.#restorations) records.push({ t: "restored", restoration });
    for (const alert of this.#alerts.values()) records.push({ t: "alert", ...alert });
    return records;
  }

  #write({ message, recipients, settles }: RecordOf<"out">): readonly SendChange[] {
    const [first] = recipients;
    if (settles && first !== undefined) {
      const owed = this.#owed.get(first);
      for (const id of settles) owed?.delete(id);
      if (owed?.size === 0) this.#owed.delete(first);
    }
    this.files.wrote(message);
    const pending: Recipient = { state: "pending", at: message.at };
    return this.outbox.add(message, new Map(recipients.map((to) => [to, pending])));
  }

  #step({ id, to, from, state, at, code }: RecordOf<"progress">): readonly SendChange[] {
    return this.outbox.set(id, to, (before) => {
      if (!from.includes(before.state)) return before;
      const { n } = before;
      return { state, at, ...(n === undefined ? {} : { n }), ...(code === undefined ? {} : { code }) };
    });
  }

  #receive(record: IncomingRecord): readonly SendChange[] {
    const { from, id, at, spent, owed, payload } = record;
    this.seen.add(from, id, at, owed);
    this.counters.take(from, payload.n, at);
    if (spent !== null) this.prekeys.destroy([spent]);
    if (owed) this.#owe(from, [id]);
    if (payload.kind !== "receipt") return [];
    const { ids, state } = payload.body;
    return ids.flatMap((about) => this.#acknowledged(about, from, state, at));
  }

  /** A peer says how far it came with a message. */
  #acknowledged(
    id: string,
    by: string,
    state: "received" | "processed" | "read",
    at: number,
  ): readonly SendChange[] {
    const entry = this.outbox.entry(id);
    if (!entry) {
      // Through with everybody already, so delivered at least. Agents hear from devices and devices from agents: a copy's
      // reader says nothing of the message.
      const counts = state !== "received" && isAgentId(by) !== isAgentId(this.self ?? "");
      return counts ? [{ id, state, at, by }] : [];
    }
    if (isControl(entry.message.content)) return [];
    const order = ["received", "processed", "read"];
    return this.outbox.set(
      id,
      by,
      (before) =>
        order.indexOf(before.state) >= order.indexOf(state) ||
          (state === "received" && isReadersRefusal(before))
          ? before
          : { state, at, ...(before.n === undefined ? {} : { n: before.n }) },
    );
  }

  #owe(peer: string, ids: readonly string[]): void {
    const owed = this.#owed.get(peer) ?? new Set<string>();
    for (const id of ids) owed.add(id);
    this.#owed.set(peer, owed);
  }
}
