/**
 * Reading what is to be done, or waiting for it.
 * @module
 */
import { cursorAt, readCursor } from "./cursor.ts";
import type { Request } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import {
  DEFAULT_WAIT_MESSAGES,
  DEFAULT_WAIT_SECONDS,
  MAX_ANSWER_TEXT,
  MAX_WAIT_SECONDS,
  PROGRESS_MS,
} from "./limits.ts";
import { refuseFinal, refuseRefused } from "./refused_connection.ts";
import { fitting, type MessageView, messageView } from "./views.ts";

/** What to wait for. */
export interface WaitInput {
  readonly cursor?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly limit?: number | undefined;
}

/** What a wait may use of its call. */
export interface WaitCall {
  readonly signal: AbortSignal;
  progress(progress: number, total?: number, message?: string): void;
}

/** What came. `remaining` counts pending requests after the last one given. */
export interface Waited {
  readonly messages: readonly MessageView[];
  readonly cursor: string;
  readonly remaining: number;
  readonly waitedSeconds: number;
  /** What to do next, when nothing came. */
  readonly next?: string;
}

const NOTHING =
  "Rien de nouveau, ce qui est normal : appelez de nouveau wait_for_messages pour continuer d’écouter.";

/**
 * Pending requests at once, oldest first; else waits. Marks nothing. Ends at once, empty, when the call is cancelled.
 * @throws {Refusal} INVALID_REQUEST; TOKEN_REFUSED or RELAY_REFUSED when nothing can come
 */
export async function waitForMessages(inbox: Inbox, input: WaitInput, call: WaitCall): Promise<Waited> {
  const { env, state } = inbox;
  const after = readCursor(state, input.cursor);
  const limit = input.limit ?? DEFAULT_WAIT_MESSAGES;
  const seconds = Math.min(input.timeoutSeconds ?? DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS);
  const started = env.monotonic();
  const waited = () => env.monotonic() - started;
  let told = 0;
  for (;;) {
    inbox.check();
    const found = [...state.pending.values()].filter(({ seq }) => seq > after);
    if (found.length > 0) return answer(found, limit, waited());
    refuseFinal(inbox.channel.status);
    const left = seconds * 1000 - waited();
    if (left <= 0 || call.signal.aborted) break;
    // Whatever else wakes it, a sign of life is not put off.
    await inbox.changed(Math.max(0, Math.min(left, told + PROGRESS_MS - waited())), call.signal);
    if (waited() - told >= PROGRESS_MS) {
      told = waited();
      call.progress(Math.round(told / 1000), seconds);
    }
  }
  // One that will be asked again may still give in: it is told only when waiting was in vain.
  if (!call.signal.aborted) refuseRefused(inbox.channel.status);
  return {
    messages: [],
    cursor: cursorAt(state.last),
    remaining: 0,
    waitedSeconds: toSeconds(waited()),
    next: NOTHING,
  };
}

function answer(found: readonly Request[], limit: number, waited: number): Waited {
  const given = fitting(found.slice(0, limit), ({ text }) => text.length, MAX_ANSWER_TEXT);
  return {
    messages: given.map(messageView),
    cursor: cursorAt(given.at(-1) ?? { seq: 0, id: "" }),
    remaining: found.length - given.length,
    waitedSeconds: toSeconds(waited),
  };
}

function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
