/**
 * What devices of one account tell each other: agents, and the history that a new device is given; and what an agent is
 * told of itself, its name. All of it sealed (payload `history`).
 * @module
 */
import { fromBase64url, toHex, utf8 } from "../../../wire/bytes.ts";
import { macCard } from "../../../wire/card.ts";
import { hkdf } from "../../../wire/hash.ts";
import type { Audience, KnownAgent } from "../../../wire/endpoint/records.ts";
import type { HistoryBody, HistoryEntry, SharedAgent } from "../../../wire/payload.ts";
import { newId } from "../../../wire/ids.ts";
import type { Chat } from "./chat.ts";
import type { Entry } from "./entry.ts";
import { HISTORY_CHUNK_BYTES, MAX_PASSED } from "./limits.ts";

/** An agent with its key and, where it is pinned, its card. */
async function shared({ id, name, pairingKey, card }: KnownAgent): Promise<SharedAgent> {
  if (card === null) return { id, name, pairingKey };
  return { id, name, pairingKey, card: await macCard(card, fromBase64url(pairingKey)) };
}

/** The conversation that goes on with an agent; a first one that every device of the account derives alike. */
export async function conversationOf(chat: Chat, agent: KnownAgent): Promise<string> {
  const current = chat.state.log.conversationOf(agent.id);
  if (current !== undefined) return current;
  const bytes = await hkdf(fromBase64url(agent.pairingKey), utf8(agent.id), utf8("first-conversation"), 16);
  return `conversation_${toHex(bytes)}`;
}

async function sendHistory(chat: Chat, audience: Audience, body: HistoryBody): Promise<string | undefined> {
  const endpoint = await chat.endpoint();
  if (chat.state.endpoint.recipientsOf(audience).length === 0) return undefined;
  const conversation = newId("conversation", chat.env);
  return (await endpoint.send({ conversation, audience, content: { kind: "history", body } })).id;
}

/** Tells the account's other devices of agents. */
export async function shareAgents(chat: Chat, ids: readonly string[]): Promise<void> {
  const known = ids.flatMap((id) => chat.state.endpoint.agents.get(id) ?? []);
  const agents = await Promise.all(known.map(shared));
  await sendHistory(chat, { to: "devices" }, { part: 1, parts: 1, entries: [], agents });
}

/** Tells an agent how the person calls it. */
export async function tellName(chat: Chat, id: string, name: string): Promise<void> {
  const body = { part: 1, parts: 1, entries: [], agents: [{ id, name }] };
  await sendHistory(chat, { to: "endpoint", endpoint: id }, body);
}

const historyEntry = ({ state: _state, code: _code, ...entry }: Entry): HistoryEntry => entry as HistoryEntry;

/** Chunks whose JSON stays under {@linkcode HISTORY_CHUNK_BYTES}, oldest entries first. */
export function chunkHistory(entries: readonly Entry[]): HistoryEntry[][] {
  const chunks: HistoryEntry[][] = [];
  let bytes = Infinity;
  for (const entry of entries.map(historyEntry)) {
    const size = utf8(JSON.stringify(entry)).length + 1;
    if (bytes + size > HISTORY_CHUNK_BYTES) {
      chunks.push([]);
      bytes = 0;
    }
    bytes += size;
    chunks.at(-1)?.push(entry);
  }
  return chunks;
}

/**
 * Passes agents and history to a new device; written durably, so that it arrives whatever happens to this one.
 * @returns the ids of the messages that carry it
 */
export async function passHistory(chat: Chat, device: string): Promise<string[]> {
  const agents = await Promise.all([...chat.state.endpoint.agents.values()].map(shared));
  const entries = [...chat.state.log.all()].toSorted((a, b) => a.at - b.at).slice(-MAX_PASSED);
  // The agents first and alone: a full list of them leaves no room beside a full chunk.
  const parts: Pick<HistoryBody, "entries" | "agents">[] = [
    { entries: [], agents },
    ...chunkHistory(entries).map((chunk) => ({ entries: chunk, agents: [] })),
  ];
  const ids: string[] = [];
  for (const [index, content] of parts.entries()) {
    const body = { part: index + 1, parts: parts.length, ...content };
    const id = await sendHistory(chat, { to: "endpoint", endpoint: device }, body);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}
