/**
 * The outbound queue: what has to leave by SMS or e-mail (contract: messagerie §8). Always: `next_attempt_at` is set while
 * a row waits, `lease_owner` while a process sends it, neither once it is finished. Of one conversation only the earliest
 * unfinished row is ever leased, so a later message never overtakes it.
 * @module
 */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DeskSchema, OutboundTable } from "./schema.ts";

type OutboundChannel = OutboundTable["channel"];

/** A clock that went back further than this is taken for a jump, not for two machines that differ a little. */
const CLOCK_SLACK_MS = 60_000;

/** An index condition: must stay the same text as in the migration for SQLite to use the partial index. */
const unfinished = (alias: string) => sql<boolean>`${sql.ref(`${alias}.state`)} in ('pending', 'in_flight')`;

/**
 * Adds a message to the queue, inside the transaction that writes it. `parts`: how many sendings it takes (see
 * `queueMessage` of the service, which every write goes through).
 */
export async function enqueueOutbound(
  trx: Transaction<DeskSchema>,
  row: {
    readonly messageId: string;
    readonly conversationNo: number;
    readonly channel: OutboundChannel;
    readonly recipient: string;
    readonly parts: number;
    readonly at: number;
  },
): Promise<void> {
  await trx.insertInto("outbound").values(Array.from({ length: row.parts }, (_, index) => ({
    message_id: row.messageId,
    part: index + 1,
    conversation_no: row.conversationNo,
    channel: row.channel,
    recipient: row.recipient,
    state: "pending" as const,
    next_attempt_at: row.at,
    lease_owner: null,
    provider_id: null,
    code: null,
    created_at: row.at,
    updated_at: row.at,
  }))).execute();
}

/** A row that its holder alone may send, with what composing the message takes. */
export interface LeasedOutbound {
  readonly no: number;
  readonly messageId: string;
  readonly part: number;
  readonly conversationNo: number;
  readonly conversationId: string;
  readonly channel: OutboundChannel;
  readonly recipient: string;
  /** This one included. */
  readonly attempts: number;
  /** An earlier attempt was cut short: the provider may already have the message. */
  readonly uncertain: boolean;
  readonly createdAt: number;
  readonly body: string;
  readonly deleted: boolean;
  readonly authorName: string | null;
  readonly site: string;
}

/**
 * Takes up to `limit` rows to send: the earliest unfinished one of each conversation, when it is due at `now` or when it
 * is among `abandoned` (leases whose holder is gone). Serialised among processes by the write lock.
 */
export async function leaseOutbound(
  trx: Transaction<DeskSchema>,
  ask: {
    readonly owner: string;
    readonly now: number;
    readonly channels: readonly OutboundChannel[];
    readonly limit: number;
    readonly abandoned: readonly number[];
  },
): Promise<readonly LeasedOutbound[]> {
  if (ask.channels.length === 0 || ask.limit <= 0) return [];
  const heads = trx.selectFrom("outbound as o")
    .innerJoin("message as m", "m.id", "o.message_id")
    .innerJoin("conversation as c", "c.no", "o.conversation_no")
    .innerJoin("site as s", "s.no", "c.site_no")
    .where("o.channel", "in", ask.channels)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("outbound as e").select("e.no")
          .whereRef("e.conversation_no", "=", "o.conversation_no")
          .whereRef("e.no", "<", "o.no")
          .where(unfinished("e")),
      ))
    )
    .select([
      "o.no",
      "o.message_id as messageId",
      "o.part",
      "o.conversation_no as conversationNo",
      "c.id as conversationId",
      "o.channel",
      "o.recipient",
      "o.attempts",
      "o.state",
      "o.created_at as createdAt",
      "m.body",
      "m.deleted_at as deletedAt",
      "m.author_name as authorName",
      "s.name as site",
    ]);
  const due = await heads.where("o.next_attempt_at", "<=", ask.now)
    .orderBy("o.next_attempt_at").orderBy("o.no").limit(ask.limit).execute();
  const abandoned = ask.abandoned.length === 0 ? [] : await heads.where("o.no", "in", ask.abandoned)
    .where("o.lease_owner", "is not", null).limit(ask.limit).execute();
  const rows = [...abandoned, ...due].slice(0, ask.limit);
  if (rows.length > 0) {
    await trx.updateTable("outbound").set((eb) => ({
      state: "in_flight" as const,
      lease_owner: ask.owner,
      next_attempt_at: null,
      attempts: eb("attempts", "+", 1),
      updated_at: ask.now,
    })).where("no", "in", rows.map((row) => row.no)).execute();
  }
  return rows.map(({ state, deletedAt, ...row }) => ({
    ...row,
    attempts: row.attempts + 1,
    uncertain: state === "in_flight",
    deleted: deletedAt !== null,
  }));
}

/** A lease as others see it: unchanged for long enough, its holder is gone. */
export interface HeldLease {
  readonly no: number;
  readonly owner: string;
  readonly attempts: number;
}

/** The leases that somebody holds now. */
export async function heldLeases(db: Kysely<DeskSchema>): Promise<readonly HeldLease[]> {
  const rows = await db.selectFrom("outbound").where("lease_owner", "is not", null)
    .select(["no", "lease_owner as owner", "attempts"]).execute();
  return rows.map((row) => ({ ...row, owner: row.owner ?? "" }));
}

/** When the next row that is not due at `now` comes due; null when none waits. */
export async function nextOutboundAt(
  db: Kysely<DeskSchema>,
  channels: readonly OutboundChannel[],
  now: number,
): Promise<number | null> {
  if (channels.length === 0) return null;
  const row = await db.selectFrom("outbound").where("next_attempt_at", ">", now).where(
    "channel",
    "in",
    channels,
  )
    .select("next_attempt_at as at").orderBy("next_attempt_at").limit(1).executeTakeFirst();
  return row?.at ?? null;
}

/**
 * Makes due the rows that were scheduled by a clock well ahead of `now`: the clock has gone back, and they would wait
 * for as long as it jumped. Each gets one early attempt and no more.
 */
export async function reviveOutbound(trx: Transaction<DeskSchema>, now: number): Promise<void> {
  await trx.updateTable("outbound").set({ next_attempt_at: now, updated_at: now })
    .where("next_attempt_at", ">", now).where("updated_at", ">", now + CLOCK_SLACK_MS).execute();
}
