/**
 * A thread as pages of it come in.
 * @covers messagerie-web.widget.kept
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { VisitorMessageView, VisitorThreadView } from "../../../service/messagerie/widget/views.ts";
import {
  EMPTY,
  missedIn,
  type Thread,
  withConversation,
  withNewest,
  withNews,
  withOlder,
} from "../../../web/widget/thread_pages.ts";

const conversation = {
  id: "c",
  resolved: false,
  advisor: null,
  lastMessage: { from: null, text: "" },
  lastMessageAt: "2026-01-01T00:00:00.000Z",
  unread: 0,
};
const message = (n: number): VisitorMessageView => ({
  id: String(n),
  at: new Date(n).toISOString(),
  from: "ai",
  text: `${n}`,
  files: [],
});
const whole = (length: number) => Array.from({ length }, (_, n) => message(n));
const page = (all: readonly VisitorMessageView[], end: number, limit: number): VisitorThreadView => {
  const before = all.slice(0, end);
  return { conversation, messages: before.slice(-limit), more: before.length > limit };
};

Deno.test("whatever order pages and news come in, a thread is a run of the desk's, without a gap, double or disorder", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("write", "news", "newest", "older"), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (steps, limit) => {
        let all = whole(7);
        let thread: Thread = withNewest(undefined, page(all, all.length, limit));
        let told = all.length;
        for (const step of steps) {
          if (step === "write") all = whole(all.length + 1);
          else if (step === "older") {
            const first = Number(thread.messages[0]?.id ?? 0);
            thread = withOlder(thread, page(all, first, limit));
          } else if (step === "news") {
            // News come without a gap, or the stream says "reset" and the newest page is asked for.
            thread = withNews(thread, all.slice(told));
            told = all.length;
          } else {
            thread = withNewest(thread, page(all, all.length, limit));
            told = all.length;
          }
          const ids = thread.messages.map(({ id }) => Number(id));
          assert.deepEqual(ids, ids.map((_, index) => (ids[0] ?? 0) + index));
          assert.equal(thread.more, (ids[0] ?? 0) > 0);
        }
        thread = withNewest(thread, page(all, all.length, limit));
        assert.equal(Number(thread.messages.at(-1)?.id), all.length - 1);
      },
    ),
  );
});

Deno.test("withNews() replaces what was deleted, in its place; withConversation() puts the last active first", () => {
  const thread = withNews({ ...EMPTY, messages: whole(3) }, [{
    id: "1",
    at: "",
    from: "deleted",
  }]);
  assert.deepEqual(thread.messages.map((one) => one.from), ["ai", "deleted", "ai"]);
  const other = { ...conversation, id: "d", lastMessageAt: "2026-01-02T00:00:00.000Z" };
  const list = withConversation([conversation], other);
  assert.deepEqual(list.map(({ id }) => id), ["d", "c"]);
  const later = { ...conversation, lastMessageAt: "2026-01-03T00:00:00.000Z" };
  assert.deepEqual(withConversation(list, later).map(({ id }) => id), ["c", "d"]);
});

Deno.test("what was missed is what came after the last message that is known, be it a page further or on no page", () => {
  const ids = (known: number, written: number, limit: number) =>
    missedIn(withNewest(undefined, page(whole(known), known, limit)), page(whole(written), written, limit))
      .map(({ id }) => Number(id));
  assert.deepEqual(ids(3, 3, 5), []);
  assert.deepEqual(ids(3, 5, 5), [3, 4]);
  assert.deepEqual(ids(1, 4, 2), [2, 3], "a gap before the page");
  assert.deepEqual(ids(0, 4, 5), [], "nothing was shown yet");
});
