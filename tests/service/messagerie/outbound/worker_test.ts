import assert from "node:assert/strict";
import { POLL_MS } from "../../../../service/messagerie/outbound/schedule.ts";
import { deliveriesOf } from "../../../../store/messagerie/deliveries.ts";
import { setUp } from "./set_up.ts";

const DAY_MS = 24 * 3_600_000;

Deno.test("a queued message is sent, known by the provider's id, and told to the feed [@covers messagerie.outbound.states]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const no = await desk.conversation();
  const id = await desk.reply(no, "**Bonjour** Léa");
  assert.deepEqual((await deliveriesOf(desk.store.read, no)).map(({ state }) => state), ["pending"]);
  let changes = 0;
  const worker = work({ onChange: () => changes++ });
  await env.advance(0);
  assert.deepEqual(sms.sent.map(({ message }) => message), [
    { recipient: "+33612345678", text: "Bonjour Léa", messageId: id, part: 1 },
  ]);
  const [row] = await desk.rows();
  assert.equal(row?.state, "sent");
  assert.match(row?.provider_id ?? "", /^SM1-/);
  assert.equal(row?.lease_owner, null);
  assert.equal(row?.next_attempt_at, null);
  const feed = await desk.store.read.selectFrom("change").where("kind", "=", "outbound").selectAll()
    .execute();
  assert.deepEqual(feed.map((change) => [change.conversation_no, change.inbox_no, change.message_id]), [[
    no,
    0,
    id,
  ]]);
  assert.equal(changes, 1);
  assert.deepEqual(await deliveriesOf(desk.store.read, no), [
    { messageId: id, channel: "sms", state: "sent", code: null, at: env.now() },
  ]);
  await end(worker);
});

Deno.test("it is tried after 10 s, 30 s, 2 min, 10 min and 1 h, then failed with its code [@covers messagerie.outbound.retries]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = () => ({ kind: "later", code: "PROVIDER_BUSY" });
  const no = await desk.conversation();
  await desk.reply(no, "Bonjour");
  const start = env.monotonic();
  const worker = work();
  await env.advance(4_400_000);
  assert.deepEqual(sms.sent.map(({ at }) => at - start), [0, 10_000, 40_000, 160_000, 760_000, 4_360_000]);
  assert.deepEqual(
    (await deliveriesOf(desk.store.read, no)).map(({ state, code }) => [state, code]),
    [["failed", "PROVIDER_BUSY"]],
  );
  worker.wake();
  await env.advance(600_000);
  assert.equal(sms.sent.length, 6);
  await end(worker);
});

Deno.test("a provider that asks for a longer wait gets it, an hour at most [@covers messagerie.outbound.retries]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const waits = [45_000, DAY_MS];
  sms.answer = (_, n) => ({ kind: "later", code: "PROVIDER_BUSY", afterMs: waits[n - 1] ?? 0 });
  await desk.reply(await desk.conversation(), "Bonjour");
  const start = env.monotonic();
  const worker = work();
  await env.advance(3_700_000);
  assert.deepEqual(sms.sent.map(({ at }) => at - start), [0, 45_000, 3_645_000]);
  await end(worker);
});

Deno.test("a refusal for good fails at once, and the conversation goes on [@covers messagerie.outbound.retries, messagerie.outbound.states]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = (message) =>
    message.text === "un" ? { kind: "refused", code: "RECIPIENT_INVALID" } : sms.accept();
  const no = await desk.conversation();
  await desk.reply(no, "un");
  await desk.reply(no, "deux");
  const worker = work();
  await env.advance(0);
  assert.deepEqual(sms.sent.map(({ message }) => message.text), ["un", "deux"]);
  assert.deepEqual(
    (await deliveriesOf(desk.store.read, no)).map(({ state, code }) => [state, code]),
    [["failed", "RECIPIENT_INVALID"], ["sent", null]],
  );
  await end(worker);
});

Deno.test("a later message waits for an earlier one; another conversation does not [@covers messagerie.outbound.order]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  sms.answer = (_, n) => n === 1 ? { kind: "later", code: "PROVIDER_BUSY" } : sms.accept();
  const [one, two] = [await desk.conversation(), await desk.conversation()];
  await desk.reply(one, "a1");
  await desk.reply(one, "a2");
  await desk.reply(two, "b1");
  const worker = work();
  await env.advance(9_999);
  assert.deepEqual(sms.sent.map(({ message }) => message.text), ["a1", "b1"]);
  await env.advance(1);
  assert.deepEqual(sms.sent.map(({ message }) => message.text), ["a1", "b1", "a1", "a2"]);
  await end(worker);
});

Deno.test("a message deleted before it left is skipped, and said to be [@covers messagerie.outbound.states]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const no = await desk.conversation();
  const id = await desk.reply(no, "oups");
  await desk.store.write((trx) =>
    trx.updateTable("message").set({ deleted_at: 1 }).where("id", "=", id).execute()
  );
  const worker = work();
  await env.advance(0);
  assert.equal(sms.sent.length, 0);
  assert.deepEqual(
    (await deliveriesOf(desk.store.read, no)).map(({ state, code }) => [state, code]),
    [["skipped", "MESSAGE_DELETED"]],
  );
  await end(worker);
});

Deno.test("a long SMS leaves in parts, in order; when one is refused the rest is skipped [@covers messagerie.outbound.sms]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const no = await desk.conversation();
  const words = Array.from({ length: 800 }, (_, i) => `mot${i}`).join(" ");
  await desk.reply(no, words);
  const worker = work();
  await env.advance(0);
  assert.ok(sms.sent.length > 2);
  assert.ok(sms.sent.every(({ message }) => message.text.length <= 1_600));
  assert.equal(sms.sent.map(({ message }) => message.text).join(" "), words);
  assert.deepEqual((await deliveriesOf(desk.store.read, no)).map(({ state }) => state), ["sent"]);
  sms.answer = (message) => message.part === 2 ? { kind: "refused", code: "MESSAGE_REFUSED" } : sms.accept();
  sms.sent.length = 0;
  await desk.reply(no, words);
  worker.wake();
  await env.advance(0);
  assert.deepEqual(sms.sent.map(({ message }) => message.part), [1, 2]);
  const [, delivery] = await deliveriesOf(desk.store.read, no);
  assert.deepEqual([delivery?.state, delivery?.code], ["failed", "MESSAGE_REFUSED"]);
  await end(worker);
});

Deno.test("a wake is heeded at once; another process's row within a poll [@covers messagerie.outbound.states]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  const no = await desk.conversation();
  const worker = work();
  await env.advance(1);
  await desk.reply(no, "a");
  worker.wake();
  await env.advance(0);
  assert.equal(sms.sent.length, 1);
  await desk.reply(no, "b");
  await env.advance(POLL_MS);
  assert.equal(sms.sent.length, 2);
  await end(worker);
});

for (const days of [1, -1]) {
  Deno.test(`a clock that jumps by ${days} day costs at most one early attempt and never stalls the queue [@covers messagerie.outbound.retries]`, async () => {
    const { env, desk, sms, work, end } = await setUp();
    sms.answer = () => ({ kind: "later", code: "PROVIDER_BUSY" });
    await desk.reply(await desk.conversation(), "Bonjour");
    const start = env.monotonic();
    const worker = work();
    await env.advance(200_000);
    assert.equal(sms.sent.length, 4);
    env.jump(days * DAY_MS);
    await env.advance(599_000);
    assert.equal(sms.sent.length, 5, "the fifth attempt comes early, once");
    assert.ok((sms.sent[4]?.at ?? 0) - start <= 205_000);
    sms.answer = () => sms.accept();
    await env.advance(3_700_000);
    assert.equal(sms.sent.length, 6);
    assert.equal((await desk.rows())[0]?.state, "sent");
    await end(worker);
  });
}

Deno.test("a message queued under a clock a day ahead leaves when the server restarts under the right one [@covers messagerie.outbound.retries]", async () => {
  const { env, desk, sms, work, end } = await setUp();
  env.jump(DAY_MS);
  await desk.reply(await desk.conversation(), "Bonjour");
  env.jump(-DAY_MS);
  const worker = work();
  await env.advance(0);
  assert.equal(sms.sent.length, 1);
  await end(worker);
});
