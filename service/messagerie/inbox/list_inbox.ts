/**
 * The pages' list of conversations: tabs, filters, pages (issue 5, point 2).
 * @module
 */
import { findAgentNo } from "../../../store/messagerie/agents.ts";
import { findInbox } from "../../../store/messagerie/inboxes.ts";
import {
  conversationNos,
  isWideTag,
  type StatusFilter,
} from "../../../store/messagerie/list_conversations.ts";
import { listItems } from "../../../store/messagerie/list_items.ts";
import { tagIdentity } from "../../../store/messagerie/tags.ts";
import { type PersonActor, reaches, scopeOf } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { DEFAULT_CONVERSATIONS, MAX_CONVERSATIONS } from "../limits.ts";
import { checkLimit } from "../page_limit.ts";
import { reachedConversation } from "../reached_conversation.ts";
import { listItemView } from "./list_item.ts";
import type { ListItemView } from "./views.ts";

/** The tabs. `queue`: open and nobody's; `mine`: the reader's, not resolved; `pending`: on hold. */
export const TABS = ["unresolved", "queue", "mine", "ai", "pending", "resolved", "all"] as const;
export type Tab = typeof TABS[number];

/** What is asked of the list. */
export interface ListInboxInput {
  readonly tab: Tab;
  readonly inboxId?: string | undefined;
  /** An advisor's id, or `none`. */
  readonly assigneeId?: string | undefined;
  /** A label, case aside. */
  readonly tag?: string | undefined;
  /** 1 to 200; default 50. */
  readonly limit?: number | undefined;
  /** A conversation to go on from. */
  readonly before?: string | undefined;
}

const NOTHING = Object.freeze({ conversations: [], more: false });

const STATUS: Readonly<Record<Tab, StatusFilter>> = {
  unresolved: "unresolved",
  queue: "open",
  mine: "unresolved",
  ai: "ai",
  pending: "pending",
  resolved: "resolved",
  all: "all",
};

/**
 * A page, latest message first, ties by id. An inbox, an advisor or a label that is unknown or not reached has none; nor has
 * an advisor beside a tab that is another's.
 * @throws {Refusal} `INVALID_REQUEST`; `CONVERSATION_NOT_FOUND` when `before` is not reached
 */
export async function listInbox(
  desk: Desk,
  actor: PersonActor,
  input: ListInboxInput,
): Promise<{ readonly conversations: readonly ListItemView[]; readonly more: boolean }> {
  checkLimit(input.limit, MAX_CONVERSATIONS);
  const limit = input.limit ?? DEFAULT_CONVERSATIONS;
  return await desk.store.snapshot(async (db) => {
    const from = input.before === undefined ? undefined : await reachedConversation(db, actor, input.before);
    let scope = scopeOf(actor.reach);
    if (input.inboxId !== undefined) {
      const inbox = await findInbox(db, input.inboxId.toLowerCase());
      if (inbox === undefined || !reaches(actor.reach, inbox.no)) return NOTHING;
      scope = [inbox.no];
    }
    let assigneeNo = input.tab === "queue" ? null : input.tab === "mine" ? actor.agentNo : undefined;
    if (input.assigneeId !== undefined) {
      const asked = input.assigneeId === "none"
        ? null
        : await findAgentNo(db, input.assigneeId.toLowerCase());
      if (asked === undefined || (assigneeNo !== undefined && assigneeNo !== asked)) return NOTHING;
      assigneeNo = asked;
    }
    const folded = input.tag === undefined ? undefined : tagIdentity(input.tag);
    const nos = await conversationNos(db, {
      scope,
      status: STATUS[input.tab],
      assigneeNo,
      tag: folded === undefined ? undefined : { folded, wide: await isWideTag(db, folded) },
      before: from === undefined ? undefined : { lastMessageAt: from.last_message_at, id: from.id },
      // One more than is shown, to tell whether there are more.
      limit: limit + 1,
    });
    const rows = await listItems(db, nos.slice(0, limit));
    return { conversations: rows.map(listItemView), more: nos.length > limit };
  });
}
