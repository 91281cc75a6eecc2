/**
 * A thread: pages backwards, what happens live, what was missed; and its rows.
 * @covers messagerie-web.inbox.page-thread
 * @module
 */
import assert from "node:assert/strict";
import { Thread } from "../../../../web/inbox/desk/state/thread.ts";
import type { ThreadItem } from "../../../../web/inbox/desk/types.ts";
import { rowsOf } from "../../../../web/inbox/desk/thread/rows.ts";
import { details, message } from "./items.ts";

/** A server's thread, and the page's. */
function threadOf(all: ThreadItem[]) {
  const thread = new Thread("c", {
    details: () => Promise.resolve(details()),
    page: ({ before, limit }) => {
      const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
      const start = Math.max(0, end - limit);
      return Promise.resolve({ messages: all.slice(start, end), more: start > 0 });
    },
  });
  const ids = () => thread.messages.value.map(({ id }) => id);
  return { thread, ids };
}
const messages = (count: number) => Array.from({ length: count }, (_, n) => message(n + 1));

Deno.test("the newest come first, older ones page by page, each once", async () => {
  const all = messages(300);
  const { thread, ids } = threadOf(all);
  await thread.load();
  assert.deepEqual(ids(), all.slice(-60).map(({ id }) => id));
  while (thread.hasOlder.value) await Promise.all([thread.loadOlder(), thread.loadOlder()]);
  assert.deepEqual(ids(), all.map(({ id }) => id));
});

Deno.test("what is told live is added once, in its place, or takes the place of what it was", async () => {
  const { thread, ids } = threadOf(messages(3));
  await thread.load();
  // The answer to what was sent from here comes before what the stream tells of it, and of what came before it.
  thread.applySent(message(5));
  thread.apply(message(4));
  thread.apply(message(4));
  thread.apply(message(5));
  thread.applySent(message(4, { text: "older" }));
  thread.apply({ id: "m0002", at: message(2).at, from: "deleted" });
  assert.deepEqual(ids(), ["m0001", "m0002", "m0003", "m0004", "m0005"]);
  assert.equal(thread.messages.value[1]?.from, "deleted");
});

Deno.test("what is told before the first page came is not lost", async () => {
  const { thread, ids } = threadOf(messages(2));
  const loading = thread.load();
  thread.apply(message(3));
  thread.update(details({ unread: true }));
  await loading;
  assert.deepEqual(ids(), ["m0001", "m0002", "m0003"]);
  assert.equal(thread.details.value?.unread, true);
});

Deno.test("a row older than what was read comes with its page, not before", async () => {
  const { thread, ids } = threadOf(messages(100));
  await thread.load();
  thread.apply({ id: "m0001", at: message(1).at, from: "deleted" });
  assert.equal(ids().includes("m0001"), false);
});

Deno.test("a message of a clock that went back is shown, and last", async () => {
  const all = messages(100);
  const { thread, ids } = threadOf(all);
  await thread.load();
  const late = { ...message(200), at: message(1).at };
  all.push(late);
  thread.apply(late);
  const shown = Promise.withResolvers<void>();
  thread.messages.subscribe((rows) => rows.at(-1)?.id === late.id && shown.resolve());
  await shown.promise;
  const next = { ...message(201), at: message(90).at };
  thread.apply(next);
  assert.deepEqual(ids().slice(-3), ["m0100", "m0200", "m0201"]);
});

Deno.test("after a gap it is asked for as far back as was read", async () => {
  const all = messages(300);
  const { thread, ids } = threadOf(all);
  await thread.load();
  await thread.loadOlder();
  const before = ids();
  all.push(message(301));
  all[150] = { id: all[150]!.id, at: all[150]!.at, from: "deleted" };
  await thread.refresh();
  assert.equal(ids().at(-1), "m0301");
  assert.equal(thread.messages.value.find(({ id }) => id === "m0151")?.from, "deleted");
  assert.ok(before.every((id) => ids().includes(id)));
});

Deno.test("what is told while it is asked for again is newer than the answer", async () => {
  const { thread, ids } = threadOf(messages(2));
  await thread.load();
  const again = thread.refresh();
  thread.apply(message(3));
  await again;
  assert.deepEqual(ids(), ["m0001", "m0002", "m0003"]);
});

Deno.test("out of reach is gone, another failure can be tried again", async () => {
  let code = "UNREACHABLE";
  const thread = new Thread("c", {
    details: () =>
      code === "" ? Promise.resolve(details()) : Promise.reject(Object.assign(new Error(), { code })),
    page: () => Promise.resolve({ messages: [], more: false }),
  });
  await thread.load();
  assert.equal(thread.state.value, "failed");
  code = "";
  await thread.load();
  assert.equal(thread.state.value, "shown");
  code = "CONVERSATION_NOT_FOUND";
  await thread.refresh();
  assert.equal(thread.state.value, "gone");
});

Deno.test("rowsOf() separates days, joins what one author says at once, and ends with what is on its way", () => {
  const said = [message(1), message(2), message(3, { from: "advisor" }), {
    ...message(4),
    at: "2026-03-14T09:00:00.000Z",
  }];
  const outgoing = {
    key: "k",
    conversationId: "c",
    kind: "reply",
    text: "x",
    resolve: false,
    at: "",
    state: "sending",
    fault: undefined,
  } as const;
  const rows = rowsOf(said, [outgoing]);
  assert.deepEqual(
    rows.map((row) => row.is === "message" ? `${row.message.from}${row.follows ? "+" : ""}` : row.is),
    ["day", "visitor", "visitor+", "advisor", "day", "visitor", "outgoing"],
  );
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
});

Deno.test("rowsOf() shows a text once when the server's row is there before its answer", () => {
  const outgoing = {
    key: "k",
    conversationId: "c",
    kind: "reply",
    text: "x",
    resolve: false,
    at: "",
    state: "sending",
    fault: undefined,
  } as const;
  const rows = rowsOf([message(1, { from: "advisor", key: "k" })], [outgoing]);
  assert.deepEqual(rows.map(({ is }) => is), ["day", "message"]);
});
