/**
 * Sessions: who is signed in. Read anew from the database at each request, so that what ends one holds from the next
 * request in every process; a session that was found ended is deleted, so that no clock brings it back (OWASP, "Session
 * Management").
 * @module
 */
import type { Kysely } from "kysely";
import { errorName } from "../../../base/log.ts";
import { cutCodePoints } from "../../../base/text.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  sessionsOf,
  type SessionWithPerson,
  touchSession,
} from "../../../store/messagerie/sessions.ts";
import type { PersonActor } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { sessionChange } from "../directory/directory_desk.ts";
import { CLOCK_SLACK_MS, SESSION_IDLE_MS, SESSION_MS, SESSION_SEEN_EVERY_MS } from "../limits.ts";
import { refuse } from "../refusals.ts";
import { hashOf, mintSecret } from "./secret.ts";

type SessionDesk = Pick<Desk, "store" | "env" | "log" | "wakeFeed">;

/** A session that lives, with its person as they are now. */
export interface LiveSession {
  readonly id: string;
  readonly actor: PersonActor;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Longest name of a browser that is kept. */
const MAX_USER_AGENT = 200;

function lives(row: SessionWithPerson, now: number): boolean {
  return now < row.expires_at && now - row.seen_at < SESSION_IDLE_MS && row.created_at - now < CLOCK_SLACK_MS;
}

function liveSession(row: SessionWithPerson): LiveSession {
  return {
    id: row.id,
    actor: {
      kind: "person",
      agentNo: row.agent_no,
      agentId: row.agent_id,
      name: row.name,
      role: row.role,
      reach: row.role === "supervisor"
        ? { all: true }
        : { all: false, inboxNos: JSON.parse(row.inboxes) as number[] },
    },
    expiresAt: row.expires_at,
  };
}

async function read(
  desk: SessionDesk,
  which: Parameters<typeof findSession>[1],
): Promise<SessionWithPerson | undefined> {
  const row = await findSession(desk.store.read, which);
  if (row === undefined || lives(row, desk.env.now())) return row;
  // Whether it can be deleted or not, it opens nothing now.
  await desk.store.write((tx) => deleteSession(tx, { id: row.id, agentNo: row.agent_no }))
    .catch((error: unknown) => desk.log.warn("session_not_deleted", { error: errorName(error) }));
  return undefined;
}

/** The session of this secret, if it lives; that it was used is written down a moment later. */
export async function sessionOf(desk: SessionDesk, secret: string): Promise<LiveSession | undefined> {
  const secretHash = hashOf(secret);
  if (secretHash === undefined) return undefined;
  const row = await read(desk, { secretHash });
  if (row === undefined) return undefined;
  noteUse(desk, row);
  return liveSession(row);
}

/** The session of this id, if it lives still. */
export async function sessionAgain(desk: SessionDesk, id: string): Promise<LiveSession | undefined> {
  const row = await read(desk, { id });
  return row && liveSession(row);
}

/** What this process last tried to write of sessions' use: a write that fails is not tried at each request. */
const tried = new WeakMap<
  SessionDesk["store"],
  Map<number, { readonly over: number; readonly at: number }>
>();
/** Sessions remembered so: above, all are forgotten, which costs a write each. */
const MAX_TRIED = 10_000;

function noteUse(desk: SessionDesk, row: SessionWithPerson): void {
  const now = desk.env.now();
  if (Math.abs(now - row.seen_at) < SESSION_SEEN_EVERY_MS) return;
  const tries = tried.get(desk.store) ?? new Map<number, { readonly over: number; readonly at: number }>();
  tried.set(desk.store, tries);
  const at = desk.env.monotonic();
  const last = tries.get(row.no);
  if (last?.over === row.seen_at && at - last.at < SESSION_SEEN_EVERY_MS) return;
  if (tries.size >= MAX_TRIED) tries.clear();
  tries.set(row.no, { over: row.seen_at, at });
  desk.env.sleep(0)
    .then(() => desk.store.write((tx) => touchSession(tx, row.no, now)))
    .catch((error: unknown) => desk.log.warn("session_use_not_written", { error: errorName(error) }));
}

/** A session that was just made: the secret is told this once. */
export interface NewSession extends LiveSession {
  readonly secret: string;
}

/** Opens a session, in the transaction that checked who it is for. */
export async function openSession(
  tx: Kysely<DeskSchema>,
  desk: SessionDesk,
  { agentNo, userAgent }: { readonly agentNo: number; readonly userAgent: string },
): Promise<NewSession> {
  const secret = mintSecret(desk.env);
  const now = desk.env.now();
  const id = uuidv7(desk.env);
  await insertSession(tx, {
    id,
    secret_hash: hashOf(secret) as Uint8Array,
    agent_no: agentNo,
    user_agent: cutCodePoints(userAgent.replace(/\p{C}/gu, ""), MAX_USER_AGENT),
    created_at: now,
    seen_at: now,
    expires_at: now + SESSION_MS,
  });
  const row = await findSession(tx, { id });
  if (row === undefined) throw refuse("NOT_SIGNED_IN");
  return { ...liveSession(row), secret };
}

/** Ends every session of a person, in the transaction of what ends them. */
export async function endSessions(tx: Kysely<DeskSchema>, desk: SessionDesk, agentNo: number): Promise<void> {
  await deleteSessionsOf(tx, agentNo);
  await appendChanges(tx, [sessionChange(desk.env, agentNo)]);
}

/** Ends one of a person's sessions. @throws {Refusal} `UNKNOWN_ITEM` */
export async function endSession(desk: SessionDesk, actor: PersonActor, id: string): Promise<void> {
  await desk.store.write(async (tx) => {
    if (!await deleteSession(tx, { id, agentNo: actor.agentNo })) throw refuse("UNKNOWN_ITEM");
    await appendChanges(tx, [sessionChange(desk.env, actor.agentNo)]);
  });
  desk.wakeFeed();
}

/** Signs a person out everywhere. */
export async function endOwnSessions(desk: SessionDesk, actor: PersonActor): Promise<void> {
  await desk.store.write((tx) => endSessions(tx, desk, actor.agentNo));
  desk.wakeFeed();
}

/** A session as its person sees it. */
export interface SessionEntry {
  readonly id: string;
  /** What the browser calls itself. */
  readonly userAgent: string;
  readonly createdAt: string;
  readonly seenAt: string;
  readonly expiresAt: string;
}

/** A person's sessions that live, the one used last first. */
export async function listSessions(desk: SessionDesk, actor: PersonActor): Promise<SessionEntry[]> {
  const now = desk.env.now();
  const rows = await sessionsOf(desk.store.read, actor.agentNo);
  return rows.filter((row) => now < row.expires_at && now - row.seen_at < SESSION_IDLE_MS).map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at).toISOString(),
    seenAt: new Date(row.seen_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }));
}
