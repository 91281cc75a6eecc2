/**
 * From a committed write to 500 open pages: ours, and a server that passes ready bytes of the same length to as many
 * streams, one after the other in the same run.
 * @module
 */
import { systemEnv } from "../../base/env.ts";
import { silentLogger } from "../../base/log.ts";
import { serveHttp } from "../../server/messagerie/http.ts";
import { createSessionGate } from "../../server/messagerie/inbox/accounts/session_gate.ts";
import { createInboxHandler } from "../../server/messagerie/inbox/handler.ts";
import { createLive, type Live } from "../../server/messagerie/live/create_live.ts";
import { openSession } from "../../service/messagerie/accounts/sessions.ts";
import { addNote } from "../../service/messagerie/add_note.ts";
import type { Desk } from "../../service/messagerie/desk.ts";
import { openDeskStore } from "../../store/messagerie/open.ts";
import { longThread } from "./long_thread.ts";

interface FanOutOptions {
  readonly pages: number;
  readonly events: number;
  readonly say: (line: string) => void;
}

/** Between two events: a desk that is busy, not one that drowns. */
const EVERY_MS = 100;
const now = () => performance.timeOrigin + performance.now();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens the pages, makes the events, gathers the delays in milliseconds. */
async function measure(
  url: string,
  requests: readonly string[],
  events: number,
  emit: (event: number) => Promise<number>,
): Promise<{ readonly delays: readonly number[]; readonly last: readonly number[] }> {
  const readers = new Worker(new URL("./readers.ts", import.meta.url), { type: "module" });
  const opened = Promise.withResolvers<void>();
  const done = Promise.withResolvers<readonly (readonly number[])[]>();
  readers.onmessage = ({ data }) => "open" in data ? opened.resolve() : done.resolve(data.got);
  const { hostname, port } = new URL(url);
  readers.postMessage({ hostname, port: Number(port), requests, events });
  await opened.promise;
  const committed: number[] = [];
  for (let event = 0; event < events; event++) {
    committed.push(await emit(event));
    await pause(EVERY_MS);
  }
  const got = await done.promise;
  readers.terminate();
  const missing = got.findIndex((times) => times.length !== requests.length);
  if (missing !== -1) {
    throw new Error(`event ${missing} reached ${got[missing]?.length} of ${requests.length}`);
  }
  const delays = got.map((times, event) => times.map((at) => at - (committed[event] ?? 0)));
  return { delays: delays.flat(), last: delays.map((of) => Math.max(...of)) };
}

/** Ours, then the reference; prints both. */
export async function fanOut({ pages, events, say }: FanOutOptions): Promise<void> {
  const made = await longThread(10);
  const store = await openDeskStore({ url: `file:${made.path}`, env: systemEnv });
  let committedAt = 0;
  const desk: Desk = {
    store,
    env: systemEnv,
    log: silentLogger,
    channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
    wakeOutbound: () => {},
    wakeFeed: () => {
      committedAt = now();
      live.feed.wake();
    },
  };
  let url = "";
  const gate = createSessionGate({ ...desk, publicUrl: () => url });
  const live: Live = createLive(desk, gate);
  const inbox = createInboxHandler({ desk, gate, routes: live.routes });
  const none = () => new Response();
  const surface = { mcp: none, rest: none, inbox, healthy: () => Promise.resolve(true) };
  const http = serveHttp({ hostname: "127.0.0.1", port: 0, surface, log: silentLogger, env: systemEnv });
  url = http.url;
  const secrets = await store.write(async (tx) => {
    const sessions: string[] = [];
    for (let n = 0; n < pages; n++) {
      const no = n + 1;
      const id = `00000000-0000-7000-9000-${String(no).padStart(12, "0")}`;
      const agent = { no, id, login: id, name: `Agent ${no}`, role: "agent", active: true } as const;
      await tx.insertInto("agent").values({ ...agent, password_hash: null, created_at: 0 }).execute();
      sessions.push((await openSession(tx, desk, { agentNo: no, userAgent: "" })).secret);
    }
    return sessions;
  });
  const get = (path: string, cookie: string) =>
    `GET ${path} HTTP/1.1\r\nhost: desk\r\ncookie: ${cookie}\r\n\r\n`;
  const actor = {
    kind: "person",
    agentNo: 1,
    agentId: "",
    name: "x",
    role: "supervisor",
    reach: { all: true },
  } as const;
  const ours = await measure(
    url,
    secrets.map((secret) => get("/api/inbox/live", `messagerie=${secret}`)),
    events,
    async (event) => {
      await addNote(desk, actor, { conversationId: made.id, text: `mark-${event}-` }, { limit: 0 });
      return committedAt;
    },
  );
  await live.close();
  await http.shutdown(1_000);
  await store.close();
  await made.remove();

  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const bare = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    let own: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller;
        streams.add(controller);
        controller.enqueue(new TextEncoder().encode("retry: 1000\n\n"));
      },
      cancel: () => void (own && streams.delete(own)),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const reference = await measure(
    `http://127.0.0.1:${bare.addr.port}`,
    secrets.map(() => get("/", "")),
    events,
    (event) => {
      const at = now();
      const bytes = new TextEncoder().encode(
        `event: message\ndata: mark-${event}-${"x".repeat(300)}\n\nid: 1\n\n`,
      );
      for (const stream of streams) stream.enqueue(bytes);
      return Promise.resolve(at);
    },
  );
  await bare.shutdown();

  const at = (times: readonly number[], share: number) =>
    (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
      .toFixed(1);
  say(`From committed to received, ${pages} open pages, ${events} notes, ${1000 / EVERY_MS} a second:`);
  say("");
  say("| | p50 ms | p99 ms | the last page, p50 ms |");
  say("|---|---|---|---|");
  for (const [name, { delays, last }] of [["live streams", ours], ["bare fan-out", reference]] as const) {
    say(`| ${name} | ${at(delays, 0.5)} | ${at(delays, 0.99)} | ${at(last, 0.5)} |`);
  }
}
