/**
 * What is kept and what is let go of when another visitor takes the place of the one who was there.
 * @covers messagerie-web.widget.people
 */
import { fireTimer, holdTimers, settle } from "./browser_stub.ts";
import assert from "node:assert/strict";
import { FakeDesk } from "./fake_desk.ts";
import { calm, TestBrowser } from "./widget_tab.ts";

function test(name: string, run: () => Promise<void>): void {
  Deno.test(name, async () => {
    using _ = holdTimers();
    await run();
  });
}

/** The request that is on its way to this place. */
function callOf(desk: FakeDesk, what: string) {
  const call = desk.calls.find((one) => one.what === what);
  assert.ok(call, `${what} among ${desk.calls.map((one) => one.what)}`);
  return call;
}

/** A page on which A has written and left a draft in the conversation, and then B signs in: nothing is answered yet. */
async function replaced() {
  const desk = new FakeDesk(50);
  const browser = new TestBrowser();
  const first = browser.open(desk, (tab) => tab.signIn("A"));
  await calm(desk, fireTimer);
  first.write("de A");
  await calm(desk, fireTimer);
  const conversationId = desk.conversations[0]!.id;
  first.model.keepDraft(conversationId, "brouillon de A");
  browser.leave(first);
  const { model } = browser.open(desk, (tab) => tab.signIn("B"));
  await settle();
  return { desk, model, conversationId };
}

test("what is typed while it is asked who is there stays in the field of who it is", async () => {
  const { desk, model } = await replaced();
  model.keepDraft(null, "Bonjour, je");
  model.keepDraft(null, "Bonjour, je voudr");
  await calm(desk, fireTimer);
  assert.equal([...desk.visitors.values()].at(-1)?.user, "B");
  assert.deepEqual(model.view.value, { conversationId: null });
  assert.equal(model.drafts.of(null), "Bonjour, je voudr");
});

test("what stood in a field before is no part of what the next one finds there", async () => {
  const { desk, model, conversationId } = await replaced();
  model.keepDraft(conversationId, "brouillon de A, allongé");
  await calm(desk, fireTimer);
  assert.deepEqual([model.drafts.of(null), model.drafts.of(conversationId)], ["", ""]);
});

test("a field that was emptied and filled anew is kept, as a new conversation's", async () => {
  const { desk, model, conversationId } = await replaced();
  model.keepDraft(conversationId, "");
  model.keepDraft(conversationId, "de B");
  await calm(desk, fireTimer);
  assert.deepEqual([model.drafts.of(null), model.drafts.of(conversationId)], ["de B", ""]);
});

test("what is typed is kept also where the conversation of the one before begins under it", async () => {
  const desk = new FakeDesk(50);
  const browser = new TestBrowser();
  const tab = browser.open(desk, (one) => one.signIn("A"));
  await calm(desk, fireTimer);
  tab.write("de A");
  await settle();
  const first = callOf(desk, "POST /messages");
  tab.signIn("B");
  await settle();
  tab.model.keepDraft(null, "de B");
  desk.deliver(first);
  await settle();
  assert.equal(tab.model.drafts.of(desk.conversations[0]!.id), "de B");
  await calm(desk, fireTimer);
  assert.deepEqual([tab.shown, tab.model.drafts.of(null)], [[], "de B"]);
});

test("what one person typed while it was asked who they are is not the next one's", async () => {
  const { desk, model } = await replaced();
  model.keepDraft(null, "de B");
  void model.setUser("C");
  await calm(desk, fireTimer);
  assert.equal([...desk.visitors.values()].at(-1)?.user, "C");
  assert.equal(model.drafts.of(null), "");
});

test("a new visitor is not shown that the connection of the one before was lost", async () => {
  const desk = new FakeDesk(50);
  const tab = new TestBrowser().open(desk);
  tab.write("bonjour");
  await calm(desk, fireTimer);
  const { model } = tab;
  assert.equal(model.connection.value, "live");
  desk.cut(desk.streams[0]!);
  await settle();
  await fireTimer();
  assert.equal(model.connection.value, "lost");
  void model.shutdown();
  await settle();
  assert.equal(model.connection.value, "connecting");
});

test("a visit that ends while its first message is on its way is ended at the desk too", async () => {
  const desk = new FakeDesk(50);
  const tab = new TestBrowser().open(desk);
  tab.write("bonjour");
  await settle();
  const call = callOf(desk, "POST /messages");
  desk.arrive(call);
  void tab.model.shutdown();
  await settle();
  assert.equal(callOf(desk, "DELETE /visitor").secret, call.secret);
  await calm(desk, fireTimer);
  assert.equal(desk.visitors.size, 0);
});

test("a visit in which nothing was written ends without a word", async () => {
  const desk = new FakeDesk(50);
  const { model } = new TestBrowser().open(desk);
  model.open();
  await calm(desk, fireTimer);
  void model.shutdown();
  await settle();
  assert.deepEqual(desk.calls, []);
});
