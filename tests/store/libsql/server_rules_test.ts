/**
 * What plays a server takes and refuses.
 * @covers messagerie.data.remote
 */
import assert from "node:assert/strict";
import { expectStatement, expectValues, MAX_VALUE_BYTES, type ServerRefusal } from "./server_rules.ts";

function codeOf(sql: string): string {
  try {
    expectStatement(sql);
    return "taken";
  } catch (error) {
    return (error as ServerRefusal).code;
  }
}

Deno.test("statements of the kinds that a server knows are taken, one at a time", () => {
  for (
    const sql of [
      "select 1",
      "  -- pragma application_id = 1\n select ';' as \"a;b\";",
      "with a as (select 1), b as (values (2)) insert into c select * from a",
      "values (1)",
      "insert or ignore into a values (1)",
      "replace into a values (1)",
      "update or ignore a set b = 1",
      "delete from a returning b",
      "create table if not exists a (b) strict",
      "create virtual table a using fts5 (x, tokenize='ascii')",
      "create unique index a on b (c) where c is not null",
      "create trigger a after insert on b begin update c set d = case when 1 then 2 end; select 1; end",
      "create view a as select 1",
      "alter table a alter column b to b integer primary key autoincrement",
      "drop table a",
      "BEGIN IMMEDIATE",
      "commit",
      'savepoint "a"',
      'rollback to "a"',
      "pragma application_id",
      "pragma main.user_version = 1",
      "pragma foreign_keys = on",
      "pragma defer_foreign_keys = on",
      "pragma table_info(a)",
      "pragma integrity_check(1)",
    ]
  ) assert.equal(codeOf(sql), "taken", sql);
});

Deno.test("other kinds, connections' own tables and pragmas that set are refused", () => {
  for (
    const sql of [
      "create temp table a (b)",
      "create temporary view a as select 1",
      "create table temp.a (b)",
      'create virtual table "temp".a using fts5 (x)',
      "create temp trigger a after insert on b begin select 1; end",
      "vacuum",
      "vacuum into 'a'",
      "attach 'a' as b",
      "analyze",
      "reindex",
      "pragma application_id = 1",
      "PRAGMA journal_mode = wal",
      "pragma wal_checkpoint(truncate)",
      "pragma busy_timeout(1)",
      "pragma optimize",
      "pragma case_sensitive_like = on",
      "delete from _litestream_seq",
      "with a as (select 1) delete from libsql_wasm_func_table",
      "elect 1",
    ]
  ) assert.equal(codeOf(sql), "SQL_PARSE_ERROR", sql);
  assert.equal(codeOf(" -- nothing"), "SQL_NO_STATEMENT");
  assert.equal(codeOf("select 1; select 2"), "SQL_MANY_STATEMENTS");
});

Deno.test("a value of more than five megabytes is refused", () => {
  expectValues(["é".repeat(MAX_VALUE_BYTES / 2), 1n, null]);
  assert.throws(() => expectValues(["é".repeat(MAX_VALUE_BYTES / 2 + 1)]), { code: "ARGS_INVALID" });
  assert.throws(() => expectValues([new Uint8Array(MAX_VALUE_BYTES + 1)]), { code: "ARGS_INVALID" });
});
