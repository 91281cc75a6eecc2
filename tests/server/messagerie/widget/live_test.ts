/**
 * Replies as they come.
 * @covers messagerie-web.widget.live
 */
import assert from "node:assert/strict";
import { addNote, addTag, resolveConversation, sendReply } from "../../../../service/messagerie/mod.ts";
import { changeSite } from "../../../../service/messagerie/sites/manage_sites.ts";
import type { PresenceView } from "../../../../server/messagerie/live/presence.ts";
import { KEY, openWorld } from "./widget_world.ts";

type Person = PresenceView["people"][number];

Deno.test("an answer reaches every page of its visitor and no other; what is the team's is not told", async () => {
  await using world = await openWorld();
  const { desk } = world;
  const claire = await desk.agent({ name: "Claire Durand", inboxes: [world.inbox] });
  const [page, other] = [world.page(), world.page()];
  const conversationId = (await page.send("Bonjour")).body.data.conversation.id;
  await other.send("Bonjour");
  await using tab = await page.listen();
  await using second = await page.listen();
  await using stranger = await other.listen();
  for (const one of [tab, second, stranger]) assert.equal((await one.next())!.event, "ready");

  await addNote(desk, desk.person(claire), { conversationId, text: "entre nous" });
  await addTag(desk, desk.token(), { conversationId, label: "interne" });
  await sendReply(desk, desk.person(claire), { conversationId, text: "**Oui**" });
  const told: unknown[] = [];
  for (const one of [tab, second]) {
    for (;;) {
      const { event, data } = (await one.next())!;
      assert.equal(event, "news");
      told.push(data);
      assert.equal(data.conversation.id, conversationId);
      const reply = data.messages.find((message: { from: string }) => message.from === "agent");
      if (reply === undefined) continue;
      assert.deepEqual([reply.author, reply.text], ["Claire", "**Oui**"]);
      break;
    }
  }
  assert.doesNotMatch(JSON.stringify(told), /entre nous|interne|Durand/);
  // The stranger's first news is of their own conversation.
  await other.send("encore");
  const theirs = (await stranger.next())!;
  assert.deepEqual([theirs.event, theirs.data.messages[0].text], ["news", "encore"]);
  await resolveConversation(desk, desk.token(), { conversationId });
  const resolved = (await tab.next())!.data;
  assert.deepEqual([resolved.conversation.resolved, resolved.messages.at(-1).event], [true, "resolved"]);
});

Deno.test("what one page of a visitor has seen is unread on none of their others", async () => {
  await using world = await openWorld();
  const { desk } = world;
  const page = world.page();
  const conversationId = (await page.send("Bonjour")).body.data.conversation.id;
  await using tab = await page.listen();
  assert.equal((await tab.next())!.event, "ready");
  await sendReply(desk, desk.token(), { conversationId, text: "Oui ?" });
  const told = async () => (await tab.next())!.data;
  let news = await told();
  while (news.conversation.unread !== 1) news = await told();
  const messageId = news.messages.at(-1).id;
  assert.equal(
    (await page.post(`/conversations/${conversationId}/seen`, { messageId })).status,
    200,
  );
  while ((await told()).conversation.unread !== 0);
});

Deno.test("a stream ends once the site is closed, and is told when its browser becomes somebody else's", async () => {
  await using world = await openWorld({ beatMs: 30 });
  const page = world.page();
  await using tab = await page.listen();
  assert.equal((await tab.next())!.event, "ready");
  await page.send("Bonjour");
  assert.equal((await tab.next())!.event, "reset");
  await changeSite({ ...world.desk, secretKey: KEY }, null, world.site.id, { origins: [] });
  // What was on its way may still come; then the end.
  for (let last = await tab.next(); last !== undefined; last = await tab.next()) {
    assert.equal(last.event, "news");
  }
  assert.equal(world.streams.size, 0);
});

Deno.test("a page that goes away leaves nothing behind; the thirteenth tab ends the first", async () => {
  await using world = await openWorld();
  const page = world.page();
  {
    await using tab = await page.listen();
    await tab.next();
    assert.equal(world.streams.size, 1);
  }
  while (world.streams.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await using first = await page.listen();
  await first.next();
  const more = [];
  for (let n = 0; n < 12; n++) more.push(await page.listen());
  assert.equal(await first.next(), undefined);
  assert.equal(world.streams.size, 12);
  for (const tab of more) await tab[Symbol.asyncDispose]();
});

Deno.test("an advisor who writes is shown to the visitor, a visitor who writes to the team", async () => {
  await using world = await openWorld();
  const page = world.page();
  const conversationId = (await page.send("Bonjour")).body.data.conversation.id;
  await using tab = await page.listen();
  await tab.next();
  assert.equal((await page.post(`/conversations/${conversationId}/typing`, {})).status, 200);
  assert.deepEqual(
    world.typed.map((place) => [place.conversationId, place.inboxNo, place.contact.name.slice(0, 8)]),
    [[conversationId, world.inbox.no, "Visiteur"]],
  );
  const visitor: Person = { id: world.typed[0]!.contact.id, name: "Visiteur", state: "writing" };
  await page.send("Voilà", { conversationId });
  assert.deepEqual(world.written, [visitor.id], "whoever has sent what they wrote writes no more");
  const advisor = {
    id: crypto.randomUUID(),
    name: "Claire Durand",
    state: "looking" as "looking" | "writing",
  };
  const tell = (...people: Person[]) => world.streams.tellPresence({ conversationId, people });
  tell(visitor);
  tell(advisor);
  tell({ ...advisor, state: "writing" });
  tell({ ...advisor, state: "writing" }, visitor);
  tell();
  // Neither that somebody looks, nor who: only that somebody writes, between the news of what was sent.
  const typing = async () => {
    for (;;) {
      const told = (await tab.next())!;
      if (told.event === "typing") return told.data;
    }
  };
  assert.deepEqual(await typing(), { conversationId, writing: true });
  assert.deepEqual(await typing(), { conversationId, writing: false });
});
