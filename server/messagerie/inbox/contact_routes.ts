/**
 * Contacts, files and the team on the pages (issue 5, point 2).
 * @module
 */
import * as z from "zod";
import { editContact } from "../../../service/messagerie/inbox/edit_contact.ts";
import { listColleagues } from "../../../service/messagerie/inbox/list_colleagues.ts";
import { listTags } from "../../../service/messagerie/inbox/list_tags.ts";
import { readContactCard } from "../../../service/messagerie/inbox/read_details.ts";
import { readFile } from "../../../service/messagerie/inbox/read_file.ts";
import { MAX_EMAIL, MAX_NAME } from "../../../service/messagerie/limits.ts";
import { listInboxes } from "../../../service/messagerie/list_inboxes.ts";
import { OF_ITEM } from "./arguments.ts";
import { downloadOf } from "./download.ts";
import { COLLEAGUE, CONTACT, CONTACT_CARD, INBOX, TAG } from "./objects.ts";
import { defineRoute } from "./route.ts";

export const CONTACT_ROUTES = [
  defineRoute({
    method: "GET",
    path: "/contacts/{id}",
    access: "person",
    params: OF_ITEM,
    response: CONTACT_CARD,
    run: ({ desk, actor, params }) => readContactCard(desk, actor, params.id),
  }),
  defineRoute({
    method: "PATCH",
    path: "/contacts/{id}",
    access: "person",
    params: OF_ITEM,
    /** What is left out stays; null or blank: none. `data` takes the place of all that was there. */
    body: z.object({
      name: z.string().max(2 * MAX_NAME).optional(),
      email: z.string().max(MAX_EMAIL).nullable().optional(),
      phone: z.string().max(40).nullable().optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
    response: CONTACT,
    run: ({ desk, actor, params, body }) => editContact(desk, actor, { contactId: params.id, ...body }),
  }),
  defineRoute({
    method: "GET",
    path: "/files/{id}",
    access: "person",
    params: OF_ITEM,
    response: "bytes",
    run: async ({ desk, actor, params }) => downloadOf(await readFile(desk, actor, params.id)),
  }),
  defineRoute({
    method: "GET",
    path: "/inboxes",
    access: "person",
    response: z.array(INBOX),
    run: ({ desk, actor }) => listInboxes(desk, actor),
  }),
  defineRoute({
    method: "GET",
    path: "/colleagues",
    access: "person",
    response: z.array(COLLEAGUE),
    run: ({ desk, actor }) => listColleagues(desk, actor),
  }),
  defineRoute({
    method: "GET",
    path: "/tags",
    access: "person",
    response: z.array(TAG),
    run: ({ desk, actor }) => listTags(desk, actor),
  }),
] as const;
