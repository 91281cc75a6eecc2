/**
 * Senders who trickle, and limits that several processes share.
 * @covers messagerie-web.widget.limits
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import { Refusal } from "../../../../base/refusal.ts";
import { refuse } from "../../../../service/messagerie/refusals.ts";
import { readBytes } from "../../../../server/messagerie/widget/read_bytes.ts";
import { createWidgetLimiter } from "../../../../server/messagerie/widget/widget_limiter.ts";

/** A request whose chunks come when the test says. */
function slowly() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (one) => {
      controller = one;
    },
    cancel: () => {
      cancelled = true;
    },
  });
  return {
    request: new Request("http://desk/", { method: "POST", body }),
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    fail: () => controller?.error(new TypeError("gone")),
    cancelled: () => cancelled,
  };
}

/** A clock that a test moves: sleepers wake when their time has come. */
function handClock() {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    env: {
      monotonic: () => now,
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          const sleeper = { at: now + ms, wake: resolve };
          sleepers.add(sleeper);
          signal?.addEventListener("abort", () => {
            sleepers.delete(sleeper);
            reject(signal.reason);
          });
        }),
    },
    async move(ms: number) {
      // What was sent is read before the time passes.
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      now += ms;
      for (const { at, wake } of [...sleepers]) if (at <= now) wake();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

const ALLOWANCE = {
  maxBytes: 100,
  idleMs: 10_000,
  totalMs: 30_000,
  tooLarge: () => refuse("PAYLOAD_TOO_LARGE"),
};
const code = (error: unknown) => error instanceof Refusal ? error.code : String(error);

Deno.test("readBytes() cuts who pauses too long, and who trickles for too long", async () => {
  const paused = slowly();
  const clock = handClock();
  const first = readBytes(paused.request, ALLOWANCE, clock.env).catch(code);
  paused.send("a");
  await clock.move(9_999);
  paused.send("b");
  await clock.move(10_000);
  assert.equal(await first, "TOO_SLOW");
  assert.ok(paused.cancelled());

  const trickling = slowly();
  const second = readBytes(trickling.request, ALLOWANCE, clock.env).catch(code);
  for (let n = 0; n < 6; n++) {
    trickling.send(".");
    await clock.move(5_000);
  }
  assert.equal(await second, "TOO_SLOW");
});

Deno.test("readBytes() gives what came whole, and refuses what is too large or breaks off", async () => {
  const whole = slowly();
  const read = readBytes(whole.request, ALLOWANCE, systemEnv);
  whole.send("ab");
  whole.send("c");
  whole.end();
  assert.equal(new TextDecoder().decode(await read), "abc");
  const large = slowly();
  const tooLarge = readBytes(large.request, ALLOWANCE, systemEnv).catch(code);
  large.send("x".repeat(101));
  assert.equal(await tooLarge, "PAYLOAD_TOO_LARGE");
  assert.ok(large.cancelled());
  const broken = slowly();
  const gone = readBytes(broken.request, ALLOWANCE, systemEnv).catch(code);
  broken.send("a");
  broken.fail();
  assert.equal(await gone, "INVALID_REQUEST");
});

Deno.test("createWidgetLimiter() counts in common while others serve too, and alone when that fails", async () => {
  const taken: string[] = [];
  const shared = {
    active: true,
    fails: false,
    take(key: string, limit: number) {
      if (shared.fails) return Promise.reject(new Error("no database"));
      taken.push(key);
      return Promise.resolve(taken.filter((one) => one === key).length > limit ? 5_000 : 0);
    },
  };
  const one = { visitor: 2, address: 100, site: 100 };
  const limiter = createWidgetLimiter({
    env: systemEnv,
    log: silentLogger,
    shared: () => shared,
    limits: { read: one, write: one, file: one },
  });
  const asker = { hash: new Uint8Array(32), address: "203.0.113.9", siteKey: "k" };
  await limiter.take("write", asker);
  await limiter.take("write", asker);
  const refused = await limiter.take("write", asker).catch((error) => error);
  assert.deepEqual([refused.code, refused.details.retryAfter], ["RATE_LIMITED", 5]);
  assert.ok(taken.length > 0);
  // Others are told what passed here, and it goes on counting when they cannot be asked.
  assert.ok([...limiter.recent()].some(({ key, ages }) => key.includes("visitor") && ages.length === 2));
  shared.fails = true;
  assert.equal((await limiter.take("write", asker).catch((error) => error)).code, "RATE_LIMITED");
});
