/**
 * The relay's queue against a plain model, and what is left of an endpoint that has gone.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  acknowledgeEnvelopes,
  dropOldEnvelopes,
  forgetEndpoint,
  listHeld,
  listUntold,
  marksOf,
  markTold,
  queueOf,
  standingOf,
  storeEnvelopes,
} from "../../../store/relay/envelopes.ts";

import { addPrekeys, claimPrekey, heldPrekeys } from "../../../store/relay/prekeys.ts";
import { putAnchor } from "../../../store/relay/rosters.ts";
import { withStore } from "./with_store.ts";

const SENDERS = ["device_a", "device_b"];
const RECIPIENTS = ["agent_x", "agent_y"];
const MAX_QUEUE = 4;

const name = fc.record({
  sender: fc.constantFrom(...SENDERS),
  recipient: fc.constantFrom(...RECIPIENTS),
  id: fc.constantFrom("1", "2", "3", "4", "5"),
});
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("store" as const),
      batch: fc.array(fc.tuple(name, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("acknowledge" as const),
      batch: fc.array(fc.tuple(name, fc.boolean()), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("drop" as const), age: fc.integer({ min: 0, max: 4 }) }),
  },
);

interface Row {
  readonly key: string;
  readonly sender: string;
  readonly recipient: string;
  readonly id: string;
  readonly at: number;
  state: "held" | "acknowledged" | "dropped";
}

/** The contract in the plainest words: a list, and a map of marks. */
class Model {
  rows: Row[] = [];
  readonly marks = new Map<string, number>();

  find(key: string): Row | undefined {
    return this.rows.find((row) => row.key === key);
  }

  held(recipient: string): Row[] {
    return this.rows.filter((row) => row.recipient === recipient && row.state === "held");
  }
}

const keyOf = (of: { sender: string; recipient: string; id: string }) =>
  `${of.sender} ${of.recipient} ${of.id}`;

Deno.test("the queue behaves as a list does, over random commands [@covers pacerelle.relay.keeps]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
      await withStore(async (store) => {
        const model = new Model();
        let now = 0;
        for (const step of commands) {
          now++;
          if (step.type === "store") {
            const batch = step.batch.map(([of, n]) => ({
              ...of,
              n,
              quiet: n > 4,
              body: `{"n":${n},"é":"\\"🎈"}`,
            }));
            const expected = batch.map((envelope) => {
              const key = keyOf(envelope);
              const known = model.find(key);
              if (known) return { outcome: "double", at: known.at };
              if (model.held(envelope.recipient).length >= MAX_QUEUE) return { outcome: "full" };
              const { sender, recipient, id } = envelope;
              model.rows.push({ key, sender, recipient, id, at: now, state: "held" });
              const mark = `${sender} ${recipient}`;
              model.marks.set(mark, Math.max(model.marks.get(mark) ?? 0, envelope.n));
              return { outcome: "stored", at: now };
            });
            assert.deepEqual(await store.write((db) => storeEnvelopes(db, batch, now, MAX_QUEUE)), expected);
          } else if (step.type === "acknowledge") {
            const batch = step.batch.map(([of, unreadable]) => ({ ...of, unreadable }));
            await store.write((db) => acknowledgeEnvelopes(db, batch, now));
            // Within one batch what was stored counts before what was unreadable.
            for (const item of batch.toSorted((a, b) => Number(a.unreadable) - Number(b.unreadable))) {
              const row = model.find(keyOf(item));
              if (row?.state !== "held") continue;
              if (item.unreadable) model.rows = model.rows.filter((other) => other !== row);
              else row.state = "acknowledged";
            }
          } else {
            const before = now - step.age;
            const dropped = await store.write((db) => dropOldEnvelopes(db, before, now, 100));
            const expected = model.rows.filter((row) => row.state === "held" && row.at < before);
            assert.deepEqual(dropped.map(keyOf).toSorted(), expected.map(({ key }) => key).toSorted());
            for (const row of expected) row.state = "dropped";
          }
          for (const recipient of RECIPIENTS) {
            const expected = model.held(recipient);
            const held = await listHeld(store.read, recipient, 0, 100);
            assert.deepEqual(
              held.map(({ sender, id }) => `${sender} ${recipient} ${id}`),
              expected.map(({ key }) => key),
            );
            for (const { body } of held) assert.equal(JSON.parse(body)["é"], '"🎈');
            const [, second] = held;
            if (held[0] && second) {
              assert.deepEqual(
                (await listHeld(store.read, recipient, held[0].seq, 1)).map(({ seq }) => seq),
                [second.seq],
              );
            }
            assert.deepEqual(await queueOf(store.read, recipient), {
              count: expected.length,
              oldestAt: expected[0]?.at ?? null,
            });
          }
        }
        const all = SENDERS.flatMap((sender) =>
          RECIPIENTS.flatMap((recipient) =>
            ["1", "2", "3", "4", "5"].map((id) => ({ sender, recipient, id }))
          )
        );
        assert.deepEqual(
          await standingOf(store.read, all),
          all.map((of) => model.find(keyOf(of))?.state ?? "unknown"),
        );
        for (const sender of SENDERS) {
          const marks = await marksOf(store.read, sender);
          for (const { peer, n } of marks) assert.equal(n, model.marks.get(`${sender} ${peer}`));
          assert.equal(marks.length, [...model.marks.keys()].filter((key) => key.startsWith(sender)).length);
          const untold = await listUntold(store.read, sender, 100);
          assert.equal(
            untold.length,
            model.rows.filter((r) => r.sender === sender && r.state === "dropped").length,
          );
          await store.write((db) => markTold(db, untold));
          assert.deepEqual(await listUntold(store.read, sender, 100), []);
        }
      });
    }),
    { numRuns: Deno.env.get("FAULTS") === "long" ? 500 : 25 },
  );
});

Deno.test("forgetEndpoint() leaves nothing that was for the endpoint", async () => {
  await withStore(async (store) => {
    const prekey = {
      id: "0".repeat(32),
      suite: 1,
      public: "A".repeat(43),
      expires: 1_000,
      lastResort: false,
      signature: "A".repeat(86),
    };
    await store.write(async (db) => {
      for (const endpoint of ["agent_x", "agent_y"]) {
        await addPrekeys(db, endpoint, [prekey, { ...prekey, id: "1".repeat(32) }]);
        await claimPrekey(db, endpoint, 0);
        await putAnchor(db, { endpoint, version: 1, mac: "A".repeat(43) });
      }
      const envelope = (sender: string, recipient: string) => ({
        sender,
        recipient,
        id: "1",
        n: 1,
        body: "{}",
        quiet: false,
      });
      await storeEnvelopes(
        db,
        [envelope("device_a", "agent_x"), envelope("agent_x", "device_a"), envelope("device_a", "agent_y")],
        1,
        10,
      );
      await forgetEndpoint(db, "agent_x");
    });
    const rows = async (table: "prekey" | "anchor" | "mark" | "envelope") =>
      JSON.stringify(await store.read.selectFrom(table).selectAll().execute());
    for (const table of ["prekey", "anchor", "mark"] as const) {
      assert.ok(!(await rows(table)).includes("agent_x"), table);
      assert.ok((await rows(table)).includes("agent_y"), table);
    }
    assert.deepEqual(await listHeld(store.read, "agent_x", 0, 10), []);
    assert.equal((await listHeld(store.read, "device_a", 0, 10)).length, 1, "its own words stay");
    assert.equal((await heldPrekeys(store.read, "agent_y", 0)).oneTime.length, 1);
  });
});
