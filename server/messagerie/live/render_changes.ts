/**
 * What changes say to the pages: each conversation and message that they name is read once, whoever listens, and put into
 * words once; each reach gets those of its own (contract: messagerie §7).
 *
 * Reach is that of the conversation as it is now, not as it was at the change: what has moved away is gone, with all that
 * was written there.
 * @module
 */
import type { Kysely } from "kysely";
import type { Change } from "../../../store/messagerie/changes.ts";
import { deliveriesOfMessages, type Delivery } from "../../../store/messagerie/deliveries.ts";
import { inboxesIn } from "../../../store/messagerie/inboxes.ts";
import { type ListItemRow, listItems } from "../../../store/messagerie/list_items.ts";
import { readMessages, type ThreadMessage } from "../../../store/messagerie/read_thread.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { type Reach, reaches } from "../../../service/messagerie/actor.ts";
import { listItemView } from "../../../service/messagerie/inbox/list_item.ts";
import { threadItemView } from "../../../service/messagerie/inbox/thread_item.ts";
import { hasTransfer } from "../../../service/messagerie/message_view.ts";
import { eventText } from "./sse.ts";

/** Some changes, read. */
export interface RenderedChanges {
  /** The events of whoever reaches this; "" without any. */
  forReach(reach: Reach): string;
  /** Alerts for one person alone, in their own conversations; "" without any. */
  forPerson(agentNo: number, reach: Reach): string;
  /** Whose bell has changed. */
  readonly bells: ReadonlySet<number>;
}

/** Reads what the changes name, in a number of statements that does not depend on how many they are. */
export async function renderChanges(
  db: Kysely<DeskSchema>,
  changes: readonly Change[],
): Promise<RenderedChanges> {
  const told = latestOf(changes);
  const rows = await listItems(db, distinct(told.map((change) => change.conversation_no)));
  const conversations = new Map(rows.map((row) => [row.no, row]));
  const messages = await readMessages(db, distinct(told.map((change) => change.message_id)));
  const deliveries = await deliveriesOfMessages(db, messages.map(({ id }) => id));
  const inboxes = hasTransfer(messages) ? await inboxesIn(db, null) : [];
  const words = new Words(messages, deliveries, inboxes);

  const alerted = distinct(changes.filter(isAlert).map((change) => change.conversation_no))
    .flatMap((no) => conversations.get(no) ?? []);

  return {
    bells: new Set(distinct(changes.filter(({ kind }) => kind === "notification").map((it) => it.agent_no))),
    forReach(reach) {
      let text = "";
      const shown = new Set<ListItemRow>();
      for (const change of told) {
        if (change.kind === "directory") text += eventText("directory", "{}");
        const row = conversations.get(change.conversation_no ?? 0);
        if (row === undefined) continue;
        if (!reaches(reach, row.inboxNo)) {
          // Whoever reaches where it was, knew it.
          if (change.kind === "conversation" && reaches(reach, change.inbox_no ?? 0)) text += words.gone(row);
        } else if (change.kind === "conversation") {
          // Told to where it was and to where it is: to who reaches both, it is the same.
          if (!shown.has(row)) text += words.conversation(row);
          shown.add(row);
        } else text += words.message(row, change.message_id ?? "", reach);
      }
      for (const row of alerted) {
        if (row.assigneeNo === null && reaches(reach, row.inboxNo)) text += words.alert(row, false);
      }
      return text;
    },
    forPerson(agentNo, reach) {
      let text = "";
      for (const row of alerted) {
        if (row.assigneeNo === agentNo && reaches(reach, row.inboxNo)) text += words.alert(row, true);
      }
      return text;
    },
  };
}

/**
 * The changes that are told, in order: of several that say the same, one, since all are told as things are now. A message
 * stands where it was first told of, so that new ones come in their order; the rest where it was told of last. What a
 * conversation's earlier inbox is told is a saying of its own.
 */
function latestOf(changes: readonly Change[]): readonly Change[] {
  const latest = new Map<string, Change>();
  for (const change of changes) {
    const key = sayingOf(change);
    if (key === undefined) continue;
    // A Map keeps the place of a key that is set again.
    if (change.message_id === null) latest.delete(key);
    latest.set(key, change);
  }
  return [...latest.values()];
}

/** What is told of a change; undefined: nothing. */
function sayingOf({ kind, conversation_no, inbox_no, message_id }: Change): string | undefined {
  switch (kind) {
    case "directory":
      return kind;
    case "conversation":
      return `${kind} ${conversation_no} ${inbox_no}`;
    case "message":
    case "outbound":
      return `message ${message_id}`;
    default:
      return undefined;
  }
}

function isAlert({ kind, payload }: Change): boolean {
  return kind === "conversation" && payload !== null &&
    (JSON.parse(payload) as { readonly alert?: unknown }).alert === true;
}

function distinct<Value>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/** Events as text, each made when it is first needed and then kept. */
class Words {
  readonly #messages: ReadonlyMap<string, ThreadMessage>;
  readonly #deliveries: ReadonlyMap<string, Delivery>;
  readonly #inboxes: readonly { readonly no: number; readonly id: string; readonly name: string }[];
  readonly #made = new Map<string, string>();

  constructor(
    messages: readonly ThreadMessage[],
    deliveries: readonly Delivery[],
    inboxes: readonly { readonly no: number; readonly id: string; readonly name: string }[],
  ) {
    this.#messages = new Map(messages.map((message) => [message.id, message]));
    this.#deliveries = new Map(deliveries.map((delivery) => [delivery.messageId, delivery]));
    this.#inboxes = inboxes;
  }

  conversation(row: ListItemRow): string {
    return this.#once(`conversation ${row.no}`, "conversation", () => listItemView(row));
  }

  gone(row: ListItemRow): string {
    return this.#once(`gone ${row.no}`, "gone", () => ({ conversationId: row.id }));
  }

  alert(row: ListItemRow, yours: boolean): string {
    return this.#once(`alert ${row.no} ${yours}`, "alert", () => ({ conversationId: row.id, yours }));
  }

  message(row: ListItemRow, messageId: string, reach: Reach): string {
    const message = this.#messages.get(messageId);
    if (message === undefined) return "";
    // Only a transfer is told differently: it names another inbox to those alone who reach it.
    let sight = "";
    const seen = ({ id, name }: { readonly id: string | null; readonly name: string }) =>
      this.#inboxes.some((inbox) =>
        (id === null ? inbox.name === name : inbox.id === id) && reaches(reach, inbox.no)
      );
    if (hasTransfer([message])) {
      const { inboxId, inbox } = JSON.parse(message.event ?? "{}") as {
        readonly inboxId?: string | null;
        readonly inbox?: string | null;
      };
      sight = String(reach.all || seen({ id: inboxId ?? null, name: inbox ?? "" }));
    }
    return this.#once(`message ${messageId} ${sight}`, "message", () => ({
      conversationId: row.id,
      message: threadItemView(message, this.#deliveries.get(messageId), () => sight === "true"),
    }));
  }

  #once(key: string, event: string, make: () => unknown): string {
    const known = this.#made.get(key) ?? eventText(event, JSON.stringify(make()));
    this.#made.set(key, known);
    return known;
  }
}
