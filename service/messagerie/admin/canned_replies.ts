/**
 * Canned replies: what advisors reach by `/` in the composer. Each is of one inbox or of all; supervisors keep them.
 * @module
 */
import { codePointLength, fold } from "../../../base/text.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import {
  cannedReplies,
  deleteCannedReply,
  insertCannedReply,
  updateCannedReply,
} from "../../../store/messagerie/canned_replies.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { findInbox } from "../../../store/messagerie/inboxes.ts";
import type { Kysely } from "kysely";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { PersonActor } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { MAX_MESSAGE, MAX_SHORTCUT, MAX_TITLE } from "../limits.ts";
import { shortText } from "../plain_text.ts";
import { invalid, refuse } from "../refusals.ts";
import { type Author, noteChange } from "./audit.ts";
import { CANNED_VARIABLES, unknownVariables } from "./canned_variables.ts";
import { holdSupervisor } from "./hold_supervisor.ts";

/** A canned reply. `body` holds its variables as they were written: {@linkcode fillCannedReply} fills them in. */
export interface CannedReply {
  readonly id: string;
  /** Without the slash; lower case, without accents. */
  readonly shortcut: string;
  readonly title: string;
  readonly body: string;
  /** Null: of every inbox. */
  readonly inboxId: string | null;
}

/** What a canned reply is made of. */
export type CannedReplyInput = Omit<CannedReply, "id">;

type CannedDesk = Pick<Desk, "store" | "env" | "wakeFeed">;

type Row = Awaited<ReturnType<typeof cannedReplies>>[number];

function viewOf({ id, shortcut, title, body, inbox_id }: Row): CannedReply {
  return { id, shortcut, title, body, inboxId: inbox_id };
}

/** Those of every inbox and of the inboxes that the person reaches, by shortcut. */
export async function listCannedReplies(
  desk: Pick<Desk, "store">,
  actor: Pick<PersonActor, "reach">,
): Promise<CannedReply[]> {
  const scope = actor.reach.all ? null : actor.reach.inboxNos;
  return (await cannedReplies(desk.store.read, { scope })).map(viewOf);
}

async function find(db: Kysely<DeskSchema>, id: string): Promise<Row> {
  const [row] = await cannedReplies(db, { scope: null, id });
  if (row === undefined) throw refuse("UNKNOWN_ITEM");
  return row;
}

/** What is kept of what was typed. @throws {Refusal} `INVALID_REQUEST` naming what cannot be */
function check(wanted: CannedReplyInput) {
  const shortcut = fold(wanted.shortcut.trim().replace(/^\//, ""));
  if (!/^[\p{L}\p{N}_-]+$/u.test(shortcut) || codePointLength(shortcut) > MAX_SHORTCUT) {
    throw invalid({
      field: "shortcut",
      message: `De 1 à ${MAX_SHORTCUT} lettres, chiffres, tirets ou soulignés.`,
    });
  }
  const body = shortText("body", wanted.body, MAX_MESSAGE);
  const unknown = unknownVariables(body);
  if (unknown.length > 0) {
    const known = CANNED_VARIABLES.map((name) => `{{${name}}}`).join(", ");
    throw invalid({ field: "body", message: `Les variables sont : ${known}.` });
  }
  return { shortcut, title: shortText("title", wanted.title, MAX_TITLE), body };
}

async function inboxNo(db: Kysely<DeskSchema>, id: string | null): Promise<number | null> {
  if (id === null) return null;
  const inbox = await findInbox(db, id);
  if (inbox === undefined) throw invalid({ field: "inboxId", message: "Cette boîte n’existe pas." });
  return inbox.no;
}

/** Adds a canned reply. @throws {Refusal} `NAME_TAKEN` for its shortcut; `INVALID_REQUEST` */
export async function addCannedReply(
  desk: CannedDesk,
  by: Author,
  wanted: CannedReplyInput,
): Promise<CannedReply> {
  const columns = check(wanted);
  const id = uuidv7(desk.env);
  const row = await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const now = desk.env.now();
    const inbox_no = await inboxNo(tx, wanted.inboxId);
    if (!await insertCannedReply(tx, { id, ...columns, inbox_no, created_at: now, updated_at: now })) {
      throw refuse("NAME_TAKEN");
    }
    await noteChange(tx, desk.env, by, { action: "canned_reply.created", subject: `/${columns.shortcut}` });
    await appendChanges(tx, [directoryChange(desk.env)]);
    return await find(tx, id);
  });
  desk.wakeFeed();
  return viewOf(row);
}

/** Changes a canned reply; what is absent stays. @throws {Refusal} `UNKNOWN_ITEM`, `NAME_TAKEN`; `INVALID_REQUEST` */
export async function changeCannedReply(
  desk: CannedDesk,
  by: Author,
  id: string,
  change: { readonly [Key in keyof CannedReplyInput]?: CannedReplyInput[Key] | undefined },
): Promise<CannedReply> {
  const row = await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const before = await find(tx, id);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const wanted: CannedReplyInput = { ...viewOf(before), ...given };
    const columns = {
      ...check(wanted),
      inbox_no: await inboxNo(tx, wanted.inboxId),
      updated_at: desk.env.now(),
    };
    if (!await updateCannedReply(tx, before.no, columns)) throw refuse("NAME_TAKEN");
    await noteChange(tx, desk.env, by, { action: "canned_reply.changed", subject: `/${before.shortcut}` });
    await appendChanges(tx, [directoryChange(desk.env)]);
    return await find(tx, id);
  });
  desk.wakeFeed();
  return viewOf(row);
}

/** Deletes a canned reply. @throws {Refusal} `UNKNOWN_ITEM` */
export async function removeCannedReply(desk: CannedDesk, by: Author, id: string): Promise<void> {
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const row = await find(tx, id);
    await deleteCannedReply(tx, row.no);
    await noteChange(tx, desk.env, by, { action: "canned_reply.deleted", subject: `/${row.shortcut}` });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
}
