/**
 * How many conversations wait where: one pass over an index of the unresolved ones, so that resolved ones cost nothing.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { compileOnce } from "../libsql/compile_once.ts";
import type { ConversationStatus, DeskSchema } from "./schema.ts";

/** The unresolved conversations of one inbox, status and assignee. */
export interface CountRow {
  readonly inboxNo: number;
  readonly status: Exclude<ConversationStatus, "resolved">;
  readonly assigneeNo: number | null;
  readonly conversations: number;
  readonly unread: number;
}

const counts = compileOnce<DeskSchema, Record<never, never>>()(() =>
  sql<CountRow>`
    select inbox_no as "inboxNo", status, assignee_no as "assigneeNo", count(*) as conversations, sum(unread) as unread
    from conversation where status <> 'resolved' group by inbox_no, status, assignee_no`
);

/** All of them. */
export async function countUnresolved(db: Kysely<DeskSchema>): Promise<readonly CountRow[]> {
  return (await counts(db, {})).rows;
}
