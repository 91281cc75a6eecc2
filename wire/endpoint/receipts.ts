/**
 * Sealed receipts `received` for what was stored: many messages in one, written down before they are owed no more, and
 * sent like any message. Nothing is owed for a receipt or a nack.
 * @module
 */
import { newId, newShortId } from "../ids.ts";
import { MAX_ITEMS } from "../limits.ts";
import type { Core } from "./core.ts";
import type { EndpointRecord } from "./records.ts";

/** Writes the receipts that are owed. Answers whether there were any. */
export async function writeReceipts(core: Core): Promise<boolean> {
  const { state, env } = core;
  const records: EndpointRecord[] = [];
  for (const [peer, owed] of state.owed) {
    const ids = [...owed];
    for (let start = 0; start < ids.length; start += MAX_ITEMS) {
      const settles = ids.slice(start, start + MAX_ITEMS);
      records.push({
        t: "out",
        message: {
          id: newShortId(env),
          conversation: newId("conversation", env),
          at: env.now(),
          audience: { to: "endpoint", endpoint: peer },
          content: { kind: "receipt", body: { ids: settles, state: "received" } },
        },
        recipients: [peer],
        settles,
      });
    }
  }
  if (records.length > 0) await core.append(records);
  return records.length > 0;
}
