/**
 * Follows the change feed for this whole process: whoever listens is served from one read (contract: messagerie §7). Own
 * writes are looked for at once (`wake`), others' by looking 20 times a second, and only while somebody listens.
 * @module
 */
import type { Change } from "../../../store/messagerie/changes.ts";

/** Takes changes as they come. */
export interface FeedListener {
  /** Changes in their order, at least one. Not awaited; what it throws is logged, and it goes on. */
  changes(batch: readonly Change[]): void;
  /** Changes were missed: look at the desk anew. */
  reset(): void;
}

/** A place in the feed, and how to leave it. */
export interface Following {
  /** The number of the last change that the listener is not told of: every later one, it is. */
  readonly from: number;
  stop(): void;
}

/** The feed, followed. */
export interface Feed {
  /**
   * Begins to listen. The widget's side takes only `conversation_no` of its own and asks the service what its visitor may
   * see: a change says that something happened, never what.
   */
  follow(listener: FeedListener): Promise<Following>;
  /** The changes after `after` up to `until`; undefined when they are no longer all known, or too many. */
  missed(after: number, until: number): Promise<readonly Change[] | undefined>;
  /** Looks at once. */
  wake(): void;
  /** Stops looking; listeners are told nothing more. */
  close(): Promise<void>;
}
