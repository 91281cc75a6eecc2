/**
 * What is said of a message on its way.
 * @module
 */

/**
 * How far a message came, as its sender may say it (contract: pacerelle §1, Sends). Of several recipients the furthest
 * counts; copies to the sender's own other devices do not.
 */
export type SendState =
  | "queued"
  | "uncertain"
  | "submitted"
  | "delivered"
  | "processed"
  | "read"
  | "refused";

/** A message came further. `by`: the recipient that said so, where one did. */
export interface SendChange {
  readonly id: string;
  readonly state: SendState;
  readonly at: number;
  readonly by?: string;
  /** Why it was refused. */
  readonly code?: string;
}

/** A message that is durably written. */
export interface Sent {
  readonly id: string;
  readonly state: SendState;
  readonly at: number;
  readonly code?: string | undefined;
}
