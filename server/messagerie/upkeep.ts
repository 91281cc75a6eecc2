/**
 * What a serving process does beside answering: wakes conversations whose snooze is over, forgets old changes, keeps the
 * search index quick. Any number of processes may do it on one database: each step is small, and finds nothing to do when
 * another did it.
 * @module
 */
import { errorName, type Logger } from "../../base/log.ts";
import type { Env } from "../../base/env.ts";
import type { Desk } from "../../service/messagerie/desk.ts";
import { forgetEnded } from "../../service/messagerie/accounts/forget_ended.ts";
import { wakeDueConversations } from "../../service/messagerie/wake_due_conversations.ts";
import { forgetOldVisitors } from "../../service/messagerie/widget/forget_visitor.ts";
import { pruneChanges } from "../../store/messagerie/changes.ts";
import { mergeSearch, refreshStatistics } from "../../store/messagerie/search/mod.ts";

/** A snoozed conversation wakes at most this late. */
const WAKE_MS = 2_000;
/** Between two looks at what may be tidied. */
const TIDY_MS = 60_000;
/** Between two counts of all words: they steer the search's speed, not its answers. */
const STATISTICS_MS = 24 * 3_600_000;
/** Between two steps of one tidying, so that requests come in between. */
const BREATH_MS = 50;
/** How long changes are kept: a process that was away for longer looks at the desk anew. */
const KEEP_CHANGES_MS = 7 * 24 * 3_600_000;

/** Work that goes on until it is stopped. */
export interface Upkeep {
  /** Resolves when the step under way is done. */
  stop(): Promise<void>;
}

/** Starts the upkeep of a desk. */
export function startUpkeep(desk: Desk): Upkeep {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [
    repeat(desk, WAKE_MS, "wake", signal, async () => await wakeDueConversations(desk) > 0),
    repeat(
      desk,
      TIDY_MS,
      "prune",
      signal,
      () => desk.store.write((tx) => pruneChanges(tx, desk.env.now() - KEEP_CHANGES_MS)),
    ),
    repeat(desk, TIDY_MS, "visitors", signal, () => forgetOldVisitors(desk)),
    repeat(desk, TIDY_MS, "sessions", signal, () => forgetEnded(desk)),
    repeat(desk, TIDY_MS, "merge", signal, () => desk.store.write(mergeSearch)),
    repeat(desk, STATISTICS_MS, "statistics", signal, countWords(desk)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** One pass over all words, a step a call. */
function countWords(desk: Pick<Desk, "store">): () => Promise<boolean> {
  let after: string | null = "";
  return async () => {
    after = await desk.store.write((tx) => refreshStatistics(tx, after ?? ""));
    return after !== null;
  };
}

/** Waits, then takes steps while there is more to do; and again. A step that fails is told, and waits for its next turn. */
async function repeat(
  { env, log }: { readonly env: Env; readonly log: Logger },
  everyMs: number,
  name: string,
  signal: AbortSignal,
  step: () => Promise<boolean>,
): Promise<void> {
  let wait = everyMs;
  while (!signal.aborted) {
    await env.sleep(wait, signal).catch(() => {});
    if (signal.aborted) return;
    try {
      wait = await step() ? BREATH_MS : everyMs;
    } catch (error) {
      log.warn("upkeep_failed", { step: name, error: errorName(error) });
      wait = everyMs;
    }
  }
}
