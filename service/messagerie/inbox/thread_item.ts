/**
 * A row of a thread as the pages show it.
 * @module
 */
import type { Delivery } from "../../../store/messagerie/deliveries.ts";
import type { ThreadMessage } from "../../../store/messagerie/read_thread.ts";
import { MESSAGE_AUTHOR, MESSAGE_KIND } from "../../../store/messagerie/schema.ts";
import { eventView, isoDate, type SeesInbox } from "../message_view.ts";
import { deliveryWords } from "../outbound/delivery_codes.ts";
import type { DeliveryView, ThreadItemView } from "./views.ts";

/** One row, to a reader; `delivery`: how it left, where it had to. */
export function threadItemView(
  message: ThreadMessage,
  delivery: Delivery | undefined,
  seesInbox: SeesInbox,
): ThreadItemView {
  const head = { id: message.id, at: isoDate(message.createdAt) };
  if (message.deletedAt !== null) return { ...head, from: "deleted" };
  const text = message.body;
  const author = { id: message.agentId, name: message.authorName ?? message.agentName ?? "" };
  switch (message.kind) {
    case MESSAGE_KIND.note:
      return { ...head, from: "note", author, text, key: message.clientKey };
    case MESSAGE_KIND.event:
      return { ...head, from: "event", event: eventView(message.event ?? "{}", seesInbox) };
    case MESSAGE_KIND.handoff:
      return { ...head, from: "handoff" };
  }
  const files = message.files.map(({ id, name, mimeType, size, available }) => ({
    id,
    name,
    type: mimeType,
    size,
    available: available === 1,
  }));
  if (message.author === MESSAGE_AUTHOR.contact) return { ...head, from: "visitor", text, files };
  const sent = { ...head, text, files, delivery: delivery === undefined ? null : deliveryView(delivery) };
  if (message.author === MESSAGE_AUTHOR.ai) return { ...sent, from: "ai", confidence: message.confidence };
  return message.agentId === null
    ? { ...sent, from: "program", author }
    : { ...sent, from: "advisor", author, key: message.clientKey };
}

function deliveryView({ state, code, at }: Delivery): DeliveryView {
  return { state, code, reason: code === null ? null : deliveryWords(code), at: isoDate(at) };
}
