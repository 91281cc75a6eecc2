/**
 * The relay's tables as the first version has them. Migrations are append-only: never edit one that has shipped.
 *
 * Nothing here can be read or presented by whoever steals the file: passwords, sessions and bearers are hashes, bodies of
 * envelopes are sealed. Endpoints are named by their wire ids. Times are milliseconds since the epoch.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `create table account (
    id text primary key, email text not null unique, password_hash text not null, roster_version integer not null,
    created_at integer not null) strict, without rowid`,
  // approved: in the account's latest roster.
  `create table device (
    id text primary key, account text not null references account (id), name text not null, key text not null,
    approved integer not null, created_at integer not null, seen_at integer) strict, without rowid`,
  `create index device_account on device (account)`,
  `create table session (
    hash text primary key, device text not null references device (id) on delete cascade,
    created_at integer not null, used_at integer not null) strict, without rowid`,
  `create index session_device on session (device)`,
  `create index session_used on session (used_at)`,
  `create table agent (
    id text primary key, account text not null references account (id), bearer_hash text not null unique, card text,
    created_at integer not null, seen_at integer) strict, without rowid`,
  `create index agent_account on agent (account)`,
  // signed: the roster with its signature, as JSON.
  `create table roster (
    account text not null references account (id), version integer not null, signed text not null,
    primary key (account, version)) strict, without rowid`,
  `create table anchor (
    endpoint text primary key, version integer not null, mac text not null) strict, without rowid`,
  // A claimed prekey stays until it expires, so that publishing it again (a restored state) cannot hand it out twice.
  `create table prekey (
    endpoint text not null, id text not null, last_resort integer not null, expires integer not null,
    signed text not null, claimed_at integer, primary key (endpoint, id)) strict, without rowid`,
  `create index prekey_free on prekey (endpoint, last_resort, expires) where claimed_at is null`,
  `create index prekey_expires on prekey (expires)`,
  // state: see ENVELOPE_STATE. body is null once it is not held any more. told: the sender knows that it was dropped.
  `create table envelope (
    seq integer primary key autoincrement, sender text not null, recipient text not null, id text not null,
    at integer not null, body text, state integer not null default 0, settled_at integer,
    told integer not null default 0, unique (sender, recipient, id)) strict`,
  `create index envelope_held on envelope (recipient, seq) where state = 0`,
  `create index envelope_old on envelope (at) where state = 0`,
  `create index envelope_untold on envelope (sender) where state = 2 and told = 0`,
  `create index envelope_settled on envelope (settled_at) where state <> 0`,
  // The highest counter that was taken, by sender and recipient.
  `create table mark (
    sender text not null, recipient text not null, n integer not null,
    primary key (sender, recipient)) strict, without rowid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
