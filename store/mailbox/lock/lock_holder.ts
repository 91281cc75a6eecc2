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

/** The lock is this process's. */
export interface HeldLock {
  readonly held: true;
  /** This process. */
  readonly heldBy: LockHolder;
  /**
   * To call before each write: throws when the lock is not this one any more, and for ever after. A new lock brings a
   * new guard, so that what was opened under the old one can never write again.
   * @throws {Refusal} STATE_IN_USE (reason `lock-lost`)
   */
  readonly guard: () => void;
}

/** The lock is another's. */
export interface TakenLock {
  readonly held: false;
  /** Undefined when the holder is there and does not answer (stopped, asleep, busy). */
  readonly heldBy: LockHolder | undefined;
}

/** What an attempt came to. */
export type LockState = HeldLock | TakenLock;
