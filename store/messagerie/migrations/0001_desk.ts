/**
 * The desk's tables as the first version has them. Migrations are append-only: never edit one that has shipped.
 *
 * Rows are joined by integer `no`; the outside sees `id` (UUIDv7). `message.seq` is the one order of messages:
 * dense, newest highest. Inbox 0 stands for "no inbox", so that scopes are plain lists of numbers and foreign keys hold.
 * Times are milliseconds since the epoch.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `create table site (
    no integer primary key, id text not null unique, name text not null, country text not null default 'FR',
    ai integer not null default 0, created_at integer not null) strict`,
  `create table inbox (
    no integer primary key, id text not null unique, name text not null, description text not null default '',
    site_no integer references site (no), created_at integer not null) strict`,
  `insert into inbox (no, id, name, created_at) values (0, 'none', '', 0)`,
  `create table agent (
    no integer primary key, id text not null unique, login text not null unique collate nocase, name text not null,
    role text not null check (role in ('agent', 'supervisor')), active integer not null default 1,
    password_hash text, created_at integer not null) strict`,
  `create table agent_inbox (
    agent_no integer not null references agent (no), inbox_no integer not null references inbox (no),
    primary key (agent_no, inbox_no)) strict, without rowid`,
  `create table contact (
    no integer primary key, id text not null unique, site_no integer not null references site (no),
    name text not null, email text, phone text, external_id text, identified integer not null default 0, segment text,
    attributes text not null default '[]', data text not null default '{}',
    search text not null, last_message_at integer, conversations integer not null default 0,
    created_at integer not null, updated_at integer not null) strict`,
  `create index contact_recent on contact (last_message_at desc, id desc)`,
  `create index contact_email on contact (email collate nocase) where email is not null`,
  `create index contact_phone on contact (phone) where phone is not null`,
  `create table contact_inbox (
    inbox_no integer not null references inbox (no), contact_no integer not null references contact (no),
    last_message_at integer, conversations integer not null, primary key (inbox_no, contact_no)) strict, without rowid`,
  `create index contact_inbox_recent on contact_inbox (inbox_no, last_message_at desc)`,
  `create index contact_inbox_contact on contact_inbox (contact_no)`,
  `create table conversation (
    no integer primary key, id text not null unique, contact_no integer not null references contact (no),
    site_no integer not null references site (no), inbox_no integer not null default 0 references inbox (no),
    channel text not null default 'web' check (channel in ('web', 'sms', 'email')),
    status text not null check (status in ('ai', 'open', 'pending', 'resolved')),
    assignee_no integer references agent (no),
    priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
    sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
    intent text, summary text, unread integer not null default 0, snoozed_until integer, resolved_at integer,
    data text not null default '{}', last_message_at integer not null, last_from text, last_text text not null default '',
    created_at integer not null) strict`,
  // Trailing status and assignee let a filter skip rows without looking them up. Each list has an index that begins with
  // all that it is filtered by, and one of unresolved conversations alone, so that resolved ones never cost anything.
  `create index conversation_all on conversation (inbox_no, last_message_at desc, id desc, status)`,
  `create index conversation_open on conversation (inbox_no, last_message_at desc, id desc, status)
     where status <> 'resolved'`,
  `create index conversation_recent on conversation (last_message_at desc, id desc, status)`,
  `create index conversation_recent_open on conversation (last_message_at desc, id desc, status)
     where status <> 'resolved'`,
  `create index conversation_assignee on conversation (assignee_no, inbox_no, last_message_at desc, id desc, status)`,
  `create index conversation_assignee_open
     on conversation (assignee_no, inbox_no, last_message_at desc, id desc, status) where status <> 'resolved'`,
  `create index conversation_contact on conversation (contact_no)`,
  `create index conversation_snoozed on conversation (snoozed_until) where snoozed_until is not null`,
  `create table message (
    seq integer primary key, id text not null unique, conversation_no integer not null references conversation (no),
    inbox_no integer not null, kind integer not null check (kind between 0 and 3),
    author integer not null check (author between 0 and 3), agent_no integer references agent (no), author_name text,
    body text not null default '', confidence real, event text, created_at integer not null,
    deleted_at integer) strict`,
  `create index message_conversation on message (conversation_no, seq)`,
  `create table message_text (seq integer primary key references message (seq) on delete cascade on update cascade,
    folded text not null) strict`,
  `create virtual table message_fts using fts5 (x, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create table term (id integer primary key, text text not null unique, df integer not null) strict`,
  `create virtual table term_fts using fts5 (text, content='', columnsize=0, tokenize='trigram case_sensitive 1')`,
  `create trigger term_added after insert on term begin
    insert into term_fts (rowid, text) values (new.id, new.text); end`,
  `create virtual table message_word using fts5vocab (message_fts, row)`,
  `create virtual table contact_fts using fts5 (x, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create table attachment (
    no integer primary key, id text not null unique, message_id text not null references message (id),
    name text not null, mime_type text not null default 'application/octet-stream', size integer not null default 0,
    content blob, position integer not null default 0) strict`,
  `create index attachment_message on attachment (message_id, position)`,
  `create table tag_definition (
    no integer primary key, name text not null, folded text not null unique, color text not null,
    created_at integer not null) strict`,
  `create table conversation_tag (
    conversation_no integer not null references conversation (no), folded text not null, label text not null,
    color text not null, position integer not null, primary key (conversation_no, folded)) strict, without rowid`,
  `create table token (
    no integer primary key, id text not null unique, label text not null, prefix text not null unique,
    secret_hash blob not null, access text not null check (access in ('read', 'write')),
    rest integer not null, mcp integer not null, inbox_ids text, created_by integer not null references agent (no),
    created_at integer not null, expires_at integer, last_used_at integer, revoked_at integer) strict`,
  `create table notification (
    no integer primary key, id text not null unique, agent_no integer not null references agent (no),
    kind text not null, conversation_no integer references conversation (no), by_name text, created_at integer not null,
    read_at integer) strict`,
  `create index notification_agent on notification (agent_no, created_at desc)`,
  // One row per message, or per part of a message that is too long for one SMS. `next_attempt_at`: waits until then;
  // `lease_owner`: a process is sending it; neither: it is finished. in_flight without an owner: the provider may have it.
  `create table outbound (
    no integer primary key, message_id text not null references message (id), part integer not null default 1,
    conversation_no integer not null references conversation (no), channel text not null check (channel in ('sms', 'email')),
    recipient text not null, state text not null
      check (state in ('pending', 'in_flight', 'sent', 'delivered', 'failed', 'skipped')),
    attempts integer not null default 0, next_attempt_at integer, lease_owner text, provider_id text, code text,
    created_at integer not null, updated_at integer not null, unique (message_id, part)) strict`,
  `create index outbound_due on outbound (next_attempt_at, no) where next_attempt_at is not null`,
  `create index outbound_leased on outbound (no) where lease_owner is not null`,
  `create index outbound_conversation on outbound (conversation_no, no)`,
  `create index outbound_unfinished on outbound (conversation_no, no) where state in ('pending', 'in_flight')`,
  `create unique index outbound_provider on outbound (provider_id) where provider_id is not null`,
  `create table change (
    no integer primary key autoincrement, at integer not null, kind text not null, conversation_no integer,
    inbox_no integer, message_id text, agent_no integer, payload text) strict`,
  `create table session (
    no integer primary key, id_hash blob not null unique, agent_no integer not null references agent (no),
    csrf text not null, created_at integer not null, seen_at integer not null, expires_at integer not null) strict`,
  `create table server_process (
    id text primary key, pid integer not null, started_at integer not null, seen_at integer not null) strict, without rowid`,
  `create table rate_count (
    process_id text not null references server_process (id) on delete cascade, key text not null,
    at integer not null, n integer not null, primary key (key, process_id, at)) strict, without rowid`,
];

/** Creates every table of the first version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
