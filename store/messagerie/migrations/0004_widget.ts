/**
 * What the visitors' widget keeps: how each site's is set up, the secrets that sites sign identities with, the browsers
 * that wrote, files that wait for their message.
 *
 * A site gets its widget by a trigger, whoever adds the site. `key` is public, so that SQLite's own randomness is enough.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `create table widget (
    site_no integer primary key references site (no) on delete cascade, key text not null unique,
    enabled integer not null default 1, origins text not null default '[]',
    greeting_fr text not null default '', greeting_en text not null default '', accent text not null default '#1d4ed8',
    inbox_no integer references inbox (no), updated_at integer not null) strict`,
  `insert into widget (site_no, key, updated_at) select no, lower(hex(randomblob(12))), created_at from site`,
  `create trigger site_added after insert on site begin
    insert into widget (site_no, key, updated_at) values (new.no, lower(hex(randomblob(12))), new.created_at); end`,
  `create table identity_secret (
    no integer primary key, id text not null unique, site_no integer not null references site (no),
    sealed blob not null, created_at integer not null) strict`,
  `create index identity_secret_site on identity_secret (site_no)`,
  `create table visitor (
    no integer primary key, id text not null unique, site_no integer not null references site (no),
    secret_hash blob not null unique, contact_no integer references contact (no),
    created_at integer not null, seen_at integer not null) strict`,
  `create index visitor_contact on visitor (contact_no) where contact_no is not null`,
  `create index visitor_seen on visitor (seen_at)`,
  `create table upload (
    no integer primary key, id text not null unique,
    visitor_no integer not null references visitor (no) on delete cascade, name text not null, mime_type text not null,
    size integer not null, content blob not null, created_at integer not null) strict`,
  `create index upload_visitor on upload (visitor_no)`,
  `create index upload_age on upload (created_at)`,
  // The last message that the visitor has seen: by id, since an import may number messages anew.
  `alter table conversation add column visitor_seen text`,
  `create index contact_external on contact (external_id) where external_id is not null`,
];

/** Adds the widget's tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
