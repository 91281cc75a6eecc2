/**
 * What an endpoint looks at from time to time: answers that did not come, gaps, what has grown too old.
 * @module
 */
import type { Core } from "./core.ts";
import { expire } from "./expire.ts";
import type { GapWatch } from "./gaps.ts";
import type { Incoming } from "./incoming.ts";
import type { PrekeyKeeper } from "./keep_prekeys.ts";
import { Pump } from "./pump.ts";
import type { Submissions } from "./submissions.ts";

const LOOK_MS = 15_000;
/** How often age is looked at. */
const AGE_MS = 3_600_000;
/** What the relay has for this endpoint has come by then: before, a gap means nothing. */
const SETTLED_MS = 30_000;

/** What it looks after. */
export interface UpkeepDuties {
  readonly submissions: Submissions;
  readonly incoming: Incoming;
  readonly gaps: GapWatch;
  readonly prekeys: PrekeyKeeper;
  /** There is something to send. */
  wake(): void;
}

/** The slow clock of an endpoint. */
export class Upkeep {
  readonly #core: Core;
  readonly #duties: UpkeepDuties;
  readonly #pump: Pump;
  #epoch = -1;
  #epochAt = 0;
  #agedAt = -Infinity;

  constructor(
    core: Core,
    duties: UpkeepDuties,
    onError: (error: unknown, failures: number) => number | undefined,
  ) {
    this.#core = core;
    this.#duties = duties;
    this.#pump = new Pump({ env: core.env, signal: core.signal, work: () => this.#look(), onError });
  }

  start(): void {
    this.#pump.wake();
  }

  async idle(): Promise<void> {
    await this.#pump.idle();
  }

  async #look(): Promise<void> {
    this.#pump.wakeIn(LOOK_MS);
    const { env, isReady, epoch } = this.#core;
    const { submissions, incoming, gaps, prekeys, wake } = this.#duties;
    if (!isReady) return;
    const now = env.monotonic();
    if (epoch !== this.#epoch) [this.#epoch, this.#epochAt] = [epoch, now];
    submissions.tick();
    if (now - this.#epochAt >= SETTLED_MS && incoming.isIdle && await gaps.look()) wake();
    const prudent = this.#core.prudentNow();
    if (prudent === undefined || now - this.#agedAt < AGE_MS) return;
    this.#agedAt = now;
    await expire(this.#core, prudent);
    await prekeys.destroyOutlived(prudent);
    await prekeys.tend();
  }
}
