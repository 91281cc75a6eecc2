/**
 * Loads conversations with their threads, many at once.
 * @module
 */
import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import { uuidv7 } from "../../../base/uuid.ts";
import {
  clearTags,
  nextConversationNo,
  noteTouched,
  numbersOf,
  putRows,
  threadsOf,
} from "../../../store/messagerie/bulk.ts";
import {
  type AttachmentTable,
  type ConversationTable,
  MESSAGE_AUTHOR,
  MESSAGE_KIND,
  type MessageTable,
} from "../../../store/messagerie/schema.ts";
import { tagIdentity } from "../../../store/messagerie/tags.ts";
import { jsonColumn } from "../plain_text.ts";
import type { ConversationRecord, MessageRecord } from "./desk_file.ts";
import { type Entry, existsAt, faultAt, type Load, missingAt, splitAt } from "./load.ts";

type ConversationEntry = Entry<ConversationRecord>;

/** The colour of a label that was not declared (contract: messagerie §3 `add_tag`). */
const GREY = "#64748b";

const CONVERSATION_COLUMNS = [
  "contact_no",
  "site_no",
  "inbox_no",
  "channel",
  "status",
  "assignee_no",
  "priority",
  "sentiment",
  "intent",
  "summary",
  "unread",
  "snoozed_until",
  "resolved_at",
  "data",
  "created_at",
] as const;

const MESSAGE_COLUMNS = [
  "inbox_no",
  "kind",
  "author",
  "agent_no",
  "author_name",
  "body",
  "confidence",
  "event",
  "created_at",
  "deleted_at",
] as const;

/** What a batch did. */
export interface LoadedConversations {
  /** The first that names what is not there yet, and what follows it. */
  readonly waiting: readonly ConversationEntry[];
  readonly messages: number;
}

/** Loads a batch. */
export async function loadConversations(
  load: Load,
  batch: readonly ConversationEntry[],
): Promise<LoadedConversations> {
  const { trx } = load;
  const contacts = await numbersOf(trx, "contact", batch.map(({ value }) => value.contact));
  const missing = batch.findIndex((entry) => {
    const name = missingName(load, contacts, entry.value);
    if (name !== null && load.last) throw missingAt(entry, name);
    return name !== null;
  });
  const [ready, waiting] = splitAt(batch, missing);
  const existing = await numbersOf(trx, "conversation", ready.map(({ value }) => value.id));
  const old = [...existing.values()];
  const numbers = new Map(existing);
  let next = await nextConversationNo(trx);
  for (const entry of ready) {
    const { id } = entry.value;
    if (!load.update && numbers.has(id)) throw existsAt(entry, "id");
    if (!numbers.has(id)) numbers.set(id, next++);
  }
  const { messages, attachments } = await threadRows(load, ready, numbers);

  await noteTouched(trx, old);
  const rows = ready.map(({ value }) => conversationRow(load, value, numbers, contacts));
  await putRows(trx, "conversation", rows, load.update ? CONVERSATION_COLUMNS : undefined);
  if (old.length > 0) await clearTags(trx, old);
  await putRows(trx, "conversation_tag", tagRows(ready, numbers));
  await putRows(trx, "message", messages, load.update ? MESSAGE_COLUMNS : undefined);
  await putRows(trx, "attachment", attachments);
  await noteTouched(trx, [...numbers.values()]);
  return { waiting, messages: messages.length };
}

/** The first name in a conversation of something that is not there, as a path; null when all are. */
function missingName(
  load: Load,
  contacts: ReadonlyMap<string, number>,
  value: ConversationRecord,
): string | null {
  if (!contacts.has(value.contact)) return "contact";
  if (!load.sites.has(value.site)) return "site";
  if (value.inbox && !load.inboxes.has(value.inbox)) return "inbox";
  if (value.assignee && !load.agents.has(value.assignee)) return "assignee";
  const message = value.messages.findIndex(({ author }) => author && !load.agents.has(author));
  return message < 0 ? null : `messages[${message}].author`;
}

function conversationRow(
  load: Load,
  value: ConversationRecord,
  numbers: ReadonlyMap<string, number>,
  contacts: ReadonlyMap<string, number>,
): Insertable<ConversationTable> {
  const createdAt = value.createdAt ?? value.messages[0]?.at ?? load.env.now();
  return {
    no: numbers.get(value.id) ?? 0,
    id: value.id,
    contact_no: contacts.get(value.contact) ?? 0,
    site_no: load.sites.get(value.site)?.no ?? 0,
    inbox_no: inboxNoOf(load, value),
    channel: value.channel ?? "web",
    status: value.status,
    assignee_no: (value.assignee && load.agents.get(value.assignee)) || null,
    priority: value.priority ?? "normal",
    sentiment: value.sentiment ?? null,
    intent: value.intent ?? null,
    summary: value.summary ?? null,
    unread: value.unread ?? false,
    snoozed_until: value.snoozedUntil ?? null,
    resolved_at: value.resolvedAt ?? null,
    data: jsonColumn(value.data),
    // With what follows from the thread, this is worked out at the end of the import.
    last_message_at: createdAt,
    last_from: null,
    created_at: createdAt,
  };
}

function inboxNoOf(load: Load, { inbox }: Pick<ConversationRecord, "inbox">): number {
  return inbox ? load.inboxes.get(inbox) ?? 0 : 0;
}

/** Labels as they were added, the first of those that are the same. Declared ones get their name and colour at the end. */
function tagRows(batch: readonly ConversationEntry[], numbers: ReadonlyMap<string, number>) {
  return batch.flatMap(({ value }) => {
    const labels = new Map((value.tags ?? []).toReversed().map((label) => [tagIdentity(label), label]));
    return [...labels].reverse().map(([folded, label], index) => ({
      conversation_no: numbers.get(value.id) ?? 0,
      folded,
      position: index + 1,
      label,
      color: GREY,
    }));
  });
}

/** The rows of the threads, in their order. */
async function threadRows(
  load: Load,
  batch: readonly ConversationEntry[],
  numbers: ReadonlyMap<string, number>,
) {
  const ids = batch.map(({ value }) =>
    value.messages.map((message, index) => message.id ?? idFor(value.id, index, message.at))
  );
  const known = await threadsOf(load.trx, ids.flat());
  const messages: Insertable<MessageTable>[] = [];
  const attachments: Insertable<AttachmentTable>[] = [];
  for (const [at, entry] of batch.entries()) {
    const no = numbers.get(entry.value.id) ?? 0;
    for (const [index, message] of entry.value.messages.entries()) {
      const id = ids[at]?.[index] ?? "";
      const thread = known.get(id);
      if (thread !== undefined && !load.update) throw existsAt(entry, `messages[${index}].id`);
      if (thread !== undefined && thread !== no) {
        throw faultAt(
          entry,
          `messages[${index}].id`,
          "Est déjà celui d’un message d’une autre conversation.",
        );
      }
      known.set(id, no);
      messages.push(messageRow(load, entry.value, no, id, message));
      // The files of a message that is there already are kept: they may have content, which no file of this kind has.
      if (thread === undefined && !message.deleted) attachments.push(...attachmentRows(load, id, message));
    }
  }
  return { messages, attachments };
}

const KINDS: Readonly<Record<MessageRecord["from"], { readonly kind: number; readonly author: number }>> = {
  visitor: { kind: MESSAGE_KIND.text, author: MESSAGE_AUTHOR.contact },
  agent: { kind: MESSAGE_KIND.text, author: MESSAGE_AUTHOR.agent },
  ai: { kind: MESSAGE_KIND.text, author: MESSAGE_AUTHOR.ai },
  note: { kind: MESSAGE_KIND.note, author: MESSAGE_AUTHOR.agent },
  event: { kind: MESSAGE_KIND.event, author: MESSAGE_AUTHOR.system },
  handoff: { kind: MESSAGE_KIND.handoff, author: MESSAGE_AUTHOR.system },
};

function messageRow(
  load: Load,
  conversation: ConversationRecord,
  conversationNo: number,
  id: string,
  message: MessageRecord,
): Insertable<MessageTable> {
  const written = !message.deleted && message.from !== "event" && message.from !== "handoff";
  return {
    id,
    conversation_no: conversationNo,
    inbox_no: inboxNoOf(load, conversation),
    ...KINDS[message.from],
    agent_no: (message.author && load.agents.get(message.author)) || null,
    author_name: message.authorName ?? null,
    body: written ? message.text ?? "" : "",
    confidence: message.confidence ?? null,
    event: message.event ? jsonColumn(message.event) : null,
    created_at: message.at,
    deleted_at: message.deleted ? message.at : null,
  };
}

function attachmentRows(load: Load, messageId: string, { files, at }: MessageRecord) {
  return (files ?? []).map((name, position) => ({
    id: uuidv7(load.env, at),
    message_id: messageId,
    name,
    content: null,
    position,
  }));
}

/** The id of a message that has none: the same each time the same file is loaded, so that --update adds nothing twice. */
function idFor(conversationId: string, index: number, at: number): string {
  const digest = createHash("sha256").update(`${conversationId} ${index}`).digest();
  return uuidv7({ now: () => at, randomBytes: (length) => new Uint8Array(digest.subarray(0, length)) });
}
