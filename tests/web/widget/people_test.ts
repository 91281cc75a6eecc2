/**
 * Several people at one browser, several pages of one visitor: whatever is on its way when one signs in or out, or when a
 * page is left, nothing goes out as somebody else, nobody is shown what is another's, and all pages are one visitor's.
 * @covers messagerie-web.widget.people
 */
import { fireTimer, holdTimers, settle } from "./browser_stub.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Call, FakeDesk } from "./fake_desk.ts";
import { calm, type Tab, TestBrowser } from "./widget_tab.ts";

const RUNS = Deno.env.get("FAULTS") === "long" ? 3_000 : 200;

/** A text says who wrote it. */
const by = (person: string, n: number) => `${person} wrote ${n}`;

Deno.test("whatever is on its way while people sign in and out, each text stays its writer's", async () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 7 })), { minLength: 5, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      using _ = holdTimers();
      const desk = new FakeDesk(50);
      const browser = new TestBrowser();
      // Whose session the site's page has; nobody's at first.
      let person = "nobody";
      let tab = browser.open(desk);
      // The page that began with the word who is there; another one goes on as somebody's while that is asked.
      let fresh: Tab | undefined;
      const signIn = (one: Tab) => {
        if (person !== "nobody") one.signIn(person);
        fresh = one;
      };
      for (const [at, [what, n]] of all.entries()) {
        const stream = desk.streams[n % Math.max(1, desk.streams.length)];
        const place = n % Math.max(1, desk.calls.length);
        const call = desk.calls[place];
        // What a browser asks arrives in its order; answers do as they like.
        const arrive = () => desk.calls.slice(0, place + 1).forEach((one) => one.answer || desk.arrive(one));
        const deliver = (one: Call) => {
          arrive();
          desk.deliver(one);
        };
        if (what === 0) tab.write(by(person, at));
        else if (what === 1) tab.model.open();
        else if (what === 2 && person === "nobody") {
          person = n % 2 ? "A" : "B";
          tab.signIn(person);
        } else if (what === 3) {
          person = "nobody";
          void tab.model.shutdown();
        } else if (what === 4) {
          browser.leave(tab);
          tab = browser.open(desk, signIn);
        } else if (what === 5 && n < 4 && tab.asking === 0) {
          // The site signs another one in, and its developer has forgotten to say that the first one left.
          fresh = undefined;
          person = person === "A" ? "B" : "A";
          if (n < 2) tab.signIn(person);
          else {
            browser.leave(tab);
            tab = browser.open(desk, signIn);
          }
        } else if (what === 6 && call) n % 3 ? deliver(call) : desk.lose(call);
        else if (what === 7) arrive();
        else if (what === 8) await fireTimer();
        else if (call) deliver(call);
        else if (stream) desk.tell(stream);
        await settle();
        if (tab.asking === 0 || tab === fresh) assertOwn(tab, person);
      }
      await calm(desk, fireTimer);
      assertOwn(tab, person);
      for (const { contact, messages } of desk.conversations) {
        for (const message of messages) {
          const writer = "text" in message ? message.text.split(" ")[0] : "";
          // What nobody in particular wrote becomes theirs who sign in next.
          // What was on its way when its writer left may come after the word that they have: then it is nobody's.
          if (writer !== "nobody") {
            assert.ok([writer, undefined].includes(contact.user), `${writer} as ${contact.user}`);
          }
        }
      }
      const texts = desk.conversations.flatMap(({ messages }) =>
        messages.map((one) => "text" in one ? one.text : "")
      );
      assert.deepEqual(texts, [...new Set(texts)], "nothing is there twice");
    }),
    { numRuns: RUNS },
  );
});

/** Whether nothing is shown that another person wrote. */
function assertOwn({ shown }: Tab, person: string): void {
  for (const text of shown) {
    assert.ok([person, "nobody"].includes(text.split(" ")[0] ?? ""), `${text} to ${person}`);
  }
}

Deno.test("two pages of a browser are one visitor, whoever writes first and whatever is on its way", async () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 7 })), { minLength: 5, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      using _ = holdTimers();
      const desk = new FakeDesk(50);
      const browser = new TestBrowser();
      browser.open(desk);
      browser.open(desk);
      for (const [at, [what, n]] of all.entries()) {
        const tab = browser.tabs[n % 2];
        const call = desk.calls[n % Math.max(1, desk.calls.length)];
        const stream = desk.streams[n % Math.max(1, desk.streams.length)];
        const conversation = desk.conversations[0];
        if (what < 2) tab?.write(`t${at}`);
        else if (what === 2) tab?.model.open();
        else if (what === 3 && conversation) desk.reply(conversation, `t${at}`);
        else if (what === 4) tab?.model.seen();
        else if (what === 5 && tab) {
          browser.leave(tab);
          browser.open(desk);
        } else if (what === 6 && call) n % 2 ? desk.lose(call) : desk.arrive(call);
        else if (what === 7) await fireTimer();
        else if (call) desk.deliver(call);
        else if (stream) desk.tell(stream);
        await settle();
      }
      await calm(desk, fireTimer);
      assert.ok(desk.visitors.size <= 1, "one visitor");
      const [secret] = desk.visitors.keys();
      for (const { model } of browser.tabs) {
        assert.deepEqual(model.conversations.value, secret === undefined ? [] : desk.list(secret));
        assert.deepEqual(model.outbox.messages.value, []);
      }
      const texts = desk.conversations.flatMap(({ messages }) =>
        messages.map((one) => "text" in one ? one.text : "")
      );
      assert.equal(texts.filter((text) => text.startsWith("t")).length, texts.length);
      assert.deepEqual(texts, [...new Set(texts)], "nothing is there twice");
    }),
    { numRuns: RUNS },
  );
});

/** Two pages of one browser, in the first of which a file waits for its message. */
async function withWaitingFile() {
  const desk = new FakeDesk(50);
  const browser = new TestBrowser();
  const [tab, other] = [browser.open(desk), browser.open(desk)];
  await calm(desk, fireTimer);
  tab.model.attach([new File(["x"], "facture.txt")], { count: 5, bytes: 10 });
  await calm(desk, fireTimer);
  return { desk, browser, tab, other };
}

Deno.test("a file that waits for its message stays while another page of the browser writes first", async () => {
  using _ = holdTimers();
  const { desk, browser, tab, other } = await withWaitingFile();
  other.write("t1");
  await calm(desk, fireTimer);
  assert.deepEqual(tab.model.attachments.list.value.map(({ name }) => name), ["facture.txt"]);
  tab.write("t2");
  await settle();
  const sent = desk.calls.find(({ what }) => what === "POST /messages");
  assert.deepEqual(sent?.body["files"], ["f1"]);
  const uploader = browser.kept.get("messagerie:site:visitor") ?? "";
  assert.ok(sent !== undefined && uploader.includes(sent.secret), "as the visitor who attached it");
});

Deno.test("a file that waits for its message goes with its visitor when another page ends the visit", async () => {
  using _ = holdTimers();
  const { desk, tab, other } = await withWaitingFile();
  void other.model.shutdown();
  await calm(desk, fireTimer);
  assert.deepEqual(tab.model.attachments.list.value, []);
});
