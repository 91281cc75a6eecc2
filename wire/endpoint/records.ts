/**
 * What an endpoint (agent or device) writes to its journal: JSON records, each a fact. `EndpointState.apply` reads them;
 * the layer above keeps its own records in the same journal and looks at `in` and `out` records to build its inbox.
 * Every record's `t` is one of {@linkcode ENDPOINT_RECORD_TYPES}; those above choose other names.
 *
 * The journal is sealed and authenticated (docs/state-file.md), so records are trusted as they come back.
 * @module
 */
import type { Card } from "../card.ts";
import type { Envelope } from "../envelope.ts";
import type { Payload } from "../payload.ts";
import type { PrekeySecret, SignedPrekey } from "../prekey.ts";
import type { PinnedRoster } from "../roster.ts";
import type { AlertKind } from "./alerts.ts";

type OmitFromEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** What a message says: kind, body and what it refers to. The rest of a payload follows when it is sealed. */
export type Content = OmitFromEach<Payload, "v" | "id" | "n" | "at" | "roster">;

/**
 * Whom a message is for.
 * - `devices`: every device of the roster but oneself (an agent's answer)
 * - `agent`: an agent, and a copy to the account's other devices, with `agent` set (a person's message)
 * - `endpoint`: one endpoint alone (receipts, nacks, history)
 */
export type Audience =
  | { readonly to: "devices" }
  | { readonly to: "agent"; readonly agent: string }
  | { readonly to: "endpoint"; readonly endpoint: string };

/** A message that was written, the same for all of its recipients. */
export interface OutgoingMessage {
  readonly id: string;
  readonly conversation: string;
  /** When it was written. */
  readonly at: number;
  readonly audience: Audience;
  readonly content: Content;
}

/**
 * How far one recipient's envelope came.
 * - `pending`: not sealed, or to be sealed again
 * - `sealed`: its bytes are durable and may have left; nobody has answered
 * - `submitted`: the relay has it
 * - `received`, `processed`, `read`: the recipient said so, sealed
 * - `done`: the recipient acknowledged it to the relay; as far as receipts and nacks come
 * - `refused`: it will not arrive; `code` says why
 */
export type RecipientState =
  | "pending"
  | "sealed"
  | "submitted"
  | "received"
  | "processed"
  | "read"
  | "done"
  | "refused";

/** One recipient of a message in the outbox. */
export interface Recipient {
  readonly state: RecipientState;
  /** When it came to this state. */
  readonly at: number;
  /** Counter, once sealed; stays the same when it is sealed again. */
  readonly n?: number;
  /** Only while `sealed`. */
  readonly envelope?: Envelope;
  /** Why it was refused: a `RelayErrorCode`, `DROPPED`, `EXPIRED`, `REMOVED`, or a nack's reason. */
  readonly code?: string;
}

/** An agent as one of its account's devices knows it. */
export interface KnownAgent {
  readonly id: string;
  readonly name: string;
  /** MAC key of its card, base64url. */
  readonly pairingKey: string;
  /** The pinned card; null until it was first shown. */
  readonly card: Card | null;
  /** The identity key before a new token: another one after it is told to the person. */
  readonly previousKey?: string;
}

/** Counters from one peer that did not arrive, both ends included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** When it was noticed. */
  readonly since: number;
  /** When the peer was last asked, and how often. */
  readonly askedAt: number | null;
  readonly asks: number;
}

/** This state turned out older than what the relay has seen from it. */
export interface Restoration {
  readonly at: number;
  /** Peers to whom more had been sent than this state knows of. */
  readonly peers: readonly string[];
  /** Prekeys at the relay whose private halves are lost. */
  readonly prekeys: number;
}

/** A message that came in, stored once. */
export interface IncomingRecord {
  readonly t: "in";
  readonly from: string;
  readonly id: string;
  readonly conversation: string;
  /** When the relay got it, and when it was stored here. */
  readonly sentAt: number;
  readonly at: number;
  /** The one-time prekey that it used up; null for a last-resort one, which lives on. */
  readonly spent: string | null;
  /** Whether its sender is owed a receipt `received`. */
  readonly owed: boolean;
  readonly payload: Payload;
}

/** A message that was written: durable before anything leaves. */
export interface OutgoingRecord {
  readonly t: "out";
  readonly message: OutgoingMessage;
  readonly recipients: readonly string[];
  /** Receipts owed to the recipient that this message gives. */
  readonly settles?: readonly string[];
}

/** Every record of an endpoint. */
export type EndpointRecord =
  /** Who this is. `seed`: of the identity key, base64url; null where the platform keeps the key. `at`: made then. */
  | { readonly t: "identity"; readonly self: string; readonly seed: string | null; readonly at: number }
  | { readonly t: "roster"; readonly pinned: PinnedRoster }
  | { readonly t: "agent"; readonly agent: KnownAgent }
  | { readonly t: "agent-forgotten"; readonly id: string }
  /** Made, not yet at the relay. */
  | {
    readonly t: "prekeys";
    readonly secrets: readonly PrekeySecret[];
    readonly signed: readonly SignedPrekey[];
    readonly at: number;
  }
  | { readonly t: "prekeys-published"; readonly ids: readonly string[] }
  /** A last-resort prekey was replaced: its private half stays for a while. */
  | { readonly t: "prekey-retired"; readonly id: string; readonly at: number }
  | { readonly t: "prekeys-destroyed"; readonly ids: readonly string[] }
  | OutgoingRecord
  | {
    readonly t: "sealed";
    readonly id: string;
    readonly to: string;
    readonly n: number;
    readonly at: number;
    readonly envelope: Envelope;
  }
  | {
    readonly t: "progress";
    readonly id: string;
    readonly to: string;
    /** Where the step may begin; elsewhere the record changes nothing: something else came first. */
    readonly from: readonly RecipientState[];
    readonly state: RecipientState;
    readonly at: number;
    readonly code?: string;
  }
  /** The roster changed while the message was in the outbox. */
  | {
    readonly t: "recipients";
    readonly id: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly at: number;
  }
  /** The relay has all of a file. */
  | { readonly t: "file-stored"; readonly file: string }
  | IncomingRecord
  /** A double of one whose receipt may have been lost. */
  | { readonly t: "owed"; readonly peer: string; readonly ids: readonly string[] }
  | { readonly t: "gap-asked"; readonly peer: string; readonly at: number; readonly gaps: readonly Range[] }
  /** The peer said that these will not come. */
  | { readonly t: "gap-gone"; readonly peer: string; readonly range: Range }
  /** The highest counter given out for a peer, above what this state knew. */
  | { readonly t: "mark"; readonly peer: string; readonly n: number }
  | { readonly t: "restored"; readonly restoration: Restoration }
  | { readonly t: "alert"; readonly kind: AlertKind; readonly peer: string | null; readonly since: number }
  | { readonly t: "alert-cleared"; readonly kind: AlertKind; readonly peer: string | null }
  /** Seen ids stored before this moment are forgotten. */
  | { readonly t: "seen-pruned"; readonly before: number }
  // What a snapshot writes beside the above.
  | {
    readonly t: "outbox";
    readonly message: OutgoingMessage;
    readonly recipients: Record<string, Recipient>;
  }
  | {
    readonly t: "seen";
    readonly peer: string;
    readonly items: readonly SeenItem[];
  }
  | {
    readonly t: "counters";
    readonly peer: string;
    readonly sent: number;
    readonly received: number;
    readonly gaps: readonly Gap[];
  };

/** A message that was taken: its id, when, and whether its sender is owed receipts for it. */
export type SeenItem = readonly [id: string, at: number, owed: boolean];

/** First and last counter. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The names that are taken in a shared journal. */
export const ENDPOINT_RECORD_TYPES = [
  "identity",
  "roster",
  "agent",
  "agent-forgotten",
  "prekeys",
  "prekeys-published",
  "prekey-retired",
  "prekeys-destroyed",
  "out",
  "sealed",
  "progress",
  "recipients",
  "file-stored",
  "in",
  "owed",
  "gap-asked",
  "gap-gone",
  "mark",
  "restored",
  "alert",
  "alert-cleared",
  "seen-pruned",
  "outbox",
  "seen",
  "counters",
] as const satisfies readonly EndpointRecord["t"][];

const TYPES: ReadonlySet<string> = new Set(ENDPOINT_RECORD_TYPES);

/** Whether a record of a shared journal is the endpoint's. */
export function isEndpointRecord(record: { readonly t: string }): record is EndpointRecord {
  return TYPES.has(record.t);
}
