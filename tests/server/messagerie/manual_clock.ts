/**
 * A clock that a test moves by hand.
 * @module
 */

/** Both clocks of `Env`; only `monotonic` matters to counting. */
export class ManualClock {
  at = 1_000_000;
  readonly now = () => this.at;
  readonly monotonic = () => this.at;
}
