/**
 * The inbox as its records say it is.
 * @covers pacerelle.store.bounded
 * @covers pacerelle.delivery.once
 * @covers pacerelle.widgets.answers
 * @covers pacerelle.source.pending-stay
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { InboxRecord } from "../../../service/pacerelle/inbox/entries.ts";
import { InboxState } from "../../../service/pacerelle/inbox/inbox_state.ts";
import { HISTORY_MS, MAX_HISTORY } from "../../../service/pacerelle/limits.ts";
import { EndpointState } from "../../../wire/endpoint/state.ts";
import { type EndpointRecord, isEndpointRecord } from "../../../wire/endpoint/records.ts";
import { sendWidget } from "../../../service/pacerelle/mod.ts";
import { tellRefusedAnswers } from "../../../service/pacerelle/tell_refused_answers.ts";
import { CONVERSATION, DAY, FakeInbox, idOf, LAPTOP, PHONE, quietCall } from "./fake_inbox.ts";

const process = (fake: FakeInbox, ...ids: string[]) =>
  fake.apply({ t: "processed", ids, at: fake.env.now() });

Deno.test("history keeps the newest thousand, and pending requests whatever their number", () => {
  const fake = new FakeInbox();
  const ids = Array.from({ length: MAX_HISTORY + 300 }, () => fake.ask("Bonjour"));
  assert.equal(fake.state.pending.size, MAX_HISTORY + 300);
  process(fake, ...ids.slice(0, MAX_HISTORY + 100));
  assert.equal(fake.state.pending.size, 200);
  assert.equal(fake.state.entries().length, MAX_HISTORY + 200);
  assert.equal(fake.state.entry(ids[99]!), undefined);
  assert.ok(fake.state.entry(ids[100]!));
});

Deno.test("history drops what was done 90 days ago, never what is pending", () => {
  const fake = new FakeInbox();
  const [done, pending] = [fake.ask("fait"), fake.ask("en attente")];
  process(fake, done);
  fake.env.wall += HISTORY_MS - DAY;
  process(fake, fake.ask("plus tard"));
  assert.ok(fake.state.entry(done));
  fake.env.wall += 2 * DAY;
  process(fake, fake.ask("encore plus tard"));
  assert.equal(fake.state.entry(done), undefined);
  assert.ok(fake.state.pending.has(pending));
});

Deno.test("a clock that jumps a day either way loses nothing and keeps the order", () => {
  const fake = new FakeInbox();
  const first = fake.ask("un");
  fake.env.wall -= DAY;
  const second = fake.ask("deux");
  fake.env.wall += 2 * DAY;
  const third = fake.ask("trois");
  assert.deepEqual([...fake.state.pending.keys()], [first, second, third]);
  process(fake, first, second);
  fake.env.wall -= 2 * DAY;
  process(fake, third);
  assert.deepEqual(fake.state.entries().map(({ id }) => id), [first, second, third]);
});

Deno.test("the first answer to a widget counts; another, a late or a foreign one is told why not", async () => {
  const fake = new FakeInbox();
  const request = fake.ask("Supprimer ?");
  const widget = { format: "widget.standard", version: 1, kind: "confirm", id: "ok", title: "Sûr ?" };
  const { messageId } = await sendWidget(
    fake.inbox,
    { sourceMessageId: request, widget },
    quietCall().signal,
  );
  const answer = (value: unknown, options: object, re = messageId) =>
    fake.receive({
      kind: "answer",
      re,
      body: { ref: "ok", value: value as boolean, cancelled: false },
    }, options).id;

  const invalid = answer("peut-être", { from: PHONE });
  const foreign = answer(true, { conversation: `conversation_${"e".repeat(32)}` });
  const unknown = answer(true, {}, idOf(0xabcdef));
  const counts = answer(true, { from: LAPTOP });
  const late = answer(false, { from: PHONE });

  assert.deepEqual([...fake.state.pending.keys()], [request, counts]);
  const shown = fake.state.pending.get(counts)!;
  assert.deepEqual(shown.answer, { ref: "ok", value: true, cancelled: false });
  assert.equal(shown.re, messageId);
  assert.equal(shown.from.device, "Portable");
  assert.deepEqual([...fake.state.refusedAnswers].map(({ id, reason }) => [id, reason]), [
    [invalid, "invalid"],
    [foreign, "foreign"],
    [unknown, "foreign"],
    [late, "closed"],
  ]);

  fake.drafts.length = 0;
  await tellRefusedAnswers(fake.inbox);
  await tellRefusedAnswers(fake.inbox);
  assert.deepEqual(
    fake.drafts.map(({ audience, content }) => [audience, content.kind, content.body]),
    [[invalid, "invalid"], [foreign, "foreign"], [unknown, "foreign"], [late, "closed"]].map((
      [id, reason],
    ) => [{ to: "endpoint", endpoint: PHONE }, "nack", { id, reason }]),
  );
  assert.deepEqual([...fake.state.refusedAnswers], []);
});

Deno.test("the same record again shows nothing twice", () => {
  const fake = new FakeInbox();
  const record = fake.receive({ kind: "message", body: { text: "une fois" } });
  fake.state.apply(record);
  assert.equal(fake.state.pending.size, 1);
  process(fake, record.id);
  fake.state.apply(record);
  assert.equal(fake.state.pending.size, 0);
});

Deno.test("the agent learns its name from a device, and no other agent's", () => {
  const fake = new FakeInbox();
  const history = (id: string, name: string) =>
    fake.receive({ kind: "history", body: { part: 1, parts: 1, entries: [], agents: [{ id, name }] } });
  history(`agent_${"b".repeat(32)}`, "Autre");
  assert.equal(fake.state.agentName, null);
  history(`agent_${"a".repeat(32)}`, "Atelier");
  assert.equal(fake.state.agentName, "Atelier");
  assert.equal(fake.state.pending.size, 0);
});

Deno.test("receipts bring a reply further and never back", async () => {
  const fake = new FakeInbox();
  const source = fake.ask("Bonjour");
  const { id } = await fake.inbox.channel.send({
    conversation: CONVERSATION,
    audience: { to: "devices" },
    content: { kind: "message", re: source, body: { text: "Salut" } },
  });
  const stateOf = () => {
    const entry = fake.state.entry(id);
    return entry?.kind === "reply" ? entry.state : undefined;
  };
  assert.equal(stateOf(), "submitted");
  for (
    const [from, state, expected] of [
      [PHONE, "received", "delivered"],
      [PHONE, "read", "read"],
      [LAPTOP, "received", "read"],
    ] as const
  ) {
    fake.receive({ kind: "receipt", body: { ids: [id], state } }, { from });
    assert.equal(stateOf(), expected);
  }
});

/** What tests can see of a state. */
const visible = (state: InboxState) => ({
  entries: state.entries(),
  pending: [...state.pending.keys()],
  checkpoints: [...state.checkpoints.values()],
  refused: [...state.refusedAnswers],
  last: state.last,
  name: state.agentName,
  received: state.lastReceivedAt,
});

Deno.test("a snapshot rebuilds what the records had built, and goes on as they would", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("ask" as const), text: fc.string({ minLength: 1, maxLength: 8 }) }),
    fc.record({ do: fc.constant("answer" as const), pick: fc.nat(20), value: fc.boolean() }),
    fc.record({ do: fc.constant("reply" as const), pick: fc.nat(20) }),
    fc.record({ do: fc.constant("widget" as const), pick: fc.nat(20) }),
    fc.record({ do: fc.constant("mark" as const), pick: fc.nat(20) }),
    fc.record({ do: fc.constant("note" as const), pick: fc.nat(20) }),
    fc.record({ do: fc.constant("jump" as const), ms: fc.integer({ min: -DAY, max: 40 * DAY }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.array(step, { maxLength: 10 }), (first, then) => {
      const fake = new FakeInbox();
      let endpoint = new EndpointState();
      let state = new InboxState();
      const mirror = (record: EndpointRecord | InboxRecord) => {
        state.apply(record, isEndpointRecord(record) ? endpoint.apply(record) : []);
      };
      for (const record of [...fake.endpoint.snapshot()]) mirror(record);
      const apply = fake.apply.bind(fake);
      fake.apply = (...records) => {
        apply(...records);
        records.forEach(mirror);
      };
      const run = (steps: typeof first) => {
        for (const one of steps) {
          const entries = fake.state.entries();
          const entry = "pick" in one ? entries[one.pick % Math.max(entries.length, 1)] : undefined;
          if (one.do === "ask") fake.ask(one.text);
          if (one.do === "jump") fake.env.wall = Math.max(0, fake.env.wall + one.ms);
          if (!entry) continue;
          if (one.do === "mark") process(fake, entry.id);
          if (one.do === "answer") {
            const body = { ref: "w", value: one.value, cancelled: false };
            fake.receive({ kind: "answer", re: entry.id, body });
          }
          if (one.do === "note") {
            const checkpoint = {
              sourceMessageId: entry.id,
              summary: "s",
              nextAction: "n",
              at: fake.env.now(),
            };
            fake.apply({ t: "checkpoint", checkpoint });
          }
          if (one.do === "reply" || one.do === "widget") {
            const content = one.do === "reply"
              ? { kind: "message", re: entry.id, body: { text: "t" } } as const
              : {
                kind: "widget",
                re: entry.id,
                body: { format: "widget.standard", version: 1, kind: "confirm", id: "w", title: "t" },
              } as const;
            void fake.inbox.channel.send({
              conversation: CONVERSATION,
              audience: { to: "devices" },
              content,
            });
          }
        }
      };
      run(first);
      assert.deepEqual(visible(state), visible(fake.state));
      const snapshot = JSON.parse(JSON.stringify([...endpoint.snapshot(), ...state.snapshot()]));
      endpoint = new EndpointState();
      state = new InboxState();
      snapshot.forEach(mirror);
      assert.deepEqual(visible(state), visible(fake.state));
      run(then);
      assert.deepEqual(visible(state), visible(fake.state));
    }),
  );
});
