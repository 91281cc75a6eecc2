/**
 * Envelopes on their way, in the order in which they came. A batch is one transaction: it is what makes a thousand
 * durable messages a second possible. Each statement of a batch takes all its rows as one JSON parameter, so that the
 * SQL stays the same whatever the size.
 * @module
 */
import { sql } from "kysely";
import { releaseAllOf } from "./files.ts";
import type { RelayQuerier } from "./open.ts";
import { deleteSubscription } from "./push.ts";
import { ENVELOPE_STATE } from "./schema.ts";

/** One of (sender, recipient, id) is kept. */
export interface EnvelopeName {
  readonly sender: string;
  readonly recipient: string;
  readonly id: string;
}

/** An envelope to store; `body` is its JSON. */
export interface NewEnvelope extends EnvelopeName {
  readonly n: number;
  readonly body: string;
  /** Nothing that a person would look at. */
  readonly quiet: boolean;
}

/** What became of one: `at` is when it was first stored. */
export type StoreOutcome =
  | { readonly outcome: "stored" | "double"; readonly at: number }
  | { readonly outcome: "full" };

/** What an endpoint says of an envelope that it was given. */
export interface Acknowledgement extends EnvelopeName {
  /** Could not be opened: nothing is remembered, so that a new envelope of the same id is taken. */
  readonly unreadable: boolean;
}

/** An envelope to deliver. */
export interface HeldEnvelope {
  readonly seq: number;
  readonly sender: string;
  readonly id: string;
  readonly at: number;
  readonly body: string;
}

const keyOf = (name: EnvelopeName) => `${name.sender} ${name.recipient} ${name.id}`;
const namesOf = (names: readonly EnvelopeName[]) =>
  JSON.stringify(names.map((name) => [name.sender, name.recipient, name.id]));

/** Those of `names` that the relay knows, with their state and time. */
async function findStanding(
  db: RelayQuerier,
  names: readonly EnvelopeName[],
): Promise<Map<string, { readonly state: number; readonly at: number }>> {
  const { rows } = await sql<EnvelopeName & { state: number; at: number }>`
    select e.sender, e.recipient, e.id, e.state, e.at from json_each(${namesOf(names)}) j
    cross join envelope e on e.sender = j.value ->> 0 and e.recipient = j.value ->> 1 and e.id = j.value ->> 2
  `.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

async function countHeld(db: RelayQuerier, recipients: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ recipient: string; held: number }>`
    select j.value as recipient,
      (select count(*) from envelope e where e.recipient = j.value and e.state = 0) as held
    from json_each(${JSON.stringify([...new Set(recipients)])}) j
  `.execute(db);
  return new Map(rows.map((row) => [row.recipient, row.held]));
}

/**
 * Stores a batch in its order; answers in the same order. A double is told as such, whatever became of the first.
 * `maxQueue` bounds what waits for one recipient. Call it in a transaction.
 */
export async function storeEnvelopes(
  db: RelayQuerier,
  batch: readonly NewEnvelope[],
  now: number,
  maxQueue: number,
): Promise<StoreOutcome[]> {
  if (batch.length === 0) return [];
  const known = new Map([...await findStanding(db, batch)].map(([key, { at }]) => [key, at]));
  const held = await countHeld(db, batch.map((envelope) => envelope.recipient));
  const fresh: NewEnvelope[] = [];
  const outcomes = batch.map((envelope): StoreOutcome => {
    const at = known.get(keyOf(envelope));
    if (at !== undefined) return { outcome: "double", at };
    const waiting = held.get(envelope.recipient) ?? 0;
    if (waiting >= maxQueue) return { outcome: "full" };
    held.set(envelope.recipient, waiting + 1);
    known.set(keyOf(envelope), now);
    fresh.push(envelope);
    return { outcome: "stored", at: now };
  });
  if (fresh.length === 0) return outcomes;
  const rows = JSON.stringify(
    fresh.map(({ sender, recipient, id, n, body, quiet }) => [sender, recipient, id, n, body, quiet ? 1 : 0]),
  );
  await sql`
    insert into envelope (sender, recipient, id, at, body, quiet)
    select value ->> 0, value ->> 1, value ->> 2, ${now}, value ->> 4, value ->> 5 from json_each(${rows}) order by key
  `.execute(db);
  await sql`
    insert into mark (sender, recipient, n)
    select value ->> 0, value ->> 1, max(value ->> 3) from json_each(${rows}) group by 1, 2
    on conflict do update set n = max(n, excluded.n)
  `.execute(db);
  return outcomes;
}

/** Forgets the bodies of what was acknowledged; the names stay, to know a double by. Call it in a transaction. */
export async function acknowledgeEnvelopes(
  db: RelayQuerier,
  batch: readonly Acknowledgement[],
  now: number,
): Promise<void> {
  const stored = batch.filter((item) => !item.unreadable);
  const unreadable = batch.filter((item) => item.unreadable);
  const held = (names: readonly EnvelopeName[]) =>
    sql`select e.seq from json_each(${namesOf(names)}) j
      cross join envelope e on e.sender = j.value ->> 0 and e.recipient = j.value ->> 1 and e.id = j.value ->> 2
      where e.state = ${sql.lit(ENVELOPE_STATE.held)}`;
  if (stored.length > 0) {
    await sql`update envelope set state = ${
      sql.lit(ENVELOPE_STATE.acknowledged)
    }, body = null, settled_at = ${now}
      where seq in (${held(stored)})`.execute(db);
  }
  if (unreadable.length > 0) await sql`delete from envelope where seq in (${held(unreadable)})`.execute(db);
}

/** What waits for `recipient` after `seq`, oldest first. */
export async function listHeld(
  db: RelayQuerier,
  recipient: string,
  seq: number,
  limit: number,
): Promise<HeldEnvelope[]> {
  const { rows } = await sql<HeldEnvelope>`
    select seq, sender, id, at, body from envelope
    where recipient = ${recipient} and state = 0 and seq > ${seq} order by seq limit ${limit}
  `.execute(db);
  return [...rows];
}

/** How much waits for `recipient`, and since when. */
export async function queueOf(
  db: RelayQuerier,
  recipient: string,
): Promise<{ readonly count: number; readonly oldestAt: number | null }> {
  const { rows: [row] } = await sql<{ count: number; oldestAt: number | null }>`
    select count(*) as count, (select at from envelope where recipient = ${recipient} and state = 0 order by seq limit 1)
      as "oldestAt" from envelope where recipient = ${recipient} and state = 0
  `.execute(db);
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null };
}

/** How each of `names` stands, in their order; `unknown` was never stored, or was unreadable. */
export async function standingOf(
  db: RelayQuerier,
  names: readonly EnvelopeName[],
): Promise<("held" | "acknowledged" | "dropped" | "unknown")[]> {
  const words = { 0: "held", 1: "acknowledged", 2: "dropped" } as const;
  const known = await findStanding(db, names);
  return names.map((name) => words[known.get(keyOf(name))?.state as keyof typeof words] ?? "unknown");
}

/** The highest counter taken from `sender`, per recipient. */
export async function marksOf(
  db: RelayQuerier,
  sender: string,
): Promise<{ readonly peer: string; readonly n: number }[]> {
  return await db.selectFrom("mark").select(["recipient as peer", "n"]).where("sender", "=", sender)
    .execute();
}

/** Gives up at most `limit` envelopes that came before `before`. Their senders are to be told. */
export async function dropOldEnvelopes(
  db: RelayQuerier,
  before: number,
  now: number,
  limit: number,
): Promise<EnvelopeName[]> {
  const { rows } = await sql<EnvelopeName>`
    update envelope set state = ${sql.lit(ENVELOPE_STATE.dropped)}, body = null, settled_at = ${now}
    where seq in (select seq from envelope where state = 0 and at < ${before} order by at limit ${limit})
    returning sender, recipient, id
  `.execute(db);
  return [...rows];
}

/** What was dropped and `sender` has not been told of. */
export async function listUntold(db: RelayQuerier, sender: string, limit: number): Promise<EnvelopeName[]> {
  const { rows } = await sql<EnvelopeName>`
    select sender, recipient, id from envelope where sender = ${sender} and state = 2 and told = 0 limit ${limit}
  `.execute(db);
  return [...rows];
}

export async function markTold(db: RelayQuerier, names: readonly EnvelopeName[]): Promise<void> {
  await sql`update envelope set told = 1 where state = 2 and seq in (
    select e.seq from json_each(${namesOf(names)}) j
    cross join envelope e on e.sender = j.value ->> 0 and e.recipient = j.value ->> 1 and e.id = j.value ->> 2)
  `.execute(db);
}

/** Forgets the names of what was settled before `before`; a resubmission of those would be taken as new. */
export async function deleteSettled(db: RelayQuerier, before: number): Promise<void> {
  await db.deleteFrom("envelope").where("state", "<>", ENVELOPE_STATE.held).where("settled_at", "<", before)
    .execute();
}

/**
 * Forgets all of an endpoint that left: its keys, its anchor, what waits for it, its subscription, and the counters between
 * it and others.
 * What it sent before stays, since it was its account's word when it was sent.
 */
export async function forgetEndpoint(db: RelayQuerier, endpoint: string): Promise<void> {
  await db.deleteFrom("prekey").where("endpoint", "=", endpoint).execute();
  await db.deleteFrom("anchor").where("endpoint", "=", endpoint).execute();
  await db.deleteFrom("envelope").where("recipient", "=", endpoint).execute();
  await releaseAllOf(db, endpoint);
  await deleteSubscription(db, endpoint);
  await db.deleteFrom("mark").where((or) =>
    or.or([or("sender", "=", endpoint), or("recipient", "=", endpoint)])
  )
    .execute();
}
