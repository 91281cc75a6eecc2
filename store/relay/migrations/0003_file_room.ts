/**
 * How many bytes the files of all accounts take or were promised, counted by triggers, so that whoever announces one need
 * not add them all up. A file counts until it is deleted: what its account has back already is still on the disk.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `create table file_room (one integer primary key check (one = 1), bytes integer not null) strict`,
  `insert into file_room (one, bytes) select 1, coalesce(sum(chunks * sealed_bytes), 0) from file`,
  `create trigger file_added after insert on file begin
    update file_room set bytes = bytes + new.chunks * new.sealed_bytes; end`,
  `create trigger file_removed after delete on file begin
    update file_room set bytes = bytes - old.chunks * old.sealed_bytes; end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
