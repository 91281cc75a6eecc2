/**
 * @covers messagerie.get_conversation.paging
 * @covers messagerie.search.scope
 * @covers messagerie.get_conversation.shape
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { readThread } from "../../../store/messagerie/read_thread.ts";
import { renumberMessages } from "../../../store/messagerie/renumber_messages.ts";
import { rebuildSearch, searchMessages } from "../../../store/messagerie/search/mod.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import { temporaryDesk } from "./desk_fixture.ts";

interface Row {
  readonly conversationNo: number;
  readonly at: number;
}

async function addMessages(store: DeskStore, rows: readonly Row[]): Promise<void> {
  await store.write(async (trx) => {
    await trx.insertInto("agent").values({
      no: 1,
      id: "agent-1",
      login: "a",
      name: "Ana",
      role: "agent",
      active: true,
      password_hash: null,
      created_at: 1,
    }).execute();
    await trx.insertInto("contact").values({
      no: 1,
      id: "contact-1",
      site_no: 1,
      name: "Zoé",
      search: "zoe",
      created_at: 1,
      updated_at: 1,
      identified: false,
      last_message_at: null,
    }).execute();
    for (let no = 1; no <= 3; no++) {
      await trx.insertInto("conversation").values({
        no,
        id: `c-${no}`,
        contact_no: 1,
        site_no: 1,
        inbox_no: no,
        status: "open",
        unread: false,
        last_message_at: 1,
        created_at: 1,
      }).execute();
    }
    for (const [at, row] of rows.entries()) {
      const id = `m-${at + 1}`;
      await trx.insertInto("message").values({
        id,
        conversation_no: row.conversationNo,
        inbox_no: row.conversationNo,
        kind: 0,
        author: 1,
        agent_no: 1,
        author_name: "Ana alors",
        body: "bonjour",
        created_at: row.at,
      }).execute();
      for (const position of [1, 0]) {
        if (at % 3 > 0) continue;
        await trx.insertInto("attachment")
          .values({
            id: `f-${at}-${position}`,
            message_id: id,
            name: `photo ${position}.jpg`,
            size: 7,
            position,
          }).execute();
      }
    }
    await rebuildSearch(trx);
  });
}

Deno.test("readThread() reads a whole thread, its newest messages, or a page before one", async () => {
  const statements: string[] = [];
  await using desk = await temporaryDesk({ onStatement: (statement) => statements.push(statement) });
  await addMessages(
    desk.store,
    Array.from({ length: 20 }, (_, at) => ({ conversationNo: 1 + at % 2, at: 50 - at })),
  );
  const read = async (options: { limit?: number; beforeSeq?: number }) =>
    (await readThread(desk.store.read, { conversationNo: 1, ...options })).map((message) => message.seq);
  assert.deepEqual(await read({}), [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  assert.deepEqual(await read({ limit: 3 }), [15, 17, 19]);
  assert.deepEqual(await read({ limit: 3, beforeSeq: 15 }), [9, 11, 13]);
  assert.deepEqual(await read({ beforeSeq: 5 }), [1, 3]);
  assert.deepEqual(await read({ limit: 5, beforeSeq: 1 }), []);
  statements.length = 0;
  const [first, second] = await readThread(desk.store.read, { conversationNo: 1 });
  assert.equal(statements.length, 1);
  assert.deepEqual(first, {
    seq: 1,
    id: "m-1",
    kind: 0,
    author: 1,
    agentId: "agent-1",
    agentName: "Ana",
    authorName: "Ana alors",
    body: "bonjour",
    confidence: null,
    event: null,
    createdAt: 50,
    deletedAt: null,
    clientKey: null,
    files: [
      { id: "f-0-0", name: "photo 0.jpg", mimeType: "application/octet-stream", size: 7, available: 0 },
      { id: "f-0-1", name: "photo 1.jpg", mimeType: "application/octet-stream", size: 7, available: 0 },
    ],
  });
  assert.deepEqual(second?.files, []);
});

Deno.test("renumberMessages() makes newest first seq descending, and keeps each thread in its written order", async () => {
  const row = fc.record({
    conversationNo: fc.integer({ min: 1, max: 3 }),
    at: fc.integer({ min: 1, max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      await using desk = await temporaryDesk();
      await addMessages(desk.store, rows);
      const latest = new Map<number, number>();
      const dated = rows.map((one, at) => {
        const date = Math.max(one.at, latest.get(one.conversationNo) ?? 0);
        latest.set(one.conversationNo, date);
        return { id: `m-${at + 1}`, date, at };
      });
      const right = dated.toSorted((a, b) => a.date - b.date || a.at - b.at).map((one) => one.id);
      const wasRight = right.every((id, at) => id === `m-${at + 1}`);
      // The key that a page gave to what it wrote: kept, or the same again would be kept twice.
      await desk.store.write((trx) =>
        trx.updateTable("message").set({ client_key: sql`'key ' || id` }).execute()
      );
      const before = await desk.store.read.selectFrom("message").selectAll().execute();
      await desk.store.write(async (trx) => {
        assert.equal(await renumberMessages(trx), !wasRight);
        if (!wasRight) await rebuildSearch(trx);
        assert.equal(await renumberMessages(trx), false);
      });
      const stored = await desk.store.read.selectFrom("message").selectAll().orderBy("seq").execute();
      assert.deepEqual(
        stored.map(({ seq, id }) => ({ seq, id })),
        right.map((id, at) => ({ seq: at + 1, id })),
      );
      const without = ({ seq: _, ...row }: (typeof stored)[number]) => row;
      const byId = new Map(before.map((one) => [one.id, without(one)]));
      assert.deepEqual(stored.map(without), stored.map(({ id }) => byId.get(id)), "nothing but its number");
      const found = await searchMessages(desk.store.read, { query: "bonjour", scope: null, limit: 50 });
      assert.deepEqual(found.map((one) => one.messageId), right.toReversed());
      const broken = await sql`pragma foreign_key_check`.execute(desk.store.read);
      assert.deepEqual(broken.rows, []);
    }),
    { numRuns: Deno.env.get("FAULTS") === "long" ? 200 : 15 },
  );
});
