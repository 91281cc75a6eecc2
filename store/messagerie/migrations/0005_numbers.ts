/**
 * A number is given once: `autoincrement` on every table whose rows are numbered. Without it SQLite gives the number of
 * the last row, once that row is deleted, to the next one, and whatever still holds the number (a stream, another
 * process, a request under way) takes the new row for the old.
 *
 * A number's column is altered in place, as libSQL can: rows lie in the file as they did, so that none is written, however
 * large the desk. Where the count begins has to be told, since nothing else knows the rows that are there.
 * @module
 */
import { type Kysely, sql } from "kysely";

const NUMBERED: readonly (readonly [table: string, number: string])[] = [
  ["site", "no"],
  ["inbox", "no"],
  ["agent", "no"],
  ["contact", "no"],
  ["conversation", "no"],
  ["message", "seq"],
  ["term", "id"],
  ["attachment", "no"],
  ["tag_definition", "no"],
  ["token", "no"],
  ["notification", "no"],
  ["outbound", "no"],
  ["session", "no"],
  ["one_time_link", "no"],
  ["canned_reply", "no"],
  ["identity_secret", "no"],
  ["visitor", "no"],
  ["upload", "no"],
];

/** Makes numbers last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, number] of NUMBERED) {
    const [table, column] = [sql.table(name), sql.ref(number)];
    await sql`alter table ${table} alter column ${column} to ${column} integer primary key autoincrement`
      .execute(db);
    await sql`insert into sqlite_sequence (name, seq) select ${
      sql.lit(name)
    }, ifnull(max(${column}), 0) from ${table}`
      .execute(db);
  }
}
