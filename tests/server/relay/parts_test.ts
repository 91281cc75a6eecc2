/**
 * The relay's small parts: rates, throttle, nonces, passwords, settings, the ledger on a failing disk, the sweeper's clock.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { systemEnv as env } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { Refusal } from "../../../base/refusal.ts";
import { LoginThrottle } from "../../../server/relay/login_throttle.ts";
import type { Connection } from "../../../server/relay/live/connection.ts";
import type { LiveContext } from "../../../server/relay/live/context.ts";
import { receive } from "../../../server/relay/live/receive.ts";
import { Hub } from "../../../server/relay/live/hub.ts";
import { Ledger } from "../../../server/relay/live/ledger.ts";
import { DEFAULT_LIMITS } from "../../../server/relay/limits.ts";
import { Nonces } from "../../../server/relay/nonces.ts";
import { PasswordHasher } from "../../../server/relay/password.ts";
import { readRelaySettings, SettingFault } from "../../../server/relay/settings.ts";
import { Sweeper } from "../../../server/relay/sweep.ts";
import { TokenBuckets } from "../../../server/relay/token_bucket.ts";
import { type NewEnvelope, standingOf } from "../../../store/relay/envelopes.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import { FILE_RETENTION_MS, RETENTION_MS } from "../../../wire/limits.ts";
import { withStore } from "../../store/relay/with_store.ts";

Deno.test("TokenBuckets allows what a plain count over its history allows [@covers pacerelle.relay.limits]", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b"), ms: fc.integer({ min: 0, max: 3_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 0;
      const buckets = new TokenBuckets({ burst: 3, perSecond: 1 }, () => now);
      // Reference: the level of each bucket, followed in whole milliseconds.
      const levels = new Map<string, { level: number; at: number }>();
      for (const { key, ms } of steps) {
        now += ms;
        const { level, at } = levels.get(key) ?? { level: 3_000, at: now };
        const filled = Math.min(3_000, level + now - at);
        const wait = buckets.take(key);
        assert.equal(wait === 0, filled >= 1_000);
        if (wait > 0) assert.equal(wait, 1_000 - filled);
        levels.set(key, { level: filled >= 1_000 ? filled - 1_000 : filled, at: now });
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("LoginThrottle waits longer each time, forgets after success and after a day", () => {
  let now = 0;
  const throttle = new LoginThrottle(() => now);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 40; attempt++) {
    const wait = throttle.attempt("a@b.c", "1.1.1.1");
    if (wait > 0) {
      waits.push(wait);
      now += wait;
      assert.equal(throttle.attempt("a@b.c", "1.1.1.1"), 0);
    }
  }
  assert.ok(waits.length > 10);
  assert.equal(waits[0], 1_000);
  assert.equal(waits[1], 2_000);
  assert.equal(Math.max(...waits), 15 * 60_000);
  // A stranger's failures do not lock the owner out, who comes from elsewhere.
  assert.equal(throttle.attempt("a@b.c", "2.2.2.2"), 0);
  throttle.succeed("a@b.c", "1.1.1.1");
  assert.equal(throttle.attempt("a@b.c", "1.1.1.1"), 0);
  for (let attempt = 0; attempt < 5; attempt++) throttle.attempt("d@e.f", "3.3.3.3");
  assert.ok(throttle.attempt("d@e.f", "3.3.3.3") > 0);
  now += 25 * 3_600_000;
  assert.equal(throttle.attempt("d@e.f", "3.3.3.3"), 0);
});

Deno.test("LoginThrottle slows guessing from many places and at many accounts", () => {
  const now = 0;
  const many = new LoginThrottle(() => now);
  const places = Array.from({ length: 60 }, (_, i) => many.attempt("a@b.c", `10.0.0.${i}`));
  assert.ok(places.filter((wait) => wait === 0).length <= 50 && places.at(-1) !== 0);
  const sprayed = Array.from({ length: 120 }, (_, i) => many.attempt(`${i}@b.c`, "9.9.9.9"));
  assert.ok(sprayed.filter((wait) => wait === 0).length <= 100 && sprayed.at(-1) !== 0);
});

Deno.test("Nonces are good once and for five minutes", () => {
  let now = 0;
  const nonces = new Nonces({ monotonic: () => now, randomBytes: env.randomBytes });
  const [first, second] = [nonces.issue(), nonces.issue()];
  assert.ok(nonces.take(first));
  assert.ok(!nonces.take(first));
  now = 300_000;
  assert.ok(!nonces.take(second));
  assert.ok(!nonces.take("never"));
});

Deno.test("PasswordHasher tells the right password from others, and old parameters from new", async () => {
  const hasher = new PasswordHasher(env, 10);
  const stored = await hasher.hash("é passe"); // composed
  assert.match(stored, /^scrypt\$10\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(stored, await hasher.hash("é passe"), "salted");
  assert.ok(await hasher.verify("e\u0301 passe", stored), "typed on another keyboard");
  assert.ok(!(await hasher.verify("e passe", stored)));
  assert.ok(!(await hasher.verify("", undefined)));
  assert.ok(!(await hasher.verify("x", "scrypt$10$broken")));
  const stronger = new PasswordHasher(env, 11);
  assert.ok(await stronger.verify("é passe", stored));
  assert.ok(stronger.isOutdated(stored) && !hasher.isOutdated(stored));
  const [a, b] = await Promise.all(
    Array.from({ length: 40 }, (_, i) => hasher.verify(i === 0 ? "é passe" : "non", stored)),
  );
  assert.deepEqual([a, b], [true, false]);
});

Deno.test("readRelaySettings() has defaults and names a variable that cannot be used", () => {
  assert.deepEqual(readRelaySettings(() => undefined), {
    host: "127.0.0.1",
    port: 8080,
    databaseUrl: "file:data/relay.db",
    databaseToken: undefined,
    publicUrl: "http://127.0.0.1:8080",
    limits: DEFAULT_LIMITS,
    vapidJwk: undefined,
    vapidSubject: undefined,
    pushHosts: undefined,
    proxies: undefined,
  });
  const read = (variables: Record<string, string>) => readRelaySettings((name) => variables[name]);
  const own = read({ PACERELLE_RELAY_HOST: "::", PACERELLE_RELAY_PORT: " 9000 " });
  assert.deepEqual([own.host, own.port, own.publicUrl], ["::", 9000, "http://[::]:9000"]);
  assert.deepEqual(read({ PACERELLE_RELAY_PROXIES: "10.0.0.2, ::1," }).proxies, ["10.0.0.2", "::1"]);
  assert.deepEqual(read({ PACERELLE_RELAY_FILES_MAX_BYTES: "5000000" }).limits, {
    ...DEFAULT_LIMITS,
    fileBytes: 5_000_000,
  });
  const bad = {
    PACERELLE_RELAY_FILES_MAX_BYTES: "5 Go",
    PACERELLE_RELAY_PROXIES: "proxy.example",
    PACERELLE_RELAY_HOST: "a b",
    PACERELLE_RELAY_PORT: "70000",
    PACERELLE_RELAY_DATABASE_URL: "mysql://x",
    PACERELLE_RELAY_PUBLIC_URL: "javascript:alert(1)",
    PACERELLE_RELAY_VAPID_SUBJECT: "file:///etc/passwd",
    PACERELLE_RELAY_PUSH_HOSTS: "169.254.169.254/x",
  };
  for (const [name, value] of Object.entries(bad)) {
    assert.throws(() => read({ [name]: value }), (error) => {
      assert.ok(error instanceof SettingFault && error.variable === name);
      assert.ok(!error.message.includes(value));
      return true;
    });
  }
});

const envelope = (n: number): NewEnvelope => ({
  quiet: false,
  sender: "device_a",
  recipient: "agent_b",
  id: String(n),
  n,
  body: "{}",
});

Deno.test("Ledger tells nobody of what the disk did not take, and takes the next", async () => {
  await withStore(async (store) => {
    let fails = true;
    const told: string[] = [];
    const ledger = new Ledger({
      store: {
        ...store,
        write: (work) => fails ? Promise.reject(new Error("disk full")) : store.write(work),
      },
      env,
      log: silentLogger,
      maxQueue: 10,
      onStored: (recipient) => told.push(recipient),
    });
    const failed = await Promise.allSettled([1, 2, 3].map((n) => ledger.submit(envelope(n))));
    for (const result of failed) {
      assert.ok(result.status === "rejected" && result.reason instanceof Refusal);
      assert.equal(result.reason.code, "UNAVAILABLE");
    }
    assert.deepEqual(told, []);
    fails = false;
    const taken = await Promise.all([1, 2, 3, 1].map((n) => ledger.submit(envelope(n))));
    assert.deepEqual(taken.map(({ outcome }) => outcome), ["stored", "stored", "stored", "double"]);
    assert.deepEqual(told, ["agent_b"], "once for the batch");
  });
});

Deno.test("Ledger.settled() waits for what was submitted so far", async () => {
  await withStore(async (store) => {
    const ledger = new Ledger({ store, env, log: silentLogger, maxQueue: 1_000, onStored: () => {} });
    // More than one batch.
    const outcomes = Array.from({ length: 300 }, (_, n) => ledger.submit(envelope(n)));
    await ledger.settled();
    assert.deepEqual(await standingOf(store.read, [envelope(299)]), ["held"]);
    await Promise.all(outcomes);
  });
});

Deno.test("an ask is answered after what was submitted before it is settled", async () => {
  await withStore(async (store) => {
    const frames: unknown[] = [];
    let release = () => {};
    const write: RelayStore["write"] = async (work) => {
      await new Promise<void>((resolve) => release = resolve);
      return await store.write(work);
    };
    const ledger = new Ledger({
      store: { ...store, write },
      env,
      log: silentLogger,
      maxQueue: 10,
      onStored: () => {},
    });
    const connection = {
      endpoint: "device_a",
      principal: { account: "account_c", endpoint: "device_a", kind: "device" },
      send: (frame: unknown) => frames.push(frame),
    } as unknown as Connection;
    const context = {
      store,
      ledger,
      hub: { heard: () => {}, isEndpoint: () => true },
      frameRate: { take: () => 0 },
    } as unknown as LiveContext;
    const submitted = ledger.submit(envelope(1));
    receive(context, connection, { type: "ask", items: [{ to: "agent_b", id: "1" }] });
    await env.sleep(30);
    assert.deepEqual(frames, [], "not before");
    release();
    await submitted;
    while (frames.length === 0) await env.sleep(1);
    assert.deepEqual(frames, [{ type: "standing", items: [{ to: "agent_b", id: "1", state: "held" }] }]);
  });
});

Deno.test("Ledger refuses what would wait beyond its bounds, at once", async () => {
  await withStore(async (store) => {
    const write = () => Promise.reject(new Error("disk full"));
    const ledger = new Ledger({
      store: { ...store, write },
      env,
      log: silentLogger,
      maxQueue: 10,
      onStored: () => {},
    });
    const body = "x".repeat(1024 * 1024);
    const results = await Promise.allSettled(
      Array.from({ length: 70 }, (_, n) => ledger.submit({ ...envelope(n), body })),
    );
    const waits = results.map((result) => result.status === "rejected" && result.reason.details.retryAfterMs);
    // What was refused at the door may come back sooner than what the disk refused.
    assert.deepEqual(waits, [...Array(64).fill(5_000), ...Array(6).fill(1_000)]);
  });
});

Deno.test("Sweeper drops nothing on the word of a clock that jumped", async () => {
  await withStore(async (store) => {
    let wall = 1_000_000_000_000;
    let steady = 0;
    const clock = { now: () => wall, monotonic: () => steady };
    const hub = new Hub({ store, env: clock, log: silentLogger, limits: DEFAULT_LIMITS });
    const ledger = new Ledger({ store, env: clock, log: silentLogger, maxQueue: 10, onStored: () => {} });
    await ledger.submit(envelope(1));
    const sweeper = new Sweeper({
      store,
      hub,
      env: clock,
      log: silentLogger,
      retentionMs: RETENTION_MS,
      fileRetentionMs: FILE_RETENTION_MS,
      fileBytes: DEFAULT_LIMITS.fileBytes,
      foldsLog: true,
    });
    const held = async () =>
      (await store.read.selectFrom("envelope").select("seq").where("state", "=", 0).execute()).length;
    wall += RETENTION_MS + 1;
    await sweeper.sweep();
    assert.equal(await held(), 1, "a month in no time");
    wall -= RETENTION_MS + 1;
    await sweeper.sweep();
    steady += 90_000_000;
    wall += 90_000_000;
    await sweeper.sweep();
    assert.equal(await held(), 1, "the clock is right again");
    for (let day = 0; day < 30; day++) {
      steady += 86_400_000;
      wall += 86_400_000;
      await sweeper.sweep();
    }
    assert.equal(await held(), 0, "a month that was lived through");
    await sweeper.stop();
    await hub.close();
  });
});
