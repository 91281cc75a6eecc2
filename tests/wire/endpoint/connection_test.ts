/**
 * How an endpoint stays connected: backoff for ever, a heartbeat with a deadline, sleep, refusals.
 */
import assert from "node:assert/strict";
import type { Env } from "../../../base/env.ts";
import type { ConnectionStatus } from "../../../wire/endpoint/api.ts";
import { silentLogger } from "../../../base/log.ts";
import { Connection } from "../../../wire/endpoint/connection.ts";
import type { SocketEvents } from "../../../wire/endpoint/socket.ts";
import { type WebSocketLike, webSockets } from "../../../wire/endpoint/socket.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";
import { RelayRefusal, RelayUnreachable } from "../../../wire/relay_call.ts";
import type { ErrorFrame } from "../../../wire/live.ts";
import type { z } from "zod";
import { World } from "./virtual_world.ts";

interface Attempt {
  readonly at: number;
  readonly events: SocketEvents;
  readonly sent: { readonly type: string }[];
  isOpen: boolean;
}

/** A connection whose relay is the test. */
async function makeLine(
  world: World,
  prepare: () => Promise<void> = () => Promise.resolve(),
  env: Env = world.env(),
) {
  const { identity } = await makeIdentity(world.env());
  const attempts: Attempt[] = [];
  const statuses: ConnectionStatus[] = [];
  const line = {
    world,
    attempts,
    statuses,
    welcomes: 0,
    downs: 0,
    /** What happens to a new socket. */
    onAttempt: (attempt: Attempt) => attempt.events.onClose(),
    say(frame: object) {
      attempts.at(-1)?.events.onMessage(JSON.stringify(frame));
    },
    /** Challenge and welcome. */
    async greet(heartbeatMs = 25_000) {
      line.say({ type: "challenge", v: 1, nonce: "A".repeat(43), heartbeatMs });
      await world.pass(1);
      line.welcome();
    },
    welcome() {
      line.say({
        type: "welcome",
        v: 1,
        at: world.wall,
        roster: 1,
        marks: [],
        prekeys: { oneTime: [], lastResort: null },
        queue: { count: 0, oldestAt: null },
        presence: [],
      });
    },
    end(code: z.output<typeof ErrorFrame>["code"], extra: object = {}) {
      line.say({ type: "error", code, message: "", ...extra });
    },
    connection: undefined as unknown as Connection,
  };
  line.connection = new Connection({
    env,
    log: silentLogger,
    url: "ws://relay",
    connect: (_url, events) => {
      const attempt: Attempt = { at: world.time, events, sent: [], isOpen: true };
      attempts.push(attempt);
      queueMicrotask(() => line.onAttempt(attempt));
      return {
        send: (text) => void attempt.sent.push(JSON.parse(text)),
        close: () => attempt.isOpen = false,
      };
    },
    self: newId("agent", world.env()),
    identity,
    credential: "A".repeat(43),
    client: "test",
    prepare,
    onWelcome: () => line.welcomes++,
    onFrame: () => {},
    onDown: () => line.downs++,
    onStatus: (status) => statuses.push(status),
  });
  return line;
}

Deno.test("reconnecting goes on for ever, ever more slowly, with jitter [@covers pacerelle.delivery.reconnect]", async () => {
  const line = await makeLine(new World(1));
  line.connection.start();
  await line.world.pass(24 * 3_600_000);
  const pauses = line.attempts.slice(1).map(({ at }, index) => at - (line.attempts[index] as Attempt).at);
  for (const [index, pause] of pauses.slice(0, 8).entries()) {
    const bound = Math.min(60_000, 500 * 2 ** index);
    assert.ok(pause >= bound / 2 && pause <= bound, `pause ${index} was ${pause} ms`);
  }
  assert.ok(pauses.slice(8).every((pause) => pause >= 30_000 && pause <= 60_000));
  assert.ok(line.attempts.length > 24 * 60, "still trying after a day");
  assert.ok(new Set(pauses.slice(8, 20).map(Math.round)).size > 6, "not in step");
  assert.equal(line.connection.status.state, "offline");
  assert.equal(line.connection.status.error?.code, "UNREACHABLE");
  await line.connection.stop();
  const tried = line.attempts.length;
  await line.world.pass(3_600_000);
  assert.equal(line.attempts.length, tried, "and not after stop");
});

Deno.test("a relay that asks for a pause gets it, up to a bound", async () => {
  const line = await makeLine(new World(2));
  line.onAttempt = (attempt) => {
    attempt.events.onMessage(
      JSON.stringify({ type: "error", code: "RATE_LIMITED", message: "", retryAfterMs: 90_000 }),
    );
  };
  line.connection.start();
  await line.world.pass(89_000);
  assert.equal(line.attempts.length, 1);
  await line.world.pass(5_000);
  assert.equal(line.attempts.length, 2);
  const for100years = { type: "error", code: "RATE_LIMITED", message: "", retryAfterMs: 3_155_760_000_000 };
  line.onAttempt = (attempt) => attempt.events.onMessage(JSON.stringify(for100years));
  await line.world.pass(100_000);
  const tried = line.attempts.length;
  await line.world.pass(400_000);
  assert.ok(line.attempts.length > tried, "nobody can silence it for ever");
});

Deno.test("a silent relay is pinged, then left; connected is only said while it is heard [@covers pacerelle.get_status.deaf]", async () => {
  const line = await makeLine(new World(3));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(10);
  await line.greet();
  assert.equal(line.connection.status.state, "connected");
  const heardAt = line.connection.status.heardAt;
  // Answers keep it.
  for (let minute = 0; minute < 10; minute++) {
    await line.world.pass(20_000);
    line.say({ type: "pong", t: 1 });
    assert.equal(line.connection.status.state, "connected");
  }
  const pings = line.attempts[0]?.sent.filter(({ type }) => type === "ping").length ?? 0;
  assert.ok(pings >= 9, `${pings} pings`);
  assert.ok((line.connection.status.heardAt ?? 0) > (heardAt ?? 0));
  // Silence ends it, within twice the heartbeat.
  await line.world.pass(50_000);
  assert.equal(line.attempts[0]?.isOpen, false);
  assert.equal(line.downs, 1);
  assert.ok(line.statuses.some(({ state, error }) => state === "offline" && error?.code === "DEAF"));
  assert.ok(line.attempts.length >= 2, "and a new one is tried");
  await line.greet();
  assert.equal(line.connection.status.state, "connected");
  // It answers the relay's pings.
  line.say({ type: "ping", t: 7 });
  assert.deepEqual(line.attempts.at(-1)?.sent.at(-1), { type: "pong", t: 7 });
});

Deno.test("after sleep a dead connection is found out within seconds", async () => {
  const line = await makeLine(new World(4));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(10);
  await line.greet();
  line.world.leap(8 * 3_600_000);
  await line.world.pass(1);
  assert.equal(line.connection.status.state, "offline", "not called connected on the strength of yesterday");
  assert.equal(line.attempts[0]?.sent.at(-1)?.type, "ping", "asked at once, before anything is given up");
  await line.world.pass(16_000);
  assert.equal(line.attempts[0]?.isOpen, false);
  assert.ok(line.attempts.length >= 2);
});

Deno.test("a wall clock that jumps ends nothing", async () => {
  let skew = 0;
  const world = new World(5);
  const line = await makeLine(world);
  line.onAttempt = () => {};
  Object.defineProperty(world, "wall", { get: () => Date.UTC(2026, 10, 29) + Math.floor(world.time) + skew });
  line.connection.start();
  await world.pass(10);
  await line.greet();
  for (const jump of [365 * 86_400_000, -730 * 86_400_000]) {
    skew = jump;
    await world.pass(6_000);
    line.say({ type: "pong", t: 1 });
    await world.pass(6_000);
    assert.equal(line.connection.status.state, "connected");
    assert.equal(line.attempts.length, 1);
  }
});

Deno.test("a second connection of an agent is told with who holds it, and tried again [@covers pacerelle.delivery.second-connection]", async () => {
  const line = await makeLine(new World(6));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(10);
  line.end("ALREADY_CONNECTED", { holder: { client: "Claude Desktop", since: 5 } });
  await line.world.pass(1);
  const { state, error } = line.connection.status;
  assert.equal(state, "refused");
  assert.deepEqual(error, {
    code: "ALREADY_CONNECTED",
    final: false,
    holder: { client: "Claude Desktop", since: 5 },
  });
  await line.world.pass(2_000);
  assert.equal(line.attempts.length, 2);
  assert.equal(line.connection.status.state, "refused", "until it is let in");
  await line.greet();
  assert.equal(line.connection.status.state, "connected");
});

Deno.test("asked about, a connection is kept if the relay answers soon, and given up within seconds if it does not", async () => {
  const line = await makeLine(new World(11));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(10);
  await line.greet();
  const pings = () => line.attempts[0]?.sent.filter(({ type }) => type === "ping").length;
  line.connection.reconnect();
  assert.equal(pings(), 1);
  await line.world.pass(1_000);
  line.say({ type: "pong", t: 1 });
  await line.world.pass(9_000);
  assert.equal(line.connection.status.state, "connected", "it gave a sign of life");
  line.connection.reconnect();
  await line.world.pass(2_000);
  // Asked again and again, it gets no more time for it.
  line.connection.reconnect();
  assert.equal(pings(), 2);
  await line.world.pass(1_900);
  assert.equal(line.connection.status.state, "connected");
  await line.world.pass(200);
  assert.equal(line.connection.status.error?.code, "DEAF");
  await line.connection.stop();
});

Deno.test("where every answer takes long, a connection that is asked about gets the time that answers take there", async () => {
  const line = await makeLine(new World(12));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(10);
  line.say({ type: "challenge", v: 1, nonce: "A".repeat(43), heartbeatMs: 60_000 });
  await line.world.pass(5_000);
  line.welcome();
  for (let look = 0; look < 30; look++) {
    line.connection.reconnect();
    await line.world.pass(5_000);
    line.say({ type: "pong", t: 1 });
    assert.equal(line.connection.status.state, "connected", `look ${look}`);
  }
  line.connection.reconnect();
  await line.world.pass(14_900);
  assert.equal(line.connection.status.state, "connected");
  await line.world.pass(200);
  assert.equal(line.connection.status.error?.code, "DEAF", "three times that, and it is gone");
  await line.connection.stop();
});

Deno.test("a page whose clocks are slow gives a silent relay up when it is asked again", async () => {
  const world = new World(13);
  const env = world.env();
  const line = await makeLine(world, undefined, {
    ...env,
    sleep: (ms, signal) => env.sleep(Math.max(ms, 60_000), signal),
  });
  line.onAttempt = () => {};
  line.connection.start();
  await world.pass(10);
  await line.greet(60_000);
  line.connection.reconnect();
  await world.pass(3_900);
  line.connection.reconnect();
  assert.equal(line.connection.status.state, "connected");
  await world.pass(200);
  line.connection.reconnect();
  await world.pass(1);
  assert.equal(line.connection.status.error?.code, "DEAF");
  await line.connection.stop();
});

for (const code of ["UNAUTHORIZED", "REVOKED", "REPLACED", "VERSION_UNSUPPORTED"] as const) {
  Deno.test(`${code} is not asked again, unless a person does`, async () => {
    const line = await makeLine(new World(7));
    line.onAttempt = () => {};
    line.connection.start();
    await line.world.pass(10);
    line.end(code);
    await line.world.pass(24 * 3_600_000);
    assert.equal(line.attempts.length, 1);
    assert.deepEqual(line.connection.status.error, { code, final: true });
    assert.equal(line.connection.status.state, "refused");
    line.connection.reconnect();
    await line.world.pass(10);
    assert.equal(line.attempts.length, 2);
    await line.connection.stop();
  });
}

Deno.test("what comes before the connection can fail too: it is tried again, or refused", async () => {
  const failures: Error[] = [
    new RelayUnreachable("down"),
    new RelayRefusal("UNAVAILABLE", "", { retryAfterMs: 9_000 }),
  ];
  const line = await makeLine(new World(8), () => {
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  });
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(9_000);
  assert.equal(line.attempts.length, 0);
  await line.world.pass(3_000);
  assert.equal(line.attempts.length, 1);
  const revoked = await makeLine(new World(9), () => Promise.reject(new RelayRefusal("CARD_CONFLICT", "")));
  revoked.connection.start();
  await revoked.world.pass(3_600_000);
  assert.deepEqual(revoked.connection.status.error, { code: "CARD_CONFLICT", final: true });
});

Deno.test("a relay that opens and says nothing, or speaks another version, is left", async () => {
  const line = await makeLine(new World(10));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(22_000);
  assert.ok(line.attempts.length >= 2);
  line.say({ type: "challenge", v: 2, nonce: "A".repeat(43), heartbeatMs: 25_000 });
  await line.world.pass(1);
  assert.deepEqual(line.connection.status.error, { code: "VERSION_UNSUPPORTED", final: true });
});

Deno.test("nothing is sent before the welcome, and nothing after the end", async () => {
  const line = await makeLine(new World(11));
  line.onAttempt = () => {};
  line.connection.start();
  await line.world.pass(10);
  assert.equal(line.connection.send({ type: "ping", t: 1 }), false);
  await line.greet();
  assert.equal(line.connection.send({ type: "ping", t: 2 }), true);
  line.attempts[0]?.events.onClose();
  assert.equal(line.connection.send({ type: "ping", t: 3 }), false);
  assert.deepEqual(line.attempts[0]?.sent.map(({ type }) => type), ["hello", "ping"]);
});

Deno.test("webSockets() tells the end once, also of a socket that cannot be made", async () => {
  let ends = 0;
  const texts: string[] = [];
  const events: SocketEvents = { onMessage: (text) => texts.push(text), onClose: () => ends++ };
  webSockets(() => {
    throw new SyntaxError("no such address");
  })("nonsense", events);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(ends, 1);
  const sent: string[] = [];
  const fake: WebSocketLike = {
    readyState: 0,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (text) => void sent.push(text),
    close: () => {},
  };
  const socket = webSockets(() => fake)("ws://x", events);
  socket.send("too early");
  Object.assign(fake, { readyState: 1 });
  socket.send("now");
  fake.onmessage?.({ data: "text" });
  fake.onmessage?.({ data: new Uint8Array(3) });
  (fake.onerror as () => void)();
  (fake.onclose as () => void)();
  socket.close();
  fake.onmessage?.({ data: "late" });
  assert.deepEqual(sent, ["now"]);
  assert.deepEqual(texts, ["text", ""], "bytes are no frame of this protocol");
  assert.equal(ends, 2);
});
