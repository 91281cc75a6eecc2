/**
 * Builds a desk of a given size in a database file, the same for the same seed; kept under `.cache/` between runs.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { systemEnv } from "../../base/env.ts";
import { contactText } from "../../store/messagerie/contact_search/contact_text.ts";
import { rebuildContactIndex } from "../../store/messagerie/contact_search/contact_index.ts";
import { type DeskStore, openDeskStore } from "../../store/messagerie/open.ts";
import type { DeskSchema } from "../../store/messagerie/schema.ts";
import { rebuildSearch } from "../../store/messagerie/search/mod.ts";
import { type Random, seeded } from "./random.ts";
import { type Languages, languages, textOf } from "./words.ts";

/** How large. */
export interface DeskSize {
  readonly conversations: number;
  readonly messages: number;
}

/** 18 and 19 are small, 19 only has old conversations, 20 writes English; 0 is "no inbox". */
export const INBOXES = 20;
const YEAR_MS = 365 * 86_400_000;
const START = 1_700_000_000_000;
const BATCH = 2_000;
/** Raised when what is generated changes. */
const VERSION = 3;

function inboxFor(random: Random, age: number): number {
  const draw = random.next();
  if (draw < 0.005) return 0;
  if (draw < 0.015) return 18;
  if (draw < 0.048 && age < 0.3) return 19;
  if (draw > 0.96) return 20;
  return 1 + random.below(17);
}

/** Inserts objects of one shape, a statement per batch. */
async function insertAll(
  trx: Kysely<DeskSchema>,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const values = sql.join(columns.map((_, at) => sql`value ->> ${sql.lit(at)}`));
  for (let at = 0; at < rows.length; at += BATCH) {
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${values} from json_each(${JSON.stringify(rows.slice(at, at + BATCH))})`.execute(trx);
  }
}

/** An id that sorts like its number. */
export function idOf(kind: "a" | "b" | "c" | "d", number: number): string {
  return `00000000-0000-7000-8000-${kind}${number.toString(16).padStart(11, "0")}`;
}

async function fill(
  trx: Kysely<DeskSchema>,
  size: DeskSize,
  random: Random,
  tongues: Languages,
): Promise<void> {
  const { conversations, messages } = size;
  await insertAll(trx, "site", ["no", "id", "name", "created_at"], [[1, idOf("d", 1), "Boutique", START]]);
  await insertAll(
    trx,
    "inbox",
    ["no", "id", "name", "site_no", "created_at"],
    Array.from({ length: INBOXES }, (_, at) => [at + 1, idOf("b", at + 1), `Boîte ${at + 1}`, 1, START + at]),
  );
  await insertAll(
    trx,
    "agent",
    ["no", "id", "login", "name", "role", "created_at"],
    Array.from(
      { length: 50 },
      (_, at) => [at + 1, idOf("a", at + 1), `agent${at}`, `Agent ${at}`, "agent", START],
    ),
  );
  const contact = Array.from({ length: conversations }, (_, at) => {
    const name = `${tongues.french.draw(random)} ${tongues.french.draw(random)}${random.below(100)}`;
    const email = `${name.replace(" ", ".")}@exemple.fr`;
    const phone = `+336${String(10_000_000 + random.below(89_999_999))}`;
    return [
      at + 1,
      idOf("c", at + 1),
      1,
      name,
      email,
      phone,
      contactText({ name, email, phone }),
      START,
      START,
    ];
  });
  await insertAll(
    trx,
    "contact",
    ["no", "id", "site_no", "name", "email", "phone", "search", "created_at", "updated_at"],
    contact,
  );
  const inboxes = Array.from({ length: conversations }, (_, at) => inboxFor(random, at / conversations));
  await insertAll(
    trx,
    "conversation",
    [
      "no",
      "id",
      "contact_no",
      "site_no",
      "inbox_no",
      "status",
      "assignee_no",
      "last_message_at",
      "created_at",
    ],
    inboxes.map((inbox, at) => {
      const isOpen = random.next() < (at > conversations * 0.95 ? 0.7 : 0.01);
      const status = isOpen ? random.pick(["open", "open", "ai", "pending"]) : "resolved";
      const assignee = random.next() < 0.6 ? 1 + random.below(50) : null;
      return [
        at + 1,
        idOf("c", at + 1),
        1 + random.below(conversations),
        1,
        inbox,
        status,
        assignee,
        0,
        START,
      ];
    }),
  );
  const last = new Float64Array(conversations + 1);
  const lastText: string[] = [];
  const around = Math.min(500, conversations);
  let rows: unknown[][] = [];
  const flush = async () => {
    await insertAll(
      trx,
      "message",
      ["seq", "id", "conversation_no", "inbox_no", "kind", "author", "body", "created_at"],
      rows,
    );
    rows = [];
  };
  for (let seq = 1; seq <= messages; seq++) {
    const middle = (seq / messages) * (conversations + around) - around / 2;
    const at = Math.min(Math.max(Math.floor(middle + (random.next() - 0.5) * around), 0), conversations - 1);
    const inbox = inboxes[at] ?? 0;
    const draw = random.next();
    const kind = draw < 0.87 ? 0 : draw < 0.92 ? 1 : 2;
    const body = kind === 2 ? "" : textOf(random, inbox === 20 ? tongues.english : tongues.french);
    const time = START + Math.floor((seq / messages) * YEAR_MS);
    rows.push([seq, idOf("d", seq), at + 1, inbox, kind, kind === 2 ? 3 : random.below(3), body, time]);
    last[at + 1] = time;
    if (kind === 0) lastText[at + 1] = body.slice(0, 200);
    if (rows.length === BATCH) await flush();
  }
  await flush();
  const dates = JSON.stringify(inboxes.map((_, at) => [at + 1, last[at + 1], lastText[at + 1] ?? ""]));
  await sql`update conversation set last_message_at = d.value ->> 1, last_text = d.value ->> 2, last_from = 'visitor'
    from json_each(${dates}) d where conversation.no = d.value ->> 0`.execute(trx);
  await sql`insert into contact_inbox (inbox_no, contact_no, last_message_at, conversations)
    select inbox_no, contact_no, max(last_message_at), count(*) from conversation group by 1, 2`.execute(trx);
  await sql`update contact set last_message_at = c.at, conversations = c.n
    from (select contact_no, max(last_message_at) as at, count(*) as n from conversation group by 1) c
    where contact.no = c.contact_no`.execute(trx);
  await sql`insert into conversation_tag (conversation_no, folded, label, color, position)
    select no, 'livraison', 'Livraison', '#64748b', 0 from conversation where no % 3 = 0`.execute(trx);
}

/** Opens the desk of this size, building it when it is not there yet. */
export async function openBenchDesk(
  size: DeskSize,
  say: (line: string) => void,
): Promise<{ readonly store: DeskStore; readonly path: string; readonly tongues: Languages }> {
  const random = seeded(20_261);
  const tongues = languages(random);
  await Deno.mkdir(".cache/bench", { recursive: true });
  const path = `.cache/bench/desk-${size.conversations}-${size.messages}-v${VERSION}.db`;
  const isThere = await Deno.stat(path).then(() => true, () => false);
  if (!isThere) {
    const draft = `${path}.draft`;
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(draft + end).catch(() => {});
    const store = await openDeskStore({ url: `file:${draft}`, env: systemEnv });
    let since = performance.now();
    const lap = (what: string) => {
      say(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
      since = performance.now();
    };
    await store.write(async (trx) => {
      await fill(trx, size, random, tongues);
      lap("rows");
    });
    lap("commit");
    await store.write(async (trx) => {
      await rebuildSearch(trx);
      lap("message index");
      await rebuildContactIndex(trx);
      lap("contact index");
    });
    await sql`pragma wal_checkpoint(truncate)`.execute(store.read);
    await store.close();
    lap("commit, checkpoint, close");
    await Deno.rename(draft, path);
    // The driver closes a file only when its statements are collected: what it left beside is empty by now.
    for (const end of ["-wal", "-shm"]) await Deno.remove(draft + end).catch(() => {});
  }
  return { store: await openDeskStore({ url: `file:${path}`, env: systemEnv }), path, tongues };
}
