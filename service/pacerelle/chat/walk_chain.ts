/**
 * An account's chain of rosters from its beginning, for a device that is not in it yet and knows the hash of one of them by
 * other means than the relay's word: a recovery key on paper, or six digits that a person compared.
 * @module
 */
import { ChannelFault } from "../../../wire/fault.ts";
import {
  advanceRoster,
  pinFirstRoster,
  type PinnedRoster,
  rosterHash,
  type SignedRoster,
} from "../../../wire/roster.ts";
import type { Chat } from "./chat.ts";
import { refuse } from "./refusals.ts";

/** The roster of the known hash, and the newest one that follows it. */
export interface WalkedChain {
  readonly known: PinnedRoster;
  readonly latest: PinnedRoster;
}

/**
 * Walks the chain, which must pass through the roster whose hash is `hash`.
 * @returns undefined when it does not
 * @throws {Refusal} ROSTER_UNTRUSTED when what the relay shows is no chain; RelayRefusal, RelayUnreachable
 */
export async function walkChain(chat: Chat, hash: string): Promise<WalkedChain | undefined> {
  const chain: SignedRoster[] = [];
  for (;;) {
    const { rosters, latest } = await chat.call("fetchRosters", { after: chain.length });
    chain.push(...rosters);
    if (rosters.length === 0 || chain.length >= latest) break;
  }
  const hashes = await Promise.all(chain.map(({ roster }) => rosterHash(roster)));
  const index = hashes.indexOf(hash);
  const [first] = chain;
  const named = chain[index];
  if (!first || !named) return undefined;
  try {
    // Whatever the known one follows from is vouched for by its hash.
    await advanceRoster(await pinFirstRoster(first), chain.slice(0, index + 1));
    const known: PinnedRoster = { roster: named.roster, hash };
    return { known, latest: await advanceRoster(known, chain.slice(index)) };
  } catch (error) {
    throw error instanceof ChannelFault ? refuse("ROSTER_UNTRUSTED") : error;
  }
}
