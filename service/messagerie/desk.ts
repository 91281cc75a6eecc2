/**
 * What every function of the service is given: the store, the world outside, how the desk is set up. A service function
 * is a sentence of the product: `(desk, actor, what) → value`, one transaction, refusals from the one table.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { DeskStore } from "../../store/messagerie/open.ts";

/** How messages leave; told by the settings, never secret. */
export interface ChannelSettings {
  /** Whether a sending number (SMS) is configured, and the inbox id its conversations go to (null: first of the site). */
  readonly sms: { readonly available: boolean; readonly inboxId: string | null };
  readonly email: { readonly available: boolean; readonly inboxId: string | null };
}

/** The desk. */
export interface Desk {
  readonly store: DeskStore;
  readonly env: Env;
  readonly log: Logger;
  readonly channels: ChannelSettings;
  /** The most that files may take; `MAX_FILES_BYTES` when absent. */
  readonly filesMaxBytes?: number | undefined;
  /** Called after a transaction that queued something to send. */
  readonly wakeOutbound: () => void;
  /** Called after any committed write: live views look at the change feed. */
  readonly wakeFeed: () => void;
}
