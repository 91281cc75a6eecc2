/**
 * Connections: who may come in, one at a time, who is alive.
 * @module
 */
import assert from "node:assert/strict";
import { MAX_STRANGERS_OF_ADDRESS } from "../../../server/relay/limits.ts";
import { newShortId } from "../../../wire/ids.ts";
import { helloBytes, LIVE_PATH } from "../../../wire/live.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import {
  call,
  createAgent,
  type Endpoint,
  env,
  forge,
  Live,
  logIn,
  makeDevice,
  publishPrekeys,
  seal,
  signUp,
  TestRelay,
} from "./harness.ts";
import { until } from "../../until.ts";
import { RawSocket } from "./raw_socket.ts";

/** Heartbeats fast enough to watch, slow enough for a machine that is busy. */
const FAST = { heartbeatMs: 100, deafAfterMs: 1_000, probeMs: 500, idleSeconds: 4 };

Deno.test("a second connection of an agent is refused with who and since when [@covers pacerelle.delivery.second-connection]", async () => {
  await using relay = await TestRelay.start(FAST);
  const agent = await createAgent(await signUp(relay));
  const before = env.now();
  await using first = await Live.connect(agent);
  await using second = await Live.hello(agent, { client: "second" });
  const error = await second.next("error");
  assert.equal(error.code, "ALREADY_CONNECTED");
  assert.equal(error.holder?.client, "test 1");
  assert.ok((error.holder?.since ?? 0) >= before && (error.holder?.since ?? 0) <= env.now());
  await second.closed;
  first.send({ type: "ping", t: 7 });
  assert.equal((await first.next("pong")).t, 7, "the first one goes on");
});

Deno.test("of many simultaneous connections of an agent exactly one is welcomed", async () => {
  await using relay = await TestRelay.start();
  const agent = await createAgent(await signUp(relay));
  const lives = await Promise.all(Array.from({ length: 8 }, () => Live.hello(agent)));
  const outcomes = await Promise.all(lives.map(async (live) => {
    const frame = await live.next("welcome", "error");
    return frame.type === "error" ? frame.code : frame.type;
  }));
  await Promise.all(lives.map((live) => live.close()));
  assert.deepEqual(outcomes.toSorted(), [...Array(7).fill("ALREADY_CONNECTED"), "welcome"]);
});

Deno.test("a holder that is still being welcomed counts as alive, and is not spoken to before", async () => {
  await using relay = await TestRelay.start();
  const agent = await createAgent(await signUp(relay));
  for (let round = 0; round < 10; round++) {
    const lives = await Promise.all([Live.hello(agent), Live.hello(agent), Live.hello(agent)]);
    const frames = await Promise.all(lives.map((live) => live.next("welcome", "error", "ping")));
    const welcomed = lives[frames.findIndex(({ type }) => type === "welcome")];
    assert.ok(welcomed, JSON.stringify(frames));
    welcomed.send({ type: "ping", t: round });
    await welcomed.next("pong");
    await Promise.all(lives.map((live) => live.close()));
  }
});

Deno.test("an agent that goes while it is being welcomed is not shown as online", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await using phone = await Live.connect(device);
  let last = "offline";
  const take = () => {
    for (const { state } of phone.take("presence")) last = state;
    return last;
  };
  // Each time a little later after its hello, through all that happens until the welcome.
  for (let round = 0; round < 25; round++) {
    const live = await Live.hello(agent);
    await env.sleep(round / 4);
    await live.close();
    // The relay sees a peer leave a moment later.
    await env.sleep(20);
    await until(() => take() === "offline", `round ${round}`);
  }
  // A welcome that came after the end would show now.
  await using again = await Live.connect(agent);
  await until(() => take() === "online", "the next one is seen");
  await again.close();
  await until(() => take() === "offline", "the last one is gone");
});

Deno.test("the same process takes the place of its own lost connection, a dead one gives way to any", async () => {
  await using relay = await TestRelay.start(FAST);
  const agent = await createAgent(await signUp(relay));
  const instance = newShortId(env);
  await using first = await Live.connect(agent, instance);
  await using second = await Live.connect(agent, instance);
  assert.equal((await first.next("error")).code, "REPLACED");
  second.answersPings = false;
  await using third = await Live.connect(agent);
  await second.closed;
  third.send({ type: "ping", t: 1 });
  await third.next("pong");
});

Deno.test("a device's newest connection wins", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  await using first = await Live.connect(device);
  await using _second = await Live.connect(device);
  assert.equal((await first.next("error")).code, "REPLACED");
});

Deno.test("hello is refused without the credential, the key or the version [@covers pacerelle.relay.accounts]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const other = await createAgent(device);
  const refusals = async (live: Live) => (await live.next("error")).code;
  const wrong = "A".repeat(43);
  assert.equal(await refusals(await Live.hello(agent, { credential: wrong })), "UNAUTHORIZED");
  assert.equal(await refusals(await Live.hello(agent, { credential: other.credential })), "UNAUTHORIZED");
  assert.equal(await refusals(await Live.hello(agent, { endpoint: other.id })), "UNAUTHORIZED");
  // A stolen bearer without the identity key.
  const { identity } = await makeIdentity(env);
  assert.equal(await refusals(await Live.hello({ ...agent, identity })), "UNAUTHORIZED");
  assert.equal(await refusals(await Live.hello(agent, { signature: "A".repeat(86) })), "UNAUTHORIZED");
  assert.equal(await refusals(await Live.hello(agent, { v: 2 })), "VERSION_UNSUPPORTED");
  await using rude = Live.dial(relay);
  await rude.next("challenge");
  rude.send({ type: "ping", t: 1 });
  assert.equal(await refusals(rude), "INVALID_REQUEST");
  await using strict = await TestRelay.start({ helloMs: 200 });
  await using silent = Live.dial(strict);
  assert.equal(await refusals(silent), "TOO_SLOW");
});

Deno.test("a hello that was overheard cannot be used again", async () => {
  await using relay = await TestRelay.start();
  const agent = await createAgent(await signUp(relay));
  await using live = await Live.connect(agent);
  const heard = live.sent[0] ?? "";
  assert.match(heard, /"hello"/);
  await live.close();
  await using thief = Live.dial(relay);
  await thief.next("challenge");
  thief.sendText(heard);
  assert.equal((await thief.next("error")).code, "UNAUTHORIZED");
});

Deno.test("devices see an agent come, fall deaf, hear again, and go [@covers pacerelle.relay.presence]", async () => {
  await using relay = await TestRelay.start(FAST);
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await using phone = await Live.connect(device);
  assert.deepEqual(phone.welcome?.presence, [{ endpoint: agent.id, state: "offline", since: null }]);
  await using desk = await Live.connect(agent);
  assert.deepEqual(desk.welcome?.presence, [], "agents see nobody");
  assert.equal((await phone.next("presence")).state, "online");
  desk.answersPings = false;
  const deaf = await phone.next("presence");
  assert.deepEqual([deaf.endpoint, deaf.state], [agent.id, "deaf"]);
  const { agents } = await call(device, "listAgents", {});
  assert.equal(agents[0]?.presence.state, "deaf");
  desk.send({ type: "pong", t: 0 });
  assert.equal((await phone.next("presence")).state, "online");
  // Silent for good: cut off after three times as long.
  assert.equal((await phone.next("presence")).state, "deaf");
  assert.equal((await desk.next("error")).code, "TOO_SLOW");
  const offline = await phone.next("presence");
  assert.equal(offline.state, "offline");
  assert.ok((offline.since ?? 0) > 0);
  await relay.down();
  await relay.up();
  const [known] = (await call(device, "listAgents", {})).agents;
  assert.equal(known?.presence.state, "offline");
  assert.ok((known?.presence.since ?? 0) >= (offline.since ?? 0) - 1, "kept over a restart");
});

Deno.test("an idle connection that answers pings stays", async () => {
  await using relay = await TestRelay.start(FAST);
  const device = await signUp(relay);
  await using phone = await Live.connect(device);
  // Longer than a silent one is left.
  await env.sleep(4_000);
  assert.ok(phone.isOpen);
});

Deno.test("a revoked agent, session or device is cut off at once", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  {
    await using desk = await Live.connect(agent);
    await call(device, "removeAgent", { agent: agent.id });
    assert.equal((await desk.next("error")).code, "REVOKED");
  }
  await using again = await Live.hello(agent);
  assert.equal((await again.next("error")).code, "UNAUTHORIZED");
  await using phone = await Live.connect(device);
  await call(device, "logOut", {});
  assert.equal((await phone.next("error")).code, "REVOKED");
  await using late = await Live.hello(device);
  assert.equal((await late.next("error")).code, "UNAUTHORIZED");
});

Deno.test("a device that waits for approval may pair and no more [@covers pacerelle.channel.devices]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  const envelope = await seal(device, agent, "Bonjour");
  await using phone = await Live.connect(device);
  const fresh = await makeDevice(relay, device.email);
  await logIn(fresh);
  assert.equal((await phone.next("changed")).what, "devices");
  await using waiting = await Live.connect(fresh);
  assert.deepEqual(waiting.welcome?.presence, []);
  waiting.send({ type: "pairing", to: device.id, body: "commit" });
  const step = await phone.next("pairing");
  assert.ok("from" in step);
  assert.deepEqual([step.from, step.body], [fresh.id, "commit"]);
  phone.send({ type: "pairing", to: fresh.id, body: "answer" });
  await waiting.next("pairing");
  waiting.send({ type: "submit", envelope: { ...forge(envelope), from: fresh.id } });
  assert.equal((await waiting.next("error")).code, "FORBIDDEN");
});

Deno.test("a reader that acknowledges nothing is given a window and no more", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  const envelope = await seal(device, agent, "Bonjour");
  await using phone = await Live.connect(device);
  for (let sent = 0; sent < 100; sent++) await phone.submit(forge(envelope));
  await using desk = await Live.connect(agent);
  let got = 0;
  for (; got < 32; got++) await desk.next("deliver");
  assert.ok(await desk.hasNo("deliver", 100));
});

Deno.test("shutdown says so, and writes what was under way", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  const envelope = await seal(device, agent, "Bonjour");
  const phone = await Live.connect(device);
  await phone.submit(envelope);
  phone.send({ type: "submit", envelope: forge(envelope) });
  await relay.down();
  assert.equal((await phone.next("error")).code, "SHUTTING_DOWN");
  await relay.up();
  await using desk = await Live.connect(agent);
  assert.ok((desk.welcome?.queue.count ?? 0) >= 1);
  assert.ok(relay.log.every((line) => !line.includes('"level":"error"')), relay.log.join(""));
});

Deno.test("one address takes a part of the places for strangers, and gets them back when they leave [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start({ helloMs: 60_000 });
  const url = relay.url.replace("http", "ws") + LIVE_PATH;
  const open = () =>
    new Promise<WebSocket | undefined>((resolve) => {
      const socket = new WebSocket(url);
      socket.onopen = () => resolve(socket);
      socket.onerror = (event) => {
        event.preventDefault();
        resolve(undefined);
      };
    });
  const opened = await Promise.all(Array.from({ length: MAX_STRANGERS_OF_ADDRESS + 5 }, open));
  const strangers = opened.filter((socket) => socket !== undefined);
  assert.equal(strangers.length, MAX_STRANGERS_OF_ADDRESS);
  const [first, ...places] = strangers;
  assert.ok(first);
  const left = new Promise((resolve) => first.onclose = resolve);
  first.close();
  await left;
  // The relay sees it leave a moment after.
  const again = async () => {
    const socket = await open();
    if (socket !== undefined) places.push(socket);
    return socket !== undefined;
  };
  await until(again, "there is room again");
  await Promise.all(places.map((socket) =>
    new Promise((resolve) => {
      socket.onclose = resolve;
      socket.close();
    })
  ));
});

Deno.test("who stays in the middle of a frame is dropped, and the bytes with it [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start({ helloMs: 100, idleSeconds: 2 });
  using stranger = await RawSocket.open(relay.url);
  await stranger.beginFrame(60_000_000, 1_000_000);
  await until(() => stranger.isGone);
  assert.match(stranger.heard, /"TOO_SLOW"/);
});

/** A hello of `endpoint`, to a challenge with this nonce. */
async function helloOf(
  { id: endpoint, credential, identity }: Endpoint,
  nonce: string,
  instance = newShortId(env),
) {
  const signature = await identity.sign(helloBytes(nonce, endpoint, instance));
  return { type: "hello", v: 1, endpoint, credential, instance, client: "test", signature } as const;
}

/** Says hello on a raw socket, and waits for the welcome. */
async function greet(socket: RawSocket, endpoint: Endpoint, instance?: string): Promise<void> {
  await until(() => socket.heard.includes('"nonce"'));
  const nonce = /"nonce":"([^"]+)"/.exec(socket.heard)?.[1] ?? "";
  await socket.sendText(JSON.stringify(await helloOf(endpoint, nonce, instance)));
  await until(() => socket.heard.includes('"welcome"'));
}

Deno.test("an office whose connections all died without a word comes back whole [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start();
  using dead = new DisposableStack();
  await using lives = new AsyncDisposableStack();
  const device = await signUp(relay);
  const office = await Promise.all(Array.from({ length: MAX_STRANGERS_OF_ADDRESS + 5 }, async () => {
    return { agent: await createAgent(device), instance: newShortId(env) };
  }));
  const enter = async ({ agent, instance }: typeof office[number]) =>
    await greet(dead.use(await RawSocket.open(relay.url)), agent, instance);
  await Promise.all(office.slice(0, MAX_STRANGERS_OF_ADDRESS).map(enter));
  await Promise.all(office.slice(MAX_STRANGERS_OF_ADDRESS).map(enter));
  for (const { agent, instance } of office) lives.use(await Live.connect(agent, instance));
});

Deno.test("a connection that its own process replaced is dropped when it stays silent [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start({ idleSeconds: 4 });
  const agent = await createAgent(await signUp(relay));
  const instance = newShortId(env);
  using dead = await RawSocket.open(relay.url);
  await greet(dead, agent, instance);
  await using _live = await Live.connect(agent, instance);
  await until(() => dead.isGone);
  assert.match(dead.heard, /"REPLACED"/);
});

Deno.test("who says hello too late is not heard, and is asked to close [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start({ helloMs: 100, idleSeconds: 1 });
  await using late = Live.dial(relay);
  const { nonce } = await late.next("challenge");
  assert.equal((await late.next("error")).code, "TOO_SLOW");
  late.send(await helloOf(await createAgent(await signUp(relay)), nonce));
  await late.closed;
  assert.ok(await late.hasNo("welcome", 0));
  await using silent = Live.dial(relay);
  await silent.closed;
});

Deno.test("places of an IPv6 network are shared, and a peer that was told to go and stays takes one [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start({ helloMs: 60_000 });
  using places = new DisposableStack();
  const open = async (from: string) => {
    const socket = places.use(await RawSocket.open(relay.url, { "x-forwarded-for": from }));
    await until(() => socket.status !== 0);
    return socket;
  };
  const device = await signUp(relay);
  const enter = async () => {
    const socket = await open("2001:db8:0:1::1");
    await greet(socket, device);
    return socket;
  };
  const replaced = await enter();
  const known = await enter();
  await until(() => replaced.heard.includes("REPLACED"));

  const strangers = await Promise.all(
    Array.from({ length: MAX_STRANGERS_OF_ADDRESS - 1 }, (_, n) => open(`2001:db8:0:1::1:${n.toString(16)}`)),
  );
  assert.deepEqual(new Set(strangers.map(({ status }) => status)), new Set([101]));

  // Told to go, it stays, as its endpoint's one before still does: it has the last place now.
  await using _newer = await Live.connect(device);
  await until(() => known.heard.includes("REPLACED"));
  const hasRoom = async () => (await open("2001:db8:0:1:ffff::1")).status === 101;
  assert.equal(await hasRoom(), false);
  assert.equal((await open("2001:db8:0:2::1")).status, 101);
  known[Symbol.dispose]();
  await until(hasRoom);
});
