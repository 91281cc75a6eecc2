/**
 * The desk's routes as the inbox calls them; each call rejects with an `ApiFault`.
 * @module
 */
import type { textRoutes } from "../../../server/messagerie/inbox/admin/text_routes.ts";
import type { ApiOf, Call } from "../../../server/messagerie/inbox/route.ts";
import type { InboxApi } from "../../../server/messagerie/inbox/routes.ts";
import { createCaller } from "../api/client.ts";
import type { View } from "./state/view.ts";
import type { Priority, Tag } from "./types.ts";

type Nothing = Record<never, never>;

type DeskApi = InboxApi & ApiOf<ReturnType<typeof textRoutes>> & {
  readonly "GET /tags": Call<Nothing, Nothing, undefined, readonly Tag[]>;
};

/** A canned reply, reached by `/` and its shortcut. */
export type CannedReply = DeskApi["GET /canned-replies"]["data"][number];

/** What "write first" sends. */
export type FirstMessage = DeskApi["POST /conversations"]["body"];

const call = createCaller<DeskApi>();
const of = (id: string) => ({ params: { id } });

/** The calls. */
export const deskApi = {
  list: ({ tab, inbox, assignee, tag }: View, before: string | undefined, signal: AbortSignal) =>
    call("GET /conversations", { query: { tab, inbox, assignee, tag, before }, signal }),
  counts: () => call("GET /counts"),
  search: (q: string, signal: AbortSignal) => call("GET /search", { query: { q }, signal }),
  details: (id: string) => call("GET /conversations/{id}", of(id)),
  thread: (id: string, query: { readonly before?: string; readonly limit: number }) =>
    call("GET /conversations/{id}/messages", { ...of(id), query }),
  reply: (id: string, body: { text: string; key: string; resolve: boolean }) =>
    call("POST /conversations/{id}/replies", { ...of(id), body }),
  note: (id: string, body: { text: string; key: string }) =>
    call("POST /conversations/{id}/notes", { ...of(id), body }),
  sendFile: (id: string, key: string, file: File) =>
    call("POST /conversations/{id}/files", {
      ...of(id),
      query: { name: file.name.toWellFormed(), key },
      file,
    }),
  start: (body: FirstMessage) => call("POST /conversations", { body }),
  deleteMessage: (id: string, messageId: string) =>
    call("DELETE /conversations/{id}/messages/{messageId}", { params: { id, messageId } }),
  assign: (id: string, agentId: string | null) =>
    call("PUT /conversations/{id}/assignee", { ...of(id), body: { agentId } }),
  take: (id: string) => call("POST /conversations/{id}/take", of(id)),
  resolve: (id: string) => call("POST /conversations/{id}/resolve", of(id)),
  reopen: (id: string) => call("POST /conversations/{id}/reopen", of(id)),
  snooze: (id: string, until: string) =>
    call("PUT /conversations/{id}/snooze", { ...of(id), body: { until } }),
  wake: (id: string) => call("DELETE /conversations/{id}/snooze", of(id)),
  addTag: (id: string, label: string) =>
    call("POST /conversations/{id}/tags", { ...of(id), body: { label } }),
  removeTag: (id: string, label: string) =>
    call("DELETE /conversations/{id}/tags/{label}", { params: { id, label } }),
  transfer: (id: string, inboxId: string | null) =>
    call("PUT /conversations/{id}/inbox", { ...of(id), body: { inboxId } }),
  prioritise: (id: string, priority: Priority) =>
    call("PUT /conversations/{id}/priority", { ...of(id), body: { priority } }),
  mark: (id: string, read: boolean) => call("PUT /conversations/{id}/read", { ...of(id), body: { read } }),
  presence: (id: string, state: "looking" | "writing" | "away") =>
    call("PUT /conversations/{id}/presence", { ...of(id), body: { state } }),
  contact: (id: string) => call("GET /contacts/{id}", of(id)),
  inboxes: () => call("GET /inboxes"),
  colleagues: () => call("GET /colleagues"),
  tags: () => call("GET /tags"),
  cannedReplies: () => call("GET /canned-replies"),
  bell: () => call("GET /notifications"),
  readNotifications: (id?: string) =>
    call("POST /notifications/read", { body: id === undefined ? {} : { id } }),
};
