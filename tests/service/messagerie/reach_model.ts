/**
 * The plainest possible answer to "who may know what": every table read whole, filtered by hand. Shares no query with
 * the service.
 * @module
 */
import { fold } from "../../../base/text.ts";
import type { Reach } from "../../../service/messagerie/actor.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";

/** A desk as it is, row by row. */
export type Rows = Awaited<ReturnType<typeof readRows>>;

export async function readRows(store: DeskStore) {
  const db = store.read;
  const conversations = await db.selectFrom("conversation").selectAll().execute();
  return {
    inboxes: await db.selectFrom("inbox").where("no", "<>", 0).orderBy("no").selectAll().execute(),
    agents: await db.selectFrom("agent").selectAll().execute(),
    contacts: await db.selectFrom("contact").selectAll().execute(),
    conversations,
    messages: await db.selectFrom("message").orderBy("seq").selectAll().execute(),
    tags: await db.selectFrom("conversation_tag").orderBy("position").selectAll().execute(),
    attachments: await db.selectFrom("attachment").orderBy("position").selectAll().execute(),
  };
}

/** What a reader reaches of it. */
export function reachedRows(rows: Rows, reach: Reach) {
  const inReach = (inboxNo: number) => reach.all || inboxNo === 0 || reach.inboxNos.includes(inboxNo);
  const conversations = rows.conversations.filter(({ inbox_no }) => inReach(inbox_no));
  const nos = new Set(conversations.map(({ no }) => no));
  return {
    inboxes: rows.inboxes.filter(({ no }) => inReach(no)),
    conversations,
    messages: rows.messages.filter(({ conversation_no }) => nos.has(conversation_no)),
    contacts: rows.contacts.filter(({ no }) =>
      reach.all || conversations.some(({ contact_no }) => contact_no === no)
    ),
  };
}

/** Everything that names what is not reached, and nothing that is: ids, names, texts. */
export function forbidden(rows: Rows, reach: Reach): string[] {
  const reached = reachedRows(rows, reach);
  const said = wordsOf(rows, reached);
  const all = wordsOf(rows, rows);
  return [...all].filter((word) => !said.has(word));
}

/** What names the inboxes, contacts and conversations of `part`. Events name people, who are known to all. */
function wordsOf(
  rows: Rows,
  part: Pick<Rows, "inboxes" | "contacts" | "conversations" | "messages">,
): Set<string> {
  const nos = new Set(part.conversations.map(({ no }) => no));
  const messageIds = new Set(part.messages.map(({ id }) => id));
  const words = [
    ...part.inboxes.flatMap((row) => [row.id, row.name]),
    ...part.contacts.flatMap((row) => [row.id, row.name, row.email, row.external_id]),
    ...part.conversations.flatMap((row) => [row.id, row.intent, row.summary]),
    ...part.messages.flatMap((row) => [row.id, row.kind < 2 ? row.body : null]),
    ...rows.tags.filter(({ conversation_no }) => nos.has(conversation_no)).map(({ label }) => label),
    ...rows.attachments.filter(({ message_id }) => messageIds.has(message_id)).map(({ name }) => name),
  ];
  return new Set(words.filter((word): word is string => word !== null && word !== ""));
}

const latestFirst = (a: { at: number | null; id: string }, b: { at: number | null; id: string }) => {
  if (a.at !== b.at) return a.at === null ? 1 : b.at === null ? -1 : b.at - a.at;
  return a.id < b.id ? 1 : -1;
};

/** Ids that `list_conversations` must give. */
export function conversationIds(
  rows: Rows,
  reach: Reach,
  filter: { status: string; inboxId?: string | undefined; assigneeId?: string | undefined },
): string[] {
  const inbox = filter.inboxId === undefined
    ? undefined
    : rows.inboxes.find(({ id }) => id === filter.inboxId);
  const agent = rows.agents.find(({ id }) => id === filter.assigneeId);
  return reachedRows(rows, reach).conversations.filter((row) =>
    (filter.status === "all" ||
      (filter.status === "unresolved" ? row.status !== "resolved" : row.status === filter.status)) &&
    (filter.inboxId === undefined || (inbox !== undefined && row.inbox_no === inbox.no)) &&
    (filter.assigneeId === undefined ||
      (filter.assigneeId === "none"
        ? row.assignee_no === null
        : agent !== undefined && row.assignee_no === agent.no))
  ).map((row) => ({ at: row.last_message_at, id: row.id })).sort(latestFirst).map(({ id }) => id);
}

/** What `list_contacts` must give: id, number of conversations, latest date. */
export function contactLines(rows: Rows, reach: Reach, query: string): [string, number, number | null][] {
  const reached = reachedRows(rows, reach);
  const asked = fold(query);
  return reached.contacts.filter((contact) =>
    [contact.name, contact.email, contact.external_id].some((field) => fold(field ?? "").includes(asked))
  ).map((contact) => {
    const dates = reached.conversations.filter(({ contact_no }) => contact_no === contact.no)
      .map((row) => row.last_message_at);
    return { id: contact.id, count: dates.length, at: dates.length === 0 ? null : Math.max(...dates) };
  }).sort(latestFirst).slice(0, 200).map(({ id, count, at }) => [id, count, at]);
}

/** Ids that `get_contact` must give for a contact's conversations. */
export function contactConversationIds(rows: Rows, reach: Reach, contactNo: number): string[] {
  return reachedRows(rows, reach).conversations.filter(({ contact_no }) => contact_no === contactNo)
    .map((row) => ({ at: row.last_message_at, id: row.id })).sort(latestFirst).map(({ id }) => id);
}

/** Ids that `search_messages` must give for one word. */
export function foundIds(rows: Rows, reach: Reach, word: string): string[] {
  return reachedRows(rows, reach).messages
    .filter((row) => row.kind < 2 && row.deleted_at === null && fold(row.body).includes(fold(word)))
    .map(({ id }) => id).reverse().slice(0, 20);
}
