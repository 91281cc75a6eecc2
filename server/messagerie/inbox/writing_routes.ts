/**
 * Writing on the pages: replies, notes, first messages, deletions (issue 5, point 2). What is sent twice under one key is
 * kept once.
 * @module
 */
import * as z from "zod";
import { addNote } from "../../../service/messagerie/add_note.ts";
import { NO_MESSAGES } from "../../../service/messagerie/conversation_view.ts";
import { deleteMessage } from "../../../service/messagerie/delete_message.ts";
import { listItem } from "../../../service/messagerie/inbox/list_item.ts";
import { readWritten } from "../../../service/messagerie/inbox/read_written.ts";
import { MAX_EMAIL, MAX_NAME } from "../../../service/messagerie/limits.ts";
import { sendReply } from "../../../service/messagerie/send_reply.ts";
import { startConversation } from "../../../service/messagerie/start_conversation.ts";
import { CLIENT_KEY, FIRST_TEXT, MESSAGE_TEXT, OF_CONVERSATION } from "./arguments.ts";
import { LIST_ITEM, WRITTEN } from "./objects.ts";
import { defineRoute } from "./route.ts";

export const WRITING_ROUTES = [
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/replies",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ text: MESSAGE_TEXT, key: CLIENT_KEY, resolve: z.boolean().default(false) }),
    response: WRITTEN,
    status: 201,
    async run({ desk, actor, params, body: { text, key, resolve } }) {
      const reply = { conversationId: params.id, text, resolve, clientKey: key };
      await sendReply(desk, actor, reply, NO_MESSAGES);
      return await readWritten(desk, actor, key);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/notes",
    access: "person",
    params: OF_CONVERSATION,
    body: z.object({ text: MESSAGE_TEXT, key: CLIENT_KEY }),
    response: WRITTEN,
    status: 201,
    async run({ desk, actor, params, body: { text, key } }) {
      await addNote(desk, actor, { conversationId: params.id, text, clientKey: key }, NO_MESSAGES);
      return await readWritten(desk, actor, key);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations",
    access: "person",
    /** One of `contactId`, `phone` (sms) and `email` (email) must give a destination. */
    body: z.object({
      channel: z.enum(["sms", "email"]),
      text: FIRST_TEXT,
      key: CLIENT_KEY,
      contactId: z.uuid().optional(),
      phone: z.string().max(40).optional(),
      email: z.string().max(MAX_EMAIL).optional(),
      name: z.string().max(2 * MAX_NAME).optional(),
    }),
    response: WRITTEN,
    status: 201,
    async run({ desk, actor, body: { key, ...first } }) {
      await startConversation(desk, actor, { ...first, clientKey: key }, NO_MESSAGES);
      return await readWritten(desk, actor, key);
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/conversations/{id}/messages/{messageId}",
    access: "person",
    params: z.object({ id: z.uuid(), messageId: z.uuid() }),
    response: LIST_ITEM,
    async run({ desk, actor, params: { id, messageId } }) {
      await deleteMessage(desk, actor, { conversationId: id, messageId }, NO_MESSAGES);
      return await listItem(desk.store.read, actor, id);
    },
  }),
] as const;
