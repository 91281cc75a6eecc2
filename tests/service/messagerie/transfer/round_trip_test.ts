/**
 * @covers messagerie.import.round-trip
 * @covers messagerie.data.foreign-keys
 */
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import type { TokenActor } from "../../../../service/messagerie/actor.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import { generateDemo } from "../../../../service/messagerie/demo/generate.ts";
import { listContacts, listConversations, searchMessages } from "../../../../service/messagerie/mod.ts";
import { type DeskFile, type Section, SECTIONS } from "../../../../service/messagerie/transfer/desk_file.ts";
import { importDesk } from "../../../../service/messagerie/transfer/import_desk.ts";
import { fold } from "../../../../base/text.ts";
import { itemsOf, load, openEmptyDesk, save } from "./empty_desk.ts";
import { randomDesk } from "./random_desk.ts";

const RUNS = Deno.env.get("FAULTS") === "long" ? 1_000 : 12;
const ORDER = Object.keys(SECTIONS) as Section[];

const ALL: TokenActor = {
  kind: "token",
  tokenNo: 0,
  tokenId: "t",
  label: "T",
  prefix: "x",
  access: "read",
  surfaces: ["mcp"],
  inboxIds: null,
  expiresAt: null,
  reach: { all: true },
};

/** What must hold of the columns that follow from others. */
async function checkDerived(desk: Desk, file: DeskFile): Promise<void> {
  const { read } = desk.store;
  const { rows: broken } = await sql`pragma foreign_key_check`.execute(read);
  deepEqual(broken, [], "foreign keys hold");

  const messages = await read.selectFrom("message").select([
    "seq",
    "id",
    "created_at",
    "conversation_no",
    "inbox_no",
  ])
    .orderBy("seq").execute();
  equal(messages.length, file.conversations.reduce((sum, { messages }) => sum + messages.length, 0));
  // Newest highest, but a thread never changes its own order: a message counts as no older than those before it.
  const latest = new Map<number, number>();
  let before = -Infinity;
  for (const message of messages) {
    const dated = Math.max(message.created_at, latest.get(message.conversation_no) ?? -Infinity);
    latest.set(message.conversation_no, dated);
    ok(dated >= before, "in order of date");
    before = dated;
  }

  const listed = await listConversations(desk, ALL, { status: "all", limit: 200 });
  equal(listed.length, file.conversations.length);
  for (const item of listed) {
    const given = file.conversations.find(({ id }) => id === item.id);
    ok(given);
    const texts = given.messages.filter(({ from }) => ["visitor", "agent", "ai"].includes(from));
    const last = texts.findLast(({ deleted }) => !deleted);
    const dates = texts.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
    equal(Date.parse(item.lastMessageAt), dates.at(-1) ?? Date.parse(given.createdAt ?? ""));
    deepEqual({ ...item.lastMessage }, { from: last?.from ?? null, text: last?.text ?? "" });
    deepEqual([...item.tags], given.tags);
    equal(item.inboxId, given.inbox ?? null);
  }
  for (const contact of await listContacts(desk, ALL, {})) {
    const own = listed.filter(({ id }) =>
      file.conversations.find((given) => given.id === id)?.contact === contact.id
    );
    equal(contact.conversations, own.length);
    equal(contact.lastMessageAt, own.map(({ lastMessageAt }) => lastMessageAt).sort().at(-1) ?? null);
  }
  for (const query of ["rembours", "oeuvre", "100%", "strass"]) {
    const naive = file.conversations.flatMap(({ messages }) =>
      messages.filter(({ from, text, deleted }) =>
        !deleted && from !== "event" && from !== "handoff" && fold(text ?? "").includes(query)
      ).map(({ id }) => id)
    );
    const found = await searchMessages(desk, ALL, { query });
    ok(found.every(({ messageId }) => naive.includes(messageId)), query);
    equal(found.length, Math.min(20, naive.length), query);
  }
}

Deno.test("what is imported is exported as it was, in whatever order its sections come", async () => {
  await fc.assert(
    fc.asyncProperty(
      randomDesk,
      fc.shuffledSubarray(ORDER, { minLength: ORDER.length, maxLength: ORDER.length }),
      async (file, order) => {
        await using desk = await openEmptyDesk();
        await importDesk(desk, itemsOf(file, order), { update: false });
        const text = await save(desk);
        deepEqual(JSON.parse(text), file);
        await checkDerived(desk, file);

        await using again = await openEmptyDesk();
        await load(again, text);
        equal(await save(again), text, "import of an export is the same desk");
        await load(again, text, { update: true });
        equal(await save(again), text, "once more with --update changes nothing");
        await checkDerived(again, file);
      },
    ),
    { numRuns: RUNS },
  );
});

Deno.test("--update makes a desk what the file says, whatever it was before, and deletes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(randomDesk, randomDesk, async (before, after) => {
      await using desk = await openEmptyDesk();
      await importDesk(desk, itemsOf(before, ORDER), { update: false });
      await importDesk(desk, itemsOf(after, ORDER), { update: true });
      const held = JSON.parse(await save(desk)) as DeskFile;
      for (const contact of after.contacts) {
        deepEqual(held.contacts.find(({ id }) => id === contact.id), {
          ...contact,
          createdAt: createdAt(before, contact),
        });
      }
      for (const conversation of after.conversations) {
        const now = held.conversations.find(({ id }) => id === conversation.id);
        const kept = before.conversations.find(({ id }) => id === conversation.id)?.messages ?? [];
        deepEqual(
          new Set(now?.messages.map(({ id }) => id)),
          new Set([...kept, ...conversation.messages].map(({ id }) => id)),
        );
        deepEqual({ ...now, messages: [] }, { ...conversation, messages: [] });
      }
      const ids = (file: DeskFile) => file.conversations.map(({ id }) => id);
      deepEqual(new Set(ids(held)), new Set([...ids(before), ...ids(after)]));
      await checkDerived(desk, held);
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  );
});

/** A contact that was there keeps the date of its making. */
function createdAt(before: DeskFile, { id, createdAt }: DeskFile["contacts"][number]) {
  return before.contacts.find((contact) => contact.id === id)?.createdAt ?? createdAt;
}

Deno.test("the demo's desk makes the round trip too", async () => {
  const options = { conversations: 60, messages: 500, seed: 7, until: Date.UTC(2026, 5, 1) };
  await using desk = await openEmptyDesk();
  const counts = await importDesk(desk, generateDemo(options), { update: false });
  equal(counts.messages, 500);
  const text = await save(desk);
  await using again = await openEmptyDesk();
  await load(again, text);
  equal(await save(again), text);
  await checkDerived(again, JSON.parse(text));
});
