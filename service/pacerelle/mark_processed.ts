/**
 * Saying that requests are dealt with.
 * @module
 */
import { SendFault } from "../../wire/endpoint/api.ts";
import { faultRefusal } from "./deliver.ts";
import type { InboxRecord, Request } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { invalid, refuse } from "./refusals.ts";

/** What to mark. */
export interface MarkInput {
  readonly messageId?: string | undefined;
  readonly messageIds?: readonly string[] | undefined;
}

/** What is marked now, and how many requests still wait. */
export interface Marked {
  readonly processed: readonly string[];
  readonly remaining: number;
}

/**
 * Marks requests, all or none, and tells the person's devices. Marking again changes nothing.
 * @throws {Refusal} INVALID_REQUEST, MESSAGE_NOT_FOUND
 */
export async function markProcessed(
  inbox: Inbox,
  { messageId, messageIds = [] }: MarkInput,
): Promise<Marked> {
  const { state } = inbox;
  const ids = [...new Set(messageId === undefined ? messageIds : [messageId, ...messageIds])];
  if (ids.length === 0) {
    throw invalid({ field: "messageId", message: "Il faut messageId, ou messageIds pour plusieurs." });
  }
  const unknown = ids.filter((id) => state.request(id) === undefined);
  if (unknown.length > 0) throw refuse("MESSAGE_NOT_FOUND", { messageIds: unknown });
  const open = ids.flatMap((id) => state.pending.get(id) ?? []);
  if (open.length > 0) await mark(inbox, open);
  return { processed: ids, remaining: state.pending.size };
}

/** The mark and the first receipt are one batch: whoever is told of the mark will also be told by the receipt. */
async function mark(inbox: Inbox, requests: readonly Request[]): Promise<void> {
  const record: InboxRecord = {
    t: "processed",
    ids: requests.map(({ id }) => id),
    at: inbox.env.now(),
  };
  let alongside: readonly InboxRecord[] = [record];
  for (const [conversation, ids] of byConversation(requests)) {
    try {
      await inbox.channel.send({
        conversation,
        audience: { to: "devices" },
        content: { kind: "receipt", body: { ids, state: "processed" } },
      }, { alongside });
      alongside = [];
    } catch (error) {
      if (!(error instanceof SendFault)) throw error;
      if (error.code === "STOPPED") throw faultRefusal(error.code);
      // The mark counts for itself; the person's devices go without the receipt.
      inbox.log.warn("inbox.receipt_not_sent", { code: error.code });
    }
  }
  if (alongside.length > 0) await inbox.store.append(alongside);
}

function byConversation(requests: readonly Request[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, conversation } of requests) {
    groups.set(conversation, [...groups.get(conversation) ?? [], id]);
  }
  return groups;
}
