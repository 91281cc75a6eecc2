/**
 * The routes of the visitors' side (issue 5, point 5).
 * @module
 */
import * as z from "zod";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { fileTooLarge, maxFileBytes } from "../../../service/messagerie/files/file_limit.ts";
import { ACCEPT } from "../../../service/messagerie/files/file_types.ts";
import { dropUpload, readVisitorFile, uploadFile } from "../../../service/messagerie/files/visitor_files.ts";
import { MAX_FILES, MAX_MESSAGE } from "../../../service/messagerie/limits.ts";
import { invalid } from "../../../service/messagerie/refusals.ts";
import { setContactData } from "../../../service/messagerie/widget/contact_data.ts";
import { forgetVisitor } from "../../../service/messagerie/widget/forget_visitor.ts";
import { identifyVisitor } from "../../../service/messagerie/widget/identify_visitor.ts";
import { MAX_JWT, MAX_VISITOR_PAGE } from "../../../service/messagerie/widget/limits.ts";
import { sendVisitorMessage } from "../../../service/messagerie/widget/send_visitor_message.ts";
import {
  getVisitorThread,
  listVisitorConversations,
  markSeenByVisitor,
} from "../../../service/messagerie/widget/visitor_reads.ts";
import type { WidgetConfigView } from "../../../service/messagerie/widget/views.ts";
import { downloadOf } from "../inbox/download.ts";
import { readBytes } from "./read_bytes.ts";
import { defineWidgetRoute, type WidgetRoute } from "./route.ts";
import { inPieces, transfersOf } from "./transfers.ts";

const id = z.guid();
const NOTHING = z.object({});
/** UTF-16 units: the service counts characters, and says so. */
const text = z.string().max(2 * MAX_MESSAGE);

/** For a file: a phone on a poor line sends 10 MiB in minutes, and no chunk takes a quarter of one. */
const fileAllowance = (desk: Desk) => ({
  maxBytes: maxFileBytes(desk),
  idleMs: 15_000,
  totalMs: 300_000,
  tooLarge: () => fileTooLarge(desk),
});

const config = defineWidgetRoute({
  method: "GET",
  path: "/config",
  errand: "read",
  visitor: false,
  input: NOTHING,
  run: ({ site, desk }) =>
    Promise.resolve(
      {
        site: site.name,
        greeting: site.greeting,
        accent: site.accent,
        files: { count: MAX_FILES, bytes: maxFileBytes(desk), accept: ACCEPT },
      } satisfies WidgetConfigView,
    ),
});

const conversations = defineWidgetRoute({
  method: "GET",
  path: "/conversations",
  errand: "read",
  visitor: true,
  input: NOTHING,
  run: ({ desk, actor }) => listVisitorConversations(desk, actor),
});

const thread = defineWidgetRoute({
  method: "GET",
  path: "/conversations/{conversationId}",
  errand: "read",
  visitor: true,
  input: z.object({
    conversationId: id,
    before: id.optional(),
    after: id.optional(),
    limit: z.coerce.number().int().min(1).max(MAX_VISITOR_PAGE).optional(),
  }),
  run: ({ desk, actor, input }) => getVisitorThread(desk, actor, input),
});

const send = defineWidgetRoute({
  method: "POST",
  path: "/messages",
  errand: "write",
  visitor: true,
  input: z.object({
    key: z.guid(),
    conversationId: id.optional(),
    text,
    files: z.array(id).max(MAX_FILES).optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  async run({ desk, actor, input, streams }) {
    const sent = await sendVisitorMessage(desk, actor, input);
    streams.written(actor);
    return sent;
  },
});

const seen = defineWidgetRoute({
  method: "POST",
  path: "/conversations/{conversationId}/seen",
  errand: "read",
  visitor: true,
  input: z.object({ conversationId: id, messageId: id }),
  async run({ desk, actor, input, streams }) {
    const seen = await markSeenByVisitor(desk, actor, input);
    if (seen !== undefined) streams.seen(seen);
  },
});

const typing = defineWidgetRoute({
  method: "POST",
  path: "/conversations/{conversationId}/typing",
  errand: "read",
  visitor: true,
  input: z.object({ conversationId: id }),
  run: ({ actor, input, streams }) => streams.typing(actor, input.conversationId),
});

const upload = defineWidgetRoute({
  method: "POST",
  path: "/files",
  errand: "file",
  visitor: true,
  input: NOTHING,
  async run({ desk, actor, request, address }) {
    const name = nameOf(request.headers.get("x-file-name"));
    const allowance = fileAllowance(desk);
    const given = transfersOf(desk).take(address, lengthOf(request, allowance.maxBytes));
    try {
      const content = await readBytes(request, allowance, desk.env);
      return await uploadFile(desk, actor, { name, content });
    } finally {
      given();
    }
  },
});

/** Bytes that a file may have; HTTP itself holds the peer to a length that was declared. */
function lengthOf({ headers }: Request, maxBytes: number): number {
  const declared = headers.get("content-length") ?? "";
  return /^\d{1,8}$/.test(declared) ? Math.min(Number(declared), maxBytes) : maxBytes;
}

/** A file's name, percent-encoded since headers are Latin-1. */
function nameOf(header: string | null): string {
  try {
    return decodeURIComponent(header ?? "").slice(0, 1_000);
  } catch {
    throw invalid({ field: "x-file-name", message: "Un nom encodé en pourcents." });
  }
}

const drop = defineWidgetRoute({
  method: "DELETE",
  path: "/files/{fileId}",
  errand: "write",
  visitor: true,
  input: z.object({ fileId: id }),
  run: ({ desk, actor, input }) => dropUpload(desk, actor, input.fileId),
});

const download = defineWidgetRoute({
  method: "GET",
  path: "/files/{fileId}",
  errand: "read",
  visitor: true,
  input: z.object({ fileId: id }),
  async run({ desk, actor, input, address }) {
    const { name, mimeType: type, size, content } = await readVisitorFile(desk, actor, input.fileId);
    const onEnd = transfersOf(desk).take(address, size);
    try {
      const response = downloadOf({ name, type, content: inPieces(await content(), desk.env, onEnd) });
      response.headers.set("content-length", String(size));
      return response;
    } catch (error) {
      onEnd();
      throw error;
    }
  },
});

const identity = defineWidgetRoute({
  method: "POST",
  path: "/identity",
  errand: "write",
  visitor: true,
  input: z.object({ jwt: z.string().min(1).max(MAX_JWT) }),
  run: ({ desk, actor, input }) => identifyVisitor(desk, actor, input.jwt),
});

const data = defineWidgetRoute({
  method: "POST",
  path: "/data",
  errand: "write",
  visitor: true,
  input: z.object({ data: z.record(z.string(), z.unknown()) }),
  run: async ({ desk, actor, input }) => ({ kept: await setContactData(desk, actor, input.data) }),
});

const forget = defineWidgetRoute({
  method: "DELETE",
  path: "/visitor",
  errand: "write",
  visitor: true,
  input: NOTHING,
  run: ({ desk, actor }) => forgetVisitor(desk, actor),
});

const live = defineWidgetRoute({
  method: "GET",
  path: "/live",
  errand: "read",
  visitor: true,
  input: NOTHING,
  run: ({ actor, streams, address, request }) =>
    streams.open(actor, { address, origin: request.headers.get("origin") ?? "" }),
});

/** Every route. */
export const WIDGET_ROUTES: readonly WidgetRoute[] = Object.freeze([
  config,
  conversations,
  thread,
  send,
  seen,
  typing,
  upload,
  drop,
  download,
  identity,
  data,
  forget,
  live,
]);
