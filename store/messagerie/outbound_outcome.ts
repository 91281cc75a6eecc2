/**
 * How sendings end, and what the provider says of them later (contract: messagerie §8). Every change of state adds to the
 * change feed in the same transaction.
 * @module
 */
import type { Kysely, Transaction } from "kysely";
import type { DeskSchema, OutboundState } from "./schema.ts";

/** How an attempt ended. */
export type AttemptEnd =
  /** `guessed`: the id was found at the provider after a crash, not told by it for this row. */
  | { readonly state: "sent"; readonly providerId: string; readonly guessed: boolean }
  | { readonly state: "failed" | "skipped"; readonly code: string }
  /** `in_flight`: the provider may have it, it has to be asked before anything is sent again. */
  | { readonly state: "pending" | "in_flight"; readonly code: string; readonly nextAttemptAt: number };

/**
 * Writes how an attempt ended, and a row in the change feed. What the provider accepted is written whatever became of
 * the lease; anything else only by its holder. When a part fails, the rest of its message is skipped.
 * @returns whether anything was written
 */
export async function endAttempt(
  trx: Transaction<DeskSchema>,
  lease: { readonly no: number; readonly owner: string },
  end: AttemptEnd,
  now: number,
): Promise<boolean> {
  if ("providerId" in end) {
    const taken = end.guessed && (await knownProviderIds(trx, [end.providerId])).has(end.providerId);
    if (!taken) return await acceptOutbound(trx, { no: lease.no }, end, now);
    // Another row was given this id since it was found: look again.
    end = { state: "in_flight", code: "UNCONFIRMED", nextAttemptAt: now };
  }
  const row = await trx.updateTable("outbound").set({
    state: end.state,
    code: end.code,
    lease_owner: null,
    next_attempt_at: "nextAttemptAt" in end ? end.nextAttemptAt : null,
    updated_at: now,
  }).where("no", "=", lease.no).where("lease_owner", "=", lease.owner)
    .returning(["conversation_no", "message_id"]).executeTakeFirst();
  if (row === undefined) return false;
  if (end.state === "failed" || end.state === "skipped") await skipRest(trx, lease.no, end.code, now);
  await tellChange(trx, row, now);
  return true;
}

/** Names a row: by its number, or by its message and part, or by the provider's id. */
export type OutboundName =
  | { readonly no: number }
  | { readonly messageId: string; readonly part: number }
  | { readonly providerId: string };

/**
 * Writes what the provider says of a message that it has. States only move forward: a late `sent` never undoes
 * `delivered`, and `delivered` holds against anything. The provider's word on an id outranks a guess made after a crash:
 * a row that had been given this id by mistake goes back to be looked for, then sent.
 * @returns whether anything was written
 */
export async function acceptOutbound(
  trx: Transaction<DeskSchema>,
  name: OutboundName,
  end: {
    readonly state: "sent" | "delivered" | "failed";
    readonly providerId: string;
    readonly code?: string;
  },
  now: number,
): Promise<boolean> {
  let query = trx.selectFrom("outbound").select(["no", "state", "provider_id"]);
  if ("no" in name) query = query.where("no", "=", name.no);
  else if ("messageId" in name) {
    query = query.where("message_id", "=", name.messageId).where("part", "=", name.part);
  } else query = query.where("provider_id", "=", name.providerId);
  const row = await query.executeTakeFirst();
  if (row === undefined) return false;
  // Given up without an answer is no word of the provider's: what it says later holds.
  const from = row.state === "failed" && row.provider_id === null ? "in_flight" : row.state;
  if (!movesForward(from, end.state)) return false;
  // A second sending of the same row (its first answer was lost) must not take the place of the one that is recorded.
  if (row.provider_id !== null && row.provider_id !== end.providerId) return false;
  await trx.updateTable("outbound")
    .set({ state: "in_flight", provider_id: null, next_attempt_at: now, updated_at: now })
    .where("provider_id", "=", end.providerId).where("no", "<>", row.no).execute();
  const written = await trx.updateTable("outbound").set({
    state: end.state,
    provider_id: end.providerId,
    code: end.code ?? null,
    lease_owner: null,
    next_attempt_at: null,
    updated_at: now,
  }).where("no", "=", row.no).returning(["conversation_no", "message_id"]).executeTakeFirstOrThrow();
  if (end.state === "failed") await skipRest(trx, row.no, end.code ?? "", now);
  await tellChange(trx, written, now);
  return true;
}

function movesForward(from: OutboundState, to: "sent" | "delivered" | "failed"): boolean {
  switch (to) {
    case "delivered":
      return from !== "delivered";
    case "failed":
      return from !== "delivered" && from !== "failed";
    case "sent":
      return from === "pending" || from === "in_flight";
  }
}

async function skipRest(trx: Transaction<DeskSchema>, no: number, code: string, now: number): Promise<void> {
  await trx.updateTable("outbound").set({ state: "skipped", code, next_attempt_at: null, updated_at: now })
    .where(
      "message_id",
      "=",
      (eb) => eb.selectFrom("outbound as f").select("f.message_id").where("f.no", "=", no),
    )
    .where("no", ">", no).where("state", "=", "pending").execute();
}

async function tellChange(
  trx: Transaction<DeskSchema>,
  row: { readonly conversation_no: number; readonly message_id: string },
  now: number,
): Promise<void> {
  await trx.insertInto("change").columns(["at", "kind", "conversation_no", "inbox_no", "message_id"])
    .expression((eb) =>
      eb.selectFrom("conversation").where("no", "=", row.conversation_no).select(({ val, ref }) => [
        val(now).as("at"),
        val("outbound").as("kind"),
        ref("no").as("conversation_no"),
        ref("inbox_no").as("inbox_no"),
        val(row.message_id).as("message_id"),
      ])
    ).execute();
}

/** Of `providerIds`, those that the queue already knows. */
export async function knownProviderIds(
  db: Kysely<DeskSchema>,
  providerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (providerIds.length === 0) return new Set();
  const rows = await db.selectFrom("outbound").where("provider_id", "in", providerIds).select("provider_id")
    .execute();
  return new Set(rows.map((row) => row.provider_id ?? ""));
}

/** The provider's ids of the conversation's earlier e-mails that left, oldest first: the newest `limit`. */
export async function earlierMailIds(
  db: Kysely<DeskSchema>,
  row: { readonly conversationNo: number; readonly no: number },
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.selectFrom("outbound").where("conversation_no", "=", row.conversationNo)
    .where("no", "<", row.no).where("channel", "=", "email").where("provider_id", "is not", null)
    .select("provider_id").orderBy("no", "desc").limit(limit).execute();
  return rows.map((earlier) => earlier.provider_id ?? "").reverse();
}
