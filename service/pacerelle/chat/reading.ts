/**
 * What a person is shown of a conversation, and what the agent is told about that.
 * @module
 */
import type { Chat } from "./chat.ts";
import { type Entry, isAgents, type PersonState, personState } from "./entry.ts";
import { CATCH_UP_MS, FLUSH_MS, QUIET_MS, UPLOAD_MS, WITHHELD_MS } from "./limits.ts";
import { MAX_ITEMS } from "../../../wire/limits.ts";
import { refuse } from "./refusals.ts";

/** An entry as it is shown. */
export interface ShownEntry {
  readonly entry: Entry;
  /** Where an own message stands; null for the agent's. */
  readonly state: PersonState | null;
  /** The answer that stands, of a widget that has one. */
  readonly answer: Entry | null;
}

/** Fetches what waits at the relay; false when the relay cannot be reached: what is shown then is what was there. */
export async function catchUp(chat: Chat): Promise<boolean> {
  if (await chat.connect() !== undefined) return false;
  const endpoint = await chat.endpoint();
  const since = chat.env.monotonic();
  while (endpoint.status.state === "connected") {
    const waited = chat.env.monotonic() - since;
    const left = (endpoint.behind > 0 ? WITHHELD_MS : QUIET_MS) - Math.min(chat.quietMs, waited);
    if (left <= 0 || waited >= CATCH_UP_MS) break;
    // Looks again soon: what is behind may be there at any moment.
    await chat.env.sleep(Math.min(left, QUIET_MS, CATCH_UP_MS - waited));
  }
  return true;
}

/** The conversation with an agent, oldest first; after the entry `since` where one is named. @throws {Refusal} MESSAGE_NOT_FOUND */
export function conversation(chat: Chat, agent: string, since?: string): ShownEntry[] {
  const entries = chat.state.log.of(agent);
  const index = since === undefined ? -1 : entries.findIndex(({ id }) => id === since);
  if (since !== undefined && index < 0) throw refuse("MESSAGE_NOT_FOUND");
  return entries.slice(index + 1).map((entry) => show(chat, entry));
}

/** An entry with what belongs to it. */
export function show(chat: Chat, entry: Entry): ShownEntry {
  return {
    entry,
    state: personState(entry),
    answer: entry.kind === "widget" ? chat.state.log.answerTo(entry) ?? null : null,
  };
}

/** Tells the agent that its messages were shown to the person. */
export async function markSeen(chat: Chat, entries: readonly Entry[]): Promise<void> {
  const endpoint = await chat.endpoint();
  const byAgent = Map.groupBy(
    entries.filter((entry) => isAgents(entry) && entry.state === "arrived"),
    ({ agent }) => agent,
  );
  for (const [agent, unseen] of byAgent) {
    const conversationId = unseen[0]?.conversation;
    for (let start = 0; conversationId !== undefined && start < unseen.length; start += MAX_ITEMS) {
      const ids = unseen.slice(start, start + MAX_ITEMS).map(({ id }) => id);
      await endpoint.send({
        conversation: conversationId,
        audience: { to: "endpoint", endpoint: agent },
        content: { kind: "receipt", body: { ids, state: "read" } },
      });
    }
  }
}

/** Waits for files to be at the relay, as long as there is a connection and room. */
export async function uploaded(chat: Chat): Promise<void> {
  const endpoint = await chat.endpoint();
  const { files } = chat.state.endpoint;
  await chat.until(
    () =>
      files.size === 0 || endpoint.status.state !== "connected" ||
      endpoint.alerts.some(({ kind }) => kind === "files-full"),
    UPLOAD_MS,
  );
}

/** Gives what waits, receipts and copies a moment to leave; what does not leaves at the next run. */
export async function flush(chat: Chat): Promise<void> {
  const endpoint = await chat.endpoint();
  const { outbox, owed } = chat.state.endpoint;
  const isUnknown = (peer: string) => chat.state.endpoint.peerKey(peer) === undefined;
  // An agent that was never here may be by now: that is asked before what waits for it is left for another run.
  if (endpoint.status.state === "connected" && outbox.peersWith("pending").some(isUnknown)) {
    await lookUp(chat);
  }
  await chat.until(() => {
    if (endpoint.status.state !== "connected") return true;
    return owed.size === 0 && outbox.peersWith("sealed").length === 0 &&
      outbox.peersWith("pending").every(isUnknown);
  }, FLUSH_MS);
}

/** Looks at the newest rosters and cards, for as long as {@linkcode flush} may take. */
async function lookUp(chat: Chat): Promise<void> {
  const done = new AbortController();
  void (await chat.endpoint()).sync().catch(() => {}).finally(() => done.abort());
  await chat.env.sleep(FLUSH_MS, done.signal).catch(() => {});
}
