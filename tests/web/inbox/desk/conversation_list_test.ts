/**
 * The list under what happens live: nothing moves while it is held, nothing is lost, nothing is doubled.
 * @covers messagerie-web.inbox.page-lists
 * @covers messagerie-web.inbox.page-no-jump
 * @module
 */
import assert from "node:assert/strict";
import { ConversationList } from "../../../../web/inbox/desk/state/conversation_list.ts";
import type { ListItem } from "../../../../web/inbox/desk/types.ts";
import { listItem } from "./items.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 12, 9, minute)).toISOString();
const item = (id: string, minute: number, part: Partial<ListItem> = {}) =>
  listItem({ id, lastMessageAt: at(minute), ...part });

/** A list over a server that holds these, newest first, two on a page. */
async function listOf(all: readonly ListItem[]) {
  const asked: (string | undefined)[] = [];
  const list = new ConversationList({
    me: "me",
    load: (_view, before) => {
      asked.push(before);
      const from = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
      const conversations = all.slice(from, from + 2);
      return Promise.resolve({ conversations, more: from + 2 < all.length });
    },
  });
  await list.show({ tab: "unresolved" });
  const shown = () =>
    list.lines.value.map((line) => line.left ? `(${line.item.id})` : line.item.id).join(" ");
  return { list, shown, asked };
}

Deno.test("pages follow each other, and a page that is asked for twice comes once", async () => {
  const { list, shown, asked } = await listOf([item("d", 4), item("c", 3), item("b", 2), item("a", 1)]);
  assert.equal(shown(), "d c");
  await Promise.all([list.loadMore(), list.loadMore()]);
  assert.equal(shown(), "d c b a");
  assert.equal(list.more.value, false);
  await list.loadMore();
  assert.deepEqual(asked, [undefined, "c"]);
});

Deno.test("what changes moves to its place, comes and goes", async () => {
  const { list, shown } = await listOf([item("b", 2), item("a", 1)]);
  list.apply(item("a", 5));
  assert.equal(shown(), "a b");
  list.apply(item("n", 6));
  assert.equal(shown(), "n a b");
  list.apply(item("b", 2, { status: "resolved" }));
  assert.equal(shown(), "n a");
  list.remove("n");
  assert.equal(shown(), "a");
});

Deno.test("what lies beyond the pages that came is left to its page", async () => {
  const { list, shown } = await listOf([item("d", 4), item("c", 3), item("b", 2)]);
  list.apply(item("b", 2, { unread: true }));
  assert.equal(shown(), "d c");
  list.apply(item("b", 9));
  assert.equal(shown(), "b d c");
});

Deno.test("while it is held, lines change and none moves; the release does what waited", async () => {
  const { list, shown } = await listOf([item("b", 2), item("a", 1)]);
  list.hold();
  list.apply(item("a", 5, { unread: true }));
  list.apply(item("n", 6));
  list.apply(item("b", 2, { status: "resolved" }));
  assert.equal(shown(), "(b) a");
  assert.equal(list.lines.value[1]?.item.unread, true);
  assert.equal(list.fresh.value, 1);
  list.release();
  assert.equal(shown(), "n a");
  assert.equal(list.fresh.value, 0);
});

Deno.test("the open conversation stays in the list until it is left", async () => {
  const { list, shown } = await listOf([item("b", 2), item("a", 1)]);
  list.keep("b");
  list.apply(item("b", 2, { status: "resolved" }));
  assert.equal(shown(), "(b) a");
  list.keep(undefined);
  assert.equal(shown(), "a");
});

Deno.test("an answer for a list that is no longer shown is thrown away", async () => {
  const waiting: ((page: { conversations: ListItem[]; more: boolean }) => void)[] = [];
  const list = new ConversationList({
    me: "me",
    load: () => new Promise((resolve) => waiting.push(resolve)),
  });
  const first = list.show({ tab: "ai" });
  const second = list.show({ tab: "queue" });
  waiting[1]?.({ conversations: [item("q", 1)], more: false });
  waiting[0]?.({ conversations: [item("x", 1, { status: "ai" })], more: false });
  await Promise.all([first, second]);
  assert.deepEqual(list.lines.value.map((line) => line.item.id), ["q"]);
});

Deno.test("a list that cannot be loaded says so, and comes at the next try", async () => {
  let fails = true;
  const list = new ConversationList({
    me: "me",
    load: () =>
      fails
        ? Promise.reject(new Error("away"))
        : Promise.resolve({ conversations: [item("a", 1)], more: false }),
  });
  await list.show({ tab: "unresolved" });
  assert.equal(list.state.value, "failed");
  fails = false;
  await list.refresh();
  assert.equal(list.state.value, "shown");
  assert.equal(list.lines.value.length, 1);
});

Deno.test("what is told while the beginning is asked for is newer than the answer", async () => {
  const waiting: ((page: { conversations: ListItem[]; more: boolean }) => void)[] = [];
  const list = new ConversationList({
    me: "me",
    load: () => new Promise((resolve) => waiting.push(resolve)),
  });
  const shown = list.show({ tab: "unresolved" });
  list.apply(item("n", 6));
  list.remove("b");
  waiting[0]?.({ conversations: [item("b", 2), item("a", 1)], more: false });
  await shown;
  assert.deepEqual(list.lines.value.map((line) => line.item.id), ["n", "a"]);
});
