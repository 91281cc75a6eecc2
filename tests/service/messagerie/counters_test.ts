/**
 * Two stores write to one file at the same time: what is kept beside the rows (counters, dates, last texts, copies for
 * the search) equals a recount of the rows, and a thread keeps the order in which it was written.
 * @covers messagerie.list_contacts, messagerie.list_conversations.item, messagerie.writes.one-transaction
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Refusal } from "../../../base/refusal.ts";
import { cutCodePoints } from "../../../base/text.ts";
import * as service from "../../../service/messagerie/mod.ts";
import { MESSAGE_AUTHOR } from "../../../store/messagerie/schema.ts";
import { NOON, openDesk, type Ref, type TestDesk } from "./desk.ts";
import * as model from "./reach_model.ts";

const LONG = Deno.env.get("FAULTS") === "long";
const RUNS = LONG ? 400 : 15;
const seed = Number(Deno.env.get("SEED") ?? Date.now() % 2 ** 31);

const operation = fc.record({
  what: fc.nat(8),
  conversation: fc.nat(20),
  contact: fc.nat(2),
  inbox: fc.nat(2),
  /** Where the clock stands, in either direction. */
  clock: fc.integer({ min: -5, max: 20 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const LETTERS = ["é", "😀", "x"];

interface Shared {
  readonly site: Ref;
  readonly inboxes: readonly Ref[];
  readonly contacts: readonly Ref[];
  readonly agent: Ref;
}

async function run(desk: TestDesk, shared: Shared, wanted: Operation, n: number): Promise<void> {
  desk.time = NOON + wanted.clock * 1000;
  const ids = await desk.store.read.selectFrom("conversation").orderBy("no").select(["id", "contact_no"])
    .execute();
  const { id: conversationId, contact_no } = ids[wanted.conversation % ids.length] ??
    { id: "", contact_no: 0 };
  const contact = shared.contacts[wanted.contact] as Ref;
  const owner = shared.contacts.find(({ no }) => no === contact_no);
  const inboxId = shared.inboxes[wanted.inbox]?.id ?? null;
  const token = desk.token();
  const person = desk.person(shared.agent);
  const text = `mot ${n} ${(LETTERS[n % 3] ?? "").repeat(n % 4 === 0 ? 300 : 1)}`;
  const messages = await desk.store.read.selectFrom("message").where("kind", "<", 2).orderBy("seq").select(
    "id",
  )
    .execute();
  switch (wanted.what) {
    case 0:
      return void await service.sendReply(desk, token, { conversationId, text, resolve: n % 2 === 0 });
    case 1:
      return void await service.addNote(desk, token, { conversationId, text });
    case 2:
      return void await service.transferConversation(desk, token, { conversationId, inboxId });
    case 3:
      return void await service.visitorWrites(desk, owner?.id ?? "", { conversationId, text });
    case 4:
      return void await service.visitorStarts(desk, { contactId: contact.id }, {
        siteId: shared.site.id,
        ...(inboxId === null ? {} : { inboxId }),
        text,
      });
    case 5:
      return void await service.startConversation(desk, token, {
        channel: "sms",
        text,
        contactId: contact.id,
      });
    case 6:
      return void await service.sendReply(desk, person, { conversationId, text });
    case 7:
      return void await service.resolveConversation(desk, token, { conversationId });
    default: {
      const messageId = messages[wanted.contact * 7 % messages.length]?.id ?? "";
      return void await service.deleteMessage(desk, person, { conversationId, messageId });
    }
  }
}

async function recount(desk: TestDesk, shared: Shared): Promise<void> {
  const rows = await model.readRows(desk.store);
  const inboxRows = await desk.store.read.selectFrom("contact_inbox").selectAll().execute();
  const expected: typeof inboxRows = [];
  for (const contact of rows.contacts) {
    const theirs = rows.conversations.filter(({ contact_no }) => contact_no === contact.no);
    const last = (of: typeof theirs) =>
      of.length === 0 ? null : Math.max(...of.map((row) => row.last_message_at));
    assert.equal(contact.conversations, theirs.length);
    assert.equal(contact.last_message_at, last(theirs));
    for (const inbox_no of new Set(theirs.map((row) => row.inbox_no))) {
      const here = theirs.filter((row) => row.inbox_no === inbox_no);
      expected.push({
        inbox_no,
        contact_no: contact.no,
        last_message_at: last(here),
        conversations: here.length,
      });
    }
  }
  const byKey = (a: typeof expected[0], b: typeof expected[0]) =>
    a.inbox_no - b.inbox_no || a.contact_no - b.contact_no;
  assert.deepEqual(inboxRows.sort(byKey), expected.sort(byKey));

  for (const conversation of rows.conversations) {
    const thread = rows.messages.filter((row) => row.conversation_no === conversation.no);
    const texts = thread.filter(({ kind }) => kind === 0);
    assert.equal(conversation.last_message_at, Math.max(...texts.map((row) => row.created_at)));
    const last = texts.filter((row) => row.deleted_at === null).at(-1);
    assert.equal(conversation.last_text, last === undefined ? "" : cutCodePoints(last.body, 240));
    const from = last === undefined ? null : last.author === MESSAGE_AUTHOR.contact ? "visitor" : "agent";
    assert.equal(conversation.last_from, from);
    assert.ok(thread.every((row) => row.inbox_no === conversation.inbox_no));
    assert.ok(conversation.status !== "resolved" || conversation.resolved_at !== null);
    const told = await service.getConversation(desk, desk.token(), { conversationId: conversation.id });
    assert.deepEqual(told.messages.map(({ id }) => id), thread.map(({ id }) => id));
  }
  assert.deepEqual(rows.messages.map(({ seq }) => seq), rows.messages.map((_, at) => at + 1), "seq is dense");

  for (const inboxes of [undefined, ...shared.inboxes.map((inbox) => [inbox])]) {
    const actor = desk.token(inboxes === undefined ? {} : { inboxes });
    const found = await service.searchMessages(desk, actor, { query: "mot" });
    assert.deepEqual(found.map(({ messageId }) => messageId), model.foundIds(rows, actor.reach, "mot"));
    const items = await service.listContacts(desk, actor, { query: "contact" });
    assert.deepEqual(
      items.map((
        item,
      ) => [item.id, item.conversations, item.lastMessageAt && Date.parse(item.lastMessageAt)]),
      model.contactLines(rows, actor.reach, "contact"),
    );
  }
}

Deno.test(`counters, dates and order hold while two stores write to one file (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { maxLength: 10, size: "max" }), { minLength: 2, maxLength: 4 }),
      async (clients) => {
        await using first = await openDesk();
        await using second = await openDesk({ url: first.url });
        const site = await first.site();
        const inboxes = [await first.inbox(), await first.inbox()];
        const agent = await first.agent({ role: "supervisor" });
        const contacts: Ref[] = [];
        for (let n = 0; n < 3; n++) contacts.push(await first.contact({ phone: `+3361234560${n}` }));
        const shared = { site, inboxes, contacts, agent };
        await first.conversation({ contact: contacts[0] as Ref, inbox: inboxes[0] as Ref });
        await Promise.all(clients.map(async (operations, client) => {
          const desk = client % 2 ? second : first;
          for (const [n, wanted] of operations.entries()) {
            try {
              await run(desk, shared, wanted, client * 10 + n);
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
            }
          }
        }));
        await recount(first, shared);
        await recount(second, shared);
      },
    ),
    { seed, numRuns: RUNS, endOnFailure: !LONG },
  );
});
