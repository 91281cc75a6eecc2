/**
 * An endpoint as those above see it: what it takes, what it tells, what can be asked of it.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { Bytes } from "../bytes.ts";
import type { Identity } from "../identity.ts";
import type { PairingFrom, Presence } from "../live.ts";
import type { RelayCaller } from "../relay_call.ts";
import type { RelayErrorCode } from "../relay_error.ts";
import type { z } from "zod/mini";
import type { Alert } from "./alerts.ts";
import type { EndpointFiles, FileDesk } from "./file_desk.ts";
import type { Audience, Content, IncomingRecord } from "./records.ts";
import type { Connect } from "./socket.ts";
import type { SendChange, Sent } from "./sends.ts";
import type { EndpointState } from "./state.ts";

export type { SendChange, SendState, Sent } from "./sends.ts";

/**
 * The journal, as far as an endpoint needs it. When `append` resolves, the records are on disk **and** have gone through
 * `EndpointState.apply`, all of them in order, with nothing in between. After a rejection the endpoint does nothing more.
 */
export interface EndpointStore {
  append(records: readonly { readonly t: string }[]): Promise<void>;
}

/** `connected` is true only as long as the relay is heard. `refused`: the relay said no; `error` tells whether it is asked again. */
export interface ConnectionStatus {
  readonly state: "connecting" | "connected" | "offline" | "refused";
  /** Since when, wall clock. */
  readonly since: number;
  /** When a frame last came, wall clock; null before the first. */
  readonly heardAt: number | null;
  /** Why the last connection or attempt ended. */
  readonly error: ConnectionError | null;
}

/**
 * `UNREACHABLE`: no answer; `DEAF`: the relay was silent for too long; `FLOOD`: it sent more than it may; `STORE_FAILED`:
 * this endpoint's own journal refuses.
 */
export interface ConnectionError {
  readonly code: RelayErrorCode | "UNREACHABLE" | "DEAF" | "FLOOD" | "STORE_FAILED";
  /** True when nothing is tried again by itself. */
  readonly final: boolean;
  /** Who holds the agent's one connection, and since when. */
  readonly holder?: { readonly client: string; readonly since: number } | undefined;
}

/** What an endpoint tells, each time after it is durable. A callback that throws is logged and ignored. */
export interface EndpointEvents {
  /** A message was stored and acknowledged; told once. Receipts and nacks are told too. */
  onIncoming?(message: IncomingRecord): void;
  onSend?(change: SendChange): void;
  onStatus?(status: ConnectionStatus): void;
  /** An alert was raised for the first time, or was cleared (`count` 0). */
  onAlert?(alert: Alert): void;
  /** The pinned roster or a pinned card changed. */
  onTrust?(): void;
  /** An agent came, went or fell silent (devices only). */
  onPresence?(presence: Presence): void;
  /** A device waits for approval (devices only). */
  onDevices?(): void;
  /** The relay says that an agent was made, removed, or has shown itself (devices only). */
  onAgents?(): void;
  /** A step of pairing by six digits from another device (devices only). */
  onPairing?(from: string, body: z.output<typeof PairingFrom>["body"]): void;
  /** The journal refuses: the endpoint has stopped. */
  onFailure?(error: unknown): void;
}

/** What an endpoint is made of. */
export interface EndpointOptions {
  readonly env: Env;
  readonly log: Logger;
  /** Already filled from the journal, with an `identity` record in it. */
  readonly state: EndpointState;
  readonly store: EndpointStore;
  readonly call: RelayCaller;
  readonly connect: Connect;
  /** The WebSocket's address: `liveUrl(baseUrl)`. */
  readonly url: string;
  /** An agent's bearer or a device's session. */
  readonly credential: string;
  /** Key of first contact: an agent's, from its token; a device's that waits for its anchor, from its pairing code. */
  readonly pairingKey?: Bytes | undefined;
  /** Which program this is, for people: `pacerelle-mcp 0.1.0`. */
  readonly client: string;
  /** The identity, where the platform keeps its key and the journal has no seed. */
  readonly identity?: Identity | undefined;
  readonly events?: EndpointEvents | undefined;
  /** Without it nothing with files can be sent or fetched. */
  readonly files?: EndpointFiles | undefined;
}

/** A message to send. `id` is made when left out; the same one again sends nothing twice. */
export interface Draft {
  readonly id?: string | undefined;
  readonly conversation: string;
  readonly audience: Audience;
  readonly content: Content;
}

/** What goes with a send. */
export interface SendOptions {
  /** Records of the layer above to be written in the same batch: all or none. */
  readonly alongside?: readonly { readonly t: string }[] | undefined;
  /** How long to wait for the relay's answer; 0 by default: the state is `queued` unless it is known already. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why a message was not even written. */
export type SendFaultCode =
  | "OUTBOX_FULL"
  | "INVALID"
  | "TOO_LARGE"
  | "NO_RECIPIENT"
  /** A file that was attached is not here any more: this state was opened anew meanwhile. */
  | "FILE_LOST"
  | "STOPPED";

/** Thrown by `send` before anything was written. */
export class SendFault extends Error {
  override readonly name = "SendFault";
  readonly code: SendFaultCode;

  constructor(code: SendFaultCode) {
    super(`send: ${code}`);
    this.code = code;
  }
}

/** One end of the channel: an agent or a device. `openEndpoint` makes one. */
export interface Endpoint {
  readonly self: string;
  /** The identity's public key, base64url. */
  readonly key: string;
  readonly identity: Identity;
  readonly status: ConnectionStatus;
  /** How many envelopes that waited at the relay when it let this endpoint in are not taken yet; 0 while not connected. */
  readonly behind: number;
  readonly alerts: readonly Alert[];
  /** What to do with files; null where the platform keeps none. */
  readonly files: FileDesk | null;
  /** Connects, and stays connected until `stop`. */
  start(): void;
  /** Closes the connection and lets running writes end. Nothing is written afterwards. */
  stop(): Promise<void>;
  /** The network changed, or a person asks: connects at once, also after a final refusal. */
  reconnect(): void;
  /**
   * Writes a message durably, and sends it when the relay can be reached, whatever happens to this process.
   * @throws {SendFault}
   */
  send(draft: Draft, options?: SendOptions): Promise<Sent>;
  /** How a message stands that is still in the outbox; undefined once every recipient has it. */
  sendStateOf(id: string): Sent | undefined;
  /** Devices: knows an agent (made here, shared by another device, or given a new token). */
  keepAgent(
    agent: { readonly id: string; readonly name: string; readonly pairingKey: string },
  ): Promise<void>;
  /** Devices: forgets an agent that was removed. */
  forgetAgent(id: string): Promise<void>;
  /** Fetches and checks rosters and cards now, such as after publishing one. Throws what the relay's calls throw. */
  sync(): Promise<void>;
  /** Sends a step of pairing to another connected device; false when not connected. */
  sendPairing(to: string, body: string): boolean;
  /** A person has seen an alert: forget it until it is raised again. */
  clearAlert(kind: Alert["kind"], peer: string | null): Promise<void>;
}
