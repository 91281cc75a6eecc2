/**
 * Whatever fails and whenever, over random queues and two workers: order within a conversation, nothing accepted twice,
 * nothing lost.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { silentLogger } from "../../../../base/log.ts";
import type { Candidate, SendOutcome, SmsMessage } from "../../../../service/messagerie/outbound/provider.ts";
import { createOutboundWorker } from "../../../../service/messagerie/outbound/worker.ts";
import { ManualEnv } from "./manual_env.ts";
import { OutboundDesk, ScriptedProvider } from "./outbound_desk.ts";

const LONG = Deno.env.get("FAULTS") === "long";
const RUNS = LONG ? 1_000 : 15;
const SEED = Number(Deno.env.get("FAULTS_SEED") ?? Date.now() % 2 ** 31);

/** How the provider treats an attempt. `lost`: it takes the message and its answer is lost. */
const attempt = fc.constantFrom("accept", "later", "refuse", "lost", "unheard", "hang", "throw");

const scenario = fc.record({
  /** Per conversation, per message, what happens to its attempts; then it is accepted. */
  conversations: fc.array(fc.array(fc.array(attempt, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** The seconds at which a worker is cut off and another takes its place. */
  restarts: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 }),
  /** Messages have the same text: the provider cannot tell them apart. */
  same: fc.boolean(),
});

Deno.test(`order, once, none lost (seed ${SEED}) [@covers messagerie.outbound.order, messagerie.outbound.crash]`, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ conversations, restarts, same }) => {
      const env = new ManualEnv();
      await using desk = await OutboundDesk.open(env);
      const plan = new Map<string, { conversation: number; index: number; attempts: string[] }>();
      for (const [conversation, messages] of conversations.entries()) {
        const no = await desk.conversation();
        for (const [index, attempts] of messages.entries()) {
          // One recipient per conversation; the text tells a message from another unless it is the same for all.
          const id = await desk.reply(no, same ? "Bonjour" : `${conversation}.${index}`, {
            recipient: `+3360000000${conversation}`,
          });
          plan.set(id, { conversation, index, attempts: [...attempts] });
        }
      }
      /** What the provider has, in the order in which it got it. */
      const kept: (Candidate & { readonly message: SmsMessage })[] = [];
      const keep = (message: SmsMessage): string => {
        const providerId = `SM${kept.length}`;
        kept.push({ message, providerId, at: env.now() });
        return providerId;
      };
      const answer = (message: SmsMessage): SendOutcome | Promise<SendOutcome> => {
        switch (plan.get(message.messageId)?.attempts.shift()) {
          case "later":
            return { kind: "later", code: "PROVIDER_BUSY" };
          case "refuse":
            return { kind: "refused", code: "RECIPIENT_INVALID" };
          case "lost":
            keep(message);
            return { kind: "unknown", code: "PROVIDER_ERROR" };
          case "unheard":
            return { kind: "unknown", code: "PROVIDER_ERROR" };
          case "hang":
            return new Promise(() => {});
          case "throw":
            throw new Error("bug");
          default:
            return { kind: "accepted", providerId: keep(message) };
        }
      };
      const sms = new ScriptedProvider<SmsMessage>(env, answer);
      sms.found = ({ recipient, text }) => ({
        kind: "found",
        candidates: kept.filter(({ message }) => message.recipient === recipient && message.text === text),
      });
      const store = await desk.reopen();
      const start = (own = desk.store) =>
        createOutboundWorker({ store: own, env, log: silentLogger, providers: { sms } });
      const stop = async (worker: { stop(graceMs: number): Promise<void> }) => {
        const stopped = worker.stop(0);
        await env.advance(10);
        await stopped;
      };
      const second = start(store);
      let first = start();
      for (const seconds of restarts) {
        await env.advance(seconds * 1_000);
        await stop(first);
        first = start();
      }
      await env.advance(14_400_000);
      await stop(first);
      await stop(second);
      const rows = await desk.rows();
      await store.close();

      for (const row of rows) {
        const times = kept.filter(({ message }) => message.messageId === row.message_id).length;
        assert.ok(["sent", "failed"].includes(row.state), `finished: ${row.state}`);
        assert.equal(times, row.state === "sent" ? 1 : 0, `once when sent, never when failed: ${row.state}`);
        if (row.state === "failed") assert.notEqual(row.code, "UNCONFIRMED");
      }
      for (const conversation of conversations.keys()) {
        const order = kept.map(({ message }) => plan.get(message.messageId))
          .filter((one) => one?.conversation === conversation).map((one) => one?.index ?? -1);
        assert.deepEqual(order, order.toSorted((a, b) => a - b), "in order");
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

Deno.test("two workers on one database send each of 300 messages once [@covers messagerie.outbound.crash]", async () => {
  const env = new ManualEnv();
  await using desk = await OutboundDesk.open(env);
  for (let conversation = 0; conversation < 100; conversation++) {
    const no = await desk.conversation();
    for (let n = 0; n < 3; n++) await desk.reply(no, `${no}.${n}`);
  }
  const sms: ScriptedProvider<SmsMessage> = new ScriptedProvider<SmsMessage>(env, async () => {
    await env.sleep(7);
    return sms.accept();
  });
  const store = await desk.reopen();
  const workers = [desk.store, store].map((own) =>
    createOutboundWorker({ store: own, env, log: silentLogger, providers: { sms } })
  );
  await env.advance(30_000);
  for (const worker of workers) await worker.stop();
  const texts = sms.sent.map(({ message }) => message.text);
  await store.close();
  assert.equal(texts.length, 300);
  assert.equal(new Set(texts).size, 300);
  const states = new Set((await desk.rows()).map((row) => row.state));
  assert.deepEqual([...states], ["sent"]);
});
