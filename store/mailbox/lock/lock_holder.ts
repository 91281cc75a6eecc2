/**
 * Who holds an agent's state on this machine (contract: pacerelle §1 "State: one holder").
 * @module
 */

/** What a holder tells of itself. */
export interface LockHolder {
  readonly pid: number;
  /** The application that started it, as its host names itself. */
  readonly app: string;
  /** ISO time, by the holder's clock. */
  readonly since: string;
}

/** Held by this process, or by another: `heldBy` is undefined when that one does not answer (stopped, busy). */
export type LockState =
  | { readonly held: true; readonly heldBy: LockHolder }
  | { readonly held: false; readonly heldBy: LockHolder | undefined };
