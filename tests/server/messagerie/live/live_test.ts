/**
 * The advisors' live streams over real sockets: what is written anywhere is seen at once by those who may see it, a cut is
 * caught up with, and a stream ends with what let it in.
 */
import assert from "node:assert/strict";
import { endOwnSessions } from "../../../../service/messagerie/accounts/sessions.ts";
import { deactivateAgent } from "../../../../service/messagerie/directory/agents.ts";
import * as service from "../../../../service/messagerie/mod.ts";
import { sessionChange } from "../../../../service/messagerie/directory/directory_desk.ts";
import { appendChanges, pruneChanges } from "../../../../store/messagerie/changes.ts";
import { NOON, type Ref } from "../../../service/messagerie/desk.ts";
import { until } from "../../../until.ts";
import { type ServedInbox, serveInbox } from "../inbox/served_inbox.ts";

interface Scene extends AsyncDisposable {
  readonly inbox: ServedInbox;
  readonly a: Ref;
  readonly b: Ref;
  readonly ana: Ref;
  readonly ben: Ref;
  readonly lea: Ref;
}

/** Two inboxes, each with an advisor of its own. */
async function scene(): Promise<Scene> {
  const inbox = await serveInbox();
  const { desk } = inbox;
  await desk.site();
  const [a, b] = [await desk.inbox({ name: "Ventes" }), await desk.inbox({ name: "Technique" })];
  const lea = await desk.contact({ name: "Léa" });
  const ana = await desk.agent({ name: "Ana", inboxes: [a] });
  const ben = await desk.agent({ name: "Ben", inboxes: [b] });
  return { inbox, a, b, ana, ben, lea, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() };
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));

Deno.test("what a program writes is on the open page, line and row, without asking [@covers messagerie-web.live.pushed]", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const id = await inbox.desk.conversation({ inbox: a });
  const page = await inbox.signIn(ana);
  await using live = await page.listen();
  await live.next("ready");
  await service.sendReply(inbox.desk, inbox.desk.token(), { conversationId: id, text: "</script> Bonjour" });
  const { message, conversationId } = await live.next("message");
  const line = await live.next("conversation");
  assert.equal(conversationId, id);
  const thread = await page.ok("GET /conversations/{id}/messages", { params: { id } });
  assert.deepEqual(message, thread.messages.at(-1), "the row as the thread's route gives it");
  assert.deepEqual(
    line,
    (await page.ok("GET /conversations")).conversations[0],
    "the line as the list's does",
  );
});

Deno.test("what another process writes comes through the feed [@covers messagerie-web.live.processes]", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const id = await inbox.desk.conversation({ inbox: a });
  await using other = await serveInbox(inbox);
  await using live = await (await inbox.signIn(ana)).listen();
  await service.addNote(other.desk, other.desk.token(), { conversationId: id, text: "vu d’ailleurs" });
  const { message } = await live.next("message");
  assert.ok(message.from === "note" && message.text === "vu d’ailleurs");
});

Deno.test("nobody is told what they do not reach; what moves is gone here and new there [@covers messagerie-web.live.reach]", async () => {
  await using made = await scene();
  const { inbox, a, b, ana, ben } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: a });
  const [here, there] = [await inbox.signIn(ana), await inbox.signIn(ben)];
  await using left = await here.listen();
  await using right = await there.listen();
  await service.sendReply(desk, desk.token(), { conversationId: id, text: "secret de Ventes" });
  await left.next("conversation");
  await quiet();
  assert.deepEqual(right.events.map(({ event }) => event), ["ready"]);
  await service.transferConversation(desk, desk.token(), { conversationId: id, inboxId: b.id });
  assert.deepEqual(await left.next("gone"), { conversationId: id });
  assert.equal((await right.next("conversation")).id, id);
  await service.addNote(desk, desk.token(), { conversationId: id, text: "secret de Technique" });
  const { message } = await right.next("message", (data) => data.message.from === "note");
  assert.ok(message.from === "note");
  await quiet();
  assert.equal(right.events.filter(({ event }) => event === "conversation").length, 1);
  assert.doesNotMatch(JSON.stringify(left.events), /Technique/);
  // Where it came from is not told to those who do not reach it, and where it went is not told to the others.
  const events = [...left.events, ...right.events].flatMap((event) =>
    event.event === "message" && event.data.message.from === "event" ? [event.data.message.event] : []
  );
  assert.deepEqual(events, [{ type: "transferred", inbox: b.name, by: "Robot" }]);
});

Deno.test("a bell rings one person; an alert calls the assignee, or all who may take it [@covers messagerie-web.live.personal]", async () => {
  await using made = await scene();
  const { inbox, a, ana, lea } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: a, contact: lea });
  const eve = await desk.agent({ name: "Ève", inboxes: [a] });
  await using hers = await (await inbox.signIn(ana)).listen();
  await using others = await (await inbox.signIn(eve)).listen();
  await service.visitorWrites(desk, lea.id, { conversationId: id, text: "Il y a quelqu’un ?" });
  assert.deepEqual(await hers.next("alert"), { conversationId: id, yours: false });
  assert.deepEqual(await others.next("alert"), { conversationId: id, yours: false });
  await service.assignConversation(desk, desk.token(), { conversationId: id, agentId: ana.id });
  const bell = await hers.next("notification");
  assert.deepEqual([bell.unread, bell.notifications[0]?.conversationId], [1, id]);
  await others.next("conversation", ({ assignee }) => assignee?.id === ana.id);
  await service.visitorWrites(desk, lea.id, { conversationId: id, text: "Merci" });
  assert.deepEqual(await hers.next("alert"), { conversationId: id, yours: true });
  // What calls is known by then: the page shows its text, and calls once for each silence.
  const line = hers.events.findIndex(({ event, data }) =>
    event === "conversation" && (data as { lastMessage: { text: string } }).lastMessage.text === "Merci"
  );
  assert.ok(line >= 0 && line < hers.events.findLastIndex(({ event }) => event === "alert"));
  await quiet();
  assert.deepEqual(others.events.filter(({ event }) => event === "notification"), []);
  assert.equal(others.events.filter(({ event }) => event === "alert").length, 1);
});

Deno.test("after a cut, what was missed is told and nothing is told that is gone [@covers messagerie-web.live.catch-up]", async () => {
  await using made = await scene();
  const { inbox, a, b, ana } = made;
  const { desk } = inbox;
  const [id, leaving] = [await desk.conversation({ inbox: a }), await desk.conversation({ inbox: a })];
  const page = await inbox.signIn(ana);
  const live = await page.listen();
  await service.addNote(desk, desk.token(), { conversationId: id, text: "un" });
  await live.next("message");
  live.cut();
  await live.ended;
  for (const text of ["deux", "trois"]) {
    await service.addNote(desk, desk.token(), { conversationId: id, text });
  }
  await service.addNote(desk, desk.token(), { conversationId: leaving, text: "avant de partir" });
  await service.transferConversation(desk, desk.token(), { conversationId: leaving, inboxId: b.id });
  await using again = await page.listen({ after: live.place() });
  await again.next("gone");
  const notes = again.events.flatMap((event) =>
    event.event === "message" && event.data.message.from === "note" ? [event.data.message.text] : []
  );
  assert.deepEqual(notes, ["deux", "trois"], "in order, once, and only what is reached now");
  // From there on, live.
  await service.addNote(desk, desk.token(), { conversationId: id, text: "quatre" });
  await again.next("message", ({ message }) => message.from === "note" && message.text === "quatre");
});

Deno.test("where the feed no longer reaches back, and from a place it never had, everything is asked for again [@covers messagerie-web.live.reset]", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: a });
  const page = await inbox.signIn(ana);
  const note = (text: string) => service.addNote(desk, desk.token(), { conversationId: id, text });
  await note("un");
  const live = await page.listen();
  const place = live.place();
  live.cut();
  await note("deux");
  await using known = await page.listen({ after: place });
  assert.deepEqual(known.events.map(({ event }) => event), ["message"]);
  desk.time = NOON + 1_000;
  await note("trois");
  await desk.store.write((tx) => pruneChanges(tx, NOON + 500));
  for (const after of [place, "999999999", "0"]) {
    await using stream = await page.listen({ after });
    await stream.next("reset");
  }
  // What is no place begins anew.
  await using odd = await page.listen({ after: "x" });
  await odd.next("ready");
});

Deno.test("more than can be told is not told: the page asks again", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: a });
  const page = await inbox.signIn(ana);
  const live = await page.listen();
  live.cut();
  const row = await desk.store.read.selectFrom("conversation").select("no").executeTakeFirstOrThrow();
  const change = { at: NOON, kind: "conversation" as const, conversation_no: row.no, inbox_no: a.no };
  const rows = (count: number) => desk.store.write((tx) => appendChanges(tx, Array(count).fill(change)));
  await rows(400);
  await using few = await page.listen({ after: live.place() });
  await few.next("conversation");
  await rows(200);
  await few.next("conversation");
  assert.equal(few.events.length, 2, "the same said many times is said once");
  await using many = await page.listen({ after: live.place() });
  await many.next("reset");
  assert.ok(id);
});

Deno.test("what ends a session ends its streams, in every process; others go on [@covers messagerie-web.live.session]", async () => {
  await using made = await scene();
  const { inbox, a, ana, ben } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: null });
  await using other = await serveInbox(inbox);
  const eve = await desk.agent({ name: "Ève", inboxes: [a] });
  const people = { ana: await inbox.signIn(ana), ben: await inbox.signIn(ben), eve: await other.signIn(eve) };
  await using hers = await people.ana.listen();
  await using his = await people.ben.listen();
  await using there = await people.eve.listen();
  // Signed out; what is written along is not told any more.
  await inbox.desk.store.write(async (tx) => {
    await tx.deleteFrom("session").where("agent_no", "=", ana.no).execute();
    await appendChanges(tx, [sessionChange(desk.env, ana.no), {
      at: NOON,
      kind: "conversation",
      conversation_no: 1,
      inbox_no: 0,
    }]);
  });
  inbox.live.feed.wake();
  assert.deepEqual(await hers.next("bye"), { reason: "session" });
  await hers.ended;
  assert.ok(!hers.events.some(({ event }) => event === "conversation"));
  await his.next("conversation");
  // Deactivated, by another process.
  await deactivateAgent(desk, eve.id);
  assert.deepEqual(await there.next("bye"), { reason: "session" });
  await there.ended;
  assert.equal((await people.eve.listen()).status, 401);
  // Everywhere, by the person.
  await endOwnSessions(desk, desk.person(ben, []));
  await his.next("bye");
  assert.ok(id);
});

Deno.test("a session that runs out ends its stream, and so does another role; another reach is read anew", async () => {
  await using made = await scene();
  const { inbox, b, ana, ben } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: b });
  const live = await (await inbox.signIn(ana)).listen();
  await desk.store.write(async (tx) => {
    await tx.insertInto("agent_inbox").values({ agent_no: ana.no, inbox_no: b.no }).execute();
    await appendChanges(tx, [{ at: NOON, kind: "directory" }]);
  });
  inbox.live.feed.wake();
  await live.next("reset");
  await service.addNote(desk, desk.token(), { conversationId: id, text: "à portée" });
  await live.next("message");
  await desk.store.write(async (tx) => {
    await tx.deleteFrom("agent_inbox").where("inbox_no", "=", b.no).execute();
    await appendChanges(tx, [{ at: NOON, kind: "directory" }]);
  });
  await service.addNote(desk, desk.token(), { conversationId: id, text: "hors de portée" });
  await live.next("reset");
  await quiet();
  assert.doesNotMatch(JSON.stringify(live.events), /hors de portée/);
  await desk.store.write(async (tx) => {
    await tx.updateTable("agent").set({ role: "supervisor" }).where("no", "=", ana.no).execute();
    await appendChanges(tx, [{ at: NOON, kind: "directory" }]);
  });
  inbox.live.feed.wake();
  await live.next("bye");
  await live.ended;

  await using late = await (await inbox.signIn(ben)).listen();
  desk.time = NOON + 400 * 86_400_000;
  await late.next("bye");
  await late.ended;
});

Deno.test("a reader who does not read is cut off, and the others are told [@covers messagerie-web.live.slow]", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: a });
  const page = await inbox.signIn(ana);
  await using reading = await page.listen();
  const { hostname, port } = new URL(inbox.url);
  const slow = await Deno.connect({ hostname, port: Number(port) });
  await slow.write(new TextEncoder().encode(
    `GET /api/inbox/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${page.cookie}\r\n\r\n`,
  ));
  while (inbox.live.streams.size < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const text = "€".repeat(10_000);
  // What sockets hold by themselves is some megabytes: until it is full, nobody is slow.
  for (let n = 0; inbox.live.streams.size === 2; n++) {
    assert.ok(n < 500, "never cut off");
    await service.addNote(desk, desk.token(), { conversationId: id, text }, { limit: 0 });
    await reading.next("message");
  }
  slow.close();
  await service.addNote(desk, desk.token(), { conversationId: id, text: "encore là" });
  await reading.next("message", ({ message }) => message.from === "note" && message.text === "encore là");
});

Deno.test("however many listen, what changed is read once [@covers messagerie-web.live.shared]", async () => {
  await using made = await scene();
  const { inbox, a, ana, ben, lea } = made;
  const { desk } = inbox;
  const id = await desk.conversation({ inbox: null, contact: lea });
  const [hers, his] = [await inbox.signIn(ana), await inbox.signIn(ben)];
  const listening = [await hers.listen()];
  const statements = async (text: string) => {
    desk.statements.length = 0;
    await service.visitorWrites(desk, lea.id, { conversationId: id, text });
    for (const live of listening) await live.next("alert");
    // Looking for more, and finding nothing, goes on meanwhile.
    return desk.statements.filter((sql) => !sql.includes('from "change"'));
  };
  const alone = await statements("un");
  for (let n = 0; n < 20; n++) listening.push(await (n % 2 ? hers : his).listen());
  assert.deepEqual(await statements("deux"), alone);
  for (const live of listening) await live[Symbol.asyncDispose]();
  assert.ok(a.no > 0);
});

Deno.test("two advisors see each other at a conversation, where both reach it [@covers messagerie-web.live.presence]", async () => {
  await using made = await scene();
  const { inbox, a, b, ana, ben } = made;
  const { desk } = inbox;
  const eve = await desk.agent({ name: "Ève", inboxes: [a, b] });
  const id = await desk.conversation({ inbox: a });
  const [hers, his, evePage] = [await inbox.signIn(ana), await inbox.signIn(ben), await inbox.signIn(eve)];
  const live = await hers.listen();
  await using outside = await his.listen();
  await using inside = await evePage.listen();
  const route = "PUT /conversations/{id}/presence";
  const here = { id: ana.id, name: "Ana" };
  const params = { id };
  assert.deepEqual(await hers.ok(route, { params, body: { state: "looking" } }), {
    conversationId: id,
    people: [{ ...here, state: "looking" }],
  });
  assert.deepEqual((await inside.next("presence")).people, [{ ...here, state: "looking" }]);
  await hers.ok(route, { params, body: { state: "writing" } });
  assert.deepEqual((await inside.next("presence")).people, [{ ...here, state: "writing" }]);
  await hers.ok(route, { params, body: { state: "writing" } });
  const both = await evePage.ok(route, { params, body: { state: "looking" } });
  assert.deepEqual(both.people.map(({ name, state }) => [name, state]), [["Ana", "writing"], [
    "Ève",
    "looking",
  ]]);
  await inside.next("presence", ({ people }) => people.length === 2);
  assert.equal(await his.refused(route, { params, body: { state: "looking" } }), "CONVERSATION_NOT_FOUND");
  // Another tab of theirs reads the stream from now on: they were there all along.
  const before = inside.events.length;
  live.cut();
  while (inbox.live.streams.size > 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const next = await hers.listen();
  inbox.live.presence.sweep();
  assert.equal((await hers.ok(route, { params, body: { state: "writing" } })).people.length, 2);
  assert.deepEqual(inside.events.slice(before).map(({ event }) => event), []);
  // Whoever closes their last page is no longer there.
  next.cut();
  assert.deepEqual(
    (await inside.next("presence", ({ people }) => people.length === 1)).people[0]?.name,
    "Ève",
  );
  await evePage.ok(route, { params, body: { state: "away" } });
  assert.deepEqual((await inside.next("presence", ({ people }) => people.length === 0)).people, []);
  assert.deepEqual(outside.events.map(({ event }) => event), ["ready"]);
});

Deno.test("who was the last to have a page open writes no more once it is closed, though nobody listens then [@covers messagerie-web.live.presence]", async () => {
  await using made = await scene();
  const { inbox, a, ana } = made;
  const id = await inbox.desk.conversation({ inbox: a });
  const hers = await inbox.signIn(ana);
  const live = await hers.listen();
  await live.next("ready");
  await hers.ok("PUT /conversations/{id}/presence", { params: { id }, body: { state: "writing" } });
  const { presence, streams } = inbox.live;
  // As a visitor's page is told.
  const told: number[] = [];
  const toTeam = presence.onChange;
  presence.onChange = (place, view) => {
    toTeam(place, view);
    told.push(view.people.length);
  };
  live.cut();
  await until(() => streams.size === 0, "nobody listens");
  await until(() => told.length > 0, "told that she is gone");
  assert.deepEqual(told, [0]);
});

Deno.test("a server that stops says so and ends every stream; nothing is looked at when nobody listens [@covers messagerie-web.live.stop]", async () => {
  const made = await scene();
  const { inbox, a, ana } = made;
  const { desk } = inbox;
  await desk.conversation({ inbox: a });
  const page = await inbox.signIn(ana);
  const live = await page.listen();
  live.cut();
  while (inbox.live.streams.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await quiet();
  desk.statements.length = 0;
  await quiet();
  assert.deepEqual(desk.statements, []);
  const streams = [await page.listen(), await page.listen()];
  await inbox.close();
  for (const stream of streams) {
    assert.deepEqual(await stream.next("bye"), { reason: "stopping" });
    await stream.ended;
  }
});
