/**
 * The desk on a libSQL server, which a stand-in plays that speaks Hrana over HTTP and refuses what a server's published rules
 * refuse. A real server was not to be had: what else it does (replicas, the protocol's third version) is not tested here.
 * @covers messagerie.data.remote
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import NativeDatabase from "libsql";
import { systemEnv } from "../../../base/env.ts";
import { DatabaseFault } from "../../../store/libsql/fault.ts";
import { openDatabase } from "../../../store/libsql/database.ts";
import { DESK, type DeskStore, openDeskStore } from "../../../store/messagerie/open.ts";
import { openRelayStore } from "../../../store/relay/open.ts";
import { indexMessages, searchMessages } from "../../../store/messagerie/search/mod.ts";
import { type HranaStand, serveHrana } from "./hrana_stand.ts";
import { insertOneConversation } from "../messagerie/one_conversation.ts";
import { until } from "../../until.ts";

const TOKEN = "jeton-de-la-base";

async function served(): Promise<
  { readonly stand: HranaStand; readonly store: DeskStore } & AsyncDisposable
> {
  const folder = await Deno.makeTempDir();
  const stand = serveHrana(`${folder}/server.db`, TOKEN);
  const store = await openDeskStore({ url: stand.url, authToken: TOKEN, env: systemEnv });
  return {
    stand,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await stand[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const inbox = (id: string) => ({ id, name: id, created_at: 1_795_000_000_000 });

async function ids(store: DeskStore): Promise<string[]> {
  return (await store.read.selectFrom("inbox").select("id").orderBy("no").execute()).map((row) => row.id);
}

Deno.test("a desk on a server is migrated once, and read and written like a file", async () => {
  await using desk = await served();
  const { store, stand } = desk;
  const again = await openDeskStore({ url: stand.url, authToken: TOKEN, env: systemEnv });
  await again.close();
  await store.write(async (trx) => {
    const { no, created_at } = await trx.insertInto("inbox").values(inbox("a")).returning([
      "no",
      "created_at",
    ])
      .executeTakeFirstOrThrow();
    assert.deepEqual([no, created_at], [1, 1_795_000_000_000]);
    const { numUpdatedRows } = await trx.updateTable("inbox").set({ description: "à Paris" }).where(
      "no",
      "=",
      no,
    )
      .executeTakeFirst();
    assert.equal(numUpdatedRows, 1n);
  });
  const row = await store.read.selectFrom("inbox").select(["description", "site_no"]).where("id", "=", "a")
    .executeTakeFirst();
  assert.deepEqual({ ...row }, { description: "à Paris", site_no: null });
  const { rows: [value] } = await sql<{ bytes: Uint8Array; real: number }>`
    select ${new Uint8Array([0, 255])} as bytes, ${1.5} as real`.execute(store.read);
  assert.deepEqual([new Uint8Array(value?.bytes ?? []), value?.real], [new Uint8Array([0, 255]), 1.5]);
});

Deno.test("a transaction on a server is rolled back whole, and no stream is left behind", async () => {
  await using desk = await served();
  const { store, stand } = desk;
  await assert.rejects(
    store.write(async (trx) => {
      await trx.insertInto("inbox").values(inbox("a")).execute();
      assert.equal((await trx.selectFrom("inbox").selectAll().execute()).length, 2, "sees its own writes");
      assert.deepEqual(await ids(store), ["none"], "others do not");
      throw new Error("annulé");
    }),
    /annulé/,
  );
  await assert.rejects(
    store.write((trx) => trx.insertInto("inbox").values([inbox("b"), inbox("b")]).execute()),
    /UNIQUE/,
  );
  await assert.rejects(
    store.write((trx) => trx.insertInto("agent_inbox").values({ agent_no: 9, inbox_no: 0 }).execute()),
    /FOREIGN KEY/,
  );
  assert.deepEqual(await ids(store), ["none"]);
  await store.write((trx) => trx.insertInto("inbox").values(inbox("c")).execute());
  const seen = await store.snapshot((trx) => trx.selectFrom("inbox").select("id").orderBy("no").execute());
  assert.deepEqual(seen.map((row) => row.id), ["none", "c"]);
  await until(() => stand.open.size === 0, () => stand.open.size);
});

Deno.test("search works on a server as on a file", async () => {
  await using desk = await served();
  const { store } = desk;
  await store.write(async (trx) => {
    await insertOneConversation(trx);
    await trx.insertInto("message").values({
      seq: 1,
      id: "m",
      conversation_no: 1,
      inbox_no: 0,
      kind: 0,
      author: 0,
      body: "L’œuvre à 100%",
      created_at: 1,
    }).execute();
    await indexMessages(trx, [{ seq: 1, inboxNo: 0, body: "L’œuvre à 100%" }]);
  });
  for (const query of ["oeuvre", "100%", "l'oe"]) {
    const found = await searchMessages(store.read, { query, scope: [0], limit: 20 });
    assert.deepEqual(found.map((one) => one.messageId), ["m"], query);
  }
});

Deno.test("a transaction that another holds up waits, then goes on", async () => {
  await using desk = await served();
  const { store, stand } = desk;
  const other = await openDeskStore({ url: stand.url, authToken: TOKEN, env: systemEnv });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const holding = other.write(async (trx) => {
    await trx.insertInto("inbox").values(inbox("a")).execute();
    first.resolve();
    await systemEnv.sleep(60);
    order.push("a");
  });
  await first.promise;
  await store.write(async (trx) => {
    order.push("b");
    await trx.insertInto("inbox").values(inbox("b")).execute();
  });
  await holding;
  assert.deepEqual(order, ["a", "b"]);
  assert.deepEqual(await ids(store), ["none", "a", "b"]);
  await other.close();
});

Deno.test("a server that refuses the token, is away, or whose answer is lost, is told as unreachable", async () => {
  const isUnreachable = (error: unknown) => error instanceof DatabaseFault && error.kind === "unreachable";
  await using desk = await served();
  const { store, stand } = desk;
  await assert.rejects(openDeskStore({ url: stand.url, authToken: "autre", env: systemEnv }), isUnreachable);
  await assert.rejects(openDeskStore({ url: "http://127.0.0.1:9", env: systemEnv }), isUnreachable);
  await assert.rejects(
    store.write(async (trx) => {
      await trx.insertInto("inbox").values(inbox("a")).execute();
      stand.loseAnswer();
    }),
    isUnreachable,
  );
  // Whether it was committed, only reading tells; the connection serves on.
  assert.ok((await ids(store)).length >= 1);
  await store.write((trx) => trx.insertInto("inbox").values(inbox("b")).execute());
  assert.equal((await ids(store)).at(-1), "b");
});

Deno.test("a database on a server is a desk by its first migration: fresh, older, newer, the relay's, another's", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/server.db`;
  await using stand = serveHrana(path, TOKEN);
  const place = { url: stand.url, authToken: TOKEN, env: systemEnv };
  const kindOf = (opening: Promise<{ close(): Promise<void> }>) =>
    opening.then((store) => store.close().then(() => "opened"), (error) => (error as DatabaseFault).kind);
  const change = (...statements: readonly string[]) => {
    const database = new NativeDatabase(path);
    for (const statement of statements) database.exec(statement);
    database.close();
  };
  // What servers keep for themselves is nobody's.
  change("create table libsql_wasm_func_table (name text primary key, body text)");
  const { "0001_desk": first } = DESK.migrations;
  const older = { ...DESK, migrations: { "0001_desk": first } };
  assert.equal(await kindOf(openDatabase({ ...older, ...place })), "opened");
  assert.equal(await kindOf(openDeskStore(place)), "opened", "from an older one");
  assert.equal(await kindOf(openDeskStore(place)), "opened", "again");
  assert.deepEqual(stand.seen.filter((sql) => /application_id =/.test(sql)), []);
  assert.equal(await kindOf(openRelayStore(place)), "foreign");
  assert.equal(await kindOf(openDatabase({ ...older, ...place })), "newer");
  change("update kysely_migration set name = '0001_relay' where name = '0001_desk'");
  assert.equal(await kindOf(openDeskStore(place)), "foreign", "a migrated database, but no desk");
  change("drop table kysely_migration");
  assert.equal(await kindOf(openDeskStore(place)), "foreign", "tables that nobody migrated");
  await using relay = serveHrana(`${folder}/relay.db`, TOKEN);
  const there = { ...place, url: relay.url };
  for (const time of ["first", "second"]) assert.equal(await kindOf(openRelayStore(there)), "opened", time);
  assert.equal(await kindOf(openDeskStore(there)), "foreign", "the relay's");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a transaction that the server ends is told as locked, keeps nothing, and the next one goes on", async () => {
  await using desk = await served();
  const { store, stand } = desk;
  await assert.rejects(
    store.write(async (trx) => {
      await trx.insertInto("inbox").values(inbox("a")).execute();
      stand.endTransactions();
      await trx.insertInto("inbox").values(inbox("b")).execute();
    }),
    (error) => error instanceof DatabaseFault && error.kind === "locked",
  );
  await store.write((trx) => trx.insertInto("inbox").values(inbox("c")).execute());
  assert.deepEqual(await ids(store), ["none", "c"]);
});

Deno.test("what a server refuses is a fault of ours, not of the way to it", async () => {
  await using desk = await served();
  for (
    const statement of [
      "pragma application_id = 1",
      "create temp table a (b)",
      "vacuum",
      "select 1; select 2",
      "",
      "elect 1",
    ]
  ) {
    await assert.rejects(
      sql.raw(statement).execute(desk.store.read),
      (error) => !(error instanceof DatabaseFault) && /^SQL_/.test(String((error as { code?: string }).code)),
      statement,
    );
  }
});

Deno.test("an index is filled with more than a server takes at once", async () => {
  await using desk = await served();
  const { store } = desk;
  const messages = Array.from({ length: 300 }, (_, at) => ({
    seq: at + 1,
    inboxNo: 0,
    body: `commande c${at + 1} ${"colis ".repeat(3_000)}`,
  }));
  await store.write(async (trx) => {
    await insertOneConversation(trx);
    const row = { conversation_no: 1, inbox_no: 0, kind: 0, author: 0, created_at: 1 } as const;
    for (const { seq, body } of messages) {
      await trx.insertInto("message").values({ ...row, seq, id: `m${seq}`, body }).execute();
    }
    await indexMessages(trx, messages);
  });
  const found = await searchMessages(store.read, { query: "c300", scope: [0], limit: 20 });
  assert.deepEqual(found.map((one) => one.messageId), ["m300"]);
});
