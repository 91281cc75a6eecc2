/**
 * Writes a desk as a file that `import` takes: one state of the database, however long it takes, in memory that the size of
 * the desk does not change (contract: messagerie §10).
 * @module
 */
import {
  type ContactExport,
  type ConversationExport,
  exportContacts,
  exportConversations,
  exportMessages,
  exportSites,
  exportTags,
  type MessageExport,
} from "../../../store/messagerie/export_rows.ts";
import { allAgents, allInboxes } from "../../../store/messagerie/people.ts";
import { MESSAGE_AUTHOR, MESSAGE_KIND } from "../../../store/messagerie/schema.ts";
import type { Desk } from "../desk.ts";
import type { DeskFile, Section } from "./desk_file.ts";

type Element<Name extends Section> = DeskFile[Name][number];

/**
 * Writes the desk through `write`, in pieces, and waits for each.
 * @throws {DatabaseFault} and what `write` rejects with
 */
export async function exportDesk(
  desk: Pick<Desk, "store">,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await desk.store.snapshot(async (db) => {
    let opening = "{";
    /** One element a line, so that files can be looked at and compared. */
    async function section<Name extends Section>(
      name: Name,
      batches: AsyncIterable<readonly Element<Name>[]> | Iterable<readonly Element<Name>[]>,
    ): Promise<void> {
      await write(`${opening}\n"${name}": [`);
      opening = ",";
      let separator = "\n";
      for await (const batch of batches) {
        const lines = batch.map((element) => JSON.stringify(element)).join(",\n");
        if (lines !== "") await write(separator + lines);
        separator = ",\n";
      }
      await write("]");
    }
    await section("sites", [
      (await exportSites(db)).map((row) => ({ ...row, ai: row.ai !== 0 })),
    ]);
    await section("inboxes", [
      (await allInboxes(db)).map(({ site, ...row }) => present({ ...row, site })),
    ]);
    await section("agents", [
      (await allAgents(db)).map((row) => ({
        ...row,
        active: row.active !== 0,
        inboxes: JSON.parse(row.inboxes) as string[],
      })),
    ]);
    await section("tags", [await exportTags(db)]);
    await section("contacts", mapPages(exportContacts(db), (rows) => rows.map(contactElement)));
    await section(
      "conversations",
      mapPages(exportConversations(db), async (rows) => {
        const messages = await exportMessages(db, rows[0]?.no ?? 0, rows.at(-1)?.no ?? 0);
        const threads = Map.groupBy(messages, (message) => message.conversation_no);
        return rows.map((row) => conversationElement(row, threads.get(row.no) ?? []));
      }),
    );
    await write("}\n");
  });
}

async function* mapPages<From, To>(
  pages: AsyncIterable<From>,
  map: (page: From) => To | Promise<To>,
): AsyncGenerator<Awaited<To>> {
  for await (const page of pages) yield await map(page);
}

/** Without what is null: absent and null are the same in a desk file. */
function present<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], null> } {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null)) as {
    [Key in keyof Value]: Exclude<Value[Key], null>;
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function contactElement(row: ContactExport): Element<"contacts"> {
  return present({
    id: row.id,
    site: row.site,
    name: row.name,
    email: row.email,
    phone: row.phone,
    externalId: row.external_id,
    identified: row.identified !== 0,
    segment: row.segment,
    attributes: JSON.parse(row.attributes),
    data: JSON.parse(row.data),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  });
}

function conversationElement(
  row: ConversationExport,
  thread: readonly MessageExport[],
): Element<"conversations"> {
  return {
    ...present({
      id: row.id,
      contact: row.contact,
      site: row.site,
      inbox: row.inbox_no === 0 ? null : row.inbox,
      channel: row.channel,
      status: row.status,
      assignee: row.assignee,
      priority: row.priority,
      sentiment: row.sentiment,
      intent: row.intent,
      summary: row.summary,
      unread: row.unread !== 0,
      data: JSON.parse(row.data),
      tags: JSON.parse(row.tags),
      createdAt: iso(row.created_at),
      resolvedAt: iso(row.resolved_at),
      snoozedUntil: iso(row.snoozed_until),
    }),
    messages: thread.map(messageElement),
  };
}

type MessageElement = Element<"conversations">["messages"][number];

const SPEAKERS: Readonly<Record<number, MessageElement["from"]>> = {
  [MESSAGE_AUTHOR.contact]: "visitor",
  [MESSAGE_AUTHOR.ai]: "ai",
};

function fromOf({ kind, author }: MessageExport): MessageElement["from"] {
  switch (kind) {
    case MESSAGE_KIND.note:
      return "note";
    case MESSAGE_KIND.event:
      return "event";
    case MESSAGE_KIND.handoff:
      return "handoff";
    default:
      return SPEAKERS[author] ?? "agent";
  }
}

function messageElement(row: MessageExport): MessageElement {
  const files = JSON.parse(row.files) as string[];
  return present({
    id: row.id,
    at: new Date(row.created_at).toISOString(),
    from: fromOf(row),
    author: row.agent,
    authorName: row.author_name,
    text: row.body === "" ? null : row.body,
    files: files.length === 0 ? null : files,
    confidence: row.confidence,
    event: row.event === null ? null : JSON.parse(row.event),
    deleted: row.deleted_at === null ? null : true,
  });
}
