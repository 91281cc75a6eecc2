/**
 * How many conversations each tab holds, for each reader. All readers of a process share one count by inbox, status and
 * assignee: what one of them sees is a sum over its few lines. It is made anew when something was written since: what a reader
 * wrote is in what they are told next. Counting takes a tenth of the time at most, and waits when it would take more.
 * @module
 */
import { latestChange } from "../../../store/messagerie/changes.ts";
import { type CountRow, countUnresolved } from "../../../store/messagerie/count_conversations.ts";
import { type PersonActor, reaches } from "../actor.ts";
import type { Desk } from "../desk.ts";
import type { CountsView, TabCount } from "./views.ts";

/** Of the time, at most one part in so many is spent on counting. */
const SHARE = 10;

interface Counted {
  readonly rows: readonly CountRow[];
  /** The last change that it knows of. */
  readonly change: number;
  /** By the clock that only goes forward: before then, none is made. */
  readonly nextAt: number;
}

const shared = new WeakMap<Desk["store"], Promise<Counted>>();

/** The counts as one person sees them. */
export async function countInbox(
  desk: Pick<Desk, "store" | "env">,
  actor: Pick<PersonActor, "agentNo" | "reach">,
): Promise<CountsView> {
  const rows = (await counted(desk)).filter(({ inboxNo }) => reaches(actor.reach, inboxNo));
  const sum = (wanted: (row: CountRow) => boolean): TabCount => {
    const total = { conversations: 0, unread: 0 };
    for (const row of rows) {
      if (!wanted(row)) continue;
      total.conversations += row.conversations;
      total.unread += row.unread;
    }
    return total;
  };
  return {
    unresolved: sum(() => true),
    queue: sum(({ status, assigneeNo }) => status === "open" && assigneeNo === null),
    mine: sum(({ assigneeNo }) => assigneeNo === actor.agentNo),
    ai: sum(({ status }) => status === "ai"),
    pending: sum(({ status }) => status === "pending"),
  };
}

async function counted(desk: Pick<Desk, "store" | "env">): Promise<readonly CountRow[]> {
  const under = shared.get(desk.store);
  // What failed is nobody's but its caller's.
  const known = await under?.catch(() => undefined);
  if (known !== undefined && await latestChange(desk.store.read) === known.change) return known.rows;
  // One that was begun meanwhile counts this caller's own writes too.
  const now = shared.get(desk.store);
  if (now !== undefined && now !== under) return (await now).rows;
  const fresh = count(desk, known?.nextAt ?? 0);
  shared.set(desk.store, fresh);
  return (await fresh).rows;
}

async function count({ store, env }: Pick<Desk, "store" | "env">, notBefore: number): Promise<Counted> {
  const early = notBefore - env.monotonic();
  if (early > 0) await env.sleep(early);
  const started = env.monotonic();
  const { change, rows } = await store.snapshot(async (db) => ({
    change: await latestChange(db),
    rows: await countUnresolved(db),
  }));
  const ended = env.monotonic();
  return { rows, change, nextAt: ended + (ended - started) * (SHARE - 1) };
}
