/**
 * Throughput of `tools/call` through the whole server (HTTP edge, token, limit, protocol, service, store), as a ratio to a
 * bare `Deno.serve` handler that repeats the very same SQL and answers with its rows in a text block, as a tool must. Both in this process, on one
 * database file, one after the other in pairs; the load comes from another process. Fails below 0.7.
 *
 *     deno run -A bench/messagerie.ts [--seconds 1] [--pairs 9]
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { systemEnv } from "../base/env.ts";
import { silentLogger } from "../base/log.ts";
import { parseMessage } from "../server/mcp/message.ts";
import { createDeskDispatcher } from "../server/messagerie/desk_dispatcher.ts";
import { startServer } from "../server/messagerie/serve.ts";
import { readSettings } from "../server/messagerie/settings.ts";
import type { Desk } from "../service/messagerie/desk.ts";
import { authenticate } from "../service/messagerie/tokens/authenticate.ts";
import { formatToken, hashSecret, mintToken } from "../service/messagerie/tokens/token_text.ts";
import { openNative } from "../store/libsql/native.ts";
import { type DeskStore, openDeskStore } from "../store/messagerie/open.ts";
import { startGenerator } from "./load/generator.ts";
import { RECORDED_NOW, type Recording, recordingOf, repeat, type Seen } from "./load/recording.ts";
import { idOf, openBenchDesk } from "./store/desk.ts";

const SIZE = { conversations: 5_000, messages: 100_000 };
/** 240 requests a minute each: enough for every request of a minute. */
const TOKENS = 2_000;
const CONNECTIONS = 8;
const TARGET = 0.8;
const FLOOR = 0.7;

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "1" }, pairs: { type: "string", default: "9" } },
});
const say = (line: string) => void Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));

/** The requests of each tool, in turn; of conversations those that are open, each with some twenty messages. */
function requests(open: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const call = (name: string, args: object) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const words = ["livraison", "bonjour", "merci", "commande", "prix", "jour", "faire", "avoir"];
  return {
    whoami: [call("whoami", {})],
    list_conversations: [
      call("list_conversations", {}),
      call("list_conversations", { status: "all", limit: 20 }),
      call("list_conversations", { inbox_id: idOf("b", 3) }),
    ],
    get_conversation: open.map((id) => call("get_conversation", { conversation_id: id, limit: 20 })),
    search_messages: words.map((query) => call("search_messages", { query })),
    send_reply: open.map((id) =>
      call("send_reply", {
        conversation_id: id,
        text: "Votre commande est **en route** : elle arrive demain.",
      })
    ),
  };
}

async function addTokens(store: DeskStore): Promise<string[]> {
  const minted = Array.from({ length: TOKENS }, () => mintToken(systemEnv));
  await store.write(async (trx) => {
    const { no } = await trx.insertInto("agent").values({
      id: crypto.randomUUID(),
      login: "bench",
      name: "Bench",
      role: "supervisor",
      active: true,
      created_at: Date.now(),
    }).returning("no").executeTakeFirstOrThrow();
    for (const token of minted) {
      await trx.insertInto("token").values({
        id: crypto.randomUUID(),
        label: "Robot",
        prefix: token.prefix,
        secret_hash: hashSecret(token.secret),
        access: "write",
        rest: true,
        mcp: true,
        created_by: no,
        created_at: Date.now(),
        // Used just now, so that no request of the bench writes it.
        last_used_at: Date.now(),
      }).execute();
    }
  });
  return minted.map(formatToken);
}

/** Records the SQL of every request on a copy of the database, each after one like it has warmed what it touches. */
async function record(
  path: string,
  token: string,
  bodies: readonly string[],
): Promise<Map<string, Recording>> {
  const seen: Seen[] = [];
  const env = { ...systemEnv, now: () => RECORDED_NOW };
  const onStatement = (sql: string, parameters: readonly unknown[]) => void seen.push({ sql, parameters });
  const store = await openDeskStore({ url: `file:${path}`, env, onStatement });
  const nowhere = { available: false, inboxId: null };
  const desk: Desk = {
    store,
    env,
    log: silentLogger,
    channels: { sms: nowhere, email: nowhere },
    wakeFeed: () => {},
    wakeOutbound: () => {},
  };
  await store.read.updateTable("token").set({ last_used_at: RECORDED_NOW }).execute();
  const dispatcher = createDeskDispatcher(desk);
  const recordings = new Map<string, Recording>();
  for (const body of [...bodies, ...bodies]) {
    const { last } = await store.read.selectFrom("message").select((eb) => eb.fn.max("seq").as("last"))
      .executeTakeFirstOrThrow();
    seen.length = 0;
    const actor = await authenticate(desk, `Bearer ${token}`, "mcp");
    const parsed = parseMessage(body);
    if (parsed.kind !== "message") throw new Error("a bad request");
    const { signal } = new AbortController();
    const reply = await dispatcher.handle(parsed.message, { desk, actor }, { signal });
    if (reply.body?.includes('"isError":true')) throw new Error(reply.body);
    recordings.set(body, recordingOf(seen, Number(last) + 1));
  }
  await store.close();
  return recordings;
}

/** The bare handler: JSON in, the recorded SQL, its rows out as a tool's result, JSON in a text block. */
function serveBare(path: string, recordings: ReadonlyMap<string, Recording>): Deno.HttpServer<Deno.NetAddr> {
  const connection = openNative(path, { busyTimeoutMs: 5_000 });
  for (
    const pragma of [
      "journal_mode = wal",
      "synchronous = full",
      "foreign_keys = on",
      "secure_delete = fast",
      "cache_size = -16384",
    ]
  ) {
    void connection.execute(`pragma ${pragma}`, []);
  }
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const text = await request.text();
    const { id } = JSON.parse(text);
    const recording = recordings.get(text);
    if (recording === undefined) return new Response(null, { status: 404 });
    const rows = await repeat(recording, connection, systemEnv);
    const result = { content: [{ type: "text", text: JSON.stringify(rows) }] };
    return new Response(JSON.stringify({ jsonrpc: "2.0", id, result }), {
      headers: { "content-type": "application/json" },
    });
  });
}

const folder = await Deno.makeTempDir({ prefix: "bench-messagerie-" });
const [live, scratch] = [`${folder}/live.db`, `${folder}/scratch.db`];
const built = await openBenchDesk(SIZE, (line) => say(`building: ${line}`));
await built.store.close();
await Deno.copyFile(built.path, live);
const prepared = await openDeskStore({ url: `file:${live}`, env: systemEnv });
const tokens = await addTokens(prepared);
const open = await prepared.read.selectFrom("conversation").where("status", "=", "open")
  .orderBy("last_message_at", "desc").limit(200).select("id").execute();
await sql`pragma wal_checkpoint(truncate)`.execute(prepared.read);
await prepared.close();
await Deno.copyFile(live, scratch);

const loads = requests(open.map(({ id }) => id));
const recordings = await record(scratch, tokens[0] ?? "", Object.values(loads).flat());
const server = await startServer(
  readSettings({
    environment: (name) =>
      ({ MESSAGERIE_PORT: "0", MESSAGERIE_DATABASE_URL: `file:${live}`, MESSAGERIE_LOG: "error" })[name],
  }),
  { env: systemEnv, log: silentLogger },
);
const bare = serveBare(live, recordings);
const generator = await startGenerator(tokens);
const durationMs = Number(options.seconds) * 1000;
const ports = { server: Number(new URL(server.url).port), bare: bare.addr.port };

/** The middle one. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Requests a second, and this process's processor time per request in microseconds. */
interface Pace {
  readonly rate: number;
  readonly cpu: number;
}

async function measure(tool: string, port: number, bodies: readonly string[], ms: number): Promise<Pace> {
  const before = process.cpuUsage();
  const load = { path: "/mcp", bodies, connections: CONNECTIONS, port, durationMs: ms };
  const { requests, seconds, refused, sample } = await generator.run(load);
  const { user, system } = process.cpuUsage(before);
  if (refused > 0) throw new Error(`${tool}: ${refused} refused: ${sample}`);
  return { rate: requests / seconds, cpu: (user + system) / requests };
}

let failed = false;
say("| tool | bare (req/s) | server (req/s) | ratio | pairs | bare (CPU µs) | server (CPU µs) | CPU ratio |");
say("| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |");
for (const [tool, bodies] of Object.entries(loads)) {
  const of = (which: keyof typeof ports, ms: number) => measure(tool, ports[which], bodies, ms);
  await of("bare", 1_000);
  await of("server", 1_000);
  const pairs: { readonly bare: Pace; readonly server: Pace }[] = [];
  for (let n = 0; n < Number(options.pairs); n++) {
    // Whoever comes second finds the machine as the first left it: they take turns.
    if (n % 2 === 0) {
      const bare = await of("bare", durationMs);
      pairs.push({ bare, server: await of("server", durationMs) });
    } else {
      const server = await of("server", durationMs);
      pairs.push({ bare: await of("bare", durationMs), server });
    }
  }
  // The middle pair: on a machine that others use too, one bad second must not decide.
  const ratios = pairs.map(({ bare, server }) => server.rate / bare.rate);
  const ratio = median(ratios);
  const rate = (which: keyof typeof ports) => median(pairs.map((pair) => pair[which].rate)).toFixed(0);
  const cpu = (which: keyof typeof ports) => median(pairs.map((pair) => pair[which].cpu));
  const verdict = ratio < FLOOR ? " **too low**" : ratio < TARGET ? " below target" : "";
  failed ||= ratio < FLOOR;
  const cells = [
    tool,
    rate("bare"),
    rate("server"),
    ratio.toFixed(2) + verdict,
    `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`,
    cpu("bare").toFixed(0),
    cpu("server").toFixed(0),
    (cpu("bare") / cpu("server")).toFixed(2),
  ];
  say(`| ${cells.join(" | ")} |`);
}
await generator.stop();
await bare.shutdown();
await server.close();
await Deno.remove(folder, { recursive: true });
Deno.exit(failed ? 1 : 0);
