/**
 * What a call costs does not grow with the desk; and a write is all or nothing, whichever statement fails.
 * @covers messagerie-web.inbox.statements
 * @covers messagerie.scale.statements, messagerie.writes.one-transaction
 */
import assert from "node:assert/strict";
import type { Actor, PersonActor } from "../../../service/messagerie/actor.ts";
import * as service from "../../../service/messagerie/mod.ts";
import { markNotificationsRead, readBell } from "../../../service/messagerie/inbox/bell.ts";
import { countInbox } from "../../../service/messagerie/inbox/counts.ts";
import { editContact } from "../../../service/messagerie/inbox/edit_contact.ts";
import { listColleagues } from "../../../service/messagerie/inbox/list_colleagues.ts";
import { listInbox } from "../../../service/messagerie/inbox/list_inbox.ts";
import { readContactCard, readDetails } from "../../../service/messagerie/inbox/read_details.ts";
import { readThreadPage } from "../../../service/messagerie/inbox/read_thread_page.ts";
import { insertNotification } from "../../../store/messagerie/agents.ts";
import { dump, NOON, openDesk, type SeedMessage, type TestDesk } from "./desk.ts";

interface Scene extends AsyncDisposable {
  readonly desk: TestDesk;
  readonly actors: readonly Actor[];
  readonly ids: {
    readonly conversation: string;
    readonly other: string;
    readonly contact: string;
    readonly inbox: string;
    readonly site: string;
    readonly agent: string;
    readonly message: string;
  };
}

/** A desk where one conversation has `size` of everything, among others, and so has its contact. */
async function scene(size: number): Promise<Scene> {
  const desk = await openDesk();
  const site = await desk.site();
  const [a, b] = [await desk.inbox(), await desk.inbox()];
  const agent = await desk.agent({ role: "supervisor" });
  const contact = await desk.contact({ name: "Léa", phone: "+33612345678", email: "lea@exemple.fr" });
  const messages: SeedMessage[] = [];
  for (let n = 0; n < size; n++) {
    messages.push(
      { from: "visitor", text: `bonjour dossier ${n}`, files: ["a", "b"] },
      { from: "agent", author: "x", text: `mot${n}` },
      { from: "note", author: "x", text: "note" },
      { from: "event", event: { type: "transferred", inbox: "Boîte", inboxId: a.id, by: "x" } },
    );
  }
  const wanted = { contact, inbox: a, channel: "sms", status: "pending", snoozedUntil: NOON - 1 } as const;
  const conversation = await desk.conversation({
    ...wanted,
    messages,
    tags: Array.from({ length: size }, (_, n) => `t${n}`),
  });
  for (let n = 0; n < size; n++) {
    await desk.conversation({ ...wanted, at: NOON - 5000 - n, inbox: n % 2 ? a : b });
    await desk.contact({ name: `Léa ${n}` });
    const told = { agentNo: agent.no, conversationNo: n + 1, byName: "x", at: NOON };
    await desk.store.write((tx) => insertNotification(tx, { ...told, id: crypto.randomUUID() }));
  }
  const other = await desk.conversation({ ...wanted, at: NOON - 1000, inbox: b });
  const view = await service.getConversation(desk, desk.token(), { conversationId: conversation });
  return {
    desk,
    actors: [desk.token({ inboxes: [a, b] }), desk.person(agent)],
    ids: {
      conversation,
      other,
      contact: contact.id,
      inbox: b.id,
      site: site.id,
      agent: agent.id,
      message: view.messages[0]?.id ?? "",
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

/** The pages' sentences are people's; a token's reach stands in where the scene asks for it. */
const personOf = (actor: Actor, agentId: string): PersonActor => ({
  kind: "person",
  agentNo: 1,
  agentId,
  name: "x",
  role: "agent",
  reach: actor.reach,
});

type Call = (scene: Scene, actor: Actor) => Promise<unknown>;

const READS: Record<string, Call> = {
  listInboxes: ({ desk }, actor) => service.listInboxes(desk, actor),
  listAgents: ({ desk }, actor) => service.listAgents(desk, actor),
  listConversations: ({ desk, ids }, actor) =>
    service.listConversations(desk, actor, {
      status: "all",
      inboxId: ids.inbox,
      assigneeId: "none",
      before: ids.conversation,
      limit: 200,
    }),
  getConversation: ({ desk, ids }, actor) =>
    service.getConversation(desk, actor, { conversationId: ids.conversation }),
  "getConversation, a page": ({ desk, ids }, actor) =>
    service.getConversation(desk, actor, {
      conversationId: ids.conversation,
      limit: 500,
      before: ids.message,
    }),
  searchMessages: ({ desk }, actor) => service.searchMessages(desk, actor, { query: "dossier bonj" }),
  listContacts: ({ desk }, actor) => service.listContacts(desk, actor, { query: "léa" }),
  "listContacts, all": ({ desk }, actor) => service.listContacts(desk, actor, {}),
  getContact: ({ desk, ids }, actor) => service.getContact(desk, actor, { contactId: ids.contact }),
  listInbox: ({ desk, ids }, actor) =>
    listInbox(desk, personOf(actor, ids.agent), {
      tab: "all",
      inboxId: ids.inbox,
      assigneeId: "none",
      tag: "t0",
      before: ids.conversation,
    }),
  countInbox: ({ desk, ids }, actor) => countInbox(desk, personOf(actor, ids.agent)),
  readThreadPage: ({ desk, ids }, actor) =>
    readThreadPage(desk, personOf(actor, ids.agent), {
      conversationId: ids.conversation,
      after: ids.message,
      limit: 500,
    }),
  readDetails: ({ desk, ids }, actor) => readDetails(desk, personOf(actor, ids.agent), ids.conversation),
  readContactCard: ({ desk, ids }, actor) => readContactCard(desk, personOf(actor, ids.agent), ids.contact),
  readBell: ({ desk, ids }, actor) => readBell(desk.store.read, personOf(actor, ids.agent)),
  listColleagues: ({ desk, ids }, actor) => listColleagues(desk, personOf(actor, ids.agent)),
};

const WRITES: Record<string, Call> = {
  sendReply: ({ desk, ids }, actor) =>
    service.sendReply(desk, actor, { conversationId: ids.conversation, text: "voilà", resolve: true }),
  addNote: ({ desk, ids }, actor) =>
    service.addNote(desk, actor, { conversationId: ids.conversation, text: "noté" }),
  assignConversation: ({ desk, ids }, actor) =>
    service.assignConversation(desk, actor, { conversationId: ids.conversation, agentId: ids.agent }),
  resolveConversation: ({ desk, ids }, actor) =>
    service.resolveConversation(desk, actor, { conversationId: ids.conversation }),
  addTag: ({ desk, ids }, actor) =>
    service.addTag(desk, actor, { conversationId: ids.conversation, label: "neuf" }),
  removeTag: ({ desk, ids }, actor) =>
    service.removeTag(desk, actor, { conversationId: ids.conversation, label: "t0" }),
  "startConversation, goes on": ({ desk, ids }, actor) =>
    service.startConversation(desk, actor, { channel: "sms", text: "allô", contactId: ids.contact }),
  "startConversation, new": ({ desk }, actor) =>
    service.startConversation(desk, actor, { channel: "email", text: "allô", email: "neuf@exemple.fr" }),
  transferConversation: ({ desk, ids }, actor) =>
    service.transferConversation(desk, actor, { conversationId: ids.conversation, inboxId: ids.inbox }),
  snoozeConversation: ({ desk, ids }, actor) =>
    service.snoozeConversation(desk, actor, { conversationId: ids.conversation, until: NOON + 9 }),
  setConversationData: ({ desk, ids }, actor) =>
    service.setConversationData(desk, actor, { conversationId: ids.conversation, data: { a: 1 } }),
  deleteMessage: ({ desk, ids }, actor) =>
    service.deleteMessage(desk, { ...desk.person({ no: 1, id: "", name: "x" }), reach: actor.reach }, {
      conversationId: ids.conversation,
      messageId: ids.message,
    }),
  visitorWrites: ({ desk, ids }) =>
    service.visitorWrites(desk, ids.contact, {
      conversationId: ids.conversation,
      text: "moi",
      files: [{ name: "f", mimeType: "a/b", content: new Uint8Array(1) }],
    }),
  visitorStarts: ({ desk, ids }) =>
    service.visitorStarts(desk, { contactId: ids.contact }, { siteId: ids.site, text: "moi" }),
  wakeConversation: ({ desk, ids }, actor) =>
    service.wakeConversation(desk, actor, { conversationId: ids.conversation }),
  takeConversation: ({ desk, ids }, actor) =>
    service.takeConversation(desk, personOf(actor, ids.agent), { conversationId: ids.conversation }),
  markRead: ({ desk, ids }, actor) =>
    service.markRead(desk, personOf(actor, ids.agent), { conversationId: ids.conversation, read: false }),
  setPriority: ({ desk, ids }, actor) =>
    service.setPriority(desk, personOf(actor, ids.agent), {
      conversationId: ids.conversation,
      priority: "urgent",
    }),
  editContact: ({ desk, ids }, actor) =>
    editContact(desk, personOf(actor, ids.agent), { contactId: ids.contact, name: "Léo", data: { a: 1 } }),
  markNotificationsRead: ({ desk, ids }, actor) =>
    markNotificationsRead(desk, personOf(actor, ids.agent), {}),
  wakeDueConversations: ({ desk }) => service.wakeDueConversations(desk),
};

Deno.test("no call runs more statements on a larger desk", async () => {
  const counts = async (size: number) => {
    const counted: Record<string, number> = {};
    for (const [name, call] of Object.entries({ ...READS, ...WRITES })) {
      await using made = await scene(size);
      for (const [index, actor] of made.actors.entries()) {
        made.desk.statements.length = 0;
        await call(made, actor);
        counted[`${name} #${index}`] = made.desk.statements.length;
      }
    }
    return counted;
  };
  const [small, large] = [await counts(1), await counts(30)];
  assert.deepEqual(large, small);
  for (const [name, count] of Object.entries(small)) assert.ok(count >= 1 && count < 50, `${name}: ${count}`);
});

for (const [name, call] of Object.entries(WRITES)) {
  Deno.test(`${name}: a failure at any statement leaves everything as it was, and wakes nobody`, async () => {
    await using made = await scene(2);
    const { desk, actors: [actor] } = made;
    assert.ok(actor !== undefined);
    const before = await dump(desk);
    for (let failing = 1;; failing++) {
      let seen = 0;
      desk.beforeStatement = () => {
        if (++seen === failing) throw new Error("disk on fire");
      };
      const failed = await call(made, actor).then(() => false, (error: Error) => {
        assert.equal(error.message, "disk on fire");
        return true;
      });
      desk.beforeStatement = () => {};
      if (!failed) {
        assert.ok(failing > 4, "statements were made to fail");
        break;
      }
      assert.deepEqual(await dump(desk), before, `statement ${failing}`);
      assert.deepEqual(desk.woken, { feed: 0, outbound: 0 });
    }
    assert.notDeepEqual(await dump(desk), before);
    assert.ok(desk.woken.feed > 0);
  });
}
