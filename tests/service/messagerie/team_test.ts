/**
 * What the team does with a conversation: assign, resolve, label.
 * @covers messagerie.assign.rules, messagerie.assign.notifies, messagerie.resolve, messagerie.tags
 */
import assert from "node:assert/strict";
import * as service from "../../../service/messagerie/mod.ts";
import { dump, NOON, openDesk, refused, type TestDesk } from "./desk.ts";

async function furnished(): Promise<TestDesk> {
  const desk = await openDesk();
  await desk.site();
  await desk.inbox();
  await desk.contact();
  return desk;
}

function events(view: service.ConversationView) {
  return view.messages.flatMap((message) => "event" in message ? [message.event] : []);
}

async function notifications(desk: TestDesk) {
  return await desk.store.read.selectFrom("notification as n").innerJoin("agent as a", "a.no", "n.agent_no")
    .select(["a.name", "n.kind", "n.by_name", "n.conversation_no", "n.read_at"]).execute();
}

Deno.test("assigning tells the event, opens what was the AI's, and tells the new assignee", async () => {
  await using desk = await furnished();
  const claire = await desk.agent({ name: "Claire", role: "supervisor" });
  for (const [before, after] of [["ai", "open"], ["pending", "pending"], ["resolved", "resolved"]] as const) {
    const conversationId = await desk.conversation({ status: before, unread: true });
    const view = await service.assignConversation(desk, desk.token(), {
      conversationId,
      agentId: claire.id.toUpperCase(),
    });
    assert.deepEqual([view.status, view.assignee, view.assigneeId], [after, "Claire", claire.id]);
    assert.deepEqual(events(view), [{ type: "assigned", agent: "Claire", by: "Robot" }]);
  }
  const told = await notifications(desk);
  assert.deepEqual(told[0], {
    name: "Claire",
    kind: "assigned",
    by_name: "Robot",
    conversation_no: 1,
    read_at: null,
  });
  assert.equal(told.length, 3);
  const changes = await desk.store.read.selectFrom("change").where("kind", "=", "notification")
    .select(["agent_no", "conversation_no"]).execute();
  assert.deepEqual(changes[0], { agent_no: claire.no, conversation_no: 1 });
  const [item] = await service.listConversations(desk, desk.token(), { assigneeId: claire.id });
  assert.equal(item?.unread, true, "assigning reads nothing");
});

Deno.test("to the same assignee nothing happens; null gives it back to the queue, once", async () => {
  await using desk = await furnished();
  const claire = await desk.agent({ name: "Claire", role: "supervisor" });
  const conversationId = await desk.conversation({ status: "ai", assignee: claire });
  const assign = (agentId: string | null) =>
    service.assignConversation(desk, desk.token(), { conversationId, agentId });
  const before = await dump(desk);
  await assign(claire.id);
  assert.deepEqual(await dump(desk), before);
  const queued = await assign(null);
  assert.deepEqual([queued.assignee, queued.assigneeId, queued.status], [null, null, "ai"]);
  assert.deepEqual(events(queued), [{ type: "assigned", agent: null, by: "Robot" }]);
  const after = await dump(desk);
  await assign(null);
  assert.deepEqual(await dump(desk), after);
  assert.deepEqual(await notifications(desk), []);
});

Deno.test("only to an active advisor who serves the inbox", async () => {
  await using desk = await furnished();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const server = await desk.agent({ inboxes: [a] });
  const supervisor = await desk.agent({ role: "supervisor" });
  const gone = await desk.agent({ role: "supervisor", active: false });
  const [inA, inB, nowhere] = [
    await desk.conversation({ inbox: a }),
    await desk.conversation({ inbox: b }),
    await desk.conversation({ inbox: null }),
  ];
  const assign = (conversationId: string, agentId: string, actor = desk.token()) =>
    service.assignConversation(desk, actor, { conversationId, agentId });
  await assign(inA, server.id);
  await assign(nowhere, server.id);
  await assign(inB, supervisor.id);
  const before = await dump(desk);
  await assert.rejects(assign(inB, server.id), refused("INVALID_REQUEST", "agentId"));
  await assert.rejects(assign(inB, gone.id), refused("AGENT_NOT_FOUND"));
  await assert.rejects(assign(inB, crypto.randomUUID()), refused("AGENT_NOT_FOUND"));
  await assert.rejects(
    assign(inB, crypto.randomUUID(), desk.token({ inboxes: [a] })),
    refused("CONVERSATION_NOT_FOUND"),
  );
  assert.deepEqual(await dump(desk), before);
});

Deno.test("who takes a conversation is not told what they did", async () => {
  await using desk = await furnished();
  const [claire, paul] = [
    await desk.agent({ name: "Claire", role: "supervisor" }),
    await desk.agent({ name: "Paul", role: "supervisor" }),
  ];
  const conversationId = await desk.conversation();
  const person = desk.person(claire);
  const own = await service.assignConversation(desk, person, { conversationId, agentId: claire.id });
  assert.deepEqual(events(own), [{ type: "assigned", agent: "Claire", by: "Claire" }]);
  assert.deepEqual(await notifications(desk), []);
  await service.assignConversation(desk, person, { conversationId, agentId: paul.id });
  assert.deepEqual((await notifications(desk)).map(({ name, by_name }) => [name, by_name]), [[
    "Paul",
    "Claire",
  ]]);
});

Deno.test("resolving clears unread and snooze, keeps the assignee, and is done once", async () => {
  await using desk = await furnished();
  const claire = await desk.agent({ name: "Claire" });
  const conversationId = await desk.conversation({
    status: "pending",
    unread: true,
    snoozedUntil: NOON + 1,
    assignee: claire,
  });
  desk.time += 5000;
  const resolve = () => service.resolveConversation(desk, desk.token(), { conversationId });
  const view = await resolve();
  assert.deepEqual([view.status, view.assignee], ["resolved", "Claire"]);
  assert.deepEqual(events(view), [{ type: "resolved", agent: "Robot" }]);
  const row = await desk.store.read.selectFrom("conversation").selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.unread, row.snoozed_until, row.resolved_at, row.last_message_at],
    [0, null, NOON + 5000, NOON],
  );
  const after = await dump(desk);
  desk.time += 5000;
  assert.deepEqual(await resolve(), view);
  assert.deepEqual(await dump(desk), after);
});

Deno.test("resolving what came in resolved and unread clears that, without a second event", async () => {
  await using desk = await furnished();
  const conversationId = await desk.conversation({ status: "resolved", unread: true, resolvedAt: NOON - 9 });
  const view = await service.resolveConversation(desk, desk.token(), { conversationId });
  assert.deepEqual(events(view), []);
  const row = await desk.store.read.selectFrom("conversation").selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.unread, row.resolved_at], [0, NOON - 9]);
});

Deno.test("a label is declared or as typed, once per conversation case aside, in the order of adding", async () => {
  await using desk = await furnished();
  await desk.tag("Sinistre", "#ff0000");
  await desk.tag("ÉTÉ", "#00ff00");
  const conversationId = await desk.conversation();
  const add = (label: string) => service.addTag(desk, desk.token(), { conversationId, label });
  assert.deepEqual((await add("  Zèle ")).tags, ["Zèle"]);
  assert.deepEqual((await add("sINISTRE")).tags, ["Zèle", "Sinistre"]);
  assert.deepEqual((await add("e\u0301te\u0301")).tags, ["Zèle", "Sinistre", "ÉTÉ"]);
  const before = await dump(desk);
  for (const again of ["zÈLE", "SINISTRE", "été"]) {
    assert.deepEqual((await add(again)).tags, ["Zèle", "Sinistre", "ÉTÉ"]);
  }
  assert.deepEqual(await dump(desk), before);
  assert.deepEqual((await add("zele")).tags, ["Zèle", "Sinistre", "ÉTÉ", "zele"], "accents count");
  const colors = await desk.store.read.selectFrom("conversation_tag").orderBy("position").select("color")
    .execute();
  assert.deepEqual(colors.map(({ color }) => color), ["#64748b", "#ff0000", "#00ff00", "#64748b"]);
  assert.deepEqual(events(await add("autre")), []);
});

Deno.test("removing a label that is absent is no error; one that is added again goes last", async () => {
  await using desk = await furnished();
  const conversationId = await desk.conversation({ tags: ["a", "b"] });
  const remove = (label: string) => service.removeTag(desk, desk.token(), { conversationId, label });
  assert.deepEqual((await remove(" A ")).tags, ["b"]);
  const before = await dump(desk);
  assert.deepEqual((await remove("a")).tags, ["b"]);
  assert.deepEqual(await dump(desk), before);
  const again = await service.addTag(desk, desk.token(), { conversationId, label: "a" });
  assert.deepEqual(again.tags, ["b", "a"]);
});

Deno.test("a label has 1 to 60 characters after trimming", async () => {
  await using desk = await furnished();
  const conversationId = await desk.conversation();
  for (const write of [service.addTag, service.removeTag]) {
    for (const label of ["", " \n", "😀".repeat(61)]) {
      await assert.rejects(
        write(desk, desk.token(), { conversationId, label }),
        refused("INVALID_REQUEST", "label"),
      );
    }
  }
  const label = "😀".repeat(60);
  const view = await service.addTag(desk, desk.token(), { conversationId, label: ` ${label} ` });
  assert.deepEqual(view.tags, [label]);
});
