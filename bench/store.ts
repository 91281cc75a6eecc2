/**
 * How fast the desk's store answers on a large desk, each call beside a reference in the same run: the same SQL given
 * straight to the driver, or for search a look through every text in memory. Every answer of a search is compared with
 * that look; a wrong one fails the bench.
 *
 *     deno run -A bench/store.ts [--conversations 10000] [--messages 100000] [--calls 200] [--queries 40] [--runs 1]
 *       [--seed 1]
 *
 * `--runs 3` times each read three times and keeps the least: on a machine that others use, that is what it costs.
 */
import { parseArgs } from "node:util";
import NativeDatabase from "libsql";
import { Kysely, sql } from "kysely";
import { systemEnv } from "../base/env.ts";
import { silentLogger } from "../base/log.ts";
import type { TokenActor } from "../service/messagerie/actor.ts";
import type { Desk } from "../service/messagerie/desk.ts";
import { sendReply } from "../service/messagerie/send_reply.ts";
import { startCheckpoints } from "../store/libsql/checkpoints.ts";
import { bindable, type SqlConnection } from "../store/libsql/connection.ts";
import { LibsqlDialect } from "../store/libsql/dialect.ts";
import { openNative } from "../store/libsql/native.ts";
import { listContacts } from "../store/messagerie/list_contacts.ts";
import { type ConversationFilter, listConversations } from "../store/messagerie/list_conversations.ts";
import { openDeskStore } from "../store/messagerie/open.ts";
import { readThread } from "../store/messagerie/read_thread.ts";
import type { DeskSchema } from "../store/messagerie/schema.ts";
import { searchMessages } from "../store/messagerie/search/mod.ts";
import { openBenchDesk } from "./store/desk.ts";
import { HEAD, row, Stopwatch } from "./store/measure.ts";
import { Oracle } from "./store/oracle.ts";
import { queryClasses } from "./store/queries.ts";
import { seeded } from "./store/random.ts";

const { values } = parseArgs({
  options: {
    conversations: { type: "string", default: "10000" },
    messages: { type: "string", default: "100000" },
    calls: { type: "string", default: "200" },
    queries: { type: "string", default: "40" },
    runs: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});
const CALLS = Number(values.calls);
const QUERIES = Number(values.queries);
const RUNS = Number(values.runs);
const say = (line: string) => void Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));

const size = { conversations: Number(values.conversations), messages: Number(values.messages) };
const { store: built, path, tongues } = await openBenchDesk(size, say);
await built.close();

/** A reader that keeps what was last asked, so that the same can be asked without anything in between. */
const asked: { sql: string; parameters: readonly unknown[] }[] = [];
const plain = openNative(path, { busyTimeoutMs: 0 });
const recording: SqlConnection = {
  ...plain,
  execute(statement, parameters) {
    asked.push({ sql: statement, parameters });
    return plain.execute(statement, parameters);
  },
};
recording.execute("pragma cache_size = -16384", []);
const db = new Kysely<DeskSchema>({
  dialect: new LibsqlDialect({ connection: recording, begin: () => Promise.reject(new Error("only reads")) }),
});
const bare = new NativeDatabase(path);
bare.exec("pragma cache_size = -16384");
const prepared = new Map<string, ReturnType<typeof bare.prepare>>();

/** Measures a call, and then the statements that it made, given straight to the driver. */
async function beside<Input>(
  name: string,
  inputs: readonly Input[],
  call: (input: Input) => Promise<unknown>,
  target?: number,
): Promise<void> {
  const ours = new Stopwatch(RUNS);
  const reference = new Stopwatch(RUNS);
  let most = 0;
  for (const input of inputs) {
    await ours.time(() => {
      asked.length = 0;
      return call(input);
    });
    most = Math.max(most, asked.length);
    const statements = asked.map(({ sql, parameters }) => {
      const statement = prepared.get(sql) ?? bare.prepare(sql);
      prepared.set(sql, statement);
      return { statement, bound: parameters.map(bindable) };
    });
    await reference.time(() => {
      for (const { statement, bound } of statements) statement.all(bound);
    });
  }
  say(row(name, ours.measured, {
    statements: String(most),
    reference: reference.measured,
    ...(target === undefined ? {} : { target }),
  }));
}

const random = seeded(Number(values.seed));
const SCOPES = { all: null, "3 inboxes": [0, 3, 7, 12], "inbox 18": [0, 18], "inbox 19": [19] } as const;
const repeated = <Item>(item: Item) => Array.from({ length: CALLS }, () => item);

say(
  `\n${size.conversations} conversations, ${size.messages} messages, seed ${values.seed}, least of ${RUNS} runs\n\n${HEAD}`,
);

const filters: Readonly<Record<string, Omit<ConversationFilter, "scope" | "limit">>> = {
  unresolved: { status: "unresolved" },
  pending: { status: "pending" },
  resolved: { status: "resolved" },
  "all of one agent": { status: "all", assigneeNo: 7 },
  "unresolved of nobody": { status: "unresolved", assigneeNo: null },
};
for (const [name, filter] of Object.entries(filters)) {
  for (const [place, scope] of Object.entries(SCOPES)) {
    await beside(
      `list_conversations, ${name}, ${place}`,
      repeated({ ...filter, scope, limit: 50 }),
      (input) => listConversations(db, input),
      5,
    );
  }
}

const { rows: threads } = await sql<{ no: number }>`select conversation_no as no from message
  group by 1 having count(*) between 18 and 22 limit ${CALLS}`.execute(db);
if (threads.length > 0) {
  await beside(
    "thread of 20 messages",
    threads.map((thread) => thread.no),
    (conversationNo) => readThread(db, { conversationNo }),
    2,
  );
}

const contactQueries = [
  "",
  "bonjour",
  "an",
  "e",
  "martin",
  "@exemple",
  "06 12",
  "+33612",
  "612345",
  "introuvable",
  "de la",
];
for (const [place, scope] of Object.entries(SCOPES)) {
  await beside(
    `list_contacts, ${contactQueries.length} kinds of query, ${place}`,
    repeated(0).map((_, at) => contactQueries[at % contactQueries.length] ?? ""),
    (query) => listContacts(db, { query, scope, limit: 200 }),
  );
}

const oracle = await Oracle.read(db);
let wrong = 0;
const every = new Stopwatch(RUNS);
/** The inbox that writes another language than most queries are in: told apart, since hardly anything is found there. */
const hard = new Stopwatch(RUNS);
for (const [name, draw] of Object.entries(queryClasses(tongues))) {
  const ours = new Stopwatch(RUNS);
  const reference = new Stopwatch();
  let most = 0;
  for (const [place, scope] of Object.entries({ ...SCOPES, foreign: [20] })) {
    for (let count = 0; count < QUERIES; count++) {
      const query = draw(random, () => oracle.text(random.below(oracle.size)));
      const watch = place === "foreign" ? hard : ours;
      const found = await watch.time(() => {
        asked.length = 0;
        return searchMessages(db, { query, scope, limit: 20 });
      });
      most = Math.max(most, asked.length);
      const right = await reference.time(() => oracle.search(query, scope, 20));
      if (JSON.stringify(found.map((one) => one.messageId)) !== JSON.stringify(right)) {
        wrong++;
        say(`WRONG: ${JSON.stringify(query)} in ${place}`);
      }
    }
  }
  every.add(ours);
  say(
    row(`search, ${name}`, ours.measured, {
      statements: `≤ ${most}`,
      reference: reference.measured,
      target: 20,
    }),
  );
}
say(row("search, all classes", every.measured, { target: 5 }));
say(row("search, all classes in an inbox of another language", hard.measured));
await db.destroy();
bare.close();

const copy = `${path}.written`;
await Deno.copyFile(path, copy);
let statements = 0;
const store = await openDeskStore({ url: `file:${copy}`, env: systemEnv, onStatement: () => statements++ });
const checkpoints = await startCheckpoints(store, `file:${copy}`);
const desk: Desk = {
  store,
  env: systemEnv,
  log: silentLogger,
  channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
  wakeOutbound: () => {},
  wakeFeed: () => {},
};
const actor: TokenActor = {
  kind: "token",
  tokenNo: 1,
  tokenId: "bench",
  label: "Bench",
  prefix: "bench000",
  access: "write",
  surfaces: ["mcp"],
  inboxIds: null,
  expiresAt: null,
  reach: { all: true },
};
const open = await store.read.selectFrom("conversation").select("id").where("status", "=", "open").limit(
  2_000,
).execute();
await store.write((trx) =>
  sql`create table bench_reference (no integer primary key, text text)`.execute(trx)
);
const replies = new Stopwatch();
const commits = new Stopwatch();
const ids = open.map((conversation) => conversation.id);
statements = 0;
let made = 0;
for (let count = 0; count < CALLS * 3; count++) {
  const before = statements;
  const conversationId = random.pick(ids);
  const text = `Bonjour, la commande ${count} part demain : merci de votre patience, et à très bientôt.`;
  await replies.time(() => sendReply(desk, actor, { conversationId, text }));
  made = Math.max(made, statements - before);
  // The least that a durable write costs here: one row, one commit.
  await commits.time(() =>
    store.write((trx) => sql`insert into bench_reference (text) values (${text})`.execute(trx))
  );
}
say(row("reply, whole transaction", replies.measured, {
  statements: String(made),
  reference: commits.measured,
  target: 10,
}));
await checkpoints.close();
await store.close();
for (const end of ["", "-wal", "-shm"]) await Deno.remove(copy + end).catch(() => {});
if (wrong > 0) {
  say(`\n${wrong} answers differ from the oracle's`);
  Deno.exit(1);
}
say("\nevery answer of a search equals the oracle's");
