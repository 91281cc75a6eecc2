/**
 * What live sessions stand on.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import type { ClientFrame } from "../../../wire/live.ts";
import type { RelayLimits } from "../limits.ts";
import type { TokenBuckets } from "../token_bucket.ts";
import type { Hub } from "./hub.ts";
import type { Ledger } from "./ledger.ts";

/** What live sessions stand on. */
export interface LiveContext {
  readonly env: Env;
  readonly log: Logger;
  readonly store: RelayStore;
  readonly limits: RelayLimits;
  readonly hub: Hub;
  readonly ledger: Ledger;
  readonly frameRate: TokenBuckets;
  readonly endpointRate: TokenBuckets;
  readonly accountRate: TokenBuckets;
}

/** A frame of an endpoint, by its type. */
export type Frame<Type extends ClientFrame["type"]> = Extract<ClientFrame, { type: Type }>;
