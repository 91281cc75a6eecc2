/**
 * How a conversation's messages left, as the thread shows it (contract: messagerie §8).
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema, OutboundState, OutboundTable } from "./schema.ts";

/** How a message left. */
export interface Delivery {
  readonly messageId: string;
  readonly channel: OutboundTable["channel"];
  /** Of a message in parts: failed when one part is, else that of the part that is the furthest behind. */
  readonly state: OutboundState;
  /** Why it failed or was skipped, or where that is asked for why it is tried again; null otherwise. */
  readonly code: string | null;
  /** Date of the last change of state. */
  readonly at: number;
}

const BEHIND: readonly OutboundState[] = ["failed", "skipped", "pending", "in_flight", "sent", "delivered"];

/** The deliveries of a conversation's messages, in the order in which they were queued. */
export async function deliveriesOf(
  db: Kysely<DeskSchema>,
  conversationNo: number,
): Promise<readonly Delivery[]> {
  const rows = await db.selectFrom("outbound").where("conversation_no", "=", conversationNo)
    .select(["message_id as messageId", "channel", "state", "code", "updated_at as at"]).orderBy("no")
    .execute();
  return whole(rows);
}

/** The deliveries of these messages, in the order in which they were queued; what is tried again says why, too. */
export async function deliveriesOfMessages(
  db: Kysely<DeskSchema>,
  messageIds: readonly string[],
): Promise<readonly Delivery[]> {
  if (messageIds.length === 0) return [];
  const rows = await db.selectFrom("outbound")
    .where("message_id", "in", sql<string>`(select value from json_each(${JSON.stringify(messageIds)}))`)
    .select(["message_id as messageId", "channel", "state", "code", "updated_at as at"]).orderBy("no")
    .execute();
  return whole(rows, { saysWhyAgain: true });
}

/** A message in parts is one delivery. */
function whole(rows: readonly Delivery[], { saysWhyAgain = false } = {}): readonly Delivery[] {
  const deliveries = new Map<string, Delivery>();
  for (const row of rows) {
    const isLost = row.state === "failed" || row.state === "skipped";
    const isTriedAgain = saysWhyAgain && (row.state === "pending" || row.state === "in_flight");
    const code = isLost || isTriedAgain ? row.code : null;
    const earlier = deliveries.get(row.messageId);
    if (earlier === undefined) deliveries.set(row.messageId, { ...row, code });
    else {
      const behind = BEHIND.indexOf(row.state) < BEHIND.indexOf(earlier.state) ? { ...row, code } : earlier;
      deliveries.set(row.messageId, { ...behind, at: Math.max(earlier.at, row.at) });
    }
  }
  return [...deliveries.values()];
}
