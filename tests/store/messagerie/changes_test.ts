/**
 * @covers messagerie.live.feed
 */
import assert from "node:assert/strict";
import {
  appendChanges,
  latestChange,
  pruneChanges,
  prunedChanges,
  readChanges,
} from "../../../store/messagerie/changes.ts";
import { temporaryDesk } from "./desk_fixture.ts";

Deno.test("the change feed is read after a number, in order, and a rolled back write leaves nothing in it", async () => {
  await using desk = await temporaryDesk();
  const { store } = desk;
  assert.equal(await latestChange(store.read), 0);
  assert.equal(await prunedChanges(store.read), 0);
  await store.write((trx) => appendChanges(trx, []));
  await store.write((trx) =>
    appendChanges(trx, [1, 2, 3].map((at) => ({ at, kind: "message", message_id: `m-${at}` })))
  );
  await assert.rejects(store.write(async (trx) => {
    await appendChanges(trx, [{ at: 9, kind: "token" }]);
    throw new Error("rolled back");
  }));
  const after = await readChanges(store.read, { after: 1, limit: 10 });
  assert.deepEqual(after.map(({ no, message_id }) => [no, message_id]), [[2, "m-2"], [3, "m-3"]]);
  assert.deepEqual((await readChanges(store.read, { after: 0, limit: 1 })).map((change) => change.no), [1]);
  assert.equal(await latestChange(store.read), 3);
});

Deno.test("pruning leaves no gap: a reader that missed changes can tell, also when all are gone", async () => {
  await using desk = await temporaryDesk();
  const { store } = desk;
  const append = (...times: number[]) =>
    store.write((trx) => appendChanges(trx, times.map((at) => ({ at, kind: "conversation" }))));
  // The clock went back between 5 and 3.
  await append(1, 2, 5, 3, 6);
  assert.equal(await store.write((trx) => pruneChanges(trx, 4)), false);
  assert.deepEqual((await readChanges(store.read, { after: 0, limit: 9 })).map((change) => change.at), [
    5,
    3,
    6,
  ]);
  assert.equal(await prunedChanges(store.read), 2);
  await store.write((trx) => pruneChanges(trx, 100));
  assert.deepEqual(await readChanges(store.read, { after: 0, limit: 9 }), []);
  assert.equal(await prunedChanges(store.read), 5);
  assert.equal(await latestChange(store.read), 5);
  await append(101);
  assert.deepEqual((await readChanges(store.read, { after: 5, limit: 9 })).map((change) => change.no), [6]);
});

Deno.test("pruning goes in steps of bounded length", async () => {
  await using desk = await temporaryDesk();
  const { store } = desk;
  for (let times = 0; times < 4; times++) {
    await store.write((trx) =>
      appendChanges(trx, Array.from({ length: 2_000 }, (_, at) => ({ at, kind: "message" as const })))
    );
  }
  const more: boolean[] = [];
  do more.push(await store.write((trx) => pruneChanges(trx, 10_000))); while (more.at(-1));
  assert.deepEqual(more, [true, false]);
  assert.equal(await prunedChanges(store.read), 8_000);
});
