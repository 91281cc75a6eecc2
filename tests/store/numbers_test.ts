/**
 * A row's number is given once: by whichever process, in a copy that took the database's place, and on a desk that was
 * made before this held.
 * @covers messagerie.data.numbers
 * @covers pacerelle.relay.numbers
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../base/env.ts";
import { openDatabase } from "../../store/libsql/database.ts";
import { openNative } from "../../store/libsql/native.ts";
import type { SqlConnection } from "../../store/libsql/connection.ts";
import { copyDesk } from "../../store/messagerie/copy_desk.ts";
import { DESK, openDeskStore } from "../../store/messagerie/open.ts";
import { openRelayStore } from "../../store/relay/open.ts";
import { addRow, checkNothing, numberedTables } from "./numbered_tables.ts";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "numbers-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs `work` on a connection of its own, as another process has. */
async function connected<Result>(
  path: string,
  work: (db: SqlConnection) => Promise<Result>,
): Promise<Result> {
  const db = openNative(path, { busyTimeoutMs: 1_000 });
  try {
    await checkNothing(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Adds rows, deletes the last one or all of them, and adds one from another connection: its number is new. */
async function expectNewNumbers(path: string, tables: readonly string[]): Promise<void> {
  const numbered = await connected(path, numberedTables);
  assert.deepEqual(numbered.map(({ name }) => name), tables);
  for (const table of numbered) {
    for (const which of [`= (select max(${table.number}) from ${table.name})`, "is not null"]) {
      const last = await connected(path, async (db) => {
        await addRow(db, table);
        const no = await addRow(db, table);
        await db.execute(`delete from "${table.name}" where ${table.number} ${which}`, []);
        return no;
      });
      const next = await connected(path, (db) => addRow(db, table));
      assert.ok(next > last, `${table.name}: ${next} after ${last}, which was deleted`);
    }
  }
}

/** A later table that SQLite numbers belongs here, and is held to it. */
const DESK_TABLES = [
  "agent",
  "attachment",
  "audit",
  "canned_reply",
  "change",
  "contact",
  "conversation",
  "identity_secret",
  "inbox",
  "message",
  "notification",
  "one_time_link",
  "outbound",
  "session",
  "site",
  "tag_definition",
  "term",
  "token",
  "upload",
  "visitor",
];

Deno.test("no table of the desk gives a number twice", () =>
  inFolder(async (folder) => {
    const path = `${folder}/desk.db`;
    await (await openDeskStore({ url: `file:${path}`, env: systemEnv })).close();
    await expectNewNumbers(path, DESK_TABLES);
  }));

Deno.test("no table of the relay gives a number twice", () =>
  inFolder(async (folder) => {
    const path = `${folder}/relay.db`;
    await (await openRelayStore({ url: `file:${path}`, env: systemEnv })).close();
    await expectNewNumbers(path, ["envelope"]);
  }));

Deno.test("a copy that takes the database's place remembers the numbers that were given", () =>
  inFolder(async (folder) => {
    const [path, copy] = [`${folder}/desk.db`, `${folder}/copy.db`];
    await (await openDeskStore({ url: `file:${path}`, env: systemEnv })).close();
    const last = await connected(path, async (db) => {
      const numbers = new Map<string, number>();
      for (const table of await numberedTables(db)) {
        numbers.set(table.name, await addRow(db, table));
        await db.execute(`delete from "${table.name}"`, []);
      }
      await db.execute("delete from widget", []);
      return numbers;
    });
    await copyDesk({ from: path, to: copy });
    await connected(copy, async (db) => {
      for (const table of await numberedTables(db)) {
        assert.ok(await addRow(db, table) > (last.get(table.name) ?? Infinity), table.name);
      }
    });
  }));

/** Opens the desk as the version with so many migrations does. */
async function openAs(version: number, path: string): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(DESK.migrations).slice(0, version));
  await (await openDatabase({ ...DESK, migrations, url: `file:${path}`, env: systemEnv })).close();
}

/** A desk as the version before made it, with three rows in each numbered table. */
async function makeOldDesk(path: string): Promise<void> {
  await openAs(4, path);
  await connected(path, async (db) => {
    for (const table of await numberedTables(db)) for (let n = 0; n < 3; n++) await addRow(db, table);
  });
}

/** All that an old desk holds: its definitions, and the rows of every table. */
async function everything(path: string) {
  return await connected(path, async (db) => {
    const { rows: schema } = await db.execute(
      "select type, name, tbl_name, rootpage, sql from sqlite_schema order by name",
      [],
    );
    // What a virtual table holds lies in tables of its own.
    const names = schema.filter(({ type, name, sql }) =>
      type === "table" && !String(sql).startsWith("CREATE VIRTUAL") &&
      !["sqlite_sequence", "kysely_migration"].includes(String(name))
    ).map(({ name }) => String(name));
    const tables = new Map<string, unknown>();
    for (const name of names) {
      tables.set(name, (await db.execute(`select * from "${name}"`, [])).rows);
    }
    return { schema, tables };
  });
}

Deno.test("a desk of the version before keeps every row, index and trigger, and counts on from where it was", () =>
  inFolder(async (folder) => {
    const path = `${folder}/desk.db`;
    await makeOldDesk(path);
    const before = await everything(path);
    await openAs(5, path);
    const after = await everything(path);
    assert.deepEqual(after.tables, before.tables);
    const plain = ({ sql, ...row }: Record<string, unknown>) => ({
      ...row,
      sql: typeof sql === "string" ? sql.replaceAll(" autoincrement", "").replaceAll('"', "") : sql,
    });
    assert.deepEqual(after.schema.map(plain), before.schema.map(plain), "nothing else is another");
    await connected(path, async (db) => {
      assert.deepEqual((await db.execute("pragma integrity_check", [])).rows, [{ integrity_check: "ok" }]);
      for (const table of await numberedTables(db)) {
        await db.execute(`delete from "${table.name}"`, []);
        const rows = before.tables.get(table.name) as Record<string, number>[];
        const last = Math.max(...rows.map((row) => row[table.number] ?? NaN));
        assert.ok(await addRow(db, table) > last, table.name);
      }
    });
  }));

Deno.test("a migration that ends in the middle leaves the desk as it was, and the next start does it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/desk.db`;
    await makeOldDesk(path);
    const before = await everything(path);
    let statements = 0;
    for (let stop = 1;; stop++) {
      let seen = 0;
      const opening = openDeskStore({
        url: `file:${path}`,
        env: systemEnv,
        onStatement(sql) {
          if (!/autoincrement|sqlite_sequence|kysely_migration" \("name"/.test(sql)) return;
          if (++seen === stop) throw new Error("the power is cut");
        },
      });
      const store = await opening.catch(() => undefined);
      if (store !== undefined) {
        await store.close();
        break;
      }
      statements = stop;
      assert.deepEqual(await everything(path), before, `stopped at ${stop}`);
    }
    assert.ok(statements > 2 * 18, `${statements} places to stop at`);
    await expectNewNumbers(path, DESK_TABLES);
  }));
