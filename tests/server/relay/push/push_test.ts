/**
 * Web Push from a real relay to a push service on this machine.
 * @module
 */
import assert from "node:assert/strict";
import type { RelayLimits } from "../../../../server/relay/limits.ts";
import { isPushHost } from "../../../../server/relay/push/push_hosts.ts";
import { makeVapidJwk, Vapid, vapidJwk } from "../../../../server/relay/push/vapid.ts";
import { fromBase64url, fromUtf8, utf8 } from "../../../../wire/bytes.ts";
import {
  type Agent,
  call,
  createAgent,
  type Device,
  env,
  Live,
  publishPrekeys,
  refuses,
  seal,
  signUp,
  TestRelay,
} from "../harness.ts";
import { until } from "../../../until.ts";
import { FakePushService } from "./fake_push_service.ts";

const QUICK: Partial<RelayLimits> = { pushAfterMs: 20, pushRetryMs: [30, 30] };
/** For what must not come: many times as long as a push takes that does. */
const quiet = () => env.sleep(250);

interface Scene extends AsyncDisposable {
  readonly service: FakePushService;
  readonly relay: TestRelay;
  readonly device: Device;
  readonly agent: Agent;
  readonly desk: Live;
  /** Moves the relay's wall clock on. */
  pass(ms: number): void;
  /** The agent sends something to the device. */
  say(quiet?: true): Promise<void>;
  /** The device reads `count` messages, and the relay has forgotten them. */
  read(count: number): Promise<void>;
}

/** Reads the next message, and waits until the relay has forgotten it, as its sender is told. */
async function readOne(phone: Live, desk: Live): Promise<void> {
  const { envelope } = await phone.next("deliver");
  phone.ack(envelope);
  const isForgotten = async () => {
    desk.send({ type: "ask", items: [{ to: envelope.to, id: envelope.id }] });
    return (await desk.next("standing")).items[0]?.state === "acknowledged";
  };
  await until(isForgotten, "the relay forgets what was read");
}

async function open(limits: Partial<RelayLimits> = {}): Promise<Scene> {
  const service = new FakePushService();
  let ahead = 0;
  const clock = { ...env, now: () => env.now() + ahead };
  const relay = await TestRelay.start({ ...QUICK, ...limits }, { env: clock, push: service.parts });
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(device, 20);
  const desk = await Live.connect(agent);
  return {
    service,
    relay,
    device,
    agent,
    desk,
    pass: (ms) => void (ahead += ms),
    async read(count) {
      await using phone = await Live.connect(device);
      for (let n = 0; n < count; n++) await readOne(phone, desk);
      await phone.close();
    },
    say: async (quiet) => {
      const envelope = await seal(agent, device, "Réponse");
      desk.send({ type: "submit", envelope, ...(quiet ? { quiet } : {}) });
      await desk.next("submitted");
    },
    [Symbol.asyncDispose]: async () => {
      await desk.close();
      await relay[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const subscribe = (device: Device, path = "abc") =>
  call(device, "subscribePush", { endpoint: `https://push.test/${path}` });
const status = (device: Device) => call(device, "pushStatus", {});
/** Waits until the last push is told as one that ended so. */
const ended = async (device: Device, ...outcomes: string[]) => {
  const isTold = async () => outcomes.includes((await status(device)).last?.outcome ?? "");
  await until(isTold, `a push is ${outcomes}`);
  return await status(device);
};

Deno.test("a push is empty and proves the relay's key [@covers pacerelle-web.push.empty]", async () => {
  await using scene = await open();
  const { service, device, relay } = scene;
  const { key } = await call(device, "pushKey", {});
  assert.deepEqual(await status(device), { subscribed: null, last: null });
  await subscribe(device);
  await scene.say();
  await service.until(1);
  const [{ path, headers, body }] = service.pushes as [typeof service.pushes[number]];
  assert.equal(path, "/abc");
  assert.equal(body.length, 0);
  assert.equal(headers.get("content-encoding"), null);
  assert.ok(Number(headers.get("ttl")) > 86_400);
  assert.equal(headers.get("urgency"), "high");
  const [, token = "", shown] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.get("authorization") ?? "") ??
    [];
  assert.equal(shown, key);
  const [head = "", claims = "", signature = ""] = token.split(".");
  assert.deepEqual(JSON.parse(fromUtf8(fromBase64url(head))), { typ: "JWT", alg: "ES256" });
  const { aud, exp, sub } = JSON.parse(fromUtf8(fromBase64url(claims)));
  assert.deepEqual([aud, sub], ["https://push.test", "http://127.0.0.1"]);
  assert.ok(exp > Date.now() / 1_000 && exp <= Date.now() / 1_000 + 86_400);
  const imported = await crypto.subtle.importKey(
    "raw",
    fromBase64url(key),
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["verify"],
  );
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signed = utf8(`${head}.${claims}`);
  assert.ok(await crypto.subtle.verify(algorithm, imported, fromBase64url(signature), signed));
  const { subscribed, last } = await ended(device, "accepted");
  assert.equal(subscribed?.host, "push.test");
  assert.equal(last?.status, 201);
  assert.ok(!relay.log.join("").includes("/abc"), "the address is a capability: it is not logged");
});

Deno.test("nothing is pushed to a device that is here, nor for receipts, nor for copies [@covers pacerelle-web.push.away]", async () => {
  await using scene = await open();
  const { service, device, desk, agent } = scene;
  await subscribe(device);
  {
    await using phone = await Live.connect(device);
    await scene.say();
    await readOne(phone, desk);
    await quiet();
    await phone.close();
  }
  await scene.say(true);
  await quiet();
  assert.equal(service.pushes.length, 0);
  // The same device's own words to the agent wake nobody either.
  await publishPrekeys(agent, 20);
  {
    await using phone = await Live.connect(device);
    await phone.submit(await seal(device, agent, "Question"));
    await phone.close();
  }
  await quiet();
  assert.equal(service.pushes.length, 0);
  await scene.say();
  await service.until(1);
  assert.ok(desk.isOpen);
});

Deno.test("what a connection that ended left unread is pushed [@covers pacerelle-web.push.away]", async () => {
  await using scene = await open();
  const { service, device } = scene;
  await subscribe(device);
  await using phone = await Live.connect(device);
  await scene.say();
  await phone.next("deliver");
  await quiet();
  assert.equal(service.pushes.length, 0);
  await phone.close();
  await service.until(1);
});

Deno.test("a device that fell silent is pushed to [@covers pacerelle-web.push.away]", async () => {
  await using scene = await open({ heartbeatMs: 100, deafAfterMs: 200 });
  const { service, device } = scene;
  await subscribe(device);
  await using phone = await Live.connect(device);
  phone.answersPings = false;
  await scene.say();
  await service.until(1);
});

Deno.test("one push until the device comes, or a while has passed [@covers pacerelle-web.push.once]", async () => {
  await using scene = await open({ pushAgainMs: 3_600_000 });
  const { service, device, relay } = scene;
  await subscribe(device);
  await scene.say();
  await service.until(1);
  await ended(device, "accepted");
  await scene.say();
  await scene.say();
  await quiet();
  assert.equal(service.pushes.length, 1);
  await scene.read(3);
  await quiet();
  assert.equal(service.pushes.length, 1);
  await scene.say();
  await service.until(2);
  await ended(device, "accepted");
  scene.pass(3_600_000);
  await scene.say();
  await service.until(3);
  // Not twice because of a restart.
  await ended(device, "accepted");
  await scene.desk.close();
  await relay.down();
  await relay.up();
  await quiet();
  assert.equal(service.pushes.length, 3);
});

Deno.test("what was stored before a crash is pushed after it [@covers pacerelle-web.push.once]", async () => {
  await using scene = await open({ pushAfterMs: 3_600_000 });
  const { service, device, relay } = scene;
  await subscribe(device);
  await scene.say();
  await scene.desk.close();
  await relay.down();
  assert.equal(service.pushes.length, 0);
  await relay.up(QUICK);
  await service.until(1);
});

Deno.test("a push service that does not answer keeps no relay from ending; the push leaves again after [@covers pacerelle-web.push.once]", async () => {
  await using scene = await open();
  const { service, device, relay } = scene;
  await subscribe(device);
  service.isSlow = true;
  await scene.say();
  await service.until(1);
  await scene.desk.close();
  let isDown = false;
  const down = relay.down().then(() => isDown = true);
  await until(() => isDown, "the relay ends, and does not wait for the service");
  await down;
  service.isSlow = false;
  await relay.up();
  await service.until(2);
});

Deno.test("a push that failed is tried again, and told as it is [@covers pacerelle-web.push.told]", async () => {
  await using scene = await open();
  const { service, device } = scene;
  await subscribe(device);
  service.answers = [503, 429, 201];
  await scene.say();
  await service.until(3);
  assert.equal((await ended(device, "accepted", "gone")).last?.outcome, "accepted");
  const failsAs = async (what: "reason" | "status", value: unknown) => {
    const isTold = async () => {
      const { last } = await status(device);
      return last?.outcome === "failed" && last[what] === value;
    };
    await until(isTold, `it is told as ${value}`);
  };
  await scene.read(1);
  service.answers = [400];
  await scene.say();
  await service.until(4);
  await failsAs("reason", "refused");
  await quiet();
  assert.equal(service.pushes.length, 4, "what was refused for good is not repeated");
  // A failure is no push: the next news tries again. A redirect is not followed.
  service.answers = [302];
  await scene.say();
  await service.until(5);
  await failsAs("status", 302);
  service.isDeaf = true;
  await scene.say();
  await failsAs("reason", "unreachable");
});

for (const answer of [404, 410]) {
  Deno.test(`${answer} ends a subscription; a new one works [@covers pacerelle-web.push.gone]`, async () => {
    await using scene = await open();
    const { service, device } = scene;
    await subscribe(device);
    service.answers = [answer];
    await scene.say();
    await service.until(1);
    assert.equal((await ended(device, "gone")).subscribed, null);
    await scene.say();
    await quiet();
    assert.equal(service.pushes.length, 1);
    service.answers = [201];
    await subscribe(device, "neuf");
    await scene.say();
    await service.until(2);
    assert.equal(service.pushes[1]?.path, "/neuf");
  });
}

Deno.test("a subscription ends when it is given up, and with its device [@covers pacerelle-web.push.gone]", async () => {
  await using scene = await open();
  const { service, device } = scene;
  await subscribe(device);
  await call(device, "unsubscribePush", {});
  assert.deepEqual(await status(device), { subscribed: null, last: null });
  await scene.say();
  await quiet();
  assert.equal(service.pushes.length, 0);
});

Deno.test("a device chooses among push services, and nothing else [@covers pacerelle-web.push.hosts]", async () => {
  for (
    const [endpoint, allowed] of [
      ["https://fcm.googleapis.com/fcm/send/abc", true],
      ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
      ["https://web.push.apple.com/QGx", true],
      ["https://wns2-par02p.notify.windows.com/w/?token=x", true],
      ["http://fcm.googleapis.com/x", false],
      ["https://fcm.googleapis.com:8443/x", false],
      ["https://user:x@fcm.googleapis.com/x", false],
      ["https://fcm.googleapis.com.evil.example/x", false],
      ["https://evilpush.apple.com/x", false],
      ["https://.push.apple.com/x", false],
      ["https://127.0.0.1/x", false],
      ["https://[::1]/x", false],
      ["https://169.254.169.254/latest", false],
      ["https://localhost/x", false],
      ["https://relais.internal/x", false],
      ["file:///etc/passwd", false],
      ["rien", false],
    ] as const
  ) assert.equal(isPushHost(endpoint), allowed, endpoint);
  assert.ok(isPushHost("https://push.maison.example/x", ["push.maison.example"]));
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  for (const endpoint of ["https://127.0.0.1/x", "https://push.test/x"]) {
    await refuses(call(device, "subscribePush", { endpoint }), "PUSH_REFUSED");
  }
  const agent = await createAgent(device);
  await refuses(
    call(agent, "subscribePush", { endpoint: "https://web.push.apple.com/x" }),
    "FORBIDDEN",
  );
});

Deno.test("the relay's key outlives a restart, or comes from the settings [@covers pacerelle-web.push.key]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const { key } = await call(device, "pushKey", {});
  await relay.down();
  await relay.up();
  assert.equal((await call(device, "pushKey", {})).key, key);
  const jwk = JSON.parse(await makeVapidJwk());
  const { publicKey } = await Vapid.of(JSON.stringify(jwk), "mailto:a@example.org");
  const again = await Vapid.of(vapidJwk(publicKey, jwk.d), "mailto:a@example.org");
  assert.equal(again.publicKey, publicKey);
  assert.match(await again.authorization("https://web.push.apple.com/x", 0), /^vapid t=/);
  assert.throws(() => vapidJwk(publicKey, "court"), SyntaxError);
  assert.throws(() => vapidJwk(jwk.d, jwk.d), SyntaxError);
});
