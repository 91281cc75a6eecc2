/**
 * One delivered envelope, judged in the contract's order: sender pinned? signature? prekey here? opens? ids equal? seen?
 * Pure but for the crypto: what is to be written and answered comes back.
 * @module
 */
import { type Envelope, openEnvelope } from "../envelope.ts";
import { ChannelFault, type ChannelFaultCode } from "../fault.ts";
import type { Payload } from "../payload.ts";
import type { EndpointState } from "./state.ts";
import { isControl } from "./outbox.ts";

/** What came of it. */
export type Verdict =
  /** New: to be stored. `spent`: the one-time prekey to destroy; `owed`: a receipt is due. */
  | { readonly is: "new"; readonly payload: Payload; readonly spent: string | null; readonly owed: boolean }
  /** Stored before. */
  | { readonly is: "double"; readonly owed: boolean }
  /** Authentic, but its key is lost: to be sealed again. */
  | { readonly is: "no-key" }
  /** Of nobody that is known: perhaps a newer roster knows. */
  | { readonly is: "stranger" }
  | { readonly is: "bad"; readonly code: ChannelFaultCode };

/** What a batch has taken already and the state does not know yet. */
export interface Taken {
  /** `sender id`, and whether a receipt is owed. */
  readonly seen: ReadonlyMap<string, boolean>;
  readonly spent: ReadonlySet<string>;
}

/** Judges `envelope`. Nothing that it holds makes this throw. */
export async function openDelivery(state: EndpointState, envelope: Envelope, taken: Taken): Promise<Verdict> {
  const { from, id, prekey } = envelope;
  const key = `${from} ${id}`;
  const isSeen = state.seen.has(from, id) || taken.seen.has(key);
  const double: Verdict = {
    is: "double",
    owed: state.seen.isOwed(from, id) || (taken.seen.get(key) ?? false),
  };
  let payload: Payload;
  try {
    payload = await openEnvelope(envelope, {
      self: state.self ?? "",
      senderKey: (endpoint) => state.peerKey(endpoint),
      prekeyPrivate: (wanted) => taken.spent.has(wanted) ? undefined : state.prekeys.secret(wanted)?.private,
    });
  } catch (error) {
    const code = error instanceof ChannelFault ? error.code : "NOT_OPENED";
    // The signature was good. The key of what was stored before is destroyed: a double, not a loss.
    if (code === "NO_KEY") return isSeen ? double : { is: "no-key" };
    return code === "SENDER_UNKNOWN" && envelope.to === state.self ? { is: "stranger" } : { is: "bad", code };
  }
  if (isSeen) return double;
  const spent = state.prekeys.secret(prekey)?.lastResort ? null : prekey;
  return { is: "new", payload, spent, owed: !isControl(payload) };
}
