/**
 * The team and its inboxes, for supervisors; who changed what.
 * @module
 */
import * as z from "zod";
import type { AdminDesk } from "../../../../service/messagerie/admin/admin_desk.ts";
import { listAudit } from "../../../../service/messagerie/admin/audit.ts";
import {
  changeInbox,
  deleteInbox,
  listManagedInboxes,
  readManagedInbox,
} from "../../../../service/messagerie/admin/inboxes.ts";
import {
  changePerson,
  invitePerson,
  listPeople,
  sendPersonLink,
} from "../../../../service/messagerie/admin/people.ts";
import { addInbox } from "../../../../service/messagerie/directory/places.ts";
import { MAX_AUDIT_PAGE, MAX_NAME } from "../../../../service/messagerie/limits.ts";
import { text } from "../../../../tools/messagerie/fields.ts";
import { inboxIds, login, personName, role } from "../accounts/fields.ts";
import { DONE } from "../accounts/objects.ts";
import { defineRoute } from "../route.ts";
import { AUDIT_PAGE, MANAGED_INBOX, PERSON, SENT_LINK } from "./objects.ts";

const byId = z.object({ id: z.guid() });
const inboxName = text("", MAX_NAME, 1);
const description = z.string().max(10_000);
const digits = z.string().regex(/^\d{1,15}$/).transform(Number);

/** The routes of the team. */
export function teamRoutes(desk: AdminDesk) {
  return [
    defineRoute({
      method: "GET",
      path: "/admin/people",
      access: "supervisor",
      response: z.array(PERSON),
      run: () => listPeople(desk),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/people",
      access: "supervisor",
      body: z.object({ login, name: personName, role, inboxIds }),
      response: SENT_LINK,
      status: 201,
      run: ({ actor, body }) => invitePerson(desk, actor, body),
    }),
    defineRoute({
      method: "PATCH",
      path: "/admin/people/{id}",
      access: "supervisor",
      params: byId,
      body: z.object({ name: personName, role, active: z.boolean(), inboxIds }).partial(),
      response: PERSON,
      run: ({ actor, params, body }) => changePerson(desk, actor, params.id, body),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/people/{id}/link",
      access: "supervisor",
      params: byId,
      response: SENT_LINK,
      run: ({ actor, params }) => sendPersonLink(desk, actor, params.id),
    }),
    defineRoute({
      method: "GET",
      path: "/admin/inboxes",
      access: "supervisor",
      response: z.array(MANAGED_INBOX),
      run: () => listManagedInboxes(desk),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/inboxes",
      access: "supervisor",
      body: z.object({ name: inboxName, description: description.optional(), siteId: z.guid().nullish() }),
      response: MANAGED_INBOX,
      status: 201,
      async run({ actor, body }) {
        const wanted = { name: body.name, description: body.description ?? "", site: body.siteId ?? null };
        return await readManagedInbox(desk, (await addInbox(desk, wanted, actor)).id);
      },
    }),
    defineRoute({
      method: "PATCH",
      path: "/admin/inboxes/{id}",
      access: "supervisor",
      params: byId,
      body: z.object({ name: inboxName, description }).partial(),
      response: MANAGED_INBOX,
      run: ({ actor, params, body }) => changeInbox(desk, actor, params.id, body),
    }),
    defineRoute({
      method: "DELETE",
      path: "/admin/inboxes/{id}",
      access: "supervisor",
      params: byId,
      response: DONE,
      async run({ actor, params }) {
        await deleteInbox(desk, actor, params.id);
        return {};
      },
    }),
    defineRoute({
      method: "GET",
      path: "/admin/audit",
      access: "supervisor",
      query: z.object({
        before: digits.optional(),
        limit: digits.refine((limit) => limit >= 1 && limit <= MAX_AUDIT_PAGE).optional(),
      }),
      response: AUDIT_PAGE,
      run: ({ query }) => listAudit(desk, query),
    }),
  ] as const;
}

/** Their types, for pages. */
export type TeamRoutes = ReturnType<typeof teamRoutes>;
