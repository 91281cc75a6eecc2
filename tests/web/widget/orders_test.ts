/**
 * Whatever order things happen in, a page comes to show what the desk holds: requests and their answers, live events,
 * streams that are cut and come back, views that are changed meanwhile, what others do at the same time.
 * @covers messagerie-web.widget.orders
 */
import { fireTimer, holdTimers, settle } from "./browser_stub.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { FakeDesk } from "./fake_desk.ts";
import { calm, type Tab, TestBrowser } from "./widget_tab.ts";

const LONG = Deno.env.get("FAULTS") === "long";
const RUNS = LONG ? 3_000 : 400;

/** What may happen next: which of it, a number says. */
const steps = fc.array(fc.tuple(fc.nat({ max: 15 }), fc.nat({ max: 7 })), { minLength: 5, maxLength: 60 });

function pick<One>(all: readonly One[], n: number): One | undefined {
  return all[n % Math.max(1, all.length)];
}

async function happen(
  desk: FakeDesk,
  tab: Tab,
  [what, n]: readonly [number, number],
  text: string,
  moves: boolean,
) {
  const { model } = tab;
  const conversation = pick(desk.conversations, n);
  switch (what) {
    case 0:
      return tab.write(text);
    case 1:
      return conversation && desk.reply(conversation, text);
    case 2:
      return conversation && desk.writeElsewhere(conversation, text);
    case 3:
      return conversation && desk.remove(conversation, n);
    case 4:
      return conversation && desk.assign(conversation, text);
    case 5: {
      const places = [
        "list" as const,
        { conversationId: null },
        ...model.conversations.value.map(({ id }) => ({ conversationId: id })),
      ];
      const place = pick(places, n);
      return moves && place && model.show(place);
    }
    case 6:
      return void model.loadOlder();
    case 7:
      return model.opened.value ? model.seen() : model.open();
    case 8:
      desk.clock -= n;
      return;
    case 9: {
      const stream = pick(desk.streams, n);
      return stream && desk.cut(stream);
    }
    case 10: {
      const call = pick(desk.calls, n);
      return call && (n % 2 ? desk.lose(call) : desk.fail(call));
    }
    case 11:
      return await fireTimer();
    case 12: {
      const call = pick(desk.calls, n);
      return call && !call.answer && desk.arrive(call);
    }
    case 13: {
      const call = pick(desk.calls, n);
      return call && desk.deliver(call);
    }
    default: {
      const stream = pick(desk.streams, n);
      return stream && desk.tell(stream);
    }
  }
}

// What is told of a message further back than a page is known by its date alone: few to a page, and the clock goes on.
for (const [messages, clock] of [[3, "a true clock"], [50, "a clock that jumps"]] as const) {
  Deno.test(`every order of requests, answers, events, cuts and views ends with what the desk holds (${clock})`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        using _ = holdTimers();
        const desk = new FakeDesk(messages);
        const tab = new TestBrowser().open(desk);
        for (const [at, step] of all.entries()) {
          if (step[0] !== 8 || messages === 50) await happen(desk, tab, step, `t${at}`, true);
          await settle();
        }
        await calm(desk, fireTimer);
        assertSame(desk, tab);
      }),
      { numRuns: RUNS },
    );
  });
}

Deno.test("every answer to a visitor who stays where they are is told to the page, and once", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      using _ = holdTimers();
      const desk = new FakeDesk(50);
      const tab = new TestBrowser().open(desk);
      tab.write("first");
      for (const [at, step] of all.entries()) {
        await happen(desk, tab, step[0] === 3 ? [0, 0] : step, `t${at}`, false);
        await settle();
      }
      await calm(desk, fireTimer);
      assertSame(desk, tab);
      const answers = desk.conversations[0]?.messages.filter(({ from }) => from === "agent");
      assert.deepEqual(tab.told.toSorted(), answers?.map((one) => "text" in one ? one.text : "").toSorted());
    }),
    { numRuns: RUNS },
  );
});

/** Whether the page shows what the desk holds. */
function assertSame(desk: FakeDesk, { model, shown }: Tab): void {
  const [secret] = desk.visitors.keys();
  const list = secret === undefined ? [] : desk.list(secret);
  assert.deepEqual(model.outbox.messages.value, []);
  assert.deepEqual(model.conversations.value, list);
  if (model.view.value === "list") return;
  const { conversationId } = model.view.value;
  const there = desk.conversations.find(({ id }) => id === conversationId)?.messages ?? [];
  const { messages = [], more = false } = model.thread.pages.value ?? {};
  assert.deepEqual(messages, there.slice(-messages.length || there.length));
  assert.equal(more, messages.length < there.length);
  assert.equal(shown.length, messages.length);
}
