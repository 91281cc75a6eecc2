/**
 * No answer ever names what the actor does not reach, whatever the desk, the actor and the call; and what is reached is
 * all there.
 * @covers messagerie.reach.everywhere, messagerie.reach.contacts, messagerie.reach.no-inbox
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Refusal } from "../../../base/refusal.ts";
import type { Actor } from "../../../service/messagerie/actor.ts";
import * as service from "../../../service/messagerie/mod.ts";
import { NOON, openDesk, type Ref, type TestDesk } from "./desk.ts";
import * as model from "./reach_model.ts";

const LONG = Deno.env.get("FAULTS") === "long";
const RUNS = LONG ? 1000 : 40;
const seed = Number(Deno.env.get("SEED") ?? Date.now() % 2 ** 31);

const INBOXES = 3;
const CONTACTS = 4;
const STATUSES = ["ai", "open", "pending", "resolved"] as const;
const CHANNELS = ["sms", "sms", "email", "email", "web"] as const;

const conversation = fc.record({
  contact: fc.nat(CONTACTS - 1),
  /** The last stands for "no inbox". */
  inbox: fc.nat(INBOXES),
  status: fc.constantFrom(...STATUSES),
  channel: fc.constantFrom(...CHANNELS),
  age: fc.nat(5),
  assignee: fc.option(fc.nat(1), { nil: undefined }),
  transferredFrom: fc.option(fc.nat(INBOXES - 1), { nil: undefined }),
  messages: fc.nat(3),
});

const call = fc.record({
  what: fc.nat(12),
  conversation: fc.nat(30),
  contact: fc.nat(CONTACTS),
  inbox: fc.nat(INBOXES),
  agent: fc.nat(2),
});

const scenario = fc.record({
  conversations: fc.array(conversation, { minLength: 1, maxLength: 12, size: "max" }),
  /** Null: everything. */
  reach: fc.option(fc.uniqueArray(fc.nat(INBOXES - 1), { maxLength: 2 }), { nil: null, freq: 5 }),
  person: fc.boolean(),
  calls: fc.array(call, { maxLength: 24, size: "max" }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

interface Scene {
  readonly desk: TestDesk;
  readonly actor: Actor;
  readonly inboxes: readonly Ref[];
  readonly agents: readonly Ref[];
}

/** Every name and text is one of its kind, so that finding it tells where it comes from. */
async function furnish(desk: TestDesk, made: Scenario): Promise<Scene> {
  const site = await desk.site({ name: "Site" });
  const inboxes: Ref[] = [];
  for (let n = 0; n < INBOXES; n++) inboxes.push(await desk.inbox({ name: `Boîte-nº${n}-`, site }));
  const agents = [
    await desk.agent({ name: "Ana", role: "supervisor" }),
    await desk.agent({ name: "Bea", inboxes: inboxes.slice(0, 1) }),
  ];
  const contacts: Ref[] = [];
  for (let n = 0; n < CONTACTS; n++) {
    contacts.push(
      await desk.contact({
        name: `Persônne-nº${n}-`,
        email: `adresse-${n}@exemple.fr`,
        // Two contacts share a number, so that looking one up by it has to choose.
        phone: `+3361234560${n % 3}`,
        externalId: `externe-${n}-`,
        site,
      }),
    );
  }
  for (const [n, wanted] of made.conversations.entries()) {
    const contact = contacts[wanted.contact];
    assert.ok(contact !== undefined);
    const from = wanted.transferredFrom;
    await desk.conversation({
      contact,
      inbox: inboxes[wanted.inbox] ?? null,
      status: wanted.status,
      channel: wanted.channel,
      at: NOON - wanted.age,
      ...(wanted.assignee === undefined ? {} : { assignee: agents[wanted.assignee] as Ref }),
      intent: n % 2 ? `intention-${n}-` : "",
      summary: `résumé-${n}-`,
      tags: [`étiquette-${n}-`, "commune"],
      messages: [
        ...Array.from({ length: wanted.messages }, (_, m) => ({
          from: m === 1 ? "note" as const : "visitor" as const,
          author: "Ana",
          text: `mot commun texte-${n}-${m}-`,
          files: m === 0 ? [`fichier-${n}-`] : [],
          at: NOON - wanted.age,
        })),
        ...(from === undefined ? [] : [{
          from: "event" as const,
          event: {
            type: "transferred",
            inbox: inboxes[from]?.name,
            ...(n % 2 ? { inboxId: inboxes[from]?.id } : {}),
            by: "Ana",
          },
        }]),
      ],
    });
  }
  const reached = made.reach?.map((n) => inboxes[n] as Ref);
  const actor = made.person
    ? desk.person(agents[0] as Ref, reached)
    : desk.token(reached === undefined ? {} : { inboxes: reached });
  return { desk, actor, inboxes, agents };
}

async function outcome(work: Promise<unknown>): Promise<{ value?: unknown; code?: string }> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, value: error };
  }
}

function assertSilent(value: unknown, words: readonly string[], what: string): void {
  const said = JSON.stringify(value);
  for (const word of words) assert.ok(!said.includes(word), `${what} names ${word}: ${said}`);
}

async function checkReads({ desk, actor, inboxes, agents }: Scene): Promise<void> {
  const rows = await model.readRows(desk.store);
  const words = model.forbidden(rows, actor.reach);
  const told: [string, unknown][] = [];
  const tell = <Value>(what: string, value: Value): Value => {
    told.push([what, value]);
    return value;
  };

  const listed = tell("inboxes", await service.listInboxes(desk, actor));
  assert.deepEqual(
    listed.map(({ id }) => id),
    model.reachedRows(rows, actor.reach).inboxes.map(({ id }) => id),
  );
  tell("agents", await service.listAgents(desk, actor));

  const filters = [
    ...[...STATUSES, "unresolved" as const].map((status) => ({ status })),
    ...[undefined, ...inboxes.map(({ id }) => id)].flatMap((inboxId) =>
      [undefined, "none", ...agents.map(({ id }) => id)].map((assigneeId) => ({
        status: "all" as const,
        inboxId,
        assigneeId,
      }))
    ),
  ];
  for (const filter of filters) {
    const items = tell("list", await service.listConversations(desk, actor, { ...filter, limit: 200 }));
    assert.deepEqual(items.map(({ id }) => id), model.conversationIds(rows, actor.reach, filter));
  }
  const reached = model.reachedRows(rows, actor.reach);
  for (const row of rows.conversations) {
    const got = tell(
      "conversation",
      await outcome(service.getConversation(desk, actor, { conversationId: row.id })),
    );
    assert.equal(got.code, reached.conversations.includes(row) ? undefined : "CONVERSATION_NOT_FOUND");
    if (got.code === undefined) {
      assert.deepEqual(
        (got.value as service.ConversationView).messages.map(({ id }) => id),
        rows.messages.filter(({ conversation_no }) => conversation_no === row.no).map(({ id }) => id),
      );
    }
  }
  for (const word of ["commun", "texte-0-", "TEXTE-1-0", "réponse", "fichier"]) {
    const found = tell("search", await service.searchMessages(desk, actor, { query: word }));
    assert.deepEqual(found.map(({ messageId }) => messageId), model.foundIds(rows, actor.reach, word));
  }
  for (const query of ["", "personne", "PERSÔNNE-Nº1-", "adresse-2@", "externe-2", "rien"]) {
    const items = tell("contacts", await service.listContacts(desk, actor, { query }));
    assert.deepEqual(
      items.map((
        item,
      ) => [item.id, item.conversations, item.lastMessageAt && Date.parse(item.lastMessageAt)]),
      model.contactLines(rows, actor.reach, query),
      `contacts of ${query}`,
    );
  }
  for (const row of rows.contacts) {
    const got = tell("contact", await outcome(service.getContact(desk, actor, { contactId: row.id })));
    assert.equal(got.code, reached.contacts.includes(row) ? undefined : "CONTACT_NOT_FOUND");
    if (got.code === undefined) {
      assert.deepEqual(
        (got.value as service.ContactDetail).conversations.map(({ id }) => id),
        model.contactConversationIds(rows, actor.reach, row.no),
      );
    }
  }
  for (const [what, value] of told) assertSilent(value, words, what);
}

/** One write by the actor; then what it answered is held against the desk as it was and as it is. */
async function checkWrite(scene: Scene, wanted: Scenario["calls"][number]): Promise<void> {
  const { desk, actor, inboxes, agents } = scene;
  const before = await model.readRows(desk.store);
  const row = before.conversations[wanted.conversation % before.conversations.length];
  assert.ok(row !== undefined);
  const contact = before.contacts[wanted.contact];
  const conversationId = row.id;
  const agentId = agents[wanted.agent]?.id ?? null;
  const inboxId = inboxes[wanted.inbox]?.id ?? null;
  const text = "réponse";
  const calls: readonly (() => Promise<unknown>)[] = [
    () => service.sendReply(desk, actor, { conversationId, text, resolve: wanted.agent === 0 }),
    () => service.addNote(desk, actor, { conversationId, text }),
    () => service.assignConversation(desk, actor, { conversationId, agentId }),
    () => service.resolveConversation(desk, actor, { conversationId }),
    () => service.addTag(desk, actor, { conversationId, label: "posée" }),
    () => service.removeTag(desk, actor, { conversationId, label: "commune" }),
    () => service.transferConversation(desk, actor, { conversationId, inboxId }),
    () => service.snoozeConversation(desk, actor, { conversationId, until: NOON + 5 }),
    () => service.setConversationData(desk, actor, { conversationId, data: { a: 1 } }),
    () => service.startConversation(desk, actor, { channel: "sms", text, contactId: contact?.id }),
    () => service.startConversation(desk, actor, { channel: "email", text, contactId: contact?.id }),
    () =>
      service.startConversation(desk, actor, { channel: "sms", text, phone: contact?.phone ?? "0700000000" }),
    () =>
      service.startConversation(desk, actor, {
        channel: "email",
        text,
        email: contact?.email?.toUpperCase() ?? "neuf@exemple.fr",
      }),
  ];
  const got = await outcome(calls[wanted.what]?.() ?? Promise.resolve());
  const after = await model.readRows(desk.store);
  if (got.code !== undefined) assert.deepEqual(after, before, `${got.code} wrote something`);
  const reached = model.reachedRows(before, actor.reach);
  if (wanted.what >= 9) {
    const knows = wanted.what >= 11 || contact === undefined || reached.contacts.includes(contact);
    if (!knows) assert.equal(got.code, "CONTACT_NOT_FOUND");
    else assert.ok([undefined, "INBOX_NOT_FOUND", "INVALID_REQUEST"].includes(got.code), got.code);
  } else if (!reached.conversations.includes(row)) {
    assert.equal(got.code, "CONVERSATION_NOT_FOUND");
  } else {
    const allowed: Record<number, string> = { 2: "INVALID_REQUEST", 6: "INBOX_NOT_FOUND" };
    if (row.status === "resolved") allowed[7] = "INVALID_REQUEST";
    assert.ok(got.code === undefined || got.code === allowed[wanted.what], got.code);
  }
  // What was out of reach before is not named, even where the write changed who reaches what.
  assertSilent(got.value, model.forbidden(before, actor.reach), `write ${wanted.what}`);
  assertSilent(got.value, model.forbidden(after, actor.reach), `write ${wanted.what}`);
}

Deno.test(`no answer names what is not reached, and lists are all that is (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (made) => {
      await using desk = await openDesk();
      const scene = await furnish(desk, made);
      await checkReads(scene);
      for (const wanted of made.calls) await checkWrite(scene, wanted);
      if (made.calls.length > 0) await checkReads(scene);
    }),
    { seed, numRuns: RUNS, endOnFailure: !LONG },
  );
});
