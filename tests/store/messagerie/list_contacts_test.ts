/**
 * @covers messagerie.list_contacts.query
 * @covers messagerie.list_contacts.phone-national-and-international
 * @covers messagerie.list_contacts.order
 * @covers messagerie.reach.contacts
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { fold } from "../../../base/text.ts";
import { contactAlternatives, contactText } from "../../../store/messagerie/contact_search/contact_text.ts";
import {
  indexContacts,
  rebuildContactIndex,
} from "../../../store/messagerie/contact_search/contact_index.ts";
import { listContacts } from "../../../store/messagerie/list_contacts.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import { temporaryDesk } from "./desk_fixture.ts";

interface Model {
  readonly name: string;
  readonly email: string | null;
  readonly externalId: string | null;
  readonly phone: string | null;
  /** Inbox and date of each conversation. */
  readonly conversations: readonly { readonly inboxNo: number; readonly at: number }[];
}

async function addAll(store: DeskStore, contacts: readonly Model[], from = 0): Promise<void> {
  await store.write(async (trx) => {
    for (const [at, contact] of contacts.entries()) {
      const no = from + at + 1;
      const dates = contact.conversations.map((one) => one.at);
      await trx.insertInto("contact").values({
        no,
        id: `contact-${no}`,
        site_no: 1,
        name: contact.name,
        email: contact.email,
        external_id: contact.externalId,
        phone: contact.phone,
        identified: true,
        search: contactText(contact),
        conversations: dates.length,
        last_message_at: dates.length === 0 ? null : Math.max(...dates),
        created_at: 1,
        updated_at: 1,
      }).execute();
      for (const inboxNo of new Set(contact.conversations.map((one) => one.inboxNo))) {
        const here = contact.conversations.filter((one) => one.inboxNo === inboxNo).map((one) => one.at);
        await trx.insertInto("contact_inbox").values({
          inbox_no: inboxNo,
          contact_no: no,
          conversations: here.length,
          last_message_at: Math.max(...here),
        }).execute();
      }
    }
    await indexContacts(trx, contacts.map((_, at) => from + at + 1));
  });
}

function expected(all: readonly Model[], query: string, scope: readonly number[] | null, limit: number) {
  const words = fold(query).split(/\s+/u).filter((word) => word !== "");
  const digits = /^[\s\d+().\/-]+$/.test(query) ? query.replace(/\D/g, "").replace(/^00/, "") : "";
  return all.map((contact, at) => {
    const reached = contact.conversations.filter((one) => scope === null || scope.includes(one.inboxNo));
    const phone = contact.phone?.slice(1) ?? "";
    const lines = [
      fold(contact.name),
      fold(contact.email ?? ""),
      fold(contact.externalId ?? ""),
      phone,
      `0${phone.slice(2)}`,
    ]
      .filter((line) => line !== "0");
    const holds = (word: string) => lines.some((line) => line.includes(word));
    return {
      id: `contact-${at + 1}`,
      conversations: reached.length,
      at: reached.length === 0 ? null : Math.max(...reached.map((one) => one.at)),
      isSeen: (reached.length > 0 || scope === null) &&
        (words.every(holds) || (digits.length > 1 && holds(digits))),
    };
  }).filter((row) => row.isSeen).toSorted((a, b) => (b.at ?? -1) - (a.at ?? -1) || (a.id < b.id ? 1 : -1))
    .slice(
      0,
      limit,
    )
    .map(({ id, conversations, at }) => ({ id, conversations, at }));
}

const names = fc.constantFrom(
  "Élodie Martin",
  "Jean Dupont",
  "Œuvre & Cie",
  "Zoé",
  "Łukasz",
  "jean-marie",
  "100%",
  "王小明",
  "Ana d’Or",
);
const contact = fc.record({
  name: names,
  email: fc.constantFrom(null, "elodie@exemple.fr", "j_dupont@boite.test", "X@Y.FR"),
  externalId: fc.constantFrom(null, "C-0042", "client_7"),
  phone: fc.constantFrom(null, "+33612345678", "+33698765432", "+32470112233"),
  conversations: fc.array(
    fc.record({ inboxNo: fc.integer({ min: 0, max: 3 }), at: fc.integer({ min: 1, max: 5 }) }),
    { maxLength: 4 },
  ),
});
const queries = [
  "",
  "  ",
  "e",
  "elodie",
  "ÉLODIE m",
  "martin elodie",
  "oeuvre",
  "lukasz",
  "jean",
  "dupont@",
  "@exemple",
  "y.fr",
  "_",
  "100%",
  "c-0042",
  "client_",
  "小",
  "d'or",
  "06",
  "0612",
  "06 12 34",
  "+33 6 12",
  "+33612345678",
  "0033612",
  "612345678",
  "04 70",
  "+32470",
  "33",
  "(0)6",
  "9.8",
  "introuvable",
];

Deno.test("listContacts() answers as a plain sort and filter does, whatever the query and the scope", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { maxLength: 25 }), async (all) => {
      await using desk = await temporaryDesk();
      await addAll(desk.store, all);
      for (const rebuild of [false, true]) {
        if (rebuild) await desk.store.write((trx) => rebuildContactIndex(trx));
        for (const query of queries) {
          for (const scope of [null, [0], [0, 1], [1, 2, 3], [2, 2], []]) {
            for (const limit of [3, 200]) {
              const rows = await listContacts(desk.store.read, { query, scope, limit });
              assert.deepEqual(
                rows.map((row) => ({ id: row.id, conversations: row.conversations, at: row.lastMessageAt })),
                expected(all, query, scope, limit),
                `${JSON.stringify(query)} ${JSON.stringify(scope)}`,
              );
            }
          }
        }
      }
    }),
    { numRuns: Deno.env.get("FAULTS") === "long" ? 60 : 5 },
  );
});

Deno.test("listContacts() walks from the latest when too many match, with the same answer", async () => {
  await using desk = await temporaryDesk();
  const all = Array.from({ length: 2_300 }, (_, at): Model => ({
    name: `Commun ${at}`,
    email: null,
    externalId: null,
    phone: null,
    conversations: at % 5 === 0
      ? []
      : [{ inboxNo: at % 4, at: (at * 7) % 1_000 }, { inboxNo: 3, at: at % 11 }],
  }));
  await addAll(desk.store, all);
  for (const query of ["commun", "commun 12", "un"]) {
    for (const scope of [null, [3], [0, 1, 2, 3], [1]]) {
      for (const limit of [7, 200]) {
        const rows = await listContacts(desk.store.read, { query, scope, limit });
        assert.deepEqual(
          rows.map((row) => ({ id: row.id, conversations: row.conversations, at: row.lastMessageAt })),
          expected(all, query, scope, limit),
          `${query} ${JSON.stringify(scope)}`,
        );
      }
    }
  }
});

Deno.test("contactText() knows how a number is dialled at home, whatever the length of the country's code", () => {
  const phones: readonly (readonly [international: string, national: string])[] = [
    ["+33612345678", "0612345678"],
    ["+14155550123", "04155550123"],
    ["+447911123456", "07911123456"],
    ["+352621123456", "0621123456"],
    ["+2250701020304", "00701020304"],
  ];
  for (const [phone, national] of phones) {
    assert.deepEqual(contactText({ name: "É", phone }).split("\n"), ["e", "", "", phone.slice(1), national]);
  }
});

Deno.test("contactAlternatives() takes a number apart only when the query is nothing but a number", () => {
  assert.deepEqual(contactAlternatives("06.12-34"), [["06.12-34"], ["061234"]]);
  assert.deepEqual(contactAlternatives("00 33 6"), [["00", "33", "6"], ["336"]]);
  assert.deepEqual(contactAlternatives("rue 12"), [["rue", "12"]]);
  assert.deepEqual(contactAlternatives("7"), [["7"]]);
  assert.deepEqual(contactAlternatives(" \u0301 "), []);
});
