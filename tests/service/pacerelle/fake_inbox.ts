/**
 * An inbox over memory: real states and records, a channel that does as it is told, a clock that tests move.
 * @module
 */
import assert from "node:assert/strict";
import type { Env } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import type { InboxRecord } from "../../../service/pacerelle/inbox/entries.ts";
import { Inbox } from "../../../service/pacerelle/inbox/inbox.ts";
import { InboxState } from "../../../service/pacerelle/inbox/inbox_state.ts";
import { waitForMessages } from "../../../service/pacerelle/mod.ts";
import type { Alert } from "../../../wire/endpoint/alerts.ts";
import { type ConnectionStatus, type Draft, SendFault } from "../../../wire/endpoint/api.ts";
import {
  type EndpointRecord,
  type IncomingRecord,
  isEndpointRecord,
  type RecipientState,
} from "../../../wire/endpoint/records.ts";
import { EndpointState } from "../../../wire/endpoint/state.ts";
import type { Payload } from "../../../wire/payload.ts";

export const AGENT = `agent_${"a".repeat(32)}`;
export const PHONE = `device_${"1".repeat(32)}`;
export const LAPTOP = `device_${"2".repeat(32)}`;
export const ACCOUNT = `account_${"c".repeat(32)}`;
export const CONVERSATION = `conversation_${"d".repeat(32)}`;
export const DAY = 86_400_000;

type Distribute<Union> = Union extends { kind: infer Kind; body: infer Body } ? { kind: Kind; body: Body }
  : never;
type Said = Distribute<Payload> & { readonly re?: string; readonly at?: number };

/** A message id that shows which one it is. */
export function idOf(n: number): string {
  return n.toString(16).padStart(32, "0");
}

/** A clock whose two hands tests move. */
export class FakeEnv implements Env {
  wall = Date.UTC(2026, 0, 1);
  #monotonic = 0;
  #bytes = 0;
  #sleepers: { at: number; wake: () => void }[] = [];

  now = () => this.wall;
  monotonic = () => this.#monotonic;
  randomBytes = (length: number) => new Uint8Array(length).fill(++this.#bytes % 256);
  sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      this.#sleepers.push({ at: this.#monotonic + ms, wake: resolve });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });

  /** Lets time pass, in steps, so that what wakes can sleep again. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      const step = Math.min(left, 1_000);
      this.#monotonic += step;
      this.wall += step;
      const due = this.#sleepers.filter(({ at }) => at <= this.#monotonic);
      this.#sleepers = this.#sleepers.filter(({ at }) => at > this.#monotonic);
      for (const { wake } of due) wake();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** What a test does to an inbox from below. */
export class FakeInbox {
  readonly env = new FakeEnv();
  readonly endpoint = new EndpointState();
  readonly state = new InboxState();
  readonly drafts: Draft[] = [];
  readonly alerts: Alert[] = [];
  status: ConnectionStatus = { state: "connected", since: 0, heardAt: 0, error: null };
  /** How a send ends; `queued` leaves it as it was written. */
  outcome: RecipientState = "submitted";
  refuses: ConstructorParameters<typeof SendFault>[0] | undefined;
  readonly inbox: Inbox;
  #n = 0;
  #ids = 0xffff;

  constructor() {
    this.apply(
      { t: "identity", self: AGENT, seed: null, at: 0 },
      {
        t: "roster",
        pinned: {
          hash: "h",
          roster: {
            account: ACCOUNT,
            version: 1,
            previous: null,
            devices: [{ id: PHONE, name: "Téléphone", key: "k" }, { id: LAPTOP, name: "Portable", key: "l" }],
          },
        },
      },
    );
    const fake = this as FakeInbox;
    this.inbox = new Inbox({
      env: this.env,
      log: silentLogger,
      lock: {} as never,
      state: this.state,
      channel: {
        self: AGENT,
        files: null,
        get status() {
          return fake.status;
        },
        alerts: this.alerts,
        get outbox() {
          return [...fake.endpoint.outbox.entries()].map(({ message }) => message);
        },
        send: (draft, options) => fake.#send(draft, options?.alongside as InboxRecord[] | undefined),
        sendStateOf: (id) => fake.endpoint.outbox.sentOf(id),
      },
      store: { append: (records) => Promise.resolve(fake.apply(...records)) },
      filesFolder: null,
      facts: () => ({
        root: "/racine",
        holder: { pid: 1, app: "Atelier", since: "2026-01-01T00:00:00.000Z" },
        generation: 1,
        bytes: 512,
      }),
    });
  }

  apply(...records: (EndpointRecord | InboxRecord)[]): void {
    for (const record of records) {
      this.state.apply(record, isEndpointRecord(record) ? this.endpoint.apply(record) : []);
    }
  }

  /** Something from a device arrives. */
  receive(said: Said, options: { id?: string; from?: string; conversation?: string } = {}): IncomingRecord {
    const { id = idOf(++this.#n), from = PHONE, conversation = CONVERSATION } = options;
    const { re, at = this.env.now(), ...content } = said;
    const payload = {
      v: 1,
      id,
      n: this.#n + 1,
      at,
      roster: { version: 1, hash: "h" },
      ...(re === undefined ? {} : { re }),
      ...content,
    } as Payload;
    const record: IncomingRecord = {
      t: "in",
      from,
      id,
      conversation,
      sentAt: at,
      at: this.env.now(),
      spent: null,
      owed: true,
      payload,
    };
    this.apply(record);
    this.inbox.acknowledged();
    return record;
  }

  /** A person writes; answers the message's id. */
  ask(
    text: string,
    options: { id?: string; from?: string; conversation?: string; at?: number } = {},
  ): string {
    const { at, ...rest } = options;
    return this.receive({ kind: "message", body: { text }, ...(at === undefined ? {} : { at }) }, rest).id;
  }

  #send(draft: Draft, alongside: InboxRecord[] = []) {
    if (this.refuses !== undefined) return Promise.reject(new SendFault(this.refuses));
    this.drafts.push(draft);
    const id = draft.id ?? idOf(++this.#ids);
    const at = this.env.now();
    const { conversation, audience, content } = draft;
    const recipients = this.endpoint.recipientsOf(audience);
    this.apply({ t: "out", message: { id, conversation, at, audience, content }, recipients }, ...alongside);
    if (this.outcome !== "pending") {
      for (const to of recipients) {
        this.apply({ t: "progress", id, to, from: ["pending"], state: this.outcome, at });
      }
    }
    const through = this.outcome === "refused" ? "refused" as const : "submitted" as const;
    return Promise.resolve(this.endpoint.outbox.sentOf(id) ?? { id, state: through, at });
  }
}

/** A call that nobody cancels and nobody watches. */
export const quietCall = () => ({ signal: new AbortController().signal, progress: () => {} });

/** What tells of a refusal, for `assert.rejects`. */
export const refused = (code: string, details?: object) => (error: { code?: string; details?: object }) => {
  assert.equal(error.code, code, String(error));
  if (details !== undefined) assert.deepEqual(error.details, details);
  return true;
};

/** Waits as a host does that takes no signs of life. */
export const wait = (fake: FakeInbox, input: Parameters<typeof waitForMessages>[1] = {}) =>
  waitForMessages(fake.inbox, input, quietCall());
