/**
 * A desk on a real database file, and words to furnish it with: for every test that stands on the service.
 * @module
 */
import assert from "node:assert/strict";
import { type Env, systemEnv } from "../../../base/env.ts";
import { type Logger, silentLogger } from "../../../base/log.ts";
import { Refusal } from "../../../base/refusal.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import type { PersonActor, Reach, TokenActor } from "../../../service/messagerie/actor.ts";
import type { ChannelSettings, Desk } from "../../../service/messagerie/desk.ts";
import { countConversation } from "../../../store/messagerie/contact_counters.ts";
import { insertContact } from "../../../store/messagerie/contacts.ts";
import { insertConversation, updateConversation } from "../../../store/messagerie/conversations.ts";
import {
  eraseMessage,
  findLastText,
  findSeq,
  insertAttachments,
  insertMessage,
  lastTextColumns,
} from "../../../store/messagerie/messages.ts";
import { type DeskStore, openDeskStore } from "../../../store/messagerie/open.ts";
import {
  type Channel,
  type ConversationStatus,
  MESSAGE_AUTHOR,
  MESSAGE_KIND,
  type Priority,
  type Sentiment,
} from "../../../store/messagerie/schema.ts";
import { insertTag, tagIdentity } from "../../../store/messagerie/tags.ts";
import { placeDesk } from "../../place_desk.ts";

/** A row, by both its names. */
export interface Ref {
  readonly no: number;
  readonly id: string;
  readonly name: string;
}

export interface SeedMessage {
  readonly from: "visitor" | "agent" | "ai" | "note" | "event" | "handoff";
  readonly text?: string;
  readonly author?: string;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly files?: readonly string[];
  readonly confidence?: number;
  readonly at?: number;
  readonly deleted?: boolean;
}

export interface SeedConversation {
  readonly contact?: Ref;
  readonly inbox?: Ref | null;
  readonly site?: Ref;
  readonly channel?: Channel;
  readonly status?: ConversationStatus;
  readonly assignee?: Ref;
  readonly priority?: Priority;
  readonly sentiment?: Sentiment;
  readonly intent?: string;
  readonly summary?: string;
  readonly unread?: boolean;
  readonly snoozedUntil?: number;
  readonly resolvedAt?: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  readonly messages?: readonly SeedMessage[];
  readonly at?: number;
}

export interface TestDesk extends Desk, AsyncDisposable {
  readonly url: string;
  /** Statements run since it was last emptied. */
  readonly statements: string[];
  /** How often the feed and the outbound queue were woken. */
  readonly woken: { feed: number; outbound: number };
  /** Now, in milliseconds; stands still until moved. */
  time: number;
  channels: ChannelSettings;
  /** Called before each statement; may throw. */
  beforeStatement: (sql: string) => void;
  site(wanted?: { name?: string; country?: string; ai?: boolean }): Promise<Ref>;
  inbox(wanted?: { name?: string; description?: string; site?: Ref | null }): Promise<Ref>;
  agent(
    wanted?: { name?: string; role?: "agent" | "supervisor"; active?: boolean; inboxes?: readonly Ref[] },
  ): Promise<Ref>;
  contact(
    wanted?: {
      name?: string;
      email?: string;
      phone?: string;
      externalId?: string;
      site?: Ref;
      updatedAt?: number;
      data?: Readonly<Record<string, unknown>>;
    },
  ): Promise<Ref>;
  tag(name: string, color: string): Promise<void>;
  /** The first contact, site and inbox where none is told. */
  conversation(wanted?: SeedConversation): Promise<string>;
  /** A token that reaches these inboxes; without them, everything. */
  token(wanted?: { inboxes?: readonly Ref[]; access?: "read" | "write"; label?: string }): TokenActor;
  person(agent: Ref, inboxes?: readonly Ref[]): PersonActor;
}

/** Sat. 2026-01-10, noon UTC. */
export const NOON = Date.UTC(2026, 0, 10, 12);

const BOTH: ChannelSettings = {
  sms: { available: true, inboxId: null },
  email: { available: true, inboxId: null },
};

/** An empty desk; `url`: a second store on another desk's file. */
export async function openDesk(options: { url?: string; log?: Logger } = {}): Promise<TestDesk> {
  const place = options.url === undefined ? await placeDesk() : undefined;
  const url = options.url ?? place?.url ?? "";
  const statements: string[] = [];
  const state = { time: NOON, seeds: 0 };
  const env: Env = { ...systemEnv, now: () => state.time };
  const observed = { before: (_sql: string): void => {} };
  const store = await openDeskStore({
    url,
    env,
    onStatement: (sql) => {
      statements.push(sql);
      observed.before(sql);
    },
  });
  const woken = { feed: 0, outbound: 0 };
  const id = () => uuidv7(env);
  const name = (kind: string) => `${kind} ${++state.seeds}`;
  const reachOf = (inboxes: readonly Ref[] | undefined): Reach =>
    inboxes === undefined ? { all: true } : { all: false, inboxNos: inboxes.map(({ no }) => no) };

  return {
    url,
    store,
    env,
    log: options.log ?? silentLogger,
    statements,
    woken,
    channels: BOTH,
    wakeFeed: () => void woken.feed++,
    wakeOutbound: () => void woken.outbound++,
    get time() {
      return state.time;
    },
    set time(at) {
      state.time = at;
    },
    get beforeStatement() {
      return observed.before;
    },
    set beforeStatement(before) {
      observed.before = before;
    },
    site: (wanted = {}) => {
      const row = { id: id(), name: wanted.name ?? name("Site") };
      return inserted(store, row, (db) =>
        db.insertInto("site").values({
          ...row,
          country: wanted.country ?? "FR",
          ai: wanted.ai === true,
          created_at: state.time,
        }).returning("no").executeTakeFirstOrThrow());
    },
    inbox: (wanted = {}) => {
      const row = { id: id(), name: wanted.name ?? name("Boîte") };
      return inserted(store, row, async (db) =>
        await db.insertInto("inbox").values({
          ...row,
          description: wanted.description ?? "",
          site_no: wanted.site === null ? null : wanted.site?.no ?? await firstNo(db, "site"),
          created_at: state.time,
        }).returning("no").executeTakeFirstOrThrow());
    },
    agent: (wanted = {}) => {
      const row = { id: id(), name: wanted.name ?? name("Conseiller") };
      return inserted(store, row, async (db) => {
        const { no } = await db.insertInto("agent").values({
          ...row,
          login: row.id,
          role: wanted.role ?? "agent",
          active: wanted.active !== false,
          password_hash: null,
          created_at: state.time,
        }).returning("no").executeTakeFirstOrThrow();
        for (const inbox of wanted.inboxes ?? []) {
          await db.insertInto("agent_inbox").values({ agent_no: no, inbox_no: inbox.no }).execute();
        }
        return { no };
      });
    },
    contact: (wanted = {}) => {
      const row = { id: id(), name: wanted.name ?? name("Contact") };
      return inserted(store, row, async (db) => {
        const no = await insertContact(db, {
          ...row,
          site_no: wanted.site?.no ?? await firstNo(db, "site") ?? 0,
          email: wanted.email ?? null,
          phone: wanted.phone ?? null,
          external_id: wanted.externalId ?? null,
          segment: null,
          data: JSON.stringify(wanted.data ?? {}),
          created_at: wanted.updatedAt ?? state.time,
        });
        return { no };
      });
    },
    tag: async (tag, color) => {
      await store.write((db) =>
        db.insertInto("tag_definition")
          .values({ name: tag, folded: tagIdentity(tag), color, created_at: state.time }).execute()
      );
    },
    conversation: (wanted = {}) => seedConversation(store, env, wanted),
    token: (wanted = {}) => ({
      kind: "token",
      tokenNo: 1,
      tokenId: "token",
      label: wanted.label ?? "Robot",
      prefix: "k3v9x2ma",
      access: wanted.access ?? "write",
      surfaces: ["rest", "mcp"],
      inboxIds: wanted.inboxes?.map((inbox) => inbox.id) ?? null,
      expiresAt: null,
      reach: reachOf(wanted.inboxes),
    }),
    person: (agent, inboxes) => ({
      kind: "person",
      agentNo: agent.no,
      agentId: agent.id,
      name: agent.name,
      role: inboxes === undefined ? "supervisor" : "agent",
      reach: reachOf(inboxes),
    }),
    async [Symbol.asyncDispose]() {
      await store.close();
      await place?.[Symbol.asyncDispose]();
    },
  };
}

type Transaction = Parameters<Parameters<DeskStore["write"]>[0]>[0];

async function inserted(
  store: DeskStore,
  row: { id: string; name: string },
  insert: (db: Transaction) => Promise<{ no: number }>,
): Promise<Ref> {
  return { ...row, no: (await store.write(insert)).no };
}

async function firstNo(db: Transaction, table: "site" | "inbox" | "contact"): Promise<number | null> {
  const row = await db.selectFrom(table).where("no", "<>", 0).orderBy("no").select("no").executeTakeFirst();
  return row?.no ?? null;
}

/** Writes a conversation as an import would, through the store's own functions; gives its id. */
async function seedConversation(store: DeskStore, env: Env, wanted: SeedConversation): Promise<string> {
  const at = wanted.at ?? env.now();
  const id = uuidv7(env, at);
  await store.write(async (db) => {
    const contactNo = wanted.contact?.no ?? await firstNo(db, "contact") ?? 0;
    const contact = await db.selectFrom("contact").where("no", "=", contactNo).select("site_no")
      .executeTakeFirstOrThrow();
    const inboxNo = wanted.inbox === null ? 0 : wanted.inbox?.no ?? await firstNo(db, "inbox") ?? 0;
    const messages = wanted.messages ?? [{ from: "visitor", text: "Bonjour" }];
    const texts = messages.filter(({ from }) => from === "visitor" || from === "agent" || from === "ai");
    const lastAt = texts.reduce((last, message) => Math.max(last, message.at ?? at), texts.length ? 0 : at);
    const no = await insertConversation(db, {
      id,
      contact_no: contactNo,
      site_no: wanted.site?.no ?? contact.site_no,
      inbox_no: inboxNo,
      channel: wanted.channel ?? "web",
      status: wanted.status ?? "open",
      assignee_no: wanted.assignee?.no ?? null,
      priority: wanted.priority ?? "normal",
      sentiment: wanted.sentiment ?? null,
      intent: wanted.intent ?? null,
      summary: wanted.summary ?? null,
      unread: wanted.unread === true,
      snoozed_until: wanted.snoozedUntil ?? null,
      resolved_at: wanted.resolvedAt ?? (wanted.status === "resolved" ? lastAt : null),
      data: JSON.stringify(wanted.data ?? {}),
      last_message_at: lastAt,
      last_from: null,
      created_at: at,
    });
    await countConversation(db, { contactNo, inboxNo, at: lastAt });
    for (const label of wanted.tags ?? []) await insertTag(db, no, { label, color: "#64748b" });
    for (const message of messages) await seedMessage(db, env, { no, inboxNo, at }, message);
    await updateConversation(db, no, lastTextColumns(await findLastText(db, no)));
  });
  return id;
}

async function seedMessage(
  db: Transaction,
  env: Env,
  thread: { no: number; inboxNo: number; at: number },
  message: SeedMessage,
): Promise<void> {
  const id = uuidv7(env);
  const { kind, author } = KINDS[message.from];
  await insertMessage(db, {
    id,
    conversationNo: thread.no,
    inboxNo: thread.inboxNo,
    kind,
    author,
    authorName: message.author ?? null,
    body: message.text ?? "",
    event: message.event === undefined ? null : JSON.stringify(message.event),
    at: message.at ?? thread.at,
  });
  await insertAttachments(
    db,
    id,
    (message.files ?? []).map((file) => ({
      id: uuidv7(env),
      name: file,
      mimeType: "text/plain",
      content: new Uint8Array([1]),
    })),
  );
  if (message.confidence !== undefined) {
    await db.updateTable("message").set({ confidence: message.confidence }).where("id", "=", id).execute();
  }
  if (message.deleted) {
    await eraseMessage(db, { id, seq: await findSeq(db, thread.no, id) ?? 0 }, thread.at);
  }
}

const KINDS = {
  visitor: { kind: MESSAGE_KIND.text, author: MESSAGE_AUTHOR.contact },
  agent: { kind: MESSAGE_KIND.text, author: MESSAGE_AUTHOR.agent },
  ai: { kind: MESSAGE_KIND.text, author: MESSAGE_AUTHOR.ai },
  note: { kind: MESSAGE_KIND.note, author: MESSAGE_AUTHOR.agent },
  event: { kind: MESSAGE_KIND.event, author: MESSAGE_AUTHOR.system },
  handoff: { kind: MESSAGE_KIND.handoff, author: MESSAGE_AUTHOR.ai },
} as const;

/** Everything the desk holds, for "nothing changed". The search index and the write-ahead log are left out. */
export async function dump(desk: Desk): Promise<Record<string, unknown[]>> {
  const tables = [
    "contact",
    "contact_inbox",
    "conversation",
    "message",
    "message_text",
    "attachment",
    "conversation_tag",
    "notification",
    "outbound",
    "change",
  ] as const;
  const held: Record<string, unknown[]> = {};
  for (const table of tables) held[table] = await desk.store.read.selectFrom(table).selectAll().execute();
  return held;
}

/** For `assert.rejects`: a refusal of this code, on this argument. */
export function refused(code: string, field?: string): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    if (field !== undefined) {
      assert.equal((error.details?.issues as { field: string }[])[0]?.field, field);
    }
    return true;
  };
}
