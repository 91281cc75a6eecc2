/**
 * Reading conversations on the pages: list, counts, search, thread, details (issue 5, point 2).
 * @module
 */
import * as z from "zod";
import { countInbox } from "../../../service/messagerie/inbox/counts.ts";
import { listInbox, TABS } from "../../../service/messagerie/inbox/list_inbox.ts";
import { readDetails } from "../../../service/messagerie/inbox/read_details.ts";
import { readThreadPage } from "../../../service/messagerie/inbox/read_thread_page.ts";
import {
  MAX_CONVERSATIONS,
  MAX_QUERY,
  MAX_TAG,
  MAX_THREAD_PAGE,
  MIN_QUERY,
} from "../../../service/messagerie/limits.ts";
import { listContacts } from "../../../service/messagerie/list_contacts.ts";
import { searchMessages } from "../../../service/messagerie/search_messages.ts";
import { codePointLength } from "../../../base/text.ts";
import { OF_CONVERSATION, queryInteger } from "./arguments.ts";
import { COUNTS, DETAILS, FOUND, LIST_PAGE, THREAD_PAGE } from "./objects.ts";
import { defineRoute } from "./route.ts";

/** Found contacts beside found messages: a person who does not see theirs types on. */
const MAX_FOUND_CONTACTS = 20;

export const CONVERSATION_ROUTES = [
  defineRoute({
    method: "GET",
    path: "/conversations",
    access: "person",
    query: z.object({
      tab: z.enum(TABS).default("unresolved"),
      inbox: z.uuid().optional(),
      assignee: z.union([z.uuid(), z.literal("none")]).optional(),
      tag: z.string().max(2 * MAX_TAG).optional(),
      limit: queryInteger(MAX_CONVERSATIONS).optional(),
      before: z.uuid().optional(),
    }),
    response: LIST_PAGE,
    run: ({ desk, actor, query }) =>
      listInbox(desk, actor, {
        tab: query.tab,
        inboxId: query.inbox,
        assigneeId: query.assignee,
        tag: query.tag,
        limit: query.limit,
        before: query.before,
      }),
  }),
  defineRoute({
    method: "GET",
    path: "/counts",
    access: "person",
    response: COUNTS,
    run: ({ desk, actor }) => countInbox(desk, actor),
  }),
  defineRoute({
    method: "GET",
    path: "/search",
    access: "person",
    query: z.object({ q: z.string().max(2 * MAX_QUERY) }),
    response: FOUND,
    /** Messages from 3 characters on; contacts by any part of their name, address or number. */
    async run({ desk, actor, query: { q } }) {
      const [messages, contacts] = await Promise.all([
        codePointLength(q.trim()) < MIN_QUERY ? [] : searchMessages(desk, actor, { query: q }),
        q.trim() === "" ? [] : listContacts(desk, actor, { query: q }),
      ]);
      return {
        messages,
        contacts: contacts.slice(0, MAX_FOUND_CONTACTS).map((
          { id, name, email, phone, identified, site, conversations, lastMessageAt },
        ) => ({ id, name, email, phone, identified, site, conversations, lastMessageAt })),
      };
    },
  }),
  defineRoute({
    method: "GET",
    path: "/conversations/{id}",
    access: "person",
    params: OF_CONVERSATION,
    response: DETAILS,
    run: ({ desk, actor, params }) => readDetails(desk, actor, params.id),
  }),
  defineRoute({
    method: "GET",
    path: "/conversations/{id}/messages",
    access: "person",
    params: OF_CONVERSATION,
    query: z.object({
      limit: queryInteger(MAX_THREAD_PAGE).optional(),
      before: z.uuid().optional(),
      after: z.uuid().optional(),
    }),
    response: THREAD_PAGE,
    run: ({ desk, actor, params, query }) =>
      readThreadPage(desk, actor, { conversationId: params.id, ...query }),
  }),
] as const;
