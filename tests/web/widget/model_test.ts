/**
 * Single orders of events that the widget once got wrong, or that no property reaches.
 * @covers messagerie-web.widget.orders
 * @covers messagerie-web.widget.people
 */
import { fireTimer, holdTimers, settle } from "./browser_stub.ts";
import assert from "node:assert/strict";
import { FakeDesk } from "./fake_desk.ts";
import { calm, type Tab, TestBrowser } from "./widget_tab.ts";
import { Keep } from "../../../web/widget/keep.ts";

/** A page whose visitor has written once, and been heard. */
async function begun(first = "bonjour"): Promise<{ desk: FakeDesk; browser: TestBrowser; tab: Tab }> {
  const desk = new FakeDesk(50);
  const browser = new TestBrowser();
  const tab = browser.open(desk);
  tab.write(first);
  await calm(desk, fireTimer);
  return { desk, browser, tab };
}

/** The request that is on its way to this place. */
function callOf(desk: FakeDesk, what: string) {
  const call = desk.calls.find((one) => one.what.startsWith(what));
  assert.ok(call, `${what} among ${desk.calls.map((one) => one.what)}`);
  return call;
}

function test(name: string, run: () => Promise<void>): void {
  Deno.test(name, async () => {
    using _ = holdTimers();
    await run();
  });
}

test("a page that opens the window at an unread answer does not keep the visitor from closing it", async () => {
  const { desk, tab } = await begun();
  const unread: unknown[] = [];
  tab.listeners.push((name, data) => {
    if (name !== "unread") return;
    unread.push(data);
    if (data !== 0) tab.model.open();
  });
  desk.reply(desk.conversations[0]!, "oui ?");
  await calm(desk, fireTimer);
  assert.equal(tab.model.opened.value, true);
  tab.model.close();
  assert.equal(tab.model.opened.value, false);
  assert.deepEqual(unread, [1]);
});

test("a page that ends the visit at an answer is told nothing more of it", async () => {
  const { desk, tab } = await begun();
  tab.listeners.push((name) => void (name === "message" && tab.model.shutdown()));
  for (const text of ["un", "deux"]) desk.reply(desk.conversations[0]!, text);
  // Both come in one piece.
  const [stream] = desk.streams;
  stream!.pending.splice(0, 2, stream!.pending.join(""));
  await calm(desk, fireTimer);
  assert.deepEqual(tab.told, ["un"]);
  assert.deepEqual(tab.model.conversations.value, []);
});

test("data goes to whom it is of: after who they are is known, and with what was added meanwhile", async () => {
  const desk = new FakeDesk(50);
  const browser = new TestBrowser();
  const first = browser.open(desk, (tab) => tab.signIn("A"));
  await calm(desk, fireTimer);
  browser.leave(first);
  browser.open(desk, (tab) => {
    tab.signIn("B");
    void tab.model.setContactData({ of: "B" });
  });
  await calm(desk, fireTimer);
  const dataOf = (user: string) => [...desk.visitors.values()].find((one) => one.user === user)?.data;
  assert.deepEqual(dataOf("A"), {});
  assert.deepEqual(dataOf("B"), { of: "B" });
});

test("data that is set while the first message is on its way is not lost with what that took along", async () => {
  const desk = new FakeDesk(50);
  const tab = new TestBrowser().open(desk);
  void tab.model.setContactData({ plan: "pro" });
  await settle();
  desk.deliver(callOf(desk, "GET /config"));
  tab.write("bonjour");
  await settle();
  desk.arrive(callOf(desk, "POST /messages"));
  void tab.model.setContactData({ seats: 3 });
  await calm(desk, fireTimer);
  assert.deepEqual([...desk.visitors.values()].map(({ data }) => data), [{ plan: "pro", seats: 3 }]);
});

test("a widget that was closed for a moment is open again once the desk says so", async () => {
  const desk = new FakeDesk(50);
  const { model } = new TestBrowser().open(desk);
  await settle();
  desk.refuse(callOf(desk, "GET /config"), 403, "WIDGET_CLOSED");
  await settle();
  assert.equal(model.closed.value, true);
  await calm(desk, fireTimer);
  assert.equal(model.closed.value, false);
});

test("who writes in one conversation is no matter of another, and is there when it is shown again", async () => {
  const { desk, tab } = await begun();
  const { model } = tab;
  const conversationId = desk.conversations[0]!.id;
  const tell = async (id: string, writing: boolean) => {
    desk.streams[0]!.pending.push(
      `event: typing\ndata: ${JSON.stringify({ conversationId: id, writing })}\n\n`,
    );
    await calm(desk, fireTimer);
  };
  await tell(conversationId, true);
  assert.equal(model.writing.value, true);
  await tell("another", false);
  assert.equal(model.writing.value, true);
  model.show("list");
  assert.equal(model.writing.value, false);
  model.show({ conversationId });
  assert.equal(model.writing.value, true);
  await tell(conversationId, false);
  assert.equal(model.writing.value, false);
});

test("the line of a conversation is not set back by what came with the message, dates alike", async () => {
  const { desk, tab } = await begun();
  tab.write("encore");
  await settle();
  const call = callOf(desk, "POST /messages");
  desk.arrive(call);
  desk.assign(desk.conversations[0]!, "Claire");
  for (const stream of desk.streams) while (stream.pending.length > 0) desk.tell(stream);
  await settle();
  desk.deliver(call);
  await settle();
  assert.equal(tab.model.conversations.value[0]?.advisor, "Claire");
});

test("messages of a clock that went back are sent in the order in which they were written", async () => {
  const { desk, browser, tab } = await begun();
  const real = Date.now;
  try {
    tab.write("un");
    await settle();
    Date.now = () => real() - 3_600_000;
    tab.write("deux");
  } finally {
    Date.now = real;
  }
  browser.leave(tab);
  desk.lose(callOf(desk, "POST /messages"));
  browser.open(desk);
  await calm(desk, fireTimer);
  const texts = desk.conversations[0]!.messages.map((one) => "text" in one ? one.text : "");
  assert.deepEqual(texts, ["bonjour", "un", "deux"]);
});

test("the end of a visit on one page is its end on the others", async () => {
  const { desk, browser, tab } = await begun();
  const other = browser.open(desk);
  await calm(desk, fireTimer);
  assert.equal(other.model.conversations.value.length, 1);
  other.write("d’à côté");
  await settle();
  void tab.model.shutdown();
  await calm(desk, fireTimer);
  for (const { model, shown } of browser.tabs) assert.deepEqual([model.conversations.value, shown], [[], []]);
  assert.deepEqual([...browser.kept.keys()], []);
});

test("what there is no room for is not read as what stood there before", () => {
  const kept = new Map([["messagerie:site:visitor", '"before"']]);
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => {},
    getItem: (key) => kept.get(key) ?? null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: (key) => void kept.delete(key),
  };
  const keep = new Keep("site", () => storage);
  keep.write("visitor", "now");
  assert.equal(keep.read("visitor"), "now");
  assert.equal(new Keep("site", () => storage).read("visitor"), undefined);
  return Promise.resolve();
});
