/**
 * What nobody would ask for any more after it fell away, and is asked for all the same: the list behind lines that have all
 * left, and older messages whose page came too late.
 * @covers messagerie-web.inbox.page-lists
 * @covers messagerie-web.inbox.page-thread
 * @module
 */
import assert from "node:assert/strict";
import { ConversationList } from "../../../../web/inbox/desk/state/conversation_list.ts";
import { Thread } from "../../../../web/inbox/desk/state/thread.ts";
import type { ListItem, ThreadPage } from "../../../../web/inbox/desk/types.ts";
import { until } from "../../../until.ts";
import { details, listItem, message } from "./items.ts";

const unresolved = (n: number): ListItem =>
  listItem({ id: `c${n}`, lastMessageAt: new Date(Date.UTC(2026, 2, 12, 9, -n)).toISOString() });
const resolved = (item: ListItem): ListItem => ({ ...item, status: "resolved" });

/** A list of which the server has these, two on a page; what is resolved it no longer gives. */
async function listOf(all: ListItem[]) {
  let isAway = false;
  const asked: (string | undefined)[] = [];
  const list = new ConversationList({
    me: "me",
    load: (_view, before) => {
      asked.push(before);
      if (isAway) return Promise.reject(new Error("away"));
      const open = all.filter(({ status }) => status !== "resolved");
      const from = before === undefined ? 0 : open.findIndex(({ id }) => id === before) + 1;
      return Promise.resolve({ conversations: open.slice(from, from + 2), more: from + 2 < open.length });
    },
  });
  await list.show({ tab: "unresolved" });
  const resolve = (from: number, to: number) => {
    for (let n = from; n < to; n++) all[n] = resolved(all[n]!);
    for (let n = from; n < to; n++) list.apply(all[n]!);
  };
  const shown = () => list.lines.value.map(({ item }) => item.id);
  return { list, asked, resolve, shown, setAway: (to: boolean) => void (isAway = to) };
}

Deno.test("a list whose lines have all left shows those that the server has behind them", async () => {
  const { list, asked, resolve, shown } = await listOf(Array.from({ length: 5 }, (_, n) => unresolved(n)));
  assert.deepEqual(shown(), ["c0", "c1"]);
  resolve(0, 2);
  // Nowhere does it say that there are none.
  assert.equal(list.state.value, "loading");
  await until(() => list.state.value === "shown");
  assert.deepEqual([shown(), list.more.value, asked.length], [["c2", "c3"], true, 2]);

  resolve(2, 4);
  await until(() => list.state.value === "shown");
  assert.deepEqual([shown(), list.more.value], [["c4"], false]);
  resolve(4, 5);
  assert.deepEqual([shown(), list.state.value, asked.length], [[], "shown", 3]);
});

Deno.test("a list whose lines have all left while a pointer held them is asked for at the release", async () => {
  const { list, asked, resolve, shown } = await listOf(Array.from({ length: 3 }, (_, n) => unresolved(n)));
  list.hold();
  resolve(0, 2);
  assert.deepEqual([shown(), asked.length], [["c0", "c1"], 1]);
  list.release();
  await until(() => shown().includes("c2"));
  assert.equal(asked.length, 2);
});

Deno.test("a list whose lines have all left says so where the server does not answer, and is there at the next try", async () => {
  const { list, resolve, shown, setAway } = await listOf(
    Array.from({ length: 3 }, (_, n) => unresolved(n)),
  );
  setAway(true);
  resolve(0, 2);
  await until(() => list.state.value === "failed");
  setAway(false);
  await list.refresh();
  assert.deepEqual([shown(), list.state.value], [["c2"], "shown"]);
});

Deno.test("a page of which nothing belongs here is not asked for for ever", async () => {
  let asked = 0;
  const list = new ConversationList({
    me: "me",
    load: () => {
      asked++;
      return Promise.resolve({ conversations: [resolved(unresolved(asked))], more: asked < 9 });
    },
  });
  await list.show({ tab: "unresolved" });
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(asked, 1);
});

Deno.test("a list says whether its beginning or its rest did not come, until that has come", async () => {
  const { list, setAway } = await listOf(Array.from({ length: 5 }, (_, n) => unresolved(n)));
  const stands = () => [list.isStale.value, list.fault.value !== undefined];
  setAway(true);
  await list.loadMore();
  assert.deepEqual(stands(), [false, true]);
  await list.refresh();
  assert.deepEqual(stands(), [true, true]);
  setAway(false);
  // More of what is stale makes it no fresher.
  await list.loadMore();
  assert.equal(list.isStale.value, true);
  await list.refresh();
  assert.deepEqual(stands(), [false, false]);
});

Deno.test("a thread says whether its end or its older messages did not come", async () => {
  let isAway = false;
  const thread = new Thread("c", {
    details: () => Promise.resolve(details()),
    page: () =>
      isAway
        ? Promise.reject(new Error("away"))
        : Promise.resolve({ messages: [message(10), message(11)], more: true }),
  });
  await thread.load();
  const stands = () => [thread.isStale.value, thread.fault.value !== undefined];
  isAway = true;
  await thread.loadOlder();
  assert.deepEqual(stands(), [false, true]);
  await thread.refresh();
  assert.deepEqual(stands(), [true, true]);
  isAway = false;
  await thread.refresh();
  assert.deepEqual(stands(), [false, false]);
});

/** A thread whose older pages come when the test says so. */
function threadOf() {
  const older: PromiseWithResolvers<ThreadPage>[] = [];
  const thread = new Thread("c", {
    details: () => Promise.resolve(details()),
    page: ({ before }) => {
      if (before === undefined) return Promise.resolve({ messages: [message(10), message(11)], more: true });
      const answer = Promise.withResolvers<ThreadPage>();
      older.push(answer);
      return answer.promise;
    },
  });
  const shown = () => thread.messages.value.map(({ id }) => id);
  return { thread, older, shown };
}

Deno.test("an older page that a refresh has overtaken is asked for once more", async () => {
  const { thread, older, shown } = threadOf();
  await thread.load();
  const loading = thread.loadOlder();
  await thread.refresh();
  older[0]!.resolve({ messages: [message(9)], more: false });
  await until(() => older.length === 2, "asked once more");
  older[1]!.resolve({ messages: [message(8), message(9)], more: false });
  await loading;
  assert.deepEqual([shown(), thread.hasOlder.value], [["m0008", "m0009", "m0010", "m0011"], false]);
});

Deno.test("an older page of a thread that was left meanwhile is asked for no more", async () => {
  const { thread, older } = threadOf();
  await thread.load();
  const loading = thread.loadOlder();
  thread.leave();
  older[0]!.resolve({ messages: [message(9)], more: false });
  await loading;
  assert.equal(older.length, 1);
});
