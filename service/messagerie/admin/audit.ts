/**
 * Who changed what, and when: written in the transaction of the change, read by supervisors.
 * @module
 */
import type { Kysely } from "kysely";
import type { Env } from "../../../base/env.ts";
import { cutCodePoints } from "../../../base/text.ts";
import { insertAudit, readAudit } from "../../../store/messagerie/audit.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { PersonActor } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { MAX_AUDIT_PAGE } from "../limits.ts";

/** Who changes something: a person, or null for the command line, where whoever may run it may do anything. */
export type Author = Pick<PersonActor, "agentNo" | "name"> | null;

/** What can have been done. */
export const AUDIT_ACTIONS = [
  "person.set_up",
  "person.added",
  "person.invited",
  "person.joined",
  "person.changed",
  "person.activated",
  "person.deactivated",
  "person.reset_link",
  "person.password",
  "token.created",
  "token.revoked",
  "inbox.created",
  "inbox.changed",
  "inbox.deleted",
  "tag.created",
  "tag.changed",
  "tag.deleted",
  "canned_reply.created",
  "canned_reply.changed",
  "canned_reply.deleted",
  "channel.tested",
  "site.created",
  "site.changed",
  "site.secret_created",
  "site.secret_deleted",
] as const;
export type AuditAction = typeof AUDIT_ACTIONS[number];

/** Longest subject or detail: names are cut, so that a page of them stays one. */
const MAX_TEXT = 300;

/** Writes down a change, in its own transaction. `subject` names what was changed, `detail` says how; never a secret. */
export async function noteChange(
  tx: Kysely<DeskSchema>,
  env: Pick<Env, "now">,
  by: Author,
  what: { readonly action: AuditAction; readonly subject: string; readonly detail?: string | null },
): Promise<void> {
  await insertAudit(tx, {
    at: env.now(),
    by_no: by?.agentNo ?? null,
    by_name: by?.name ?? null,
    action: what.action,
    subject: cutCodePoints(what.subject, MAX_TEXT),
    detail: what.detail ? cutCodePoints(what.detail, MAX_TEXT) : null,
  });
}

/** A change as it is read. `by` is the name of then; null: the command line. */
export interface AuditEntry {
  /** Its number: what `before` takes. */
  readonly no: number;
  readonly at: string;
  readonly by: string | null;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail: string | null;
}

/** One page, the latest change first. */
export async function listAudit(
  desk: Pick<Desk, "store">,
  { before, limit = 50 }: { readonly before?: number | undefined; readonly limit?: number | undefined },
): Promise<{ readonly changes: readonly AuditEntry[]; readonly more: boolean }> {
  const wanted = Math.min(limit, MAX_AUDIT_PAGE);
  const rows = await readAudit(desk.store.read, { before, limit: wanted + 1 });
  const changes = rows.slice(0, wanted).map((row) => ({
    no: row.no,
    at: new Date(row.at).toISOString(),
    by: row.by_name,
    action: row.action as AuditAction,
    subject: row.subject,
    detail: row.detail,
  }));
  return { changes, more: rows.length > wanted };
}
