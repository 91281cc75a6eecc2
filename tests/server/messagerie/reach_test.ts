/**
 * Over random desks, random tokens, every tool and every route: no answer names what the token does not reach, nothing
 * out of reach changes, and all that is reached is there.
 * @covers messagerie.reach.everywhere
 * @covers messagerie.reach.no-inbox
 * @covers messagerie.reach.contacts
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ROUTES } from "../../../server/messagerie/rest/routes.ts";
import type { TokenActor } from "../../../service/messagerie/actor.ts";
import { CATALOGUE } from "../../../tools/messagerie/catalogue.ts";
import { dump, openDesk, type Ref, type TestDesk } from "../../service/messagerie/desk.ts";
import { call } from "../../tools/messagerie/calls.ts";
import { restOf } from "./rest/api.ts";

const RUNS = Deno.env.get("FAULTS") === "long" ? 400 : 25;

/** A desk to build: everything by its place in the lists. */
interface Plan {
  readonly inboxes: readonly { readonly reached: boolean }[];
  readonly contacts: number;
  readonly conversations: readonly {
    readonly contact: number;
    /** 0: no inbox. */
    readonly inbox: number;
    readonly status: "ai" | "open" | "pending" | "resolved";
    readonly transferred: number;
    readonly deleted: boolean;
  }[];
  /** A supervisor's token without a list. */
  readonly all: boolean;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  inboxes: fc.array(fc.record({ reached: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  contacts: fc.integer({ min: 1, max: 4 }),
  conversations: fc.array(
    fc.record({
      contact: fc.nat(3),
      inbox: fc.nat(4),
      status: fc.constantFrom("ai" as const, "open" as const, "pending" as const, "resolved" as const),
      transferred: fc.nat(4),
      deleted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  all: fc.boolean(),
});

interface BuiltConversation {
  readonly id: string;
  readonly contact: number;
  readonly inbox: Ref | null;
  readonly reached: boolean;
  readonly status: string;
  /** A word that stands in its messages and nowhere else. */
  readonly word: string;
  readonly tag: string;
  readonly names: readonly string[];
}

interface Built {
  readonly actor: TokenActor;
  readonly inboxes: readonly (Ref & { readonly reached: boolean })[];
  readonly agents: readonly Ref[];
  readonly contacts:
    readonly (Ref & { readonly email: string; readonly phone: string; readonly names: string[] })[];
  readonly conversations: readonly BuiltConversation[];
}

/** Letters only, so that no id or date holds one by chance. */
const wordOf = (kind: string, n: number) => `${kind}zq${String.fromCharCode(97 + n)}qz`;

async function build(desk: TestDesk, plan: Plan): Promise<Built> {
  await desk.site({ name: "Site" });
  const inboxes = [];
  for (const [n, { reached }] of plan.inboxes.entries()) {
    const inbox = await desk.inbox({ name: wordOf("boite", n), description: wordOf("description", n) });
    inboxes.push({ ...inbox, reached: plan.all || reached });
  }
  const agents = [await desk.agent({ name: "Sophie", role: "supervisor" })];
  const contacts = [];
  for (let n = 0; n < plan.contacts; n++) {
    const [name, email] = [wordOf("contact", n), `${wordOf("courriel", n)}@exemple.fr`];
    const phone = `+3361234560${n}`;
    const contact = await desk.contact({
      name,
      email,
      phone,
      data: { [wordOf("cle", n)]: wordOf("valeur", n) },
    });
    contacts.push({ ...contact, email, phone, names: [contact.id, name, email, phone, wordOf("valeur", n)] });
  }
  const conversations: BuiltConversation[] = [];
  for (const [n, wanted] of plan.conversations.entries()) {
    const contact = wanted.contact % plan.contacts;
    const inbox = inboxes[wanted.inbox % (inboxes.length + 1) - 1] ?? null;
    const passed = inboxes[wanted.transferred % inboxes.length]!;
    const [word, tag] = [wordOf("mot", n), wordOf("tag", n)];
    const own = ["intention", "resume", "fichier", "meta"].map((kind) => wordOf(kind, n));
    desk.time += 60_000;
    const id = await desk.conversation({
      contact: contacts[contact]!,
      inbox,
      status: wanted.status,
      intent: own[0]!,
      summary: own[1]!,
      data: { note: own[3]! },
      tags: [tag],
      messages: [
        { from: "visitor", text: `remboursement ${word}`, files: [own[2]!] },
        { from: "note", author: "Sophie", text: `note ${word}` },
        {
          from: "event",
          event: { type: "transferred", inbox: passed.name, inboxId: passed.id, by: "Sophie" },
        },
        { from: "ai", text: `réponse ${word}`, confidence: 0.5, deleted: wanted.deleted },
      ],
    });
    const messages = await desk.store.read.selectFrom("message as m")
      .innerJoin("conversation as c", "c.no", "m.conversation_no").where("c.id", "=", id).select("m.id")
      .execute();
    conversations.push({
      id,
      contact,
      inbox,
      reached: inbox === null || plan.all || inboxes.some(({ no, reached }) => no === inbox.no && reached),
      status: wanted.status,
      word,
      tag,
      names: [id, word, tag, ...own, ...messages.map((message) => message.id)],
    });
  }
  const reachedInboxes = inboxes.filter(({ reached }) => reached);
  const actor = plan.all ? desk.token() : desk.token({ inboxes: reachedInboxes });
  return { actor, inboxes, agents, contacts, conversations };
}

/** The conversations of a contact that the token reaches. */
const reachedOf = (built: Built, contact: number) =>
  built.conversations.filter((one) => one.contact === contact && one.reached);
const contactReached = (built: Built, contact: number) =>
  "all" in built.actor.reach && built.actor.reach.all || reachedOf(built, contact).length > 0;

/** Every word and id that no answer may hold. */
function hiddenNames(built: Built): string[] {
  return [
    ...built.inboxes.filter(({ reached }) => !reached).flatMap(({ id, name }) => [id, name]),
    ...built.conversations.filter(({ reached }) => !reached).flatMap(({ names }) => names),
    ...built.contacts.filter((_, n) => !contactReached(built, n)).flatMap(({ names }) => names),
  ];
}

type Calls = readonly (readonly [name: string, args: Record<string, unknown>])[];

/** Calls of every tool on everything there is, reached or not. */
function toolCalls(built: Built): Calls {
  const { conversations, contacts, inboxes, agents } = built;
  const each = conversations.flatMap(({ id, word, tag }): Calls => {
    const conversation_id = id;
    return [
      ["get_conversation", { conversation_id }],
      ["get_conversation", { conversation_id, limit: 1 }],
      ["list_conversations", { status: "all", before: id }],
      ["search_messages", { query: word }],
      ["add_note", { conversation_id, text: "Vu." }],
      ["send_reply", { conversation_id, text: "Bonjour." }],
      ["assign_conversation", { conversation_id, agent_id: agents[0]!.id }],
      ["assign_conversation", { conversation_id, agent_id: null }],
      ["resolve_conversation", { conversation_id }],
      ["add_tag", { conversation_id, label: "vu" }],
      ["remove_tag", { conversation_id, label: tag }],
    ];
  });
  return [
    ["whoami", {}],
    ["list_inboxes", {}],
    ["list_agents", {}],
    ["list_conversations", {}],
    ["list_conversations", { status: "all", limit: 200 }],
    ...inboxes.map(({ id }) => ["list_conversations", { status: "all", inbox_id: id }] as const),
    ["search_messages", { query: "remboursement" }],
    ["search_messages", { query: "note" }],
    ["list_contacts", {}],
    ["list_contacts", { query: "exemple" }],
    ...contacts.flatMap(({ id, name, email, phone }): Calls => [
      ["get_contact", { contact_id: id }],
      ["list_contacts", { query: name }],
      ["list_contacts", { query: email }],
      ["start_conversation", { channel: "email", text: "Bonjour.", contact_id: id }],
      ["start_conversation", { channel: "email", text: "Bonjour.", email }],
      ["start_conversation", { channel: "sms", text: "Bonjour.", phone }],
    ]),
    ...each,
  ];
}

/** Requests to every route on everything there is. */
function restCalls(built: Built): readonly (readonly [method: string, path: string, body?: unknown])[] {
  const each = built.conversations.flatMap(({ id, word, tag }) =>
    [
      ["GET", `/conversations/${id}`],
      ["GET", `/conversations?status=all&before=${id}`],
      ["GET", `/search?q=${word}`],
      ["POST", `/conversations/${id}/messages`, { body: "Bonjour." }],
      ["POST", `/conversations/${id}/messages`, { body: "Vu.", kind: "note" }],
      ["POST", `/conversations/${id}/assign`, { assigneeId: null }],
      ["POST", `/conversations/${id}/resolve`],
      ["POST", `/conversations/${id}/tags`, { label: "vu" }],
      ["DELETE", `/conversations/${id}/tags/${tag}`],
    ] as const
  );
  return [
    ["GET", "/me"],
    ["GET", "/inboxes"],
    ["GET", "/agents"],
    ["GET", "/conversations?status=all&limit=200"],
    ...built.inboxes.map(({ id }) => ["GET", `/conversations?status=all&inbox=${id}`] as const),
    ["GET", "/contacts"],
    ["GET", "/search?q=remboursement"],
    ...built.contacts.flatMap(({ id, email }) => [
      ["GET", `/contacts/${id}`] as const,
      ["GET", `/contacts?q=${encodeURIComponent(email)}`] as const,
      ["POST", "/conversations", { channel: "email", body: "Bonjour.", email }] as const,
    ]),
    ...each,
  ];
}

/** The rows of what is out of reach: none of the calls may have touched them. */
async function hiddenRows(desk: TestDesk, built: Built): Promise<string> {
  const held = await dump(desk);
  const hidden = built.conversations.filter(({ reached }) => !reached).map(({ id }) => id);
  const conversations = held["conversation"]!.filter((row) => hidden.includes((row as { id: string }).id));
  const numbers = conversations.map((row) => (row as { no: number }).no);
  const contacts = built.contacts.filter((_, n) => !contactReached(built, n)).map(({ id }) => id);
  const of = (table: string) =>
    held[table]!.filter((row) => numbers.includes((row as { conversation_no: number }).conversation_no));
  return JSON.stringify([
    conversations,
    held["contact"]!.filter((row) => contacts.includes((row as { id: string }).id)),
    ...["message", "conversation_tag", "notification", "outbound", "change"].map(of),
  ]);
}

async function everythingReachedIsThere(desk: TestDesk, built: Built): Promise<void> {
  const value = async (name: string, args: object = {}) => (await call(desk, built.actor, name, args)).value;
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();
  const reached = built.conversations.filter((one) => one.reached);
  assert.deepEqual(ids(await value("list_conversations", { status: "all" })), ids(reached));
  assert.deepEqual(
    ids(await value("list_conversations")),
    ids(reached.filter(({ status }) => status !== "resolved")),
  );
  assert.deepEqual(ids(await value("list_inboxes")), ids(built.inboxes.filter((inbox) => inbox.reached)));
  const contacts = built.contacts.filter((_, n) => contactReached(built, n));
  const listed = await value("list_contacts");
  assert.deepEqual(ids(listed), ids(contacts));
  for (const [n, contact] of built.contacts.entries()) {
    if (!contactReached(built, n)) continue;
    const own = ids(reachedOf(built, n));
    const line = listed.find(({ id }: { id: string }) => id === contact.id);
    assert.equal(line.conversations, own.length, "the counter counts what is reached");
    const detail = await value("get_contact", { contact_id: contact.id });
    assert.deepEqual(ids(detail.conversations), own);
    const dates = detail.conversations.map(({ at }: { at: string }) => at);
    assert.equal(line.lastMessageAt, dates[0] ?? null, "the date is the latest of what is reached");
  }
  for (const { id, word } of reached) {
    assert.equal((await value("get_conversation", { conversation_id: id })).id, id);
    const found: readonly { readonly conversationId: string }[] = await value("search_messages", {
      query: word,
    });
    assert.ok(found.length >= 2 && found.every(({ conversationId }) => conversationId === id));
  }
}

Deno.test("no answer of any tool or route names what the token does not reach", async () => {
  let hiddenTotal = 0;
  const tools = new Set<string>();
  const routes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      for (const surface of ["mcp", "rest"] as const) {
        await using desk = await openDesk();
        const built = await build(desk, plan);
        let hidden = hiddenNames(built);
        hiddenTotal += hidden.length;
        await everythingReachedIsThere(desk, built);
        const before = await hiddenRows(desk, built);
        const check = (place: string, told: string, answer: string) => {
          // What the caller wrote itself is no leak, then or later.
          hidden = hidden.filter((name) => !told.includes(name) || !place.includes("start"));
          const leak = hidden.find((name) => answer.includes(name));
          assert.equal(leak, undefined, `${place} ${told} told ${leak}: ${answer}`);
        };
        if (surface === "mcp") {
          for (const [name, args] of toolCalls(built)) {
            tools.add(name);
            check(name, JSON.stringify(args), (await call(desk, built.actor, name, args)).text);
          }
        } else {
          // Each request comes from a token of its own, so that none is limited.
          const api = restOf(desk, built.actor);
          for (const [n, [method, path, body]] of restCalls(built).entries()) {
            routes.add(
              `${method} ${
                path.replace(/\?.*/, "").replace(/[0-9a-f-]{36}/, "{id}").replace(/tags\/.*/, "tags/{label}")
              }`,
            );
            const place = method === "POST" && path === "/conversations" ? "start" : `${method} ${path}`;
            const actor = { ...built.actor, tokenId: `token ${n}` };
            const got = await api(method, path, body === undefined ? { actor } : { actor, body });
            check(place, `${path} ${JSON.stringify(body)}`, JSON.stringify(got.body));
          }
        }
        assert.equal(await hiddenRows(desk, built), before, "what is out of reach is as it was");
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  assert.ok(hiddenTotal > 50, "something was hidden");
  assert.deepEqual(tools, new Set(CATALOGUE.map(({ name }) => name)), "every tool was called");
  assert.deepEqual(
    routes,
    new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)),
    "every route was called",
  );
});
