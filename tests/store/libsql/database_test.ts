/**
 * The database under the stores, on a real file.
 * @covers messagerie.writes.one-transaction
 * @covers messagerie.data.migrations
 * @covers messagerie.data.waiting
 * @covers messagerie.data.faults
 */
import assert from "node:assert/strict";
import NativeDatabase from "libsql";
import { sql } from "kysely";
import { systemEnv } from "../../../base/env.ts";
import type { SqlConnection } from "../../../store/libsql/connection.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../../../store/libsql/database.ts";
import { LibsqlDialect } from "../../../store/libsql/dialect.ts";
import { DatabaseFault } from "../../../store/libsql/fault.ts";
import { openNative } from "../../../store/libsql/native.ts";
import { Kysely } from "kysely";

interface Schema {
  readonly note: { readonly no: number; readonly text: string };
}

const OPTIONS: Omit<DatabaseOptions, "url"> = {
  applicationId: 0x54455354,
  migrations: {
    "0001_note": {
      up: async (db) =>
        void await sql`create table note (no integer primary key, text text not null)`.execute(db),
    },
  },
  env: systemEnv,
};

async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

async function texts(database: Database<Schema>): Promise<string[]> {
  return (await database.read.selectFrom("note").select("text").orderBy("no").execute()).map((row) =>
    row.text
  );
}

const isFault = (kind: string) => (error: unknown) => error instanceof DatabaseFault && error.kind === kind;

Deno.test("write() commits all or nothing, and a failed one leaves the connection free", async () => {
  await using folder = await temporaryFolder();
  const database = await openDatabase<Schema>({ ...OPTIONS, url: `file:${folder.path}/a.db` });
  await database.write((trx) => trx.insertInto("note").values({ no: 1, text: "un" }).execute());
  await assert.rejects(
    database.write(async (trx) => {
      await trx.insertInto("note").values({ no: 2, text: "deux" }).execute();
      await trx.insertInto("note").values({ no: 1, text: "encore" }).execute();
    }),
    /UNIQUE/,
  );
  assert.deepEqual(await texts(database), ["un"]);
  await Promise.all([3, 4, 5].map((no) =>
    database.write(async (trx) => {
      const { n } = await trx.selectFrom("note").select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      await systemEnv.sleep(1);
      await trx.insertInto("note").values({ no, text: `après ${n}` }).execute();
    })
  ));
  assert.deepEqual(await texts(database), ["un", "après 1", "après 2", "après 3"]);
  await database.close();
});

Deno.test("a savepoint gives back what came after it, and only that", async () => {
  await using folder = await temporaryFolder();
  const database = await openDatabase<Schema>({ ...OPTIONS, url: `file:${folder.path}/a.db` });
  const connection = openNative(`${folder.path}/a.db`, { busyTimeoutMs: 0 });
  const db = new Kysely<Schema>({
    dialect: new LibsqlDialect({
      connection,
      begin: async (it) => void await it.execute("begin immediate", []),
    }),
  });
  const outer = await db.startTransaction().execute();
  await outer.insertInto("note").values({ no: 1, text: "gardé" }).execute();
  const inner = await outer.savepoint('un "nom"').execute();
  await inner.insertInto("note").values({ no: 2, text: "rendu" }).execute();
  const after = await inner.rollbackToSavepoint('un "nom"').execute();
  await after.insertInto("note").values({ no: 3, text: "ensuite" }).execute();
  await (await after.releaseSavepoint('un "nom"').execute()).commit().execute();
  assert.deepEqual(await texts(database), ["gardé", "ensuite"]);
  await db.destroy();
  await database.close();
});

Deno.test("a commit that fails is rolled back, and the next transaction starts afresh", async () => {
  await using folder = await temporaryFolder();
  const inner = openNative(`${folder.path}/a.db`, { busyTimeoutMs: 0 });
  inner.execute("create table note (no integer primary key, text text not null)", []);
  let failing = true;
  const seen: string[] = [];
  const connection: SqlConnection = {
    ...inner,
    execute(statement, parameters) {
      seen.push(statement);
      if (statement === "commit" && failing) {
        failing = false;
        throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
      }
      return inner.execute(statement, parameters);
    },
  };
  const db = new Kysely<Schema>({
    dialect: new LibsqlDialect({
      connection,
      begin: async (it) => void await it.execute("begin immediate", []),
    }),
  });
  const add = (no: number) =>
    db.transaction().execute((trx) => trx.insertInto("note").values({ no, text: "x" }).execute());
  await assert.rejects(add(1), /locked/);
  assert.ok(seen.includes("rollback"));
  await add(2);
  assert.deepEqual((await db.selectFrom("note").select("no").execute()).map((row) => row.no), [2]);
  await db.destroy();
});

Deno.test("a stream ends cleanly when it is drained, left early or fails: none holds the log back", async () => {
  await using folder = await temporaryFolder();
  const database = await openDatabase<Schema>({ ...OPTIONS, url: `file:${folder.path}/a.db` });
  const insert = (from: number, count: number) =>
    database.write((trx) =>
      sql`insert into note (no, text) with recursive c (x) as (select ${from} union all select x + 1 from c
        where x < ${from + count - 1}) select x, 'texte' from c`.execute(trx)
    );
  const isLogFree = async () => {
    await insert(100_000 + Math.trunc(performance.now() * 1_000), 1);
    const { rows: [row] } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(
      database.read,
    );
    return row?.busy === 0;
  };
  await insert(1, 500);
  const query = database.read.selectFrom("note").select("no").orderBy("no");
  let count = 0;
  for await (const _ of query.stream()) count++;
  assert.equal(count, 500);
  assert.ok(await isLogFree(), "drained");
  for await (const row of query.stream()) if (row.no === 150) break;
  assert.ok(await isLogFree(), "left early");
  const faulty = database.read.selectFrom("note").select(sql<string>`json(iif(no = 250, '{', '1'))`.as("x"));
  await assert.rejects(async () => {
    for await (const _ of faulty.stream());
  }, /JSON/);
  assert.ok(await isLogFree(), "failed");
  await database.close();
});

Deno.test("a write waits for another process's transaction without blocking this one", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/a.db`;
  const database = await openDatabase<Schema>({ ...OPTIONS, url: `file:${path}` });
  const other = new NativeDatabase(path);
  other.exec("begin immediate; insert into note values (1, 'autre')");
  let ticks = 0;
  const timer = setInterval(() => ticks++, 2);
  const written = database.write((trx) => trx.insertInto("note").values({ no: 2, text: "nous" }).execute());
  while (ticks < 10) await systemEnv.sleep(2);
  assert.deepEqual(await texts(database), [], "reads go on, and see what is committed");
  other.exec("commit");
  await written;
  clearInterval(timer);
  assert.deepEqual(await texts(database), ["autre", "nous"]);
  other.close();
  await database.close();
});

Deno.test("a write that is never let in ends with `locked`, after a time that the clock cannot shorten", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/a.db`;
  let clock = 0;
  const env = { monotonic: () => clock, sleep: (ms: number) => (clock += ms, Promise.resolve()) };
  const database = await openDatabase<Schema>({ ...OPTIONS, env, url: `file:${path}` });
  const other = new NativeDatabase(path);
  other.exec("begin immediate");
  const before = clock;
  await assert.rejects(database.write(() => Promise.resolve()), isFault("locked"));
  assert.ok(clock - before >= 15_000);
  other.exec("rollback");
  await database.write((trx) => trx.insertInto("note").values({ no: 1, text: "enfin" }).execute());
  assert.deepEqual(await texts(database), ["enfin"]);
  other.close();
  await database.close();
});

Deno.test("a write for which there is no room ends with `full`, and what was there stays", async () => {
  await using folder = await temporaryFolder();
  const database = await openDatabase<Schema>({ ...OPTIONS, url: `file:${folder.path}/a.db` });
  await database.write((trx) => trx.insertInto("note").values({ no: 1, text: "un" }).execute());
  const limit = (pages: number) =>
    database.write((trx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(trx));
  const add = (no: number, length: number) =>
    database.write((trx) => trx.insertInto("note").values({ no, text: "x".repeat(length) }).execute());
  await limit(1);
  await assert.rejects(add(2, 1_000_000), isFault("full"));
  assert.deepEqual(await texts(database), ["un"]);
  await limit(100_000);
  await add(3, 10);
  assert.equal((await texts(database)).length, 2);
  await database.close();
});

Deno.test("a page that was overwritten is told as `corrupt`, not answered from", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/a.db`;
  const first = await openDatabase<Schema>({ ...OPTIONS, url: `file:${path}` });
  for (let no = 1; no <= 200; no++) {
    await first.write((trx) => trx.insertInto("note").values({ no, text: "x".repeat(500) }).execute());
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(first.read);
  await first.close();
  const bytes = await Deno.readFile(path);
  const pages = bytes.length / 4096;
  for (let page = 2; page < pages; page++) bytes.fill(0x5a, page * 4096, page * 4096 + 64);
  await Deno.writeFile(path, bytes);
  await assert.rejects(async () => {
    const database = await openDatabase<Schema>({ ...OPTIONS, url: `file:${path}` });
    await database.write((trx) => trx.selectFrom("note").selectAll().execute());
  }, isFault("corrupt"));
  // A file cut short, as a copy is that was stopped.
  await Deno.writeFile(path, bytes.subarray(0, 4096 * 3));
  await assert.rejects(openDatabase<Schema>({ ...OPTIONS, url: `file:${path}` }), isFault("corrupt"));
});

Deno.test("processes that open a new database at once migrate it once, and lose none of each other's writes", async () => {
  await using folder = await temporaryFolder();
  const url = `file:${folder.path}/desk.db`;
  const script = new URL("./opens_desk.ts", import.meta.url).pathname;
  const times = Deno.env.get("FAULTS") === "long" ? 60 : 8;
  const ended = await Promise.all(["a", "b", "c"].map((name) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", "--quiet", script, url, name, String(times)],
      stdout: "piped",
      stderr: "piped",
    }).output()
  ));
  for (const { success, stderr } of ended) assert.ok(success, new TextDecoder().decode(stderr));
  const database = new NativeDatabase(`${folder.path}/desk.db`);
  const written = database.prepare(
    "select name, count(*) as n from inbox where description = 'written' group by 1",
  ).all();
  assert.deepEqual(written, ["a", "b", "c"].map((name) => ({ name, n: times })));
  const folderOfMigrations = new URL("../../../store/messagerie/migrations/", import.meta.url);
  const migrations = (await Array.fromAsync(Deno.readDir(folderOfMigrations))).length;
  assert.deepEqual(database.prepare("select count(*) as n from kysely_migration").all(), [{ n: migrations }]);
  database.close();
});
