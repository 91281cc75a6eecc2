/** Desk files at random, whole and with every field, as they are once they were loaded and written back. */
import fc from "fast-check";
import type { DeskFile } from "../../../../service/messagerie/transfer/desk_file.ts";

type Element<Name extends keyof DeskFile> = DeskFile[Name][number];

const DAY = 86_400_000;
const EPOCH = Date.UTC(2026, 0, 1);

/** Few moments, so that many are the same. */
const date = fc.integer({ min: 0, max: 30 }).map((step) => new Date(EPOCH + step * DAY / 7).toISOString());
const words = fc.array(
  fc.constantFrom(
    "Bonjour",
    "délai",
    "remboursement",
    "Œuvre",
    "100%",
    "l’été",
    "🙂",
    "ça_va",
    "e\u0301te\u0301",
    "\n",
    "Straße",
  ),
  { minLength: 1, maxLength: 12 },
).map((list) => list.join(" "));
const name = fc.constantFrom("Léa Martin", "Noël", "Zoë Kermarrec", "D’Almeida", "王芳", "x");
const data = fc.dictionary(
  fc.constantFrom("commande", "__proto__", "é", "1"),
  fc.oneof(words, fc.boolean(), fc.integer(), fc.constant(0.25)),
  { maxKeys: 3 },
);
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });

/** Without what is undefined, in the same order of keys. */
function present<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

function idsOf(kind: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, n) => `00000000-000${kind}-7000-8000-${String(n + 1).padStart(12, "0")}`,
  );
}

function message(
  id: string,
  agents: readonly string[],
): fc.Arbitrary<Element<"conversations">["messages"][number]> {
  const signed = agents.length === 0
    ? fc.constant({})
    : fc.record({ author: maybe(fc.constantFrom(...agents)), authorName: maybe(name) });
  const files = maybe(
    fc.array(fc.constantFrom("facture.pdf", "photo été.jpg"), { minLength: 1, maxLength: 2 }),
  );
  return fc.oneof(
    fc.record({ from: fc.constant("visitor" as const), text: maybe(words), files }),
    fc.tuple(
      signed,
      fc.record({ from: fc.constantFrom("agent" as const, "note" as const), text: words, files }),
    )
      .map(([author, rest]) => ({ ...author, ...rest })),
    fc.record({
      from: fc.constant("ai" as const),
      text: words,
      confidence: maybe(fc.constantFrom(0, 0.5, 1)),
    }),
    fc.record({
      from: fc.constant("event" as const),
      event: fc.constantFrom({ type: "resolved", agent: "Léa" }, {
        type: "assigned",
        agent: null,
        by: "Robot",
      }),
    }),
    fc.constant({ from: "handoff" as const }),
    fc.constant({ from: "visitor" as const, deleted: true }),
  ).chain((rest) => date.map((at) => ({ id, at, ...rest })));
}

/** A desk file whose parts fit together. */
export const randomDesk: fc.Arbitrary<DeskFile> = fc.record({
  sites: fc.integer({ min: 1, max: 2 }),
  inboxes: fc.integer({ min: 0, max: 3 }),
  agents: fc.integer({ min: 0, max: 3 }),
  contacts: fc.integer({ min: 1, max: 5 }),
  conversations: fc.integer({ min: 0, max: 8 }),
}).chain((sizes) => {
  const sites = idsOf(1, sizes.sites);
  const inboxes = idsOf(2, sizes.inboxes);
  const agents = idsOf(3, sizes.agents);
  const contacts = idsOf(4, sizes.contacts);
  const one = (ids: readonly string[]) =>
    ids.length === 0 ? fc.constant(undefined) : maybe(fc.constantFrom(...ids));
  const all = <Value>(ids: readonly string[], of: (id: string, at: number) => fc.Arbitrary<Value>) =>
    fc.tuple(...ids.map(of)).map((list) => list.map(present));
  return fc.record({
    sites: all(
      sites,
      (id) =>
        fc.record({ id: fc.constant(id), name, country: fc.constantFrom("FR", "BE"), ai: fc.boolean() }),
    ),
    inboxes: all(
      inboxes,
      (id) =>
        fc.record({
          id: fc.constant(id),
          name,
          description: fc.constantFrom("", "Les clients"),
          site: one(sites),
        }),
    ),
    agents: all(agents, (id, at) =>
      fc.record({
        id: fc.constant(id),
        login: fc.constant(`login${at}`),
        name,
        role: fc.constantFrom("agent" as const, "supervisor" as const),
        active: fc.boolean(),
        inboxes: fc.subarray([...inboxes]),
      })),
    tags: fc.subarray([{ name: "Sinistre", color: "#ff0000" }, { name: "Été", color: "#00ff00" }]),
    contacts: all(contacts, (id) =>
      fc.record({
        id: fc.constant(id),
        site: fc.constantFrom(...sites),
        name,
        email: maybe(fc.constantFrom("lea@example.com", "Noel.X@example.org")),
        phone: maybe(fc.constantFrom("+33639980000", "+32470123456", "poste 12")),
        externalId: maybe(fc.constantFrom("CLI-1", "É/2")),
        identified: fc.boolean(),
        segment: maybe(words),
        attributes: fc.array(fc.record({ label: words, value: words }), { maxLength: 2 }),
        data,
        createdAt: date,
        updatedAt: date,
      })),
    conversations: all(idsOf(5, sizes.conversations), (id, at) =>
      fc.record({
        id: fc.constant(id),
        contact: fc.constantFrom(...contacts),
        site: fc.constantFrom(...sites),
        inbox: one(inboxes),
        channel: fc.constantFrom("web" as const, "sms" as const, "email" as const),
        status: fc.constantFrom("ai" as const, "open" as const, "pending" as const, "resolved" as const),
        assignee: one(agents),
        priority: fc.constantFrom("low" as const, "normal" as const, "high" as const, "urgent" as const),
        sentiment: maybe(fc.constantFrom("positive" as const, "neutral" as const, "negative" as const)),
        intent: maybe(words),
        summary: maybe(words),
        unread: fc.boolean(),
        data,
        tags: fc.subarray(["à rappeler", "VIP", "100%"]),
        createdAt: date,
        resolvedAt: maybe(date),
        snoozedUntil: maybe(date),
        messages: fc.integer({ min: 0, max: 6 }).chain((count) =>
          all(idsOf(6, count), (_, n) =>
            message(
              `00000000-0006-7000-8${String(at).padStart(3, "0")}-${String(n).padStart(12, "0")}`,
              agents,
            ))
        ),
      })),
  }).map((file) => ({ ...file })) as fc.Arbitrary<DeskFile>;
});
