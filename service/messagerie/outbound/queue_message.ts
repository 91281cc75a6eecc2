/**
 * Queues a message that leaves by SMS or e-mail; every write that sends goes through here.
 * @module
 */
import type { Transaction } from "kysely";
import { enqueueOutbound } from "../../../store/messagerie/outbound.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { smsParts } from "./sms_text.ts";

/**
 * Adds a message to the outbound queue, inside the transaction that writes it; `desk.wakeOutbound()` comes after the
 * commit (contract: messagerie §8). `recipient`: an E.164 number or an e-mail address. `at`: milliseconds since the epoch.
 */
export async function queueMessage(
  trx: Transaction<DeskSchema>,
  message: {
    readonly messageId: string;
    readonly conversationNo: number;
    readonly channel: "sms" | "email";
    readonly recipient: string;
    readonly body: string;
    readonly at: number;
  },
): Promise<void> {
  const { body, ...row } = message;
  await enqueueOutbound(trx, { ...row, parts: row.channel === "sms" ? smsParts(body).length : 1 });
}
