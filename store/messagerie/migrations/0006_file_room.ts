/**
 * How many bytes the files of messages take, counted by triggers, so that whoever keeps one need not add them all up.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `create table file_room (one integer primary key check (one = 1), bytes integer not null) strict`,
  `insert into file_room (one, bytes) select 1, ifnull(sum(length(content)), 0) from attachment`,
  `create trigger attachment_added after insert on attachment when new.content is not null begin
    update file_room set bytes = bytes + length(new.content); end`,
  `create trigger attachment_changed after update of content on attachment begin
    update file_room set bytes = bytes - ifnull(length(old.content), 0) + ifnull(length(new.content), 0); end`,
  `create trigger attachment_removed after delete on attachment when old.content is not null begin
    update file_room set bytes = bytes - length(old.content); end`,
];

/** Adds the count of files' bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
