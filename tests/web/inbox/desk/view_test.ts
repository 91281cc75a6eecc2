/**
 * Addresses and views, and which conversation is in which list.
 * @covers messagerie-web.inbox.page-lists
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addressOf,
  belongs,
  byDate,
  sameList,
  type View,
  viewOf,
} from "../../../../web/inbox/desk/state/view.ts";
import { listItem } from "./items.ts";

const ME = "00000000-0000-7000-8000-00000000000a";

Deno.test("a view is its address, there and back", () => {
  const text = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(fc.property(
    fc.record({
      tab: fc.constantFrom("unresolved", "queue", "mine", "ai", "pending", "resolved"),
    }),
    fc.record({ inbox: text, assignee: text, tag: text, search: text, conversation: fc.uuid() }, {
      requiredKeys: [],
    }),
    ({ tab }, rest) => {
      const view = { tab, ...rest } as View;
      assert.deepEqual(viewOf(addressOf(view)), view);
    },
  ));
});

Deno.test("an address that is none is the first list", () => {
  assert.deepEqual(viewOf("/?tab=none&inbox="), { tab: "unresolved" });
  assert.deepEqual(viewOf("/conversations/%E0%A4%A?tab=mine"), { tab: "mine", conversation: "%E0%A4%A" });
});

Deno.test("each tab holds what its name says", () => {
  const mine = listItem({ status: "open", assignee: { id: ME, name: "Moi" } });
  const tabs = (item: ReturnType<typeof listItem>) =>
    (["unresolved", "queue", "mine", "ai", "pending", "resolved"] as const)
      .filter((tab) => belongs(item, { tab }, ME));
  assert.deepEqual(tabs(mine), ["unresolved", "mine"]);
  assert.deepEqual(tabs(listItem({ status: "open", assignee: null })), ["unresolved", "queue"]);
  assert.deepEqual(tabs(listItem({ status: "ai", assignee: null })), ["unresolved", "ai"]);
  assert.deepEqual(tabs(listItem({ ...mine, status: "pending" })), ["unresolved", "mine", "pending"]);
  assert.deepEqual(tabs(listItem({ ...mine, status: "resolved" })), ["resolved"]);
});

Deno.test("filters narrow every tab", () => {
  const item = listItem({
    inbox: { id: "i", name: "Ventes" },
    assignee: null,
    tags: [{ label: "Devis", color: "#000000" }],
  });
  const holds = (filters: Partial<View>) => belongs(item, { tab: "unresolved", ...filters }, ME);
  assert.deepEqual(
    [holds({ inbox: "i" }), holds({ assignee: "none" }), holds({ tag: "DEVIS" })],
    [true, true, true],
  );
  assert.deepEqual(
    [holds({ inbox: "j" }), holds({ assignee: ME }), holds({ tag: "autre" })],
    [false, false, false],
  );
  assert.equal(sameList({ tab: "ai", search: "x" }, { tab: "ai", conversation: "y" }), true);
  assert.equal(sameList({ tab: "ai" }, { tab: "ai", tag: "x" }), false);
});

Deno.test("the last message decides the order, then the id", () => {
  const at = "2026-03-12T09:00:00.000Z";
  const items = [
    listItem({ id: "a", lastMessageAt: at }),
    listItem({ id: "b", lastMessageAt: at }),
    listItem({
      id: "c",
      lastMessageAt: "2026-03-12T09:00:00.001Z",
    }),
  ];
  assert.deepEqual(items.toSorted(byDate).map(({ id }) => id), ["c", "b", "a"]);
});
