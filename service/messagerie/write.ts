/**
 * How the service writes: whether the actor may, then one transaction, then, once it is committed, a nudge to those who
 * follow the change feed and to the outbound queue. Nothing is nudged when nothing was committed.
 * @module
 */
import type { Transaction } from "kysely";
import { uuidv7 } from "../../base/uuid.ts";
import type { DeskSchema } from "../../store/messagerie/schema.ts";
import type { Actor } from "./actor.ts";
import type { Desk } from "./desk.ts";
import { refuse } from "./refusals.ts";

/** A write under way. */
export interface Write {
  readonly db: Transaction<DeskSchema>;
  readonly desk: Desk;
  /** When it happens: one instant for the whole transaction. */
  readonly at: number;
  newId(): string;
  /** Says that something waits in the outbound queue. */
  queued(): void;
}

/**
 * The first check of every write: the edges make it too, and hide the tools; this one holds whoever calls.
 * @throws {Refusal} `TOKEN_READ_ONLY`
 */
export function mayWrite(actor: Actor): void {
  if (actor.kind === "token" && actor.access !== "write") throw refuse("TOKEN_READ_ONLY");
}

/** Runs `work` in one transaction: all of it or nothing. */
export async function write<Result>(desk: Desk, work: (write: Write) => Promise<Result>): Promise<Result> {
  let outbound = false;
  const result = await desk.store.write((db) => {
    outbound = false;
    const at = desk.env.now();
    return work({
      db,
      desk,
      at,
      newId: () => uuidv7(desk.env, at),
      queued: () => {
        outbound = true;
      },
    });
  });
  desk.wakeFeed();
  if (outbound) desk.wakeOutbound();
  return result;
}
