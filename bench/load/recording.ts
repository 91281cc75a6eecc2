/**
 * The SQL of a call, recorded once and repeated by a bare handler: the same statements on the same tables, without the
 * service, the protocol or a query builder in between. What must be new each time (ids, dates, the number of a new
 * message) is put in anew.
 */
import { uuidv7 } from "../../base/uuid.ts";
import type { Env } from "../../base/env.ts";
import type { SqlConnection } from "../../store/libsql/connection.ts";

/** "Now" while a call is recorded: far from every real date, so that it is known again wherever it stands. */
export const RECORDED_NOW = Date.UTC(2100, 0, 1);
/** What the ids of that instant begin with. */
const NEW_ID = new RegExp(
  uuidv7({ now: () => RECORDED_NOW, randomBytes: (length) => new Uint8Array(length) }).slice(0, 14) +
    "[0-9a-f-]{22}",
  "g",
);

/** One statement as it was seen. */
export interface Seen {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What a repetition puts in. */
interface Fresh {
  readonly now: number;
  readonly ids: Map<string, string>;
  /** Numbers that inserts have answered with in this repetition. */
  readonly seqs: number[];
}

type Slot = (fresh: Fresh) => unknown;

interface Step {
  readonly sql: string;
  readonly slots: readonly Slot[];
}

/** Something to repeat. */
export interface Recording {
  readonly steps: readonly Step[];
}

/** Makes a recording; `nextSeq` is the number that the first message added in it was given. */
export function recordingOf(seen: readonly Seen[], nextSeq: number): Recording {
  return {
    steps: seen.map(({ sql, parameters }) => ({
      sql,
      slots: parameters.map((value) => slotOf(value, nextSeq)),
    })),
  };
}

function slotOf(value: unknown, nextSeq: number): Slot {
  if (value === RECORDED_NOW) return ({ now }) => now;
  if (value === nextSeq) return ({ seqs }) => seqs[0];
  if (typeof value !== "string") return () => value;
  const isNew = value.match(NEW_ID) !== null || value.includes(String(RECORDED_NOW)) ||
    value.includes(String(nextSeq));
  if (!isNew) return () => value;
  return ({ now, ids, seqs }) =>
    value.replace(NEW_ID, (id) => ids.get(id) ?? "")
      .replaceAll(String(RECORDED_NOW), String(now))
      .replaceAll(String(nextSeq), String(seqs[0]));
}

/** Repeats a recording; gives every row that its queries answered with. */
export async function repeat(
  { steps }: Recording,
  connection: SqlConnection,
  env: Pick<Env, "now" | "randomBytes">,
): Promise<readonly unknown[]> {
  const fresh: Fresh = { now: env.now(), ids: new FreshIds(env), seqs: [] };
  const all: unknown[] = [];
  for (const { sql, slots } of steps) {
    const { rows } = await connection.execute(sql, slots.map((slot) => slot(fresh)));
    for (const row of rows) {
      all.push(row);
      if (typeof row["seq"] === "number" && /^insert/i.test(sql)) fresh.seqs.push(row["seq"]);
    }
  }
  return all;
}

/** A new id for each that was recorded, the same throughout a repetition. */
class FreshIds extends Map<string, string> {
  readonly #env: Pick<Env, "now" | "randomBytes">;

  constructor(env: Pick<Env, "now" | "randomBytes">) {
    super();
    this.#env = env;
  }

  override get(recorded: string): string {
    let id = super.get(recorded);
    if (id === undefined) this.set(recorded, id = uuidv7(this.#env));
    return id;
  }
}
