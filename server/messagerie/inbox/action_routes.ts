/**
 * What the team does with a conversation on the pages (issue 5, point 2). Each answers with its line as it is after; the
 * thread's new rows come by the live stream, or by asking for what comes `after` the last one.
 * @module
 */
import * as z from "zod";
import { assignConversation } from "../../../service/messagerie/assign_conversation.ts";
import { NO_MESSAGES } from "../../../service/messagerie/conversation_view.ts";
import { listItem } from "../../../service/messagerie/inbox/list_item.ts";
import { MAX_TAG } from "../../../service/messagerie/limits.ts";
import { markRead, setPriority } from "../../../service/messagerie/mark_conversation.ts";
import { setConversationData } from "../../../service/messagerie/metadata.ts";
import { reopenConversation } from "../../../service/messagerie/reopen_conversation.ts";
import { resolveConversation } from "../../../service/messagerie/resolve_conversation.ts";
import { snoozeConversation } from "../../../service/messagerie/snooze_conversation.ts";
import { addTag, removeTag } from "../../../service/messagerie/tag_conversation.ts";
import { takeConversation } from "../../../service/messagerie/take_conversation.ts";
import { transferConversation } from "../../../service/messagerie/transfer_conversation.ts";
import { wakeConversation } from "../../../service/messagerie/wake_conversation.ts";
import { OF_CONVERSATION } from "./arguments.ts";
import { DATA, LIST_ITEM } from "./objects.ts";
import { defineRoute } from "./route.ts";

const TAG_LABEL = z.string().max(2 * MAX_TAG);

export const ACTION_ROUTES = [
  defineRoute({
    method: "PUT",
    path: "/conversations/{id}/assignee",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ agentId: z.uuid().nullable() }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id }, body }) {
      await assignConversation(desk, actor, { conversationId: id, agentId: body.agentId }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/take",
    access: "person",
    params: OF_CONVERSATION,
    response: LIST_ITEM,
    async run({ desk, actor, params: { id } }) {
      await takeConversation(desk, actor, { conversationId: id }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/resolve",
    access: "person",
    params: OF_CONVERSATION,
    response: LIST_ITEM,
    async run({ desk, actor, params: { id } }) {
      await resolveConversation(desk, actor, { conversationId: id }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/reopen",
    access: "person",
    params: OF_CONVERSATION,
    response: LIST_ITEM,
    async run({ desk, actor, params: { id } }) {
      await reopenConversation(desk, actor, { conversationId: id }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/conversations/{id}/snooze",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ until: z.iso.datetime({ offset: true }) }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id }, body }) {
      await snoozeConversation(
        desk,
        actor,
        { conversationId: id, until: Date.parse(body.until) },
        NO_MESSAGES,
      );
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/conversations/{id}/snooze",
    access: "person",
    params: OF_CONVERSATION,
    response: LIST_ITEM,
    async run({ desk, actor, params: { id } }) {
      await wakeConversation(desk, actor, { conversationId: id }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/tags",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ label: TAG_LABEL }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id }, body }) {
      await addTag(desk, actor, { conversationId: id, label: body.label }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/conversations/{id}/tags/{label}",
    access: "person",
    params: z.object({ id: z.uuid(), label: TAG_LABEL }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id, label } }) {
      await removeTag(desk, actor, { conversationId: id, label }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/conversations/{id}/inbox",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ inboxId: z.uuid().nullable() }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id }, body }) {
      await transferConversation(desk, actor, { conversationId: id, inboxId: body.inboxId }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/conversations/{id}/priority",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ priority: z.enum(["low", "normal", "high", "urgent"]) }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id }, body }) {
      await setPriority(desk, actor, { conversationId: id, priority: body.priority });
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/conversations/{id}/read",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ read: z.boolean() }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id }, body }) {
      await markRead(desk, actor, { conversationId: id, read: body.read });
      return await listItem(desk.store.read, actor, id);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/conversations/{id}/data",
    access: "person",
    params: OF_CONVERSATION,
    /** In place of all that was there; the service checks it. */
    body: z.object({ data: z.record(z.string(), z.unknown()) }),
    response: z.strictObject({ data: DATA }),
    async run({ desk, actor, params: { id }, body }) {
      return {
        data:
          (await setConversationData(desk, actor, { conversationId: id, data: body.data }, NO_MESSAGES)).data,
      };
    },
  }),
] as const;
