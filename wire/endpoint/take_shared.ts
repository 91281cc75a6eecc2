/**
 * Agents that another device of the account passes on (contract: channel, Devices): their names, pairing keys and cards.
 * @module
 */
import { pinCard } from "../card.ts";
import { fromBase64url } from "../bytes.ts";
import { ChannelFault } from "../fault.ts";
import { isAgentId } from "../ids.ts";
import type { HistoryBody } from "../payload.ts";
import type { Core } from "./core.ts";
import type { EndpointRecord } from "./records.ts";
import { renew } from "./trust.ts";

/** Records to be written together with the history itself. Agents take none: they only learn their name from it. */
export async function takeShared(core: Core, from: string, body: HistoryBody): Promise<EndpointRecord[]> {
  if (core.isAgent || isAgentId(from)) return [];
  const records: EndpointRecord[] = [];
  for (const { id, name, pairingKey, card } of body.agents) {
    if (pairingKey === undefined) continue;
    const known = core.state.agents.get(id);
    let agent = renew(known, { id, name, pairingKey });
    if (agent.card === null && card) {
      try {
        const pinned = await pinCard(undefined, card, id, fromBase64url(pairingKey));
        const { previousKey, ...rest } = agent;
        agent = { ...rest, card: pinned };
        if (previousKey !== undefined && previousKey !== pinned.key) core.raise("agent-renewed", id);
      } catch (error) {
        if (!(error instanceof ChannelFault)) throw error;
        core.raise("card-forged", id);
      }
    }
    records.push({ t: "agent", agent });
  }
  return records;
}
