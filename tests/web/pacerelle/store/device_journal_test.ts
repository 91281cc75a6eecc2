/**
 * A device's journal in a browser: durable before told, sealed, fenced, rewritten; and every way in which a browser can lose
 * it, told apart.
 * @covers pacerelle-web.device.sealed, pacerelle-web.device.durable, pacerelle-web.device.storage-lost
 * @covers pacerelle-web.device.fenced, pacerelle-web.device.compaction
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { Refusal } from "../../../../base/refusal.ts";
import type { JournalRecord } from "../../../../service/pacerelle/chat/records.ts";
import type { OpenState } from "../../../../service/pacerelle/chat/state_opening.ts";
import { newIdentityRecord } from "../../../../wire/endpoint/identity_record.ts";
import { openDatabase } from "../../../../web/pacerelle/store/database.ts";
import { eraseDevice } from "../../../../web/pacerelle/store/open_device.ts";
import { openJournal } from "../../../../web/pacerelle/store/open_journal.ts";
import { done, FakeBrowser } from "./fake_browser.ts";
import { until } from "../../../until.ts";

const SELF = "device_" + "a1".repeat(16);
const SECRET = "un texte que personne ne doit lire";

const entry = (number: number, text = `texte ${number}`): JournalRecord => ({
  t: "chat-entry",
  entry: {
    id: number.toString(16).padStart(32, "0"),
    conversation: "conversation_" + "c".repeat(32),
    agent: "agent_" + "b".repeat(32),
    from: SELF,
    at: number,
    kind: "message",
    body: { text },
    state: "delivered",
  },
});

const ids = (state: OpenState) => [...state.state.log.all()].map(({ id }) => Number.parseInt(id, 16));

function refuses(work: Promise<unknown>, code: string): Promise<void> {
  return assert.rejects(work, (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    return true;
  });
}

async function withIdentity(browser: FakeBrowser): Promise<OpenState> {
  const open = await browser.open();
  await open.vault!.make();
  await open.append([{ ...newIdentityRecord(systemEnv, SELF), seed: null }]);
  return open;
}

Deno.test("what was appended is there after reopening, in order, and is told only then", async () => {
  const browser = new FakeBrowser();
  const open = await withIdentity(browser);
  const writes = Array.from(
    { length: 30 },
    (_, index) => open.append([entry(2 * index), entry(2 * index + 1)]),
  );
  assert.deepEqual(ids(open), []);
  await Promise.all(writes);
  assert.deepEqual(ids(open), Array.from({ length: 60 }, (_, index) => index));
  await open.close();
  await refuses(open.append([entry(99)]), "STORAGE_CLOSED");
  const again = await browser.open({ create: false });
  assert.deepEqual(ids(again), ids(open));
  assert.equal(again.state.endpoint.self, SELF);
  await again.close();
});

Deno.test("rows hold no plain text, and neither key can be read out", async () => {
  const browser = new FakeBrowser();
  const open = await withIdentity(browser);
  await open.append([entry(1, SECRET)]);
  await browser.raw(async (store) => {
    const rows = await done(store("rows").getAll()) as { readonly text: Uint8Array }[];
    assert.ok(rows.length >= 2);
    const all = rows.map(({ text }) => new TextDecoder("latin1").decode(text)).join("");
    assert.ok(!all.includes(SECRET) && !all.includes(SELF) && !all.includes("chat-entry"));
    const keys = await done(store("keys").getAll()) as (CryptoKey | CryptoKeyPair)[];
    const secrets = keys.map((key) => "privateKey" in key ? key.privateKey : key);
    assert.deepEqual(secrets.map(({ extractable }) => extractable), [false, false]);
  });
  const identity = await open.vault!.load();
  assert.ok(identity);
  await open.close();
  // Without Ed25519 there is no vault, and none is asked for.
  assert.equal((await new FakeBrowser().open({ hasVault: false })).vault, undefined);
});

Deno.test("nothing there and not allowed to begin: not signed in, and nothing is made", async () => {
  const browser = new FakeBrowser();
  await refuses(browser.open({ create: false }), "NOT_SIGNED_IN");
  await browser.raw(async (store) => {
    assert.equal(await done(store("keys").count()), 0);
    assert.equal(await done(store("head").count()), 0);
  });
});

Deno.test("each way of losing a part is told apart, and nothing is made over what is left", async () => {
  const cases: readonly (readonly [
    string,
    string,
    (store: (name: string) => IDBObjectStore) => Promise<void>,
  ])[] = [
    [
      "the sealing key",
      "STORAGE_KEY_MISSING",
      async (store) => void await done(store("keys").delete("seal")),
    ],
    ["the identity's key", "STORAGE_KEY_MISSING", async (store) => {
      await done(store("keys").delete("identity"));
    }],
    ["all keys", "STORAGE_KEY_MISSING", async (store) => void await done(store("keys").clear())],
    ["the head", "STORAGE_INCOMPLETE", async (store) => void await done(store("head").clear())],
    ["all rows", "STORAGE_INCOMPLETE", async (store) => void await done(store("rows").clear())],
    [
      "one row in between",
      "STORAGE_INCOMPLETE",
      async (store) => void await done(store("rows").delete([1, 1])),
    ],
    ["the last row", "STORAGE_INCOMPLETE", async (store) => void await done(store("rows").delete([1, 3]))],
    ["everything but an empty database", "STORAGE_CLEARED", async (store) => {
      for (const name of ["keys", "head", "rows"]) await done(store(name).clear());
    }],
    ["a bit of a row", "STORAGE_DAMAGED", async (store) => {
      const row = await done(store("rows").get([1, 1])) as { readonly text: Uint8Array };
      row.text[3]! ^= 1;
      await done(store("rows").put(row, [1, 1]));
    }],
    ["the order of two rows", "STORAGE_DAMAGED", async (store) => {
      const [one, two] = [await done(store("rows").get([1, 1])), await done(store("rows").get([1, 2]))];
      await done(store("rows").put(two, [1, 1]));
      await done(store("rows").put(one, [1, 2]));
    }],
    ["the time: a newer layout", "STORAGE_NEWER", async (store) => {
      const head = await done(store("head").get("head")) as object;
      await done(store("head").put({ ...head, format: 2 }, "head"));
    }],
  ];
  for (const [what, code, lose] of cases) {
    const browser = new FakeBrowser();
    const open = await withIdentity(browser);
    for (const number of [1, 2, 3]) await open.append([entry(number)]);
    await open.close();
    await browser.raw(lose);
    const before = await browser.raw(async (store) => await done(store("rows").count()));
    await refuses(browser.open(), code).catch((error) => {
      throw new Error(`${what}: ${error.message}`);
    });
    await refuses(browser.open({ create: false }), code);
    assert.equal(await browser.raw(async (store) => await done(store("rows").count())), before, what);
    // Only when the person gives it up does a new one begin.
    await eraseDevice(browser);
    const anew = await browser.open();
    assert.equal(anew.state.endpoint.self, undefined);
    await anew.close();
  }
});

Deno.test("what is given up is gone at once, also while a frozen tab has the database open", async () => {
  const browser = new FakeBrowser();
  const open = await withIdentity(browser);
  await open.append([entry(1)]);
  await open.close();
  // It answers no request to close.
  const frozen = await done(browser.factory.open("pacerelle"));
  let isErased = false;
  const erasing = eraseDevice(browser).then(() => isErased = true);
  await until(() => isErased, "it is erased, and does not wait for the frozen tab");
  await erasing;
  for (const name of ["keys", "head", "rows", "files"]) {
    assert.equal(await done(frozen.transaction(name).objectStore(name).count()), 0, name);
  }
  await refuses(browser.open({ create: false }), "NOT_SIGNED_IN");
  frozen.close();
});

Deno.test("a whole database that is gone is told as cleared", async () => {
  const browser = new FakeBrowser();
  await (await withIdentity(browser)).close();
  await done(browser.factory.deleteDatabase("pacerelle"));
  await refuses(browser.open(), "STORAGE_CLEARED");
  // Storage cleared altogether leaves nothing to know it by.
  browser.isMarked = false;
  await refuses(browser.open({ create: false }), "NOT_SIGNED_IN");
});

Deno.test("a browser without IndexedDB is told as that", async () => {
  await refuses(new FakeBrowser().open({ factory: undefined }), "STORAGE_UNAVAILABLE");
});

Deno.test("another opening fences the one before off: it writes nothing more", async () => {
  const browser = new FakeBrowser();
  const frozen = await withIdentity(browser);
  await frozen.append([entry(1)]);
  const taken = await browser.open();
  await taken.append([entry(2)]);
  // It wakes, and does not know yet.
  await refuses(frozen.append([entry(3)]), "STORAGE_TAKEN");
  await refuses(frozen.append([entry(4)]), "STORAGE_TAKEN");
  await taken.append([entry(5)]);
  await taken.close();
  const again = await browser.open();
  assert.deepEqual(ids(again), [1, 2, 5]);
  await again.close();
});

Deno.test("a tab that wakes knows that another one has the state, and does not change its key", async () => {
  const browser = new FakeBrowser();
  const frozen = await browser.open();
  assert.equal(await frozen.isWanted(), false);
  const taken = await browser.open();
  assert.equal(await frozen.isWanted(), true);
  await taken.vault!.make();
  const { key } = (await taken.vault!.load())!;
  await taken.append([{ ...newIdentityRecord(systemEnv, SELF), seed: null }]);
  // It was in the middle of a sign-up of its own.
  await refuses(frozen.vault!.make(), "STORAGE_TAKEN");
  assert.equal((await taken.vault!.load())!.key, key);
  assert.equal(await taken.isWanted(), false);
  await taken.close();
});

Deno.test("a database that the browser closes under it is told, and what waits is refused", async () => {
  const browser = new FakeBrowser();
  const broken: unknown[] = [];
  const open = await browser.open({ onBroken: (error) => broken.push(error) });
  await open.append([entry(1)]);
  // Somebody erases it: the connection hears of it and ends.
  await done(browser.factory.deleteDatabase("pacerelle"));
  await refuses(open.append([entry(2)]), "STORAGE_CLOSED");
  assert.equal(broken.length, 1);
  assert.deepEqual(ids(open), [1]);
});

Deno.test("a write that fails because the browser closes the database is told as that, and as no other failure", async () => {
  for (const [code, isClosing] of [["STORAGE_CLOSED", true], ["STORAGE_FAILED", false]] as const) {
    const browser = new FakeBrowser();
    const broken: unknown[] = [];
    const open = await browser.open({ onBroken: (error) => broken.push(error) });
    await open.append([entry(1)]);
    const store = IDBObjectStore.prototype;
    const { put } = store;
    // What is under way fails before the page is told that the database is closed.
    store.put = function () {
      if (isClosing) this.transaction.db.close();
      throw new DOMException("no word of why", "UnknownError");
    };
    await refuses(open.append([entry(2)]), code).finally(() => store.put = put);
    assert.deepEqual(broken.map((error) => error instanceof Refusal && error.code), [code]);
    await open.close();
  }
});

Deno.test("a full disk refuses the batch whole, says so, and nothing is promised afterwards", async () => {
  const browser = new FakeBrowser();
  const open = await withIdentity(browser);
  await open.append([entry(1)]);
  const store = IDBObjectStore.prototype;
  const { put } = store;
  store.put = function (value, key) {
    if (Array.isArray(key)) throw new DOMException("no room", "QuotaExceededError");
    return put.call(this, value, key);
  };
  try {
    await refuses(open.append([entry(2), entry(3)]), "STORAGE_FULL");
  } finally {
    store.put = put;
  }
  await refuses(open.append([entry(4)]), "STORAGE_FULL");
  await open.close();
  const again = await browser.open();
  assert.deepEqual(ids(again), [1]);
  await again.append([entry(5)]);
  await again.close();
});

Deno.test("rows are rewritten while batches go on; nothing is lost, and the old ones go", async () => {
  const browser = new FakeBrowser();
  const compaction = { ratio: 1, floorBytes: 2_000 };
  const open = await browser.open({ compaction });
  for (let number = 0; number < 200; number++) {
    await open.append([{ t: "chat-removed", at: number }]);
    if (number % 10 === 0) await open.append([entry(number)]);
  }
  await open.close();
  const rows = await browser.raw(async (store) => await done(store("rows").getAllKeys())) as [
    number,
    number,
  ][];
  const generations = new Set(rows.map(([generation]) => generation));
  assert.equal(generations.size, 1);
  assert.ok([...generations][0]! > 1, "it was rewritten");
  assert.ok(rows.length < 150, `${rows.length} rows for 220 batches`);
  const again = await browser.open();
  assert.equal(again.state.removedAt, 199);
  assert.deepEqual(ids(again), Array.from({ length: 20 }, (_, index) => index * 10));
  await again.close();
});

Deno.test("what a rewrite that failed has left is no part of the next one", async () => {
  const browser = new FakeBrowser();
  const database = await openDatabase(browser.factory, "pacerelle", () => {});
  let texts: string[] = [];
  const open = () =>
    openJournal<string>({
      env: systemEnv,
      database,
      create: true,
      apply: (text) => void (text === "" ? texts = [] : texts.push(text)),
      snapshot: () => texts,
      compaction: { ratio: 1, floorBytes: Infinity },
    });
  const journal = (await open())!;
  for (const letter of ["a", "b", "c", "d"]) await journal.append([letter.repeat(400_000)]);
  const store = IDBObjectStore.prototype;
  const { put } = store;
  store.put = function (value, key) {
    if (String(key) === "2,3") throw new DOMException("no room", "QuotaExceededError");
    return put.call(this, value, key);
  };
  await refuses(journal.compact(), "STORAGE_FULL").finally(() => store.put = put);
  await journal.append(["", "kept"]);
  await journal.compact();
  await journal.append(["and after"]);
  await journal.close();
  texts = [];
  const again = (await open())!;
  assert.deepEqual(texts, ["kept", "and after"]);
  await again.close();
  database.close();
});

Deno.test("a tab that dies at any write leaves whole batches, and all that it was told of", async () => {
  const database = IDBDatabase.prototype;
  const { transaction } = database;
  for (let dying = 1; dying <= 40; dying++) {
    const browser = new FakeBrowser();
    const open = await browser.open({ compaction: { ratio: 1, floorBytes: 300 } });
    const told: number[] = [];
    let left = dying;
    database.transaction = function (...given) {
      // The tab is gone: this write and no later one begins.
      if (--left < 0) throw new DOMException("gone", "InvalidStateError");
      return transaction.apply(this, given);
    };
    try {
      for (let number = 0; number < 60; number += 2) {
        await open.append([entry(number), entry(number + 1)]);
        told.push(number, number + 1);
      }
      assert.fail("it must die");
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
    } finally {
      database.transaction = transaction;
    }
    const again = await browser.open();
    const there = ids(again);
    assert.deepEqual(there.slice(0, told.length), told, `dying at ${dying}`);
    assert.equal(there.length % 2, 0, "a batch is whole");
    await again.append([entry(1_000)]);
    await again.close();
    const last = await browser.open();
    assert.deepEqual(ids(last), [...there, 1_000]);
    await last.close();
  }
});
