// deno-lint-ignore-file no-console -- a bench reports on the terminal
/**
 * The relay under load: idle agents connected, then messages fanned out from devices to agents, durably stored, delivered
 * and acknowledged. Beside it, in the same run and with the same client, a bare WebSocket echo on `Deno.serve`: the least
 * that such a message costs on this machine. Aim (contract: pacerelle §8): 5,000 idle agents and 1,000 messages/s on 2
 * cores with p99 ≤ 100 ms; memory per idle connection is stated.
 *
 * `deno run -A bench/relay.ts [--agents=5000] [--rate=1000] [--seconds=10]`. All traffic is on loopback; server and client
 * are two processes, so that the server's memory is its own.
 * @module
 */
import { systemEnv as env } from "../base/env.ts";
import { type Identity, makeIdentity } from "../wire/identity.ts";
import { newId, newShortId } from "../wire/ids.ts";
import { helloBytes, LIVE_PATH } from "../wire/live.ts";
import { sealEnvelope } from "../wire/envelope.ts";
import { makePrekeys } from "../wire/prekey.ts";
import { hashCredential } from "../wire/token.ts";
import { toBase64url } from "../wire/bytes.ts";

const numbers = Object.fromEntries(
  Deno.args.map((arg) => /^--(\w+)=(\d+)$/.exec(arg)).filter((match) => match !== null)
    .map((match) => [match[1], Number(match[2])]),
);
const AGENTS = Math.min(numbers.agents ?? 5_000, 10_000);
const RATE = Math.min(numbers.rate ?? 1_000, 20_000);
const SECONDS = Math.min(numbers.seconds ?? 10, 60);
/** Connections that are being opened at the same time. */
const DIALS = 50;
/** Devices that send; each to its own account's share of the agents. */
const DEVICES = 50;
/** A hard end, whatever happens. */
const DEADLINE_MS = 240_000;

interface Line {
  readonly address?: string;
  readonly rss?: number;
  readonly cpuMs?: number;
}

/** A server process that prints JSON lines: its address, then its memory and CPU whenever it gets a line. */
class Server {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";
  address = "";

  constructor(code: string) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "-"],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
      cwd: new URL("..", import.meta.url).pathname,
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#code = code;
  }

  readonly #code: string;

  async start(): Promise<void> {
    await this.#input.write(new TextEncoder().encode(this.#code));
    await this.#input.close();
    this.address = (await this.#next()).address ?? "";
  }

  /** Resident bytes and CPU milliseconds so far. */
  async usage(): Promise<{ rss: number; cpuMs: number }> {
    await fetch(`http://${new URL(this.address).host}/usage`).then((response) => response.body?.cancel());
    const { rss = 0, cpuMs = 0 } = await this.#next();
    return { rss, cpuMs };
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
  }

  async #next(): Promise<Line> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#lines.read();
      if (done) throw new Error("server ended");
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return JSON.parse(line) as Line;
  }
}

const USAGE = `
const tell = (line) => Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(line) + "\\n"));
const usage = () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  tell({ rss: Deno.memoryUsage().rss, cpuMs: (user + system) / 1000 });
  return new Response(null, { status: 204 });
};
`;

const ECHO = `import process from "node:process";${USAGE}
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  if (new URL(request.url).pathname === "/usage") return usage();
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
  socket.onmessage = ({ data }) => socket.send(data);
  return response;
});
tell({ address: "http://127.0.0.1:" + server.addr.port });
`;

const relayCode = (folder: string) =>
  `import process from "node:process";${USAGE}
import { startRelay } from "./server/relay/start.ts";
import { DEFAULT_LIMITS } from "./server/relay/limits.ts";
const relay = await startRelay({
  host: "127.0.0.1", port: 0, databaseUrl: "file:${folder}/relay.db", publicUrl: "http://127.0.0.1",
  limits: { ...DEFAULT_LIMITS, endpointRate: { burst: 1e6, perSecond: 1e6 }, accountRate: { burst: 1e6, perSecond: 1e6 },
    frameRate: { burst: 1e6, perSecond: 1e6 } },
}, { app: (request) => new URL(request.url).pathname === "/usage" ? usage() : undefined });
tell({ address: relay.address });
Deno.addSignalListener("SIGTERM", () => relay.shutdown().then(() => Deno.exit(0)));
`;

interface Endpoint {
  readonly id: string;
  readonly identity: Identity;
  readonly credential: string;
}

/** Accounts as the relay would have made them, written straight into its database: signing up is not what is measured. */
async function populate(folder: string): Promise<{ devices: Endpoint[]; agents: Endpoint[] }> {
  const { openRelayStore } = await import("../store/relay/open.ts");
  const store = await openRelayStore({ url: `file:${folder}/relay.db`, env });
  const make = async (kind: "device" | "agent"): Promise<Endpoint & { hash: string }> => {
    const credential = toBase64url(env.randomBytes(32));
    const { identity } = await makeIdentity(env);
    return { id: newId(kind, env), identity, credential, hash: await hashCredential(credential) };
  };
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => make("device")));
  const agents = await Promise.all(Array.from({ length: AGENTS }, () => make("agent")));
  await store.write(async (db) => {
    for (const [index, device] of devices.entries()) {
      const account = newId("account", env);
      const now = env.now();
      await db.insertInto("account").values({
        id: account,
        email: `${index}@example.org`,
        password_hash: "-",
        roster_version: 1,
        created_at: now,
      }).execute();
      await db.insertInto("device").values({
        id: device.id,
        account,
        name: "-",
        key: device.identity.key,
        approved: 1,
        created_at: now,
        seen_at: null,
      }).execute();
      await db.insertInto("session").values({
        hash: device.hash,
        device: device.id,
        created_at: now,
        used_at: now,
      }).execute();
      for (let own = index; own < agents.length; own += DEVICES) {
        const agent = agents[own];
        if (!agent) continue;
        const card = {
          card: { agent: agent.id, key: agent.identity.key, createdAt: now },
          mac: "A".repeat(43),
        };
        await db.insertInto("agent").values({
          id: agent.id,
          account,
          bearer_hash: agent.hash,
          card: JSON.stringify(card),
          created_at: now,
          seen_at: null,
        }).execute();
      }
    }
  });
  await store.close();
  return { devices, agents };
}

type OnFrame = (
  frame: { type: string; envelope?: { id: string; from: string }; id?: string; t?: number },
) => void;

function dial(address: string, path: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace("http", "ws") + path);
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error("cannot connect"));
  });
}

/** Connects an endpoint, says hello, answers pings, and hands the rest on. */
async function connect(address: string, endpoint: Endpoint, onFrame: OnFrame): Promise<WebSocket> {
  const socket = new WebSocket(address.replace("http", "ws") + LIVE_PATH);
  await new Promise<void>((resolve, reject) => {
    socket.onclose = () => reject(new Error("closed"));
    socket.onmessage = async ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "welcome") return resolve();
      if (frame.type === "ping") return socket.send(JSON.stringify({ type: "pong", t: frame.t }));
      if (frame.type === "error") return reject(new Error(frame.code));
      if (frame.type !== "challenge") return onFrame(frame);
      const instance = newShortId(env);
      const signature = await endpoint.identity.sign(helloBytes(frame.nonce, endpoint.id, instance));
      const { id, credential } = endpoint;
      socket.send(
        JSON.stringify({
          type: "hello",
          v: 1,
          endpoint: id,
          credential,
          instance,
          client: "bench",
          signature,
        }),
      );
    };
  });
  return socket;
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  await Promise.all(Array.from({ length: DIALS }, async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  }));
  return results;
}

const percentile = (sorted: Float64Array, p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? NaN;

interface Row {
  readonly name: string;
  readonly idle: number;
  readonly kibPerIdle: number;
  readonly sent: number;
  readonly received: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly serverCpu: number;
}

/** Sends `RATE` messages a second for `SECONDS`; `send(i)` must come back through `done(i)`. */
async function load(
  server: Server,
  send: (index: number) => void,
  onDone: (done: (index: number) => void) => void,
): Promise<Pick<Row, "sent" | "received" | "perSecond" | "p50" | "p99" | "max" | "serverCpu">> {
  const total = RATE * SECONDS;
  const begun = new Float64Array(total);
  const took = new Float64Array(total);
  let received = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => finish = resolve);
  onDone((index) => {
    took[received++] = performance.now() - (begun[index] ?? 0);
    if (received === total) finish();
  });
  const before = await server.usage();
  const start = performance.now();
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor((performance.now() - start) * RATE / 1_000));
    for (; sent < due; sent++) {
      begun[sent] = performance.now();
      send(sent);
    }
    await env.sleep(1);
  }
  const late = new AbortController();
  await Promise.race([finished, env.sleep(20_000, late.signal).catch(() => {})]);
  late.abort();
  const seconds = (performance.now() - start) / 1_000;
  const after = await server.usage();
  const sorted = took.subarray(0, received).toSorted();
  return {
    sent: total,
    received,
    perSecond: received / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? NaN,
    serverCpu: (after.cpuMs - before.cpuMs) / seconds / 10,
  };
}

async function benchEcho(text: string): Promise<Row> {
  const server = new Server(ECHO);
  await server.start();
  const empty = await server.usage();
  let done = (_: number) => {};
  const sockets = await inParallel(Array.from({ length: AGENTS }), async () => {
    const socket = await dial(server.address, "/");
    socket.onmessage = ({ data }) => done(Number(data.slice(0, 10)));
    return socket;
  });
  await env.sleep(1_000);
  const idle = await server.usage();
  const figures = await load(
    server,
    (index) => sockets[index % sockets.length]?.send(String(index).padStart(10, "0") + text),
    (callback) => done = callback,
  );
  for (const socket of sockets) socket.close();
  await server.stop();
  return { name: "bare echo", idle: AGENTS, kibPerIdle: (idle.rss - empty.rss) / AGENTS / 1_024, ...figures };
}

async function benchRelay(): Promise<Row> {
  const folder = await Deno.makeTempDir({ prefix: "bench-relay-" });
  const { devices, agents } = await populate(folder);
  const server = new Server(relayCode(folder));
  await server.start();
  const empty = await server.usage();
  let done = (_: number) => {};
  const indexes = new Map<string, number>();
  const sockets = await inParallel(agents, async (agent) => {
    const socket: WebSocket = await connect(server.address, agent, ({ type, envelope }) => {
      if (type !== "deliver" || !envelope) return;
      const index = indexes.get(envelope.id);
      if (index !== undefined) done(index);
      indexes.delete(envelope.id);
      socket.send(
        JSON.stringify({ type: "ack", items: [{ from: envelope.from, id: envelope.id, outcome: "stored" }] }),
      );
    });
    return socket;
  });
  const phones = await inParallel(devices, (device) => connect(server.address, device, () => {}));
  await env.sleep(1_000);
  const idle = await server.usage();
  // Sealed once: what is measured is the relay, not HPKE. Headers differ, as the relay sees them.
  const envelope = await sampleEnvelope();
  const figures = await load(
    server,
    (index) => {
      const to = agents[index % agents.length];
      const phone = index % agents.length % DEVICES;
      const id = newShortId(env);
      indexes.set(id, index);
      const n = Math.floor(index / agents.length) + 1;
      phones[phone]?.send(
        JSON.stringify({
          type: "submit",
          envelope: { ...envelope, from: devices[phone]?.id, to: to?.id, id, n },
        }),
      );
    },
    (callback) => done = callback,
  );
  for (const socket of [...sockets, ...phones]) socket.close();
  await server.stop();
  await Deno.remove(folder, { recursive: true });
  return { name: "relay", idle: AGENTS, kibPerIdle: (idle.rss - empty.rss) / AGENTS / 1_024, ...figures };
}

async function sampleEnvelope() {
  const { identity } = await makeIdentity(env);
  const to = newId("agent", env);
  const { prekeys: [prekey] } = await makePrekeys(env, to, identity, { count: 1, lastResort: false });
  if (!prekey) throw new Error("no prekey");
  return await sealEnvelope(
    { from: newId("device", env), to, conversation: newId("conversation", env) },
    {
      v: 1,
      id: newShortId(env),
      n: 1,
      at: env.now(),
      roster: { version: 1, hash: "A".repeat(43) },
      kind: "message",
      body: { text: "Peux-tu préparer le compte rendu de la réunion de ce matin ?" },
    },
    prekey,
    identity,
  );
}

const guard = setTimeout(() => {
  console.error("bench/relay: took too long");
  Deno.exit(1);
}, DEADLINE_MS);
const text = JSON.stringify({ type: "submit", envelope: await sampleEnvelope() });
const rows = [await benchEcho(text), await benchRelay()];
clearTimeout(guard);
const cells = (values: readonly unknown[]) => `| ${values.join(" | ")} |\n`;
const rounded = (value: unknown) => typeof value === "number" ? Math.round(value * 10) / 10 : value;
const columns = Object.keys(rows[0] ?? {});
const table = cells(columns) + cells(columns.map(() => "---")) +
  rows.map((row) => cells(Object.values(row).map(rounded))).join("");
Deno.stdout.writeSync(new TextEncoder().encode(table));
