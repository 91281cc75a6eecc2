/**
 * Over random desks and every route: no answer and no live event names what the advisor does not reach, nothing out of
 * reach changes by their hand, and all that is reached is there.
 * @covers messagerie-web.inbox.reach
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { DESK_ROUTES } from "../../../../server/messagerie/inbox/routes.ts";
import * as service from "../../../../service/messagerie/mod.ts";
import { type Ref } from "../../../service/messagerie/desk.ts";
import { type Person, type ServedInbox, serveInbox } from "./served_inbox.ts";

const RUNS = Deno.env.get("FAULTS") === "long" ? 200 : 12;
const seed = Number(Deno.env.get("SEED") ?? Date.now() % 2 ** 31);

const plans = fc.record({
  /** Whether each inbox is served by the advisor. */
  inboxes: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  conversations: fc.array(
    fc.record({
      /** 0: none. */
      inbox: fc.nat(3),
      contact: fc.nat(2),
      passed: fc.nat(2),
      status: fc.constantFrom("ai" as const, "open" as const, "pending" as const, "resolved" as const),
      mine: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});
type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;

/** Letters only, so that no id or date holds one by chance. */
const wordOf = (kind: string, n: number) => `${kind}zq${String.fromCharCode(97 + n)}qz`;

interface Built {
  readonly ana: Ref;
  readonly inboxes: readonly (Ref & { readonly reached: boolean })[];
  readonly contacts: readonly Ref[];
  readonly conversations: readonly {
    readonly id: string;
    readonly contact: number;
    readonly reached: boolean;
    readonly word: string;
    readonly messageId: string;
    readonly fileId: string;
    readonly names: readonly string[];
  }[];
}

async function build({ desk }: ServedInbox, plan: Plan): Promise<Built> {
  await desk.site();
  const inboxes: (Ref & { reached: boolean })[] = [];
  for (const [n, reached] of plan.inboxes.entries()) {
    inboxes.push({ ...await desk.inbox({ name: wordOf("boite", n) }), reached });
  }
  const ana = await desk.agent({ name: "Ana", inboxes: inboxes.filter(({ reached }) => reached) });
  const contacts = [];
  for (let n = 0; n < 3; n++) {
    const email = `${wordOf("courriel", n)}@exemple.fr`;
    contacts.push(await desk.contact({ name: wordOf("contact", n), email }));
  }
  const conversations: Built["conversations"][number][] = [];
  for (const [n, wanted] of plan.conversations.entries()) {
    const inbox = inboxes[wanted.inbox % (inboxes.length + 1) - 1] ?? null;
    const passed = inboxes[wanted.passed % inboxes.length]!;
    const [word, file, tag] = [wordOf("mot", n), wordOf("fichier", n), wordOf("tag", n)];
    desk.time += 60_000;
    const id = await desk.conversation({
      contact: contacts[wanted.contact]!,
      inbox,
      status: wanted.status,
      tags: [tag],
      intent: wordOf("intention", n),
      data: { note: wordOf("meta", n) },
      ...(wanted.mine ? { assignee: ana } : {}),
      messages: [
        { from: "visitor", text: `remboursement ${word}`, files: [file] },
        {
          from: "event",
          event: { type: "transferred", inbox: passed.name, inboxId: passed.id, by: "Claire" },
        },
        { from: "note", author: "Claire", text: `note ${word}` },
      ],
    });
    const [message] = await desk.store.read.selectFrom("message as m")
      .innerJoin("conversation as c", "c.no", "m.conversation_no").where("c.id", "=", id).orderBy("m.seq")
      .select("m.id").execute();
    const stored = await desk.store.read.selectFrom("attachment").where("name", "=", file).select("id")
      .executeTakeFirstOrThrow();
    const ids = { messageId: message!.id, fileId: stored.id };
    if (wanted.mine) {
      await desk.store.write((tx) =>
        tx.insertInto("notification").values({
          id: crypto.randomUUID(),
          agent_no: ana.no,
          kind: "assigned",
          conversation_no: n + 1,
          by_name: "Claire",
          created_at: desk.time,
          read_at: null,
        }).execute()
      );
    }
    conversations.push({
      ...ids,
      id,
      contact: wanted.contact,
      reached: inbox === null || inbox.reached,
      word,
      names: [id, ids.messageId, ids.fileId, word, tag, wordOf("intention", n), wordOf("meta", n)],
    });
  }
  return { ana, inboxes, contacts, conversations };
}

/** Every word and id that nothing may hold. */
function hiddenNames({ inboxes, contacts, conversations }: Built): string[] {
  const met = (contact: number) => conversations.some((one) => one.contact === contact && one.reached);
  return [
    ...inboxes.filter(({ reached }) => !reached).flatMap(({ id, name }) => [id, name]),
    ...conversations.filter(({ reached }) => !reached).flatMap(({ names }) => names),
    ...contacts.flatMap(({ id, name }, n) => met(n) ? [] : [id, name, wordOf("courriel", n)]),
  ];
}

type Asked = readonly [method: string, path: string, body?: unknown];

/** Requests to every route on everything there is, reached or not. */
function everything({ ana, inboxes, contacts, conversations }: Built): readonly Asked[] {
  const key = () => crypto.randomUUID();
  return [
    ["GET", "/counts"],
    ["GET", "/inboxes"],
    ["GET", "/colleagues"],
    ["GET", "/tags"],
    ["GET", "/notifications"],
    ["POST", "/notifications/read", {}],
    ["GET", "/search?q=remboursement"],
    ["GET", "/search?q=exemple"],
    ...["unresolved", "queue", "mine", "ai", "pending", "resolved", "all"].map((
      tab,
    ): Asked => ["GET", `/conversations?tab=${tab}`]),
    ...inboxes.map(({ id }): Asked => ["GET", `/conversations?tab=all&inbox=${id}`]),
    ...contacts.flatMap(({ id }, n): Asked[] => [
      ["GET", `/contacts/${id}`],
      ["GET", `/search?q=${wordOf("contact", n)}`],
      ["PATCH", `/contacts/${id}`, { data: { vu: true } }],
      ["POST", "/conversations", { channel: "email", text: "Bonjour", key: key(), contactId: id }],
    ]),
    ...conversations.flatMap(({ id, word, messageId, fileId }, n): Asked[] => {
      const at = `/conversations/${id}`;
      return [
        ["GET", at],
        ["GET", `${at}/messages`],
        ["GET", `${at}/messages?after=${messageId}`],
        ["GET", `/conversations?tab=all&before=${id}`],
        ["GET", `/conversations?tab=all&tag=${wordOf("tag", n)}`],
        ["GET", `/search?q=${word}`],
        ["GET", `/files/${fileId}`],
        ["POST", `${at}/notes`, { text: "Vu.", key: key() }],
        ["POST", `${at}/files?name=a.txt&key=${key()}`, "du texte"],
        ["POST", `${at}/replies`, { text: "Bonjour.", key: key() }],
        ["PUT", `${at}/assignee`, { agentId: ana.id }],
        ["POST", `${at}/take`],
        ["PUT", `${at}/snooze`, { until: "2030-01-01T00:00:00Z" }],
        ["DELETE", `${at}/snooze`],
        ["POST", `${at}/tags`, { label: "vu" }],
        ["DELETE", `${at}/tags/vu`],
        ["PUT", `${at}/priority`, { priority: "high" }],
        ["PUT", `${at}/read`, { read: false }],
        ["PUT", `${at}/data`, { data: { note: wordOf("meta", n) } }],
        ["PUT", `${at}/presence`, { state: "looking" }],
        ...inboxes.map((
          inbox,
        ): Asked => ["PUT", `${at}/inbox`, { inboxId: inbox.reached ? null : inbox.id }]),
        ["POST", `${at}/resolve`],
        ["POST", `${at}/reopen`],
        ["DELETE", `${at}/messages/${messageId}`],
      ];
    }),
  ];
}

/** The route of a request, as its definition writes it. */
function routeOf([method, path]: Asked): string | undefined {
  const segments = (path.split("?")[0] ?? "").split("/");
  return DESK_ROUTES.map((route) => `${route.method} ${route.path}`).find((route) => {
    const [verb, template = ""] = route.split(" ");
    const wanted = template.split("/");
    return verb === method && wanted.length === segments.length &&
      wanted.every((part, at) => part.startsWith("{") || part === segments[at]);
  });
}

/** What a file's id is worth is in its bytes: everything else is told in words. */
async function answersOf(person: Person, asked: Asked): Promise<string> {
  const [method, path, body] = asked;
  const got = await person.send(method, path, body);
  assert.ok(got.status < 500, `${method} ${path}: ${got.status}`);
  return `${[...got.headers].join()} ${JSON.stringify(got.body)}`;
}

const hiddenRows = async ({ desk }: ServedInbox, { conversations }: Built) => {
  const ids = conversations.filter(({ reached }) => !reached).map(({ id }) => id);
  if (ids.length === 0) return [];
  return await desk.store.read.selectFrom("conversation as c").innerJoin(
    "message as m",
    "m.conversation_no",
    "c.no",
  )
    .where("c.id", "in", ids).selectAll().orderBy("m.seq").execute();
};

Deno.test(`nothing out of reach is in any answer or live event (seed ${seed})`, async () => {
  const called = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await using inbox = await serveInbox();
      const built = await build(inbox, plan);
      const { desk } = inbox;
      const page = await inbox.signIn(built.ana);
      await using live = await page.listen();

      const listed = await page.ok("GET /conversations", { query: { tab: "all", limit: 200 } });
      assert.deepEqual(
        listed.conversations.map(({ id }) => id).sort(),
        built.conversations.filter(({ reached }) => reached).map(({ id }) => id).sort(),
      );
      const hidden = hiddenNames(built);
      const before = await hiddenRows(inbox, built);
      const assertHidden = (what: string, text: string) => {
        for (const name of hidden) {
          assert.ok(!text.includes(name), `${what} told ${name}: ${text.slice(0, 2000)}`);
        }
      };
      for (const asked of everything(built)) {
        called.add(routeOf(asked));
        assertHidden(`${asked[0]} ${asked[1]}`, await answersOf(page, asked));
      }
      assert.deepEqual(await hiddenRows(inbox, built), before, "nothing out of reach has changed");

      // Others' writes everywhere, live.
      const boss = desk.person(await desk.agent({ name: "Claire", role: "supervisor" }));
      for (const [n, { id, contact, reached }] of built.conversations.entries()) {
        await service.sendReply(desk, boss, { conversationId: id, text: `réponse ${wordOf("direct", n)}` });
        await service.addNote(desk, boss, { conversationId: id, text: `note ${wordOf("direct", n)}` });
        await service.visitorWrites(desk, built.contacts[contact]!.id, {
          conversationId: id,
          text: wordOf("direct", n),
        });
        if (!reached) hidden.push(wordOf("direct", n));
      }
      const last = await desk.conversation({ inbox: null, contact: await desk.contact() });
      await service.addNote(desk, boss, { conversationId: last, text: "fin" });
      await live.next("message", ({ message }) => message.from === "note" && message.text === "fin");
      const told = JSON.stringify(live.events);
      assertHidden("the live stream", told);
      for (const [n, { reached }] of built.conversations.entries()) {
        assert.equal(told.includes(wordOf("direct", n)), reached, `conversation ${n}`);
      }
      // Writing to the address of a contact that is not reached makes another contact, and tells nothing of the first.
      for (const [n, { id, name }] of built.contacts.entries()) {
        if (!hidden.includes(id)) continue;
        const email = `${wordOf("courriel", n)}@exemple.fr`;
        const body = { channel: "email", text: "Bonjour", key: crypto.randomUUID(), email } as const;
        const started = await page.send("POST", "/conversations", body);
        // Where new ones would go is not reached, either.
        if (started.body.code === "INBOX_NOT_FOUND") continue;
        const { contact } = started.body.data.conversation;
        assert.ok(contact.id !== id && contact.name !== name);
      }
    }),
    { numRuns: RUNS, seed },
  );
  assert.deepEqual(
    DESK_ROUTES.map(({ method, path }) => `${method} ${path}`).filter((route) => !called.has(route)),
    [],
    "every route was asked",
  );
});
