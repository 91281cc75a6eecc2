/**
 * Writing on the pages: replies, notes, first messages, deletions (issue 5, point 2). What is sent twice under one key is
 * kept once.
 * @module
 */
import * as z from "zod";
import { addNote } from "../../../service/messagerie/add_note.ts";
import { NO_MESSAGES } from "../../../service/messagerie/conversation_view.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { deleteMessage } from "../../../service/messagerie/delete_message.ts";
import { fileTooLarge, maxFileBytes } from "../../../service/messagerie/files/file_limit.ts";
import { listItem } from "../../../service/messagerie/inbox/list_item.ts";
import { readWritten } from "../../../service/messagerie/inbox/read_written.ts";
import { MAX_EMAIL, MAX_FILE_NAME, MAX_NAME } from "../../../service/messagerie/limits.ts";
import { sendFile } from "../../../service/messagerie/send_file.ts";
import { sendReply } from "../../../service/messagerie/send_reply.ts";
import { startConversation } from "../../../service/messagerie/start_conversation.ts";
import { readBytes } from "../widget/read_bytes.ts";
import { CLIENT_KEY, FIRST_TEXT, MESSAGE_TEXT, OF_CONVERSATION } from "./arguments.ts";
import { LIST_ITEM, WRITTEN } from "./objects.ts";
import { defineRoute } from "./route.ts";

/** A file from a person's own computer, over a slow line too. */
const uploadAllowance = (desk: Desk) => ({
  maxBytes: maxFileBytes(desk),
  idleMs: 30_000,
  totalMs: 10 * 60_000,
  tooLarge: () => fileTooLarge(desk),
});

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
    method: "POST",
    path: "/conversations/{id}/files",
    access: "person",
    params: OF_CONVERSATION,
    /** The body is the file's bytes, one file a message; its type is told by them. */
    query: z.object({ name: z.string().min(1).max(2 * MAX_FILE_NAME), key: CLIENT_KEY }),
    response: WRITTEN,
    status: 201,
    async run({ desk, again, params, query: { name, key }, request }) {
      const content = await readBytes(request, uploadAllowance(desk), desk.env);
      const { actor } = await again();
      await sendFile(desk, actor, { conversationId: params.id, name, content, clientKey: key }, NO_MESSAGES);
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
