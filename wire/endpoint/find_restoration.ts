/**
 * Finds out that this state is older than what was sent with it: a backup was restored (contract: channel, Delivery; pacerelle
 * §2). Counters then go on above what the relay has seen; nothing is numbered twice.
 * @module
 */
import type { Welcome } from "../live.ts";
import type { Core } from "./core.ts";
import type { EndpointRecord } from "./records.ts";

/** A mark that leaves no room above it is a lie: there are not that many messages. */
const MAX_MARK = Number.MAX_SAFE_INTEGER / 2;

/**
 * Compares the relay's marks and prekeys with this state, and writes down what it finds. `unknownPrekeys`: how many the relay
 * holds whose private halves are not here. Answers whether a backup was restored.
 */
export async function findRestoration(
  core: Core,
  welcome: Welcome,
  unknownPrekeys: number,
): Promise<boolean> {
  const { state, env } = core;
  const ahead = welcome.marks.filter(({ peer, n }) => n > state.counters.sent(peer) && n < MAX_MARK);
  if (ahead.length === 0 && unknownPrekeys === 0) return false;
  const records: EndpointRecord[] = ahead.map(({ peer, n }) => ({ t: "mark", peer, n }));
  const restoration = { at: env.now(), peers: ahead.map(({ peer }) => peer), prekeys: unknownPrekeys };
  await core.append([...records, { t: "restored", restoration }]);
  core.log.warn("state_restored", { peers: ahead.length, prekeys: unknownPrekeys });
  core.raise("restored", null);
  return true;
}
