/**
 * What the duties of an endpoint share: its identity and state, the one way to write, alerts, the connection, time.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { Identity } from "../identity.ts";
import type { ClientFrame } from "../live.ts";
import type { RelayCaller } from "../relay_call.ts";
import type { AlertKind } from "./alerts.ts";
import type { ConnectionError } from "./api.ts";
import type { EndpointRecord } from "./records.ts";
import type { EndpointState } from "./state.ts";

/** The endpoint has stopped: nothing is written or sent any more. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** What duties stand on. */
export interface Core {
  readonly env: Env;
  readonly log: Logger;
  readonly self: string;
  readonly identity: Identity;
  readonly state: EndpointState;
  readonly call: RelayCaller;
  /** Aborted when the endpoint stops or its journal fails. */
  readonly signal: AbortSignal;
  /** Whether this endpoint is an agent. */
  readonly isAgent: boolean;
  /** Whether the relay has welcomed this endpoint and the duties of a hello are done: sealing may begin. */
  readonly isReady: boolean;
  /** Counts the connections: what was learned on one does not hold on the next. */
  readonly epoch: number;
  /** Writes records; resolves when they are on disk and in the state. @throws {Stopped} */
  append(records: readonly EndpointRecord[], alongside?: readonly { readonly t: string }[]): Promise<void>;
  /** Runs tasks that read who the recipients are and write by it, one after the other. */
  addressing<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Sends a frame; false when not connected. */
  send(frame: ClientFrame): boolean;
  /** Ends the connection. */
  drop(code: ConnectionError["code"]): void;
  raise(kind: AlertKind, peer: string | null): void;
  clear(kind: AlertKind, peer: string | null): void;
  /**
   * A time that is not ahead of the real one as far as can be known: the earlier of this clock's and the relay's. Nothing is
   * destroyed or given up by a clock that jumped. Undefined before the first welcome.
   */
  prudentNow(): number | undefined;
}
