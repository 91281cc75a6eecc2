/**
 * Queries compiled once.
 * @covers messagerie.scale.statements
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { compileOnce } from "../../../store/libsql/compile_once.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { openSeededDesk } from "../../seeded_desk.ts";

Deno.test("compileOnce() builds the query at its first run only, and gives each run its own values", async () => {
  await using desk = await openSeededDesk();
  let built = 0;
  const named = compileOnce<DeskSchema, { name: string; no: number }>()((db, argument) => {
    built++;
    return db.selectFrom("inbox").select(["no", "name"])
      .where("name", "=", argument("name")).where("no", ">=", argument("no")).where("no", "<", 100);
  });
  const run = async (name: string, no: number) => (await named(desk.store.read, { name, no })).rows;
  const [one, other, none] = await Promise.all([run("Ventes", 0), run("Sinistres", 1), run("Ventes", 2)]);
  assert.deepEqual([one, other, none], [[{ no: 1, name: "Ventes" }], [{ no: 2, name: "Sinistres" }], []]);
  assert.equal(built, 1);
});

Deno.test("compileOnce() puts an argument wherever it was named, nulls and hostile text as they are", async () => {
  await using desk = await openSeededDesk();
  const rename = compileOnce<DeskSchema, { description: string; segment: string | null; no: number }>()(
    (db, argument) =>
      db.updateTable("contact").set({
        segment: argument("segment"),
        data: sql<string>`json_object('a', ${argument("description")}, 'b', ${argument("description")})`,
      }).where("no", "=", argument("no")),
  );
  const hostile = `'); drop table contact; --`;
  await desk.store.write((trx) => rename(trx, { description: hostile, segment: null, no: 1 }));
  const row = await desk.store.read.selectFrom("contact").where("no", "=", 1).select(["segment", "data"])
    .executeTakeFirst();
  assert.deepEqual(row, { segment: null, data: JSON.stringify({ a: hostile, b: hostile }) });
});
