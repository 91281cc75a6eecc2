/**
 * A page that is open while its contact becomes another one. No number is given again (tests/store/numbers_test.ts); that a
 * page is told nothing of whoever gets one does not rest on it, so that here they are.
 * @covers messagerie-web.widget.own-only
 * @covers messagerie-web.widget.identity-merge
 */
import assert from "node:assert/strict";
import { SignJWT } from "jose";
import { sql } from "kysely";
import * as service from "../../../../service/messagerie/mod.ts";
import { setContactData } from "../../../../service/messagerie/widget/contact_data.ts";
import { visitorActor } from "../../../../service/messagerie/widget/visitor_actor.ts";
import { visitorHash } from "../../../../service/messagerie/widget/visitor_secret.ts";
import { widgetSite } from "../../../../service/messagerie/widget/widget_site.ts";
import { latestChange, readChanges } from "../../../../store/messagerie/changes.ts";
import { openWorld, ORIGIN, type Page } from "./widget_world.ts";

/** A desk with Ada, who is identified, in one browser, and the number of the contact that writes in another one as she does. */
async function absorbed() {
  const world = await openWorld();
  const secret = await world.newSecret();
  const jwt = await new SignJWT({ sub: "ada", name: "Ada" }).setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(Math.floor(world.desk.time / 1000) + 60).sign(new TextEncoder().encode(secret));
  const become = async (page: Page) => {
    const { status, body } = await page.post("/identity", { jwt });
    assert.equal(status, 200, JSON.stringify(body));
  };
  await become(world.page());
  const page = world.page();
  await page.send("Bonjour, sans nom");
  const numbers = async () =>
    (await world.desk.store.read.selectFrom("contact").select("no").orderBy("no").execute())
      .map(({ no }) => no);
  const forgetNumbers = () => world.desk.store.write((trx) => sql`delete from sqlite_sequence`.execute(trx));
  return {
    world,
    page,
    become,
    numbers,
    forgetNumbers,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

Deno.test("an open page of a contact that is gone is told nothing of whoever gets its number", async () => {
  await using made = await absorbed();
  const { world, page } = made;
  const before = await made.numbers();
  await using tab = await page.listen();
  assert.equal((await tab.next())!.event, "ready");
  await made.become(page);
  await made.forgetNumbers();

  const stranger = world.page();
  const { conversation } = (await stranger.send("mon code est 4711")).body.data;
  assert.deepEqual(await made.numbers(), before, "the number is taken again");
  await using theirs = await stranger.listen();
  assert.equal((await theirs.next())!.event, "ready");
  const actor = world.desk.person(await world.desk.agent({ inboxes: [world.inbox] }), [world.inbox]);
  await service.sendReply(world.desk, actor, { conversationId: conversation.id, text: "Votre mot : ananas" });
  const heard = await theirs.next();
  assert.equal(heard!.event, "news");
  await world.streams.tellPresence({
    conversationId: conversation.id,
    people: [{ id: actor.agentId, name: "", state: "writing" }],
  });
  assert.equal((await theirs.next())!.event, "typing");

  await world.streams.close();
  const told = [];
  for (let event = await tab.next(); event !== undefined; event = await tab.next()) told.push(event.event);
  assert.deepEqual(told.filter((event) => event !== "bye"), []);
});

Deno.test("what a page began to send as a contact that is gone does not go to whoever gets its number", async () => {
  await using made = await absorbed();
  const { world, page } = made;
  const { desk } = world;
  const site = await widgetSite(desk, { key: world.site.key, origin: ORIGIN });
  const actor = await visitorActor(desk, site, visitorHash(`Bearer ${page.secret}`));
  await made.become(page);
  await made.forgetNumbers();
  await world.page().send("moi");
  assert.equal(await setContactData(desk, actor, { plan: "or" }), true);
  const contacts = await world.desk.store.read.selectFrom("contact").select(["name", "data"]).orderBy("no")
    .execute();
  assert.deepEqual(contacts.map(({ data }) => data), ['{"plan":"or"}', "{}"]);
  assert.equal(contacts[0]?.name, "Ada");
});

Deno.test("the team sees whose a conversation is now, also when nothing new was signed", async () => {
  await using made = await absorbed();
  const { world, page } = made;
  const place = () => latestChange(world.desk.store.read);
  const before = await place();
  await made.become(page);
  const changes = await readChanges(world.desk.store.read, { after: before, limit: 10 });
  const [conversation] = await world.desk.store.read.selectFrom("conversation").select("no").execute();
  assert.deepEqual(changes.map(({ kind, conversation_no }) => [kind, conversation_no]), [
    ["conversation", conversation?.no],
  ]);
  const again = await place();
  await made.become(page);
  assert.equal(await place(), again, "what is so already is not told");
});
