/**
 * @covers messagerie.list_conversations.order
 * @covers messagerie.list_conversations.filters
 * @covers messagerie.reach.everywhere
 * @covers messagerie.scale.statements
 * @covers messagerie.scale.resolved
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import {
  type ConversationFilter,
  listConversations,
  type StatusFilter,
} from "../../../store/messagerie/list_conversations.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import type { ConversationStatus } from "../../../store/messagerie/schema.ts";
import { temporaryDesk } from "./desk_fixture.ts";

interface Model {
  readonly id: string;
  readonly inboxNo: number;
  readonly status: ConversationStatus;
  readonly assigneeNo: number | null;
  readonly at: number;
}

const STATUSES = ["ai", "open", "pending", "resolved"] as const;

async function addAll(store: DeskStore, conversations: readonly Model[]): Promise<void> {
  await store.write(async (trx) => {
    for (const no of [1, 2]) {
      await trx.insertInto("agent").values({
        no,
        id: `agent-${no}`,
        login: `a${no}`,
        name: `Agent ${no}`,
        role: "agent",
        active: true,
        password_hash: null,
        created_at: 1,
      }).execute();
    }
    await trx.insertInto("contact").values({
      no: 1,
      id: "contact-1",
      site_no: 1,
      name: "Zoé",
      email: "zoe@exemple.fr",
      search: "zoe",
      created_at: 1,
      updated_at: 1,
      identified: false,
      last_message_at: null,
    }).execute();
    for (const { id, inboxNo, status, assigneeNo, at } of conversations) {
      await trx.insertInto("conversation").values({
        id,
        contact_no: 1,
        site_no: 1,
        inbox_no: inboxNo,
        status,
        assignee_no: assigneeNo,
        unread: true,
        last_message_at: at,
        created_at: 1,
      }).execute();
    }
  });
}

function expected(all: readonly Model[], filter: ConversationFilter): string[] {
  const byOrder = (a: Pick<Model, "at" | "id">, b: Pick<Model, "at" | "id">) =>
    b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
  const { before } = filter;
  return all.filter((one) =>
    (filter.scope === null || filter.scope.includes(one.inboxNo)) &&
    (filter.status === "all" ||
      (filter.status === "unresolved" ? one.status !== "resolved" : one.status === filter.status)) &&
    (filter.assigneeNo === undefined || filter.assigneeNo === one.assigneeNo) &&
    (before === undefined || byOrder({ at: before.lastMessageAt, id: before.id }, one) < 0)
  ).toSorted(byOrder).slice(0, filter.limit).map((one) => one.id);
}

Deno.test("listConversations() answers as a plain sort and filter does, whatever the filter", async () => {
  const conversation = fc.record({
    inboxNo: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom(...STATUSES),
    assigneeNo: fc.constantFrom(null, 1, 2),
    // Few dates, so that ties are common.
    at: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(conversation, { maxLength: 40 }),
      fc.infiniteStream(fc.nat(1_000)),
      async (drawn, numbers) => {
        const draw = (below: number) => (numbers.next().value as number) % below;
        const all = drawn.map((one, at) => ({ ...one, id: `id-${(at * 7) % 40}` }));
        await using desk = await temporaryDesk();
        await addAll(desk.store, all);
        for (let round = 0; round < 40; round++) {
          const last = all[draw(Math.max(1, all.length))];
          const filter: ConversationFilter = {
            scope: [null, [0], [0, 1], [1, 2, 3], [3, 3], []][draw(6)] ?? null,
            status: (["unresolved", "all", ...STATUSES] as const)[draw(6)] as StatusFilter,
            assigneeNo: [undefined, null, 1, 2][draw(4)],
            before: draw(2) === 0 || last === undefined ? undefined : { lastMessageAt: last.at, id: last.id },
            limit: 1 + draw(12),
          };
          const rows = await listConversations(desk.store.read, filter);
          assert.deepEqual(rows.map((row) => row.id), expected(all, filter), JSON.stringify(filter));
        }
      },
    ),
    { numRuns: Deno.env.get("FAULTS") === "long" ? 100 : 8 },
  );
});

Deno.test("listConversations() tells what a list shows, tags in the order in which they were added", async () => {
  await using desk = await temporaryDesk();
  await addAll(desk.store, [{ id: "c-1", inboxNo: 0, status: "open", assigneeNo: 2, at: 5 }]);
  await desk.store.write(async (trx) => {
    for (const [position, label] of ["Zèbre", "Abeille"].entries()) {
      await trx.insertInto("conversation_tag")
        .values({ conversation_no: 1, folded: label.toLowerCase(), label, color: "#64748b", position })
        .execute();
    }
  });
  const [row] = await listConversations(desk.store.read, { scope: [0], status: "unresolved", limit: 5 });
  assert.deepEqual(row, {
    id: "c-1",
    contactName: "Zoé",
    contactEmail: "zoe@exemple.fr",
    channel: "web",
    status: "open",
    inboxId: null,
    assigneeId: "agent-2",
    assigneeName: "Agent 2",
    unread: true,
    priority: "normal",
    sentiment: null,
    tags: ["Zèbre", "Abeille"],
    lastFrom: null,
    lastText: "",
    lastMessageAt: 5,
  });
});

Deno.test("a list is one statement, which reads an index in order under every filter and sorts no more than its pages", async () => {
  const seen: string[] = [];
  await using desk = await temporaryDesk({ onStatement: (statement) => seen.push(statement) });
  await addAll(desk.store, []);
  for (const scope of [null, [0, 1]]) {
    for (const status of ["unresolved", "all", ...STATUSES] as const) {
      for (const assigneeNo of [undefined, null, 1]) {
        for (const before of [undefined, { lastMessageAt: 3, id: "x" }]) {
          seen.length = 0;
          await listConversations(desk.store.read, { scope, status, assigneeNo, before, limit: 50 });
          assert.equal(seen.length, 1);
          const parameters = Array.from({ length: (seen[0] ?? "").split("?").length - 1 }, () => null);
          const statement = (seen[0] ?? "").split("?").flatMap((part, at) =>
            at < parameters.length ? [sql.raw(part), sql`${parameters[at]}`] : [sql.raw(part)]
          );
          const { rows } = await sql<{ detail: string; parent: number }>`explain query plan ${
            sql.join(statement, sql``)
          }`
            .execute(desk.store.read);
          const plan = rows.map((row) => row.detail);
          const what = JSON.stringify({ scope, status, assigneeNo, before: before !== undefined });
          // The one range that grows with the desk: named by its index, unresolved ones alone unless all are asked for.
          const walk = plan.find((line) => /^(SCAN|SEARCH) conversation\b/.test(line)) ?? "";
          const isOpen = status !== "all" && status !== "resolved";
          const index = assigneeNo !== undefined
            ? (isOpen ? "conversation_assignee_open" : "conversation_assignee")
            : scope === null
            ? (isOpen ? "conversation_recent_open" : "conversation_recent")
            : (isOpen ? "conversation_open" : "conversation_all");
          assert.match(
            walk,
            new RegExp(`USING COVERING INDEX ${index}( |$)`),
            `${what}: ${plan.join(" / ")}`,
          );
          const equal = assigneeNo !== undefined
            ? "assignee_no=? AND inbox_no=?"
            : scope === null
            ? ""
            : "inbox_no=?";
          assert.ok(walk.includes(equal), `${what}: ${walk}`);
          if (before !== undefined) {
            assert.match(walk, /last_message_at,id\)<\(\?,\?\)|last_message_at<\?/, `${what}: ${walk}`);
          }
          // Within the range the index gives the order: nothing is sorted before the limit cuts it.
          const parent = rows[plan.indexOf(walk)]?.parent;
          const besides = rows.filter((row) => row.parent === parent && row.detail !== walk);
          assert.deepEqual(besides.map((row) => row.detail), [], what);
        }
      }
    }
  }
});
