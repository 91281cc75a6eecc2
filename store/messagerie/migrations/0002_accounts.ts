/**
 * What people at the desk need: sessions, links that open once, devices that are known, guesses that are counted, how each
 * person likes the pages, canned replies, and who changed what. Of every secret there is only the SHA-256.
 *
 * The first version's sessions were never used: no page could make one.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `drop table session`,
  `create table session (
    no integer primary key, id text not null unique, secret_hash blob not null unique,
    agent_no integer not null references agent (no), user_agent text not null,
    created_at integer not null, seen_at integer not null, expires_at integer not null) strict`,
  `create index session_agent on session (agent_no)`,
  `create index session_expires on session (expires_at)`,
  // A link that was used, replaced or found expired is deleted, so that no clock brings it back.
  `create table one_time_link (
    no integer primary key, kind text not null check (kind in ('setup', 'invitation', 'reset')),
    secret_hash blob not null unique, agent_no integer references agent (no),
    created_at integer not null, expires_at integer not null,
    check ((kind = 'setup') = (agent_no is null))) strict`,
  `create index one_time_link_agent on one_time_link (agent_no)`,
  `create table known_device (
    secret_hash blob primary key, agent_no integer not null references agent (no),
    seen_at integer not null) strict, without rowid`,
  `create index known_device_agent on known_device (agent_no, seen_at)`,
  // The key names what is counted by a hash: what strangers type as a login may be somebody's password.
  `create table guess (
    key text primary key, failures integer not null, at integer not null, until integer not null) strict, without rowid`,
  `create index guess_at on guess (at)`,
  `create table agent_preference (
    agent_no integer primary key references agent (no),
    language text not null check (language in ('fr', 'en', 'auto')),
    theme text not null check (theme in ('light', 'dark', 'auto')),
    sound integer not null, desktop integer not null) strict`,
  `create table canned_reply (
    no integer primary key, id text not null unique, inbox_no integer references inbox (no),
    shortcut text not null, title text not null, body text not null,
    created_at integer not null, updated_at integer not null) strict`,
  `create unique index canned_reply_shortcut on canned_reply (shortcut, coalesce(inbox_no, 0))`,
  `create index canned_reply_inbox on canned_reply (inbox_no)`,
  `create table audit (
    no integer primary key autoincrement, at integer not null, by_no integer references agent (no), by_name text,
    action text not null, subject text not null, detail text) strict`,
];

/** Adds the tables of people's accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
