/**
 * How a message stands as a whole, from how its recipients stand (contract: pacerelle §1, Sends): never more than is true.
 * @module
 */
import type { SendState } from "./sends.ts";
import type { OutgoingMessage, Recipient, RecipientState } from "./records.ts";

/** From least to furthest. */
const RANK: readonly SendState[] = [
  "refused",
  "queued",
  "uncertain",
  "submitted",
  "delivered",
  "processed",
  "read",
];

/** How far a receipt, or an acknowledgement, has brought a recipient; those that are through need nothing more. */
const THROUGH: ReadonlySet<RecipientState> = new Set(["received", "processed", "read", "done", "refused"]);

/** Whether nothing more is to be sent to a recipient in this state. */
export function isThrough(state: RecipientState): boolean {
  return THROUGH.has(state);
}

/** `notTaken`: the relay has said that it did not take the bytes. */
function stateOf(recipient: Recipient, notTaken: boolean): SendState {
  switch (recipient.state) {
    case "pending":
      return "queued";
    case "sealed":
      return notTaken ? "queued" : "uncertain";
    case "submitted":
    case "done":
      return "submitted";
    case "received":
      return "delivered";
    default:
      return recipient.state;
  }
}

/** Whether `to` is one whom the message is for, and not one of the sender's own devices that gets a copy. */
function isPrimary(message: OutgoingMessage, to: string): boolean {
  return message.audience.to !== "agent" || message.audience.agent === to;
}

/** The furthest of the recipients that count. */
export function summarize(
  message: OutgoingMessage,
  recipients: ReadonlyMap<string, Recipient>,
  notTaken: (to: string) => boolean,
): { readonly state: SendState; readonly at: number; readonly by?: string; readonly code?: string } {
  let best: { state: SendState; at: number; by?: string; code?: string } | undefined;
  for (const [to, recipient] of recipients) {
    if (!isPrimary(message, to)) continue;
    const state = stateOf(recipient, notTaken(to));
    if (best && RANK.indexOf(state) <= RANK.indexOf(best.state)) continue;
    best = { state, at: recipient.at, by: to };
    if (recipient.code !== undefined) best.code = recipient.code;
  }
  return best ?? { state: "queued", at: message.at };
}
