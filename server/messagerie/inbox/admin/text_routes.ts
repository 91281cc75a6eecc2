/**
 * "Réponses types et étiquettes", and the channels with their test.
 * @module
 */
import * as z from "zod";
import type { AdminDesk } from "../../../../service/messagerie/admin/admin_desk.ts";
import {
  addCannedReply,
  changeCannedReply,
  listCannedReplies,
  removeCannedReply,
} from "../../../../service/messagerie/admin/canned_replies.ts";
import { listChannels, testChannel } from "../../../../service/messagerie/admin/channels.ts";
import { changeTag, declareTag, deleteTag, listTags } from "../../../../service/messagerie/admin/tags.ts";
import {
  MAX_EMAIL,
  MAX_MESSAGE,
  MAX_SHORTCUT,
  MAX_TAG,
  MAX_TITLE,
} from "../../../../service/messagerie/limits.ts";
import { text } from "../../../../tools/messagerie/fields.ts";
import { DONE } from "../accounts/objects.ts";
import { defineRoute } from "../route.ts";
import { CANNED_REPLY, CHANNEL, CHANNEL_TEST, DECLARED_TAG } from "./objects.ts";

const byId = z.object({ id: z.guid() });
const byName = z.object({ name: text("", MAX_TAG, 1) });
const color = z.string().max(20);
const canned = z.object({
  // One more for the slash that people type before it.
  shortcut: text("", MAX_SHORTCUT + 1, 1),
  title: text("", MAX_TITLE, 1),
  body: text("", MAX_MESSAGE, 1),
  inboxId: z.guid().nullable(),
});

/** The routes of labels, canned replies and channels. */
export function textRoutes(desk: AdminDesk) {
  return [
    defineRoute({
      method: "GET",
      path: "/admin/tags",
      access: "supervisor",
      response: z.array(DECLARED_TAG),
      run: () => listTags(desk),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/tags",
      access: "supervisor",
      body: z.object({ name: byName.shape.name, color }),
      response: DECLARED_TAG,
      status: 201,
      run: ({ actor, body }) => declareTag(desk, actor, body),
    }),
    defineRoute({
      method: "PATCH",
      path: "/admin/tags/{name}",
      access: "supervisor",
      params: byName,
      body: z.object({ name: byName.shape.name, color }).partial(),
      response: DECLARED_TAG,
      run: ({ actor, params, body }) => changeTag(desk, actor, params.name, body),
    }),
    defineRoute({
      method: "DELETE",
      path: "/admin/tags/{name}",
      access: "supervisor",
      params: byName,
      response: DONE,
      async run({ actor, params }) {
        await deleteTag(desk, actor, params.name);
        return {};
      },
    }),
    /** For the composer: those that the person reaches. */
    defineRoute({
      method: "GET",
      path: "/canned-replies",
      access: "person",
      response: z.array(CANNED_REPLY),
      run: ({ actor }) => listCannedReplies(desk, actor),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/canned-replies",
      access: "supervisor",
      body: canned,
      response: CANNED_REPLY,
      status: 201,
      run: ({ actor, body }) => addCannedReply(desk, actor, body),
    }),
    defineRoute({
      method: "PATCH",
      path: "/admin/canned-replies/{id}",
      access: "supervisor",
      params: byId,
      body: canned.partial(),
      response: CANNED_REPLY,
      run: ({ actor, params, body }) => changeCannedReply(desk, actor, params.id, body),
    }),
    defineRoute({
      method: "DELETE",
      path: "/admin/canned-replies/{id}",
      access: "supervisor",
      params: byId,
      response: DONE,
      async run({ actor, params }) {
        await removeCannedReply(desk, actor, params.id);
        return {};
      },
    }),
    defineRoute({
      method: "GET",
      path: "/admin/channels",
      access: "supervisor",
      response: z.array(CHANNEL),
      run: () => Promise.resolve(listChannels(desk)),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/channels/{channel}/test",
      access: "supervisor",
      params: z.object({ channel: z.enum(["email", "sms"]) }),
      body: z.object({ to: text("", MAX_EMAIL, 1) }),
      response: CHANNEL_TEST,
      run: ({ actor, params, body }) => testChannel(desk, actor, params.channel, body.to),
    }),
  ] as const;
}

/** Their types, for pages. */
export type TextRoutes = ReturnType<typeof textRoutes>;
