/**
 * What the demo's conversations are made of.
 * @module
 */
import type { Random } from "./random.ts";

/** A person who writes to the desk, as conversations need them. */
export interface DemoContact {
  readonly id: string;
  readonly site: number;
  readonly firstName: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** What conversations are made of. */
export interface DemoWorld {
  readonly random: Random;
  readonly until: number;
  /** A new id, of something made at `at`. */
  readonly id: (at: number) => string;
  readonly siteIds: readonly string[];
  readonly inboxIds: readonly string[];
  readonly agentIds: readonly string[];
}
