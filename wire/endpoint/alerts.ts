/**
 * What an endpoint has found out that a person should know. Data only: the words belong to the layer above.
 * @module
 */

/**
 * - `roster-forged`, `roster-forked`, `roster-rolled-back`: the relay shows a roster that cannot follow the pinned one
 * - `roster-hidden`: a peer holds a newer roster than the relay shows
 * - `card-forged`, `card-changed`: the relay shows a card that is not the agent's
 * - `agent-renewed`: after a new token the agent has a new identity (its state was lost)
 * - `prekey-forged`: the relay handed out a prekey that is not the peer's
 * - `envelope-forged`: an envelope that its sender did not make; `sender-unknown`: one of nobody that is pinned
 * - `envelope-invalid`: an authentic one that does not hold what it should
 * - `held-back`: messages are missing, and asking brought nothing
 * - `messages-lost`: the peer says that what is missing will not come
 * - `restored`: this state is older than what it had sent: a backup was restored
 * - `queue-full`: the relay takes no more for a peer
 * - `files-full`: the relay has no room for the account's files
 * - `dropped`: the relay gave up what waited for a peer for 30 days
 * - `flood`: the relay sent more than it may; the connection was ended
 * - `clock-wrong`: this clock and the relay's are far apart
 */
export type AlertKind =
  | "roster-forged"
  | "roster-forked"
  | "roster-rolled-back"
  | "roster-hidden"
  | "card-forged"
  | "card-changed"
  | "agent-renewed"
  | "prekey-forged"
  | "envelope-forged"
  | "sender-unknown"
  | "envelope-invalid"
  | "held-back"
  | "messages-lost"
  | "restored"
  | "queue-full"
  | "files-full"
  | "dropped"
  | "flood"
  | "clock-wrong";

/** One alert for each kind and peer. */
export interface Alert {
  readonly kind: AlertKind;
  /** The endpoint that it is about; null when it is about the relay or this endpoint. */
  readonly peer: string | null;
  /** When it was first raised; kept over restarts until it is cleared. */
  readonly since: number;
  /** How often it was raised in this process. */
  readonly count: number;
}
