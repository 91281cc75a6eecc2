/**
 * Whether a message to the visitor also has to leave: by SMS or e-mail it does, on the web page it does not
 * (contract: messagerie §8).
 * @module
 */
import type { ConversationRow } from "../../store/messagerie/conversations.ts";
import { insertSkipped } from "../../store/messagerie/skipped_outbound.ts";
import type { DeliveryCode } from "./outbound/delivery_codes.ts";
import { queueMessage } from "./outbound/queue_message.ts";
import type { Write } from "./write.ts";

/** Why a message cannot leave at all. */
const NO_CHANNEL: DeliveryCode = "CHANNEL_UNAVAILABLE";
const NO_RECIPIENT: DeliveryCode = "RECIPIENT_MISSING";

/**
 * Puts a message in the outbound queue when its conversation's channel is not the web. Without settings for the channel,
 * or without an address, its delivery is `skipped` with a code: the reply stays in the thread and the team sees that it
 * did not leave.
 */
export async function queueText(
  w: Write,
  conversation: Pick<ConversationRow, "no" | "channel" | "contact_phone" | "contact_email">,
  message: { readonly messageId: string; readonly body: string; readonly recipient?: string | undefined },
): Promise<void> {
  const { channel } = conversation;
  if (channel === "web") return;
  const recipient = message.recipient ??
    (channel === "sms" ? conversation.contact_phone : conversation.contact_email);
  const row = { messageId: message.messageId, conversationNo: conversation.no, channel, at: w.at };
  if (!w.desk.channels[channel].available) {
    await insertSkipped(w.db, { ...row, code: NO_CHANNEL });
  } else if (recipient === null || recipient === "") {
    await insertSkipped(w.db, { ...row, code: NO_RECIPIENT });
  } else {
    await queueMessage(w.db, { ...row, recipient, body: message.body });
    w.queued();
  }
}
