/**
 * Prekeys: published by their owner, handed out once, to the account's own endpoints only.
 * @module
 */
import {
  addPrekeys,
  claimPrekey,
  type HeldPrekeys,
  heldPrekeys,
  withdrawPrekeys,
} from "../../../store/relay/prekeys.ts";
import { listEndpoints } from "../../../store/relay/presence.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { MAX_PREKEYS_HELD, MIN_PREKEYS_AVAILABLE, PREKEY_LIFETIME_MS } from "../../../wire/limits.ts";
import { type SignedPrekey, verifyPrekey } from "../../../wire/prekey.ts";
import type { Principal } from "../principal.ts";
import { refuse } from "../refusals.ts";
import type { Handlers, RouteContext } from "./handler.ts";

async function checkPrekeys(
  context: RouteContext,
  { endpoint, key }: Principal,
  prekeys: readonly SignedPrekey[],
): Promise<void> {
  if (key === null) throw refuse("CARD_MISSING");
  const now = context.env.now();
  // Twice the usual life, for clocks that differ: claimed keys are remembered until they expire.
  if (prekeys.some(({ expires }) => expires > now + 2 * PREKEY_LIFETIME_MS)) throw refuse("PREKEY_REFUSED");
  try {
    await Promise.all(prekeys.map((prekey) => verifyPrekey(prekey, endpoint, key, now)));
  } catch (error) {
    if (error instanceof ChannelFault) throw refuse("PREKEY_REFUSED", { reason: error.code });
    throw error;
  }
}

const isEmpty = ({ oneTime, lastResort }: HeldPrekeys) => oneTime.length === 0 && lastResort === null;

/** Who has asked for a key in vain need not ask again and again: there is one now. */
function tellPeers({ hub }: RouteContext, { account, endpoint, kind }: Principal): void {
  const changed = kind === "agent"
    ? { type: "changed", what: "agent", agent: endpoint } as const
    : { type: "changed", what: "devices" } as const;
  hub.tell(
    account,
    changed,
    ({ principal }) => principal.endpoint !== endpoint && (kind === "device" || principal.kind === "device"),
  );
}

export const prekeyHandlers: Pick<Handlers, "publishPrekeys" | "claimPrekeys"> = {
  async publishPrekeys(context, caller, { prekeys, withdraw = [] }) {
    await checkPrekeys(context, caller, prekeys);
    const { held, isFirst } = await context.store.write(async (db) => {
      const before = await heldPrekeys(db, caller.endpoint, context.env.now());
      await withdrawPrekeys(db, caller.endpoint, withdraw);
      await addPrekeys(db, caller.endpoint, prekeys);
      const now = await heldPrekeys(db, caller.endpoint, context.env.now());
      // Thrown inside the transaction: nothing of the batch is kept.
      if (now.oneTime.length > MAX_PREKEYS_HELD) throw refuse("PREKEY_REFUSED", { max: MAX_PREKEYS_HELD });
      const isFirst = isEmpty(before) && !isEmpty(now);
      return { held: now, isFirst };
    });
    if (isFirst) tellPeers(context, caller);
    return { oneTime: held.oneTime.length, lastResort: held.lastResort };
  },

  async claimPrekeys(context, { account, endpoint: self }, { endpoints }) {
    const now = context.env.now();
    const low: [string, number][] = [];
    const prekeys = await context.store.write(async (db) => {
      const own = new Set((await listEndpoints(db, account)).map(({ id }) => id));
      const answer: { endpoint: string; prekey: SignedPrekey | null }[] = [];
      for (const endpoint of endpoints) {
        const isPeer = own.has(endpoint) && endpoint !== self;
        answer.push({ endpoint, prekey: (isPeer && await claimPrekey(db, endpoint, now)) || null });
        if (!isPeer) continue;
        const { oneTime } = await heldPrekeys(db, endpoint, now);
        if (oneTime.length < MIN_PREKEYS_AVAILABLE) low.push([endpoint, oneTime.length]);
      }
      return answer;
    });
    for (const [endpoint, held] of low) {
      context.hub.tell(
        account,
        { type: "changed", what: "prekeys", held },
        (connection) => connection.endpoint === endpoint,
      );
    }
    return { prekeys };
  },
};
