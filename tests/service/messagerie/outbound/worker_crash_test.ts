import assert from "node:assert/strict";
import { silentLogger } from "../../../../base/log.ts";
import { LEASE_MS, POLL_MS } from "../../../../service/messagerie/outbound/schedule.ts";
import { DatabaseFault } from "../../../../store/libsql/fault.ts";
import { deliveriesOf } from "../../../../store/messagerie/deliveries.ts";
import type { DeskStore } from "../../../../store/messagerie/open.ts";
import { leaseOutbound } from "../../../../store/messagerie/outbound.ts";
import { acceptOutbound, endAttempt } from "../../../../store/messagerie/outbound_outcome.ts";
import { ManualEnv, settle } from "./manual_env.ts";
import { OutboundDesk } from "./outbound_desk.ts";
import { setUp } from "./set_up.ts";

const DAY_MS = 24 * 3_600_000;

Deno.test("no clock jump takes a message from the worker that sends it [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  let accept = () => {};
  sms.answer = () => new Promise((resolve) => accept = () => resolve(sms.accept()));
  await desk.reply(await desk.conversation(), "Bonjour");
  const worker = work();
  await env.advance(0);
  const store = await desk.reopen();
  const other = work({ store });
  env.jump(DAY_MS);
  await env.advance(60_000);
  env.jump(-2 * DAY_MS);
  await env.advance(50_000);
  assert.equal(sms.sent.length, 1);
  accept();
  await env.advance(LEASE_MS * 2);
  assert.equal(sms.sent.length, 1);
  assert.equal((await desk.rows())[0]?.state, "sent");
  const stopped = other.stop(0);
  await env.advance(1);
  await stopped;
  await store.close();
  await end(worker);
});

/** Leases every due row as a process that is gone. */
function leaveInFlight(desk: OutboundDesk) {
  return desk.store.write((trx) =>
    leaseOutbound(trx, {
      owner: "gone",
      now: desk.env.now(),
      channels: ["sms", "email"],
      limit: 10,
      abandoned: [],
    })
  );
}

Deno.test("a lease whose holder is gone passes on after it was seen unchanged long enough, and the provider is asked first [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const no = await desk.conversation();
  await desk.reply(no, "Bonjour");
  await desk.reply(no, "Bonsoir");
  await leaveInFlight(desk);
  const worker = work();
  await env.advance(LEASE_MS - 1);
  assert.equal(sms.asked.length + sms.sent.length, 0);
  await env.advance(POLL_MS);
  assert.deepEqual(sms.asked.map(({ text }) => text), ["Bonjour"]);
  assert.deepEqual(sms.sent.map(({ message }) => message.text), ["Bonjour", "Bonsoir"]);
  await end(worker);
});

Deno.test("what the provider has is taken over, not sent again; ids of others and old ones are not [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const [one, two] = [await desk.conversation(), await desk.conversation()];
  await desk.reply(one, "Bonjour");
  await desk.reply(two, "Bonjour");
  await leaveInFlight(desk);
  const now = env.now();
  // One of the two was accepted; the same text was also sent by a conversation of long ago, by something else.
  sms.found = () => ({
    kind: "found",
    candidates: [{ providerId: "SMold", at: now - 2 * DAY_MS }, { providerId: "SMours", at: now }],
  });
  const worker = work();
  await env.advance(LEASE_MS + 2 * POLL_MS + 60_000);
  const rows = await desk.rows();
  assert.deepEqual(rows.map((row) => row.state), ["sent", "sent"]);
  assert.equal(rows.filter((row) => row.provider_id === "SMours").length, 1);
  assert.equal(sms.sent.length, 1, "the one that was not accepted is sent");
  await end(worker);
});

Deno.test("an id that was told outranks one that was guessed, whichever is written first [@covers messagerie.outbound.crash]", async () => {
  for (const order of [["guess", "word"], ["word", "guess"]]) {
    const env = new ManualEnv();
    await using desk = await OutboundDesk.open(env);
    for (let n = 0; n < 2; n++) await desk.reply(await desk.conversation(), "Bonjour");
    await leaveInFlight(desk);
    const [guessing, told] = await desk.rows();
    for (const how of order) {
      const guessed = how === "guess";
      const no = (guessed ? guessing : told)?.no ?? 0;
      const end = { state: "sent", providerId: "SM1", guessed } as const;
      await desk.store.write((trx) => endAttempt(trx, { no, owner: "gone" }, end, env.now()));
    }
    assert.deepEqual((await desk.rows()).map((row) => [row.state, row.provider_id, row.lease_owner]), [
      ["in_flight", null, null],
      ["sent", "SM1", null],
    ], order.join());
  }
});

Deno.test("a provider that cannot be asked is asked again on schedule; nothing is sent blindly [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const no = await desk.conversation();
  await desk.reply(no, "Bonjour");
  await leaveInFlight(desk);
  sms.found = () => ({ kind: "unknown", code: "PROVIDER_UNREACHABLE" });
  const worker = work();
  await env.advance(LEASE_MS + 4_400_000);
  assert.equal(sms.asked.length, 5, "the attempt that was lost counts");
  assert.equal(sms.sent.length, 0);
  const [delivery] = await deliveriesOf(desk.store.read, no);
  assert.deepEqual([delivery?.state, delivery?.code], ["failed", "UNCONFIRMED"]);
  await end(worker);
});

Deno.test("a message given up without an answer is delivered once the provider says so [@covers messagerie.outbound.states]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = () => ({ kind: "unknown", code: "PROVIDER_ERROR" });
  sms.found = () => ({ kind: "unknown", code: "PROVIDER_ERROR" });
  const no = await desk.conversation();
  const messageId = await desk.reply(no, "Bonjour");
  const worker = work();
  await env.advance(4_400_000);
  const say = (state: "sent" | "delivered" | "failed") =>
    desk.store.write((trx) =>
      acceptOutbound(trx, { messageId, part: 1 }, { state, providerId: "SM9", code: "X" }, env.now())
    );
  const state = async () => (await deliveriesOf(desk.store.read, no))[0]?.state;
  assert.equal(await state(), "failed");
  assert.equal(await say("sent"), true);
  assert.equal(await state(), "sent");
  assert.equal(await say("delivered"), true);
  assert.equal(await say("sent"), false, "late");
  assert.equal(await say("failed"), false, "late");
  assert.equal(await state(), "delivered");
  await end(worker);
});

Deno.test("a provider that never answers is left after its time, and asked before anything is sent again [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = (_, n) => n === 1 ? new Promise(() => {}) : sms.accept();
  await desk.reply(await desk.conversation(), "Bonjour");
  const worker = work();
  await env.advance(119_999);
  assert.equal((await desk.rows())[0]?.lease_owner === null, false);
  await env.advance(10_001);
  assert.deepEqual([sms.asked.length, sms.sent.length], [1, 2]);
  assert.equal((await desk.rows())[0]?.state, "sent");
  await end(worker);
});

Deno.test("a process held up between lease and sending does not send what another may have taken [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  await desk.reply(await desk.conversation(), "Bonjour");
  let late = 0;
  const slow: DeskStore = {
    ...desk.store,
    async write(work) {
      const result = await desk.store.write(work);
      if ((await desk.rows())[0]?.lease_owner !== null) late = LEASE_MS;
      return result;
    },
  };
  // Time passes without the timers: a process that was stopped, and goes on.
  const worker = work({ store: slow, env: { ...env, monotonic: () => env.monotonic() + late } });
  await env.advance(0);
  assert.equal(sms.sent.length, 0);
  const [row] = await desk.rows();
  assert.deepEqual([row?.state, row?.code], ["pending", "PROVIDER_UNREACHABLE"]);
  await end(worker);
});

Deno.test("a provider that throws is a bug that is logged without its text, and the message goes on [@covers messagerie.outbound.secrets]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = (_, n) => {
    if (n === 1) throw new Error("smtp://user:secret@host");
    return sms.accept();
  };
  await desk.reply(await desk.conversation(), "Bonjour");
  const lines: string[] = [];
  const log = {
    ...silentLogger,
    error: (event: string, fields = {}) => lines.push(event + JSON.stringify(fields)),
  };
  const worker = work({ log });
  await env.advance(10_000);
  assert.equal((await desk.rows())[0]?.state, "sent");
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(), /secret/);
  await end(worker);
});

/** A store whose writes fail while `failing` says so. */
function failingStore(store: DeskStore, failing: () => boolean): DeskStore {
  return {
    ...store,
    write: (work) => failing() ? Promise.reject(new DatabaseFault("full")) : store.write(work),
  };
}

Deno.test("a full disk after acceptance: it is written when it can be, and never sent again [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  let full = false;
  sms.answer = () => {
    full = true;
    return sms.accept();
  };
  await desk.reply(await desk.conversation(), "Bonjour");
  const worker = work({ store: failingStore(desk.store, () => full) });
  await env.advance(LEASE_MS * 3);
  assert.equal((await desk.rows())[0]?.state, "in_flight");
  full = false;
  await env.advance(60_000);
  assert.equal((await desk.rows())[0]?.state, "sent");
  assert.equal(sms.sent.length, 1);
  await end(worker);
});

Deno.test("a full disk before: nothing is sent until the lease is written [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  let full = true;
  await desk.reply(await desk.conversation(), "Bonjour");
  const worker = work({ store: failingStore(desk.store, () => full) });
  await env.advance(60_000);
  assert.equal(sms.sent.length, 0);
  full = false;
  await env.advance(POLL_MS);
  assert.equal(sms.sent.length, 1);
  await end(worker);
});

Deno.test("a stop lets what is under way finish and takes nothing more [@covers messagerie.outbound.states]", async () => {
  const { env, desk, sms, work } = await setUp();
  let accept = () => {};
  sms.answer = () => new Promise((resolve) => accept = () => resolve(sms.accept()));
  const no = await desk.conversation();
  await desk.reply(no, "a");
  await desk.reply(no, "b");
  const worker = work();
  await env.advance(0);
  let stopped = false;
  const stop = worker.stop().then(() => stopped = true);
  await env.advance(5_000);
  assert.equal(stopped, false);
  accept();
  await settle();
  assert.equal(stopped, true);
  await stop;
  assert.deepEqual((await desk.rows()).map((row) => row.state), ["sent", "pending"]);
  assert.equal(sms.sent.length, 1);
  await desk[Symbol.asyncDispose]();
});

Deno.test("a stop that runs out of patience leaves the message to be asked for by the next process [@covers messagerie.outbound.crash]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = (_, n) => n === 1 ? new Promise(() => {}) : sms.accept();
  await desk.reply(await desk.conversation(), "a");
  const worker = work();
  await env.advance(0);
  const stop = worker.stop();
  await env.advance(8_000);
  await stop;
  const [row] = await desk.rows();
  assert.deepEqual([row?.state, row?.lease_owner], ["in_flight", null]);
  const next = work();
  await env.advance(10_000);
  assert.deepEqual([sms.asked.length, sms.sent.length], [1, 2]);
  await end(next);
});
