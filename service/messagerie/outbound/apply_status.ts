/**
 * What a provider says later of a message that it has.
 * @module
 */
import { UUID_PATTERN } from "../../../base/uuid.ts";
import { acceptOutbound } from "../../../store/messagerie/outbound_outcome.ts";
import type { Desk } from "../desk.ts";
import type { DeliveryCode } from "./delivery_codes.ts";

/** A provider's word, already authenticated. */
export interface ProviderStatus {
  readonly providerId: string;
  readonly state: "sent" | "delivered" | "failed";
  readonly code?: DeliveryCode;
  /** The message and part that were given along; settles a message whose acceptance was never written. */
  readonly named?: { readonly messageId: string; readonly part: number } | undefined;
}

/**
 * Writes a provider's word (contract: messagerie §8). Words that come late or twice, or of messages that are not ours,
 * change nothing. @returns whether anything changed
 */
export async function applyProviderStatus(
  desk: Pick<Desk, "store" | "env" | "wakeFeed" | "wakeOutbound">,
  status: ProviderStatus,
): Promise<boolean> {
  const { providerId, state, code, named } = status;
  const changed = await desk.store.write(async (trx) => {
    const end = { state, providerId, ...(code === undefined ? {} : { code }) };
    const now = desk.env.now();
    if (named !== undefined && UUID_PATTERN.test(named.messageId)) {
      return await acceptOutbound(trx, named, end, now);
    }
    return await acceptOutbound(trx, { providerId }, end, now);
  });
  if (changed) {
    desk.wakeFeed();
    // The next of this conversation may have been waiting for it.
    desk.wakeOutbound();
  }
  return changed;
}
