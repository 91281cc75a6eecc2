/**
 * Search against a naive oracle: whatever the texts, the query, the scope, the state of the statistics and the turns of
 * the planner, the answer is that of the plain definition.
 *
 * @covers messagerie.search.oracle
 * @covers messagerie.search.words
 * @covers messagerie.search.plain
 * @covers messagerie.search.scope
 * @covers messagerie.writes.one-transaction
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { fold } from "../../../base/text.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import { findSeqs, type Turns } from "../../../store/messagerie/search/find_seqs.ts";
import {
  indexMessages,
  mergeSearch,
  moveMessages,
  rebuildSearch,
  refreshStatistics,
  searchMessages,
  unindexMessages,
} from "../../../store/messagerie/search/mod.ts";
import { temporaryDesk } from "./desk_fixture.ts";

interface Text {
  readonly seq: number;
  conversationNo: number;
  body: string;
  deleted: boolean;
}

/** The desk as the oracle knows it. */
interface Model {
  readonly texts: Text[];
  /** By conversation number. */
  readonly inboxes: Map<number, number>;
}

/** The definition, word for word. */
function expected(model: Model, query: string, scope: readonly number[] | null, limit: number): number[] {
  const plain = (text: string) => fold(text.toWellFormed().replaceAll("\0", "\ufffd"));
  const words = plain(query).split(/\s+/u).filter((word) => word !== "").slice(0, 8);
  if (words.length === 0) return [];
  return model.texts.filter((text) =>
    !text.deleted && (scope === null || scope.includes(model.inboxes.get(text.conversationNo) ?? -1)) &&
    words.every((word) => plain(text.body).includes(word))
  ).map((text) => text.seq).toSorted((a, b) => b - a).slice(0, limit);
}

async function addConversations(store: DeskStore, model: Model, inboxes: readonly number[]): Promise<void> {
  await store.write(async (trx) => {
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
    for (const [at, inbox_no] of inboxes.entries()) {
      await trx.insertInto("conversation").values({
        no: at + 1,
        id: `conversation-${at + 1}`,
        contact_no: 1,
        site_no: 1,
        inbox_no,
        status: "open",
        unread: false,
        last_message_at: 1,
        created_at: 1,
      }).execute();
      model.inboxes.set(at + 1, inbox_no);
    }
  });
}

async function addTexts(
  store: DeskStore,
  model: Model,
  texts: readonly { readonly conversationNo: number; readonly body: string }[],
): Promise<void> {
  const from = model.texts.length + 1;
  const rows = texts.map((text, at) => ({ ...text, seq: from + at, deleted: false }));
  await store.write(async (trx) => {
    for (const { seq, conversationNo, body } of rows) {
      await trx.insertInto("message").values({
        seq,
        id: `message-${seq}`,
        conversation_no: conversationNo,
        inbox_no: model.inboxes.get(conversationNo) ?? 0,
        kind: seq % 2,
        author: 0,
        body,
        created_at: seq,
      }).execute();
    }
    await indexMessages(
      trx,
      rows.map(({ seq, conversationNo, body }) => ({
        seq,
        body,
        inboxNo: model.inboxes.get(conversationNo) ?? 0,
      })),
    );
  });
  model.texts.push(...rows);
}

/** Every way that the planner can turn. */
const TURNS: readonly Turns[] = [
  { firstLook: 1, longLook: 0, few: 0, maxTerms: 600, listCost: 0, maxShare: 1 },
  { firstLook: 1, longLook: 0, few: 1_000_000, maxTerms: 600, listCost: 2, maxShare: 0.3 },
  { firstLook: 1, longLook: 0, few: 0, maxTerms: 1, listCost: 0, maxShare: 1 },
  { firstLook: 1, longLook: 0, few: 3, maxTerms: 2, listCost: 1, maxShare: 0.3 },
  { firstLook: 4, longLook: 50, few: 3, maxTerms: 5, listCost: 2, maxShare: 0.3 },
  { firstLook: 256, longLook: 4_000, few: 60, maxTerms: 100, listCost: 2.5, maxShare: 0.6 },
];

const SCOPES: readonly (readonly number[] | null)[] = [null, [0], [0, 1], [2, 3], [3], [], [0, 1, 2, 3]];

const PIECES = [
  "a",
  "b",
  "ab",
  "abc",
  "bonjour",
  "commande",
  "livraison",
  "tion",
  "Éé",
  "e\u0301te\u0301",
  "œuvre",
  "Œ",
  "oe",
  "cœur",
  "æ",
  "ß",
  "ẞ",
  "İ",
  "ı",
  "ﬁn",
  "Σίσυφος",
  "ς",
  "Σ",
  "σ",
  "Ł",
  "ø",
  "đ",
  "ﬀ",
  "①",
  "½",
  "Ⅷ",
  "12",
  "3",
  "4567",
  "٣٤",
  "100%",
  "%",
  "_",
  "\\",
  "'",
  "’",
  '"',
  '""',
  "*",
  "^",
  ":",
  "-",
  "+",
  "(",
  ")",
  "{",
  "}",
  "AND",
  "OR",
  "NOT",
  "NEAR",
  "NEAR(",
  "x:y",
  "d'un",
  "l’été",
  "x@y.fr",
  "49,90",
  "https://a.b/c?d=1",
  "日本語",
  "東京",
  "中文字",
  "한국어",
  "ไทย",
  "हिन्दी",
  "🙂",
  "👩‍👩‍👧",
  "👍🏽",
  "\u200d",
  "\ufe0f",
  "\u0301",
  "\u00ad",
  "¤",
  "§",
  "§1",
  "¤ab",
  "\ue021",
  "\ue041",
  "\ue080",
  "\ue081",
  "\ufffd",
  "\u0000",
  "\ud83d",
  "\udc00",
  "\u{10ffff}",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\t",
  "\n",
  "!",
  "x".repeat(70),
  "ab".repeat(60),
  "é".repeat(33),
  "0123456789".repeat(8),
  "字".repeat(40),
];

/** A generator of draws from one seed (mulberry32). */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) % below;
  };
}

function phrase(draw: (below: number) => number, most: number): string {
  let text = "";
  for (let count = 1 + draw(most); count > 0; count--) {
    text += PIECES[draw(PIECES.length)] + (draw(3) > 0 ? " " : "");
  }
  return text;
}

/** Words cut out of a text, so that most queries find something. */
function queryFrom(draw: (below: number) => number, model: Model): string {
  const words: string[] = [];
  const text = model.texts[draw(model.texts.length)]?.body ?? "";
  for (let count = 1 + draw(4); count > 0; count--) {
    if (draw(6) === 0) words.push(PIECES[draw(PIECES.length)] ?? "");
    else {
      const at = draw(text.length + 1);
      words.push(text.slice(at, at + 1 + draw(draw(5) === 0 ? 60 : 6)));
    }
  }
  const query = words.join(draw(4) === 0 ? "" : " ");
  return draw(5) === 0 ? query.toUpperCase() : draw(5) === 0 ? query.normalize("NFD") : query;
}

async function agree(store: DeskStore, model: Model, query: string, limit = 20): Promise<number> {
  let found = 0;
  for (const scope of SCOPES) {
    const right = expected(model, query, scope, limit);
    found += right.length;
    for (const turns of TURNS) {
      const seqs = await findSeqs(store.read, { query, scope, limit }, turns);
      assert.deepEqual(
        seqs,
        right,
        `query ${JSON.stringify(query)} missed ${
          JSON.stringify(right.filter((x) => !seqs.includes(x)).map((x) => model.texts[x - 1]?.body))
        } scope ${JSON.stringify(scope)} turns ${JSON.stringify(turns)}`,
      );
    }
  }
  return found;
}

Deno.test("search answers as the oracle does through writes, deletions, moves, merges and new statistics", async () => {
  const long = Deno.env.get("FAULTS") === "long";
  for (let seed = 1; seed <= (long ? 60 : 4); seed++) {
    const draw = draws(seed);
    await using desk = await temporaryDesk();
    const { store } = desk;
    const model: Model = { texts: [], inboxes: new Map() };
    await addConversations(store, model, [0, 1, 2, 3, 1, 2, 0, 3]);
    let found = 0;
    try {
      for (let round = 0; round < 6; round++) {
        await addTexts(
          store,
          model,
          Array.from({ length: 12 }, () => ({ conversationNo: 1 + draw(8), body: phrase(draw, 12) })),
        );
        const gone = model.texts.filter((text) => !text.deleted && draw(8) === 0);
        await store.write(async (trx) => {
          await unindexMessages(trx, gone.map((text) => text.seq));
          const seqs = gone.map((text) => text.seq);
          await trx.updateTable("message").set({ body: "", deleted_at: 1 }).where("seq", "in", [...seqs, -1])
            .execute();
        });
        for (const text of gone) text.deleted = true;
        const moved = 1 + draw(8);
        const to = draw(4);
        await store.write(async (trx) => {
          await trx.updateTable("conversation").set({ inbox_no: to }).where("no", "=", moved).execute();
          await moveMessages(trx, moved, to);
        });
        model.inboxes.set(moved, to);
        await assert.rejects(
          store.write(async (trx) => {
            await indexMessages(trx, [{ seq: 1, inboxNo: 2, body: "annulé bonjour commande" }]);
            await moveMessages(trx, 1 + draw(8), draw(4));
            await unindexMessages(trx, model.texts.map((text) => text.seq));
            throw new Error("rolled back");
          }),
          /rolled back/,
        );
        if (round % 3 === 1) {
          await store.write(async (trx) => {
            for (let after: string | null = ""; after !== null;) after = await refreshStatistics(trx, after);
          });
        }
        if (round % 3 === 2) {
          await store.write(async (trx) => {
            for (let more = true; more;) more = await mergeSearch(trx);
          });
        }
        if (round === 5) await store.write((trx) => rebuildSearch(trx));
        for (let count = 0; count < 12; count++) {
          found += await agree(store, model, queryFrom(draw, model), 1 + draw(20));
        }
      }
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
    assert.ok(found > 100, `seed ${seed}: only ${found} answers were not empty`);
  }
});

Deno.test("search answers as the oracle does on any Unicode text", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ maxLength: 40 }),
  );
  await using desk = await temporaryDesk();
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(desk.store, model, [0, 1, 2, 3]);
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 4 }),
      async (body, from, length, conversationNo) => {
        await addTexts(desk.store, model, [{ conversationNo, body }]);
        const at = from % (body.length + 1);
        await agree(desk.store, model, body.slice(at, at + 1 + length % 8));
        await agree(desk.store, model, body);
      },
    ),
    { numRuns: Deno.env.get("FAULTS") === "long" ? 2_000 : 60 },
  );
});

Deno.test("search finds what people would expect it to find", async () => {
  await using desk = await temporaryDesk();
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(desk.store, model, [0]);
  const bodies = [
    "L’œuvre de ma sœur a coûté 100% du prix, soit 49,90 €",
    "Commande CMD-123456 chez x.y@exemple.fr",
    "Ça va\u0300 mieux : STRASSE, Łódź",
    "snake_case et C:\\temp",
    "ΟΔΥΣΣΕΥΣ et la fin",
    "東京都に行きました 👩‍👩‍👧",
  ];
  await addTexts(desk.store, model, bodies.map((body) => ({ conversationNo: 1, body })));
  const cases: readonly (readonly [query: string, seqs: readonly number[]])[] = [
    ["oeuvre soeur", [1]],
    ["ŒUVRE", [1]],
    ["100%", [1]],
    ["100_", []],
    ["0% _", []],
    ["49,90", [1]],
    ["l'oeuvre", [1]],
    ["12345", [2]],
    ["cmd-1 @exemple", [2]],
    ["ca va", [3]],
    ["straße", [3]],
    ["lodz", [3]],
    ["e_c", [4]],
    ["c:\\", [4]],
    ["Οδυσσευ", [5]],
    ["οδυσσευς", [5]],
    ["京都", [6]],
    ["👩‍👧", [6]],
    ["et la", [5]],
    ["a b c d e f g h introuvable", []],
    ["fin et la la et fin fin et introuvable", [5]],
    ["\u0301 \u0300", []],
  ];
  for (const [query, seqs] of cases) {
    for (const turns of TURNS) {
      assert.deepEqual(
        await findSeqs(desk.store.read, { query, scope: null, limit: 20 }, turns),
        seqs,
        query,
      );
    }
  }
});

Deno.test("a long run of letters is found by any part of it, wherever its windows meet", async () => {
  await using desk = await temporaryDesk();
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(desk.store, model, [0]);
  const draw = draws(7);
  const letters = [..."abcdefghijklmnopqrstuvwxyzдж日本𐐨𐐩"];
  const run = Array.from({ length: 230 }, () => letters[draw(letters.length)]);
  // The newest text is another one: the first look does not reach the run.
  const bodies = [`avant ${run.join("")} après`, "rien"];
  await addTexts(desk.store, model, bodies.map((body) => ({ conversationNo: 1, body })));
  for (const length of [4, 17, 32, 33, 34, 50, 64, 65, 100, 230]) {
    for (let at = 0; at + length <= run.length; at++) {
      const query = run.slice(at, at + length).join("");
      assert.deepEqual(
        await findSeqs(desk.store.read, { query, scope: null, limit: 1 }, TURNS[0]),
        [1],
        `${at} ${length}`,
      );
    }
  }
  const other = run.slice(0, 40).join("") + run.slice(41, 80).join("");
  assert.deepEqual(await findSeqs(desk.store.read, { query: other, scope: null, limit: 1 }, TURNS[0]), []);
});

Deno.test("a query may be as long as one likes, of anything", async () => {
  await using desk = await temporaryDesk();
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(desk.store, model, [0]);
  const points = (first: number, count: number, step = 1) =>
    Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at * step)).join("");
  const long = [
    points(0x1f300, 700),
    points(0x3001, 60).repeat(12),
    points(0x4e00, 1_000),
    "a-b.c@".repeat(160),
  ];
  const bodies = [...long, long.join(" "), "rien"];
  await addTexts(desk.store, model, bodies.map((body) => ({ conversationNo: 1, body })));
  for (const query of [...long, long.join(" "), long.join(""), "mot ".repeat(300)]) {
    await agree(desk.store, model, query);
  }
});

Deno.test("characters that stand for punctuation inside the index stay themselves", async () => {
  await using desk = await temporaryDesk();
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(desk.store, model, [0]);
  const bodies = ["¤abcd §abcd", "a!b", "a\ue021b", "a\ue080\ue021b", "a\ue080!b"];
  await addTexts(desk.store, model, bodies.map((body) => ({ conversationNo: 1, body })));
  for (
    const query of ["¤abcd", "§abcd", "!", "\ue021", "\ue080", "a!b", "a\ue021b", "\ue080\ue021", "\ue080!"]
  ) {
    await agree(desk.store, model, query);
  }
});

Deno.test("words that no message holds any more leave the vocabulary when statistics are refreshed", async () => {
  await using desk = await temporaryDesk();
  const { store } = desk;
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(store, model, [0]);
  await addTexts(
    store,
    model,
    ["secret bonjour", "bonjour", "été"].map((body) => ({ conversationNo: 1, body })),
  );
  await store.write((trx) => unindexMessages(trx, [1]));
  await store.write(async (trx) => {
    for (let after: string | null = ""; after !== null;) after = await refreshStatistics(trx, after);
  });
  const terms = await store.read.selectFrom("term").select(["text", "df"]).orderBy("text").execute();
  assert.deepEqual(terms.map((term) => term.text), ["bonjour", "ete"]);
  assert.deepEqual(await findSeqs(store.read, { query: "bonjour", scope: null, limit: 9 }, TURNS[0]), [2]);
  // The word comes back as if it had never been away.
  await addTexts(store, model, [{ conversationNo: 1, body: "secret" }]);
  assert.deepEqual(await findSeqs(store.read, { query: "secre", scope: null, limit: 9 }, TURNS[0]), [4]);
});

Deno.test("searchMessages() tells who wrote what, and never shows a conversation whose own inbox is out of scope", async () => {
  await using desk = await temporaryDesk();
  const { store } = desk;
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(store, model, [1, 2]);
  await addTexts(store, model, [{ conversationNo: 1, body: "Bonjour à tous" }, {
    conversationNo: 2,
    body: "bonjour",
  }]);
  const found = await searchMessages(store.read, { query: "BONJOUR", scope: [1], limit: 20 });
  assert.deepEqual(found, [{
    conversationId: "conversation-1",
    messageId: "message-1",
    contactName: "Zoé",
    kind: 1,
    author: 0,
    createdAt: 1,
    body: "Bonjour à tous",
  }]);
  // A copy that was left behind must not open a door.
  await store.write((trx) =>
    trx.updateTable("conversation").set({ inbox_no: 2 }).where("no", "=", 1).execute()
  );
  assert.deepEqual(await searchMessages(store.read, { query: "bonjour", scope: [1], limit: 20 }), []);
});

Deno.test("a search and a write of many messages cost a fixed number of statements", async () => {
  const statements: string[] = [];
  await using desk = await temporaryDesk({ onStatement: (sql) => statements.push(sql) });
  const { store } = desk;
  const model: Model = { texts: [], inboxes: new Map() };
  await addConversations(store, model, [1, 2]);
  const count = async (work: () => Promise<unknown>) => {
    statements.length = 0;
    await work();
    return statements.length;
  };
  const index = (size: number) =>
    count(() =>
      store.write(async (trx) => {
        const rows = Array.from(
          { length: size },
          (_, at) => ({ seq: at + 1, inboxNo: 1, body: `bonjour mot${at}` }),
        );
        await trx.insertInto("message").values(rows.map(({ seq, body }) => ({
          seq,
          id: `message-${seq}`,
          conversation_no: 1,
          inbox_no: 1,
          kind: 0,
          author: 0,
          body,
          created_at: seq,
        }))).onConflict((conflict) => conflict.doNothing()).execute();
        await indexMessages(trx, rows);
        await moveMessages(trx, 1, 1);
        await unindexMessages(trx, [1]);
      })
    );
  assert.equal(await index(2), await index(200));
  const search = () =>
    count(() => searchMessages(store.read, { query: "bonjour mot1", scope: [1], limit: 20 }));
  const few = await search();
  assert.ok(few > 0 && few <= 5, `${few} statements`);
  await index(400);
  assert.ok(await search() <= 5);
});
