/**
 * The whole answer of every tool on a desk known by heart, kept in git; a write also tells what it left in the tables.
 * @covers messagerie.tools.snapshots
 * @covers messagerie.tools.result-text
 * @covers messagerie.whoami
 * @covers messagerie.list_inboxes
 * @covers messagerie.list_agents
 * @covers messagerie.list_conversations.item
 * @covers messagerie.list_conversations.cut
 * @covers messagerie.get_conversation.shape
 * @covers messagerie.get_conversation.messages
 * @covers messagerie.get_conversation.events
 * @covers messagerie.list_contacts
 * @covers messagerie.get_contact
 * @covers messagerie.writes.returns
 * @covers messagerie.source.signed
 */
import assert from "node:assert/strict";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { CATALOGUE } from "../../../tools/messagerie/catalogue.ts";
import { ACTORS, IDS, messageId, openSeededDesk } from "../../seeded_desk.ts";
import { assertSnapshot } from "../../snapshot.ts";
import { call } from "./calls.ts";

interface Case {
  readonly tool: string;
  /** Tells several cases of one tool apart. */
  readonly as?: string;
  readonly actor?: keyof typeof ACTORS;
  readonly args?: object;
}

const CASES: readonly Case[] = [
  { tool: "whoami" },
  { tool: "whoami", as: "reader", actor: "reader" },
  { tool: "whoami", as: "limited", actor: "limited" },
  { tool: "list_inboxes" },
  { tool: "list_inboxes", as: "limited", actor: "limited" },
  { tool: "list_agents" },
  { tool: "list_conversations" },
  { tool: "list_conversations", as: "all", args: { status: "all" } },
  { tool: "list_conversations", as: "limited", actor: "limited", args: { status: "all" } },
  { tool: "list_conversations", as: "queue", args: { assignee_id: "none", limit: 1 } },
  { tool: "list_conversations", as: "before", args: { status: "all", before: IDS.delivery } },
  { tool: "get_conversation", args: { conversation_id: IDS.refund } },
  {
    tool: "get_conversation",
    as: "page",
    args: { conversation_id: IDS.refund, limit: 2, before: messageId(1, 8) },
  },
  { tool: "get_conversation", as: "snoozed", args: { conversation_id: IDS.claim } },
  { tool: "search_messages", args: { query: "remboursement" } },
  { tool: "search_messages", as: "limited", actor: "limited", args: { query: "REMBOURSÉMENT" } },
  { tool: "search_messages", as: "note", args: { query: "siege verifie" } },
  { tool: "list_contacts" },
  { tool: "list_contacts", as: "limited", actor: "limited" },
  { tool: "list_contacts", as: "query", args: { query: "lea" } },
  { tool: "get_contact", args: { contact_id: IDS.lea } },
  { tool: "get_contact", as: "limited", actor: "limited", args: { contact_id: IDS.lea } },
  {
    tool: "start_conversation",
    as: "email",
    args: {
      channel: "email",
      text: "Bonjour, du nouveau.",
      email: "nouveau@exemple.fr",
      name: "Nouveau Client",
    },
  },
  {
    tool: "start_conversation",
    as: "sms",
    args: { channel: "sms", text: "Votre colis arrive.", contact_id: IDS.paul },
  },
  {
    tool: "send_reply",
    args: { conversation_id: IDS.delivery, text: "  Votre dossier est **complet**. ", resolve: true },
  },
  { tool: "send_reply", as: "reopens", args: { conversation_id: IDS.old, text: "Une question encore ?" } },
  { tool: "send_reply", as: "wakes", args: { conversation_id: IDS.claim, text: "Nous reprenons." } },
  { tool: "add_note", args: { conversation_id: IDS.delivery, text: "Contrat vérifié." } },
  { tool: "assign_conversation", args: { conversation_id: IDS.delivery, agent_id: IDS.claire } },
  { tool: "assign_conversation", as: "queue", args: { conversation_id: IDS.refund, agent_id: null } },
  { tool: "resolve_conversation", args: { conversation_id: IDS.refund } },
  { tool: "add_tag", args: { conversation_id: IDS.delivery, label: "SINISTRE" } },
  { tool: "remove_tag", args: { conversation_id: IDS.refund, label: "vip" } },
];

/** What a call left in the tables that no answer shows. */
async function traces(desk: Desk): Promise<object> {
  const { read } = desk.store;
  return {
    changes: await read.selectFrom("change").orderBy("no")
      .select(["kind", "conversation_no", "message_id", "agent_no", "payload"]).execute(),
    notifications: await read.selectFrom("notification")
      .select(["agent_no", "kind", "conversation_no", "by_name"]).execute(),
    outbound: await read.selectFrom("outbound").select(["message_id", "channel", "recipient", "state"])
      .execute(),
    conversations: await read.selectFrom("conversation").orderBy("no")
      .select(["no", "status", "unread", "assignee_no", "snoozed_until", "resolved_at", "last_message_at"])
      .execute(),
  };
}

for (const { tool, as, actor = "writer", args = {} } of CASES) {
  Deno.test(`${tool}${as ? ` (${as})` : ""} answers as its snapshot says`, async () => {
    await using desk = await openSeededDesk();
    const before = JSON.stringify(await traces(desk));
    const { value, isError } = await call(desk, ACTORS[actor], tool, args);
    const after = await traces(desk);
    assert.equal(isError, false, JSON.stringify(value));
    const reads = CATALOGUE.find(({ name }) => name === tool)?.access === "read";
    if (reads) assert.equal(JSON.stringify(after), before, "reading changes nothing");
    const name = as === undefined ? tool : `${tool}.${as}`;
    await assertSnapshot(`messagerie/answers/${name}`, reads ? value : { answer: value, ...after });
    assert.deepEqual(desk.logs.filter((line) => /"level":"(error|warn)"/.test(line)), []);
  });
}

Deno.test("every tool has its answer in git", () => {
  assert.deepEqual(new Set(CASES.map(({ tool }) => tool)), new Set(CATALOGUE.map(({ name }) => name)));
});

Deno.test("a write answers exactly what get_conversation then gives", async () => {
  for (const { tool, as, args = {} } of CASES) {
    if (CATALOGUE.find(({ name }) => name === tool)?.access === "read") continue;
    await using desk = await openSeededDesk();
    const written = await call(desk, ACTORS.writer, tool, args);
    const read = await call(desk, ACTORS.writer, "get_conversation", { conversation_id: written.value.id });
    assert.deepEqual(written.value, read.value, `${tool} ${as ?? ""}`);
  }
});
