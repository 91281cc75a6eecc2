/**
 * Whatever order things happen in, an open thread and a list come to show what the server holds: questions whose answers are
 * late, what is told live, a stream that was cut, what is sent from here.
 * @covers messagerie-web.inbox.page-orders
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ConversationList } from "../../../../web/inbox/desk/state/conversation_list.ts";
import { Outbox } from "../../../../web/inbox/desk/state/outbox.ts";
import { Thread } from "../../../../web/inbox/desk/state/thread.ts";
import { Told } from "../../../../web/inbox/desk/state/told.ts";
import { byDate } from "../../../../web/inbox/desk/state/view.ts";
import type { ListItem, ThreadItem } from "../../../../web/inbox/desk/types.ts";
import { details, listItem, message } from "./items.ts";

const RUNS = Deno.env.get("FAULTS") === "long" ? 20_000 : 500;
const steps = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 7 })), { maxLength: 60 });

/** Questions on their way: answered as of when they arrive, and told of it later. */
class Questions {
  readonly #open: {
    answer: () => unknown;
    given?: unknown;
    resolve: (value: unknown) => void;
    reject: (error: unknown) => void;
  }[] = [];

  ask<Answer>(answer: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) =>
      this.#open.push({ answer, resolve: (value) => resolve(value as Answer), reject })
    );
  }

  get size(): number {
    return this.#open.length;
  }

  /** One arrives: what it is answered with is how things are now. */
  arrive(n: number): void {
    const asked = this.#open[n % Math.max(1, this.#open.length)];
    if (asked !== undefined) asked.given ??= structuredClone(asked.answer());
  }

  /** Its answer comes. */
  answer(n: number): void {
    this.arrive(n);
    const [asked] = this.#open.splice(n % Math.max(1, this.#open.length), this.#open.length > 0 ? 1 : 0);
    asked?.resolve(asked.given);
  }

  lose(n: number): void {
    const [asked] = this.#open.splice(n % Math.max(1, this.#open.length), this.#open.length > 0 ? 1 : 0);
    asked?.reject(new Error("lost"));
  }
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}

Deno.test("every order of answers, live events, cuts and texts sent ends with the server's thread", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const rows: ThreadItem[] = Array.from({ length: 90 }, (_, n) => message(n));
      const stream: ThreadItem[] = [];
      const questions = new Questions();
      let clock = 90;
      const thread = new Thread("c", {
        details: () => questions.ask(() => details()),
        page: ({ before, limit }) =>
          questions.ask(() => {
            const end = before === undefined ? rows.length : rows.findIndex(({ id }) => id === before);
            return { messages: rows.slice(Math.max(0, end - limit), end), more: end > limit };
          }),
      });
      const write = () => {
        const { at } = message(clock++);
        const written = { ...message(rows.length, { from: "advisor" }), at };
        rows.push(written);
        stream.push(written);
        return written;
      };
      // As desk.ts: what did not come is asked for again.
      let isOwed = false;
      const refresh = () => void thread.refresh().then(() => isOwed = thread.fault.value !== undefined);
      void thread.load();
      for (const [what, n] of all) {
        if (what === 0) write();
        else if (what === 1) void questions.ask(write).then((sent) => thread.applySent(sent), () => {});
        else if (what === 2) {
          const at = Math.max(0, rows.length - 1 - n * n * 2);
          const gone = { id: rows[at]!.id, at: rows[at]!.at, from: "deleted" } as const;
          rows[at] = gone;
          stream.push(gone);
        } else if (what === 3) clock = Math.max(0, clock - n * n * 2);
        else if (what === 4) {
          stream.length = 0;
          refresh();
        } else if (what === 5) void thread.loadOlder();
        else if (what === 6) questions.arrive(n);
        else if (what === 7) questions.answer(n);
        else if (what === 8) questions.lose(n);
        else if (stream.length > 0) thread.apply(stream.shift()!);
        await settle();
      }
      do {
        while (questions.size > 0) {
          questions.answer(0);
          await settle();
        }
        while (stream.length > 0) thread.apply(stream.shift()!);
        await settle();
        if (isOwed || thread.state.value === "failed") refresh();
        isOwed = false;
        await settle();
      } while (questions.size > 0);
      const shown = thread.messages.value;
      assert.deepEqual(shown, rows.slice(-shown.length));
      assert.equal(thread.hasOlder.value, shown.length < rows.length);
      assert.ok(shown.length >= 60);
    }),
    // An older page that came after the first was asked for again.
    { numRuns: RUNS, examples: [[[[7, 0], [7, 0], [4, 0], [0, 0], [7, 0], [5, 0]]]] },
  );
});

Deno.test("every order of pages, live events and cuts ends with the server's list", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const at = (minute: number) => new Date(Date.UTC(2026, 2, 12, 9, minute)).toISOString();
      const items = Array.from({ length: 9 }, (_, n) => listItem({ id: `c${n}`, lastMessageAt: at(n) }));
      const stream: ListItem[] = [];
      const questions = new Questions();
      const now = () => items.filter(({ status }) => status !== "resolved").sort(byDate);
      const list = new ConversationList({
        me: "me",
        load: (_view, before) =>
          questions.ask(() => {
            const sorted = [...items].sort(byDate);
            // As the server: from where that conversation is now.
            const last = sorted.find(({ id }) => id === before);
            const rest = now().filter((item) => last === undefined || byDate(item, last) > 0);
            return { conversations: rest.slice(0, 2), more: rest.length > 2 };
          }),
      });
      const change = (n: number, part: Partial<ListItem>) => {
        const item = { ...items[n % items.length]!, ...part };
        items[n % items.length] = item;
        stream.push(item);
      };
      let minute = 9;
      // As desk.ts: what did not come is asked for again.
      let isOwed = false;
      const refresh = () => void list.refresh().then(() => isOwed = list.fault.value !== undefined);
      void list.show({ tab: "unresolved" });
      for (const [what, n] of all) {
        if (what === 0) change(n, { lastMessageAt: at(minute++) });
        else if (what === 1) change(n, { unread: !items[n]!.unread });
        else if (what === 2) change(n, { status: items[n]!.status === "open" ? "resolved" : "open" });
        else if (what === 3) {
          stream.length = 0;
          refresh();
        } else if (what === 4) void list.loadMore();
        else if (what === 5) questions.arrive(n);
        else if (what === 6) questions.answer(n);
        else if (what === 7) questions.lose(n);
        else if (stream.length > 0) list.apply(stream.shift()!);
        await settle();
      }
      do {
        while (questions.size > 0) {
          questions.answer(0);
          await settle();
        }
        while (stream.length > 0) list.apply(stream.shift()!);
        if (isOwed || list.state.value === "failed") refresh();
        isOwed = false;
        await settle();
      } while (questions.size > 0);
      const shown = list.lines.value.map(({ item }) => item);
      assert.deepEqual(shown, now().slice(0, shown.length));
      assert.equal(list.more.value, shown.length < now().length);
    }),
    // What was told of a line before its page came, told after it.
    { numRuns: RUNS, examples: [[[[1, 2], [1, 3], [0, 2]]]] },
  );
});

Deno.test("an answer that the stream has overtaken is not taken; one that it has not is", async () => {
  const told = new Told();
  const taken: string[] = [];
  const late = Promise.withResolvers<string>();
  const first = told.ask("a", () => late.promise, (answer) => taken.push(answer));
  const other = told.ask("b", () => Promise.resolve("b"), (answer) => taken.push(answer));
  told.hear("a");
  late.resolve("old");
  assert.deepEqual(await Promise.all([first, other]), ["old", "b"]);
  await told.ask("a", () => Promise.resolve("new"), (answer) => taken.push(answer));
  assert.deepEqual(taken, ["b", "new"]);
});

Deno.test("texts of a clock that went back go out in the order in which they were written", async () => {
  const kept = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (n: number) => [...kept.keys()].toReversed()[n] ?? null,
    get length() {
      return kept.size;
    },
  };
  const text = (words: string) =>
    ({ conversationId: "c", kind: "reply", text: words, resolve: false }) as const;
  const real = Date.now;
  const never = new Outbox("a", { shelf, send: () => new Promise<void>(() => {}) });
  try {
    void never.add(text("un"));
    Date.now = () => real() - 3_600_000;
    void never.add(text("deux"));
  } finally {
    Date.now = real;
  }
  const sent: string[] = [];
  const next = new Outbox("a", { shelf, send: ({ text }) => Promise.resolve(void sent.push(text)) });
  await next.retryWaiting();
  assert.deepEqual(sent, ["un", "deux"]);
});
