/**
 * Deliveries that cannot be tried: written as what they are, so that the thread shows why a message did not leave.
 * @module
 */
import type { Transaction } from "kysely";
import type { DeskSchema, OutboundTable } from "./schema.ts";

/** Writes a delivery that is finished before it began. */
export async function insertSkipped(
  trx: Transaction<DeskSchema>,
  row: {
    readonly messageId: string;
    readonly conversationNo: number;
    readonly channel: OutboundTable["channel"];
    readonly code: string;
    readonly at: number;
  },
): Promise<void> {
  await trx.insertInto("outbound").values({
    message_id: row.messageId,
    conversation_no: row.conversationNo,
    channel: row.channel,
    recipient: "",
    state: "skipped",
    next_attempt_at: null,
    lease_owner: null,
    provider_id: null,
    code: row.code,
    created_at: row.at,
    updated_at: row.at,
  }).execute();
}
