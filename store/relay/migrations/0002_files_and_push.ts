/**
 * Sealed files until their recipients have taken them, and subscriptions to Web Push (issue 6). Of a file the relay knows a
 * random name, sizes, times, and who may ask for it.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  // whole_at: when the last chunk came. reserved: bytes that it takes when it is whole, kept free from the announcement on.
  `create table file (
    id text primary key, account text not null references account (id), sender text not null, chunks integer not null,
    sealed_bytes integer not null, reserved integer not null, created_at integer not null, whole_at integer) strict,
    without rowid`,
  `create index file_account on file (account, reserved)`,
  `create index file_created on file (created_at)`,
  `create table file_chunk (
    file text not null references file (id) on delete cascade, place integer not null, body BLOB not null,
    primary key (file, place)) strict`,
  // Who has not said yet that it needs the file no more.
  `create table file_recipient (
    file text not null references file (id) on delete cascade, endpoint text not null,
    primary key (file, endpoint)) strict, without rowid`,
  `create index file_recipient_endpoint on file_recipient (endpoint)`,
  // quiet: nothing that a person would look at.
  `alter table envelope add column quiet integer not null default 0`,
  // The relay's own key pair for VAPID (RFC 8292), as a JWK; one row.
  `create table push_key (one integer primary key check (one = 1), jwk text not null) strict`,
  // pushed_at: a push left and the device has not come since. at, outcome, status, reason: the last attempt.
  `create table push_subscription (
    device text primary key references device (id) on delete cascade, endpoint text not null, created_at integer not null,
    pushed_at integer, at integer, outcome text, status integer, reason text) strict, without rowid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
