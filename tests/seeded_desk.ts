/**
 * A small desk known by heart, on a database file of its own: every id, date and random byte is the same each time, so
 * that whole answers can be kept in git. Two inboxes, and actors who reach all of it or a part.
 */
import type { Env } from "../base/env.ts";
import { systemEnv } from "../base/env.ts";
import { createLogger } from "../base/log.ts";
import type { TokenActor } from "../service/messagerie/actor.ts";
import type { Desk } from "../service/messagerie/desk.ts";
import { contactText } from "../store/messagerie/contact_search/contact_text.ts";
import { countConversation } from "../store/messagerie/contact_counters.ts";
import { eraseMessage, insertMessage, lastTextColumns } from "../store/messagerie/messages.ts";
import { openDeskStore } from "../store/messagerie/open.ts";
import {
  type ConversationTable,
  type DeskSchema,
  MESSAGE_AUTHOR,
  MESSAGE_KIND,
} from "../store/messagerie/schema.ts";
import type { Insertable, Transaction } from "kysely";
import { placeDesk } from "./place_desk.ts";

/** 12 March 2026, 09:00 UTC: when the tests act. */
export const NOW = Date.UTC(2026, 2, 12, 9);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const id = (kind: number, n: number): string =>
  `00000000-000${kind}-7000-8000-${String(n).padStart(12, "0")}`;

/** Every id, by what it names. */
export const IDS = {
  sales: id(1, 1),
  claims: id(1, 2),
  claire: id(2, 1),
  ahmed: id(2, 2),
  zoe: id(2, 3),
  elodie: id(2, 4),
  lea: id(3, 1),
  paul: id(3, 2),
  ines: id(3, 3),
  nobody: id(3, 4),
  /** Léa's, in sales, given to Ahmed, with a message of every kind. */
  refund: id(4, 1),
  /** Paul's, in sales, answered by the AI. */
  delivery: id(4, 2),
  /** Léa's, in no inbox, resolved for a long time. */
  old: id(4, 3),
  /** Inès's, in claims: hidden from whoever reaches sales only. */
  claim: id(4, 4),
  unknown: id(9, 9),
} as const;

/** The id of the nth message of a conversation, from 1. */
export function messageId(conversation: number, n: number): string {
  return id(5, conversation * 100 + n);
}

const actor = (no: number, label: string, part: Partial<TokenActor>): TokenActor => ({
  kind: "token",
  tokenNo: no,
  tokenId: id(8, no),
  label,
  prefix: "k3v9x2ma",
  access: "write",
  surfaces: ["mcp", "rest"],
  inboxIds: null,
  expiresAt: null,
  reach: { all: true },
  ...part,
});

/** Who may act. */
export const ACTORS = {
  /** Reaches everything and writes. */
  writer: actor(1, "Robot du service", {}),
  /** Reaches everything and reads. */
  reader: actor(2, "Tableau de bord", { access: "read", expiresAt: NOW + 30 * DAY }),
  /** Writes in sales and in no inbox. */
  limited: actor(3, "Robot des ventes", { inboxIds: [IDS.sales], reach: { all: false, inboxNos: [1] } }),
} as const;

/** The desk, and what it logged. */
export interface SeededDesk extends Desk, AsyncDisposable {
  readonly logs: readonly string[];
}

/** Random bytes that are the same each time. */
function seededBytes(): Env["randomBytes"] {
  let state = 0x2545f491;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    });
}

/** Opens a new one. */
export async function openSeededDesk(part: Partial<Desk> = {}): Promise<SeededDesk> {
  const place = await placeDesk();
  const env: Env = { ...systemEnv, now: () => NOW, monotonic: () => NOW, randomBytes: seededBytes() };
  const store = await openDeskStore({ url: place.url, env });
  await store.write(fill);
  const logs: string[] = [];
  return {
    store,
    env,
    logs,
    log: createLogger({ level: "debug", write: (line) => logs.push(line), env }),
    channels: { sms: { available: true, inboxId: null }, email: { available: true, inboxId: null } },
    wakeOutbound: () => {},
    wakeFeed: () => {},
    ...part,
    async [Symbol.asyncDispose]() {
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function fill(trx: Transaction<DeskSchema>): Promise<void> {
  const created_at = NOW - 90 * DAY;
  await trx.insertInto("site").values({ no: 1, id: id(0, 1), name: "Boutique", created_at, ai: true })
    .execute();
  await trx.insertInto("inbox").values([
    { no: 1, id: IDS.sales, name: "Ventes", description: "Avant l’achat", site_no: 1, created_at },
    { no: 2, id: IDS.claims, name: "Sinistres", description: "", site_no: 1, created_at: created_at + 1 },
  ]).execute();
  const person = (
    no: number,
    agentId: string,
    name: string,
    role: "agent" | "supervisor",
    active: boolean,
  ) => ({
    no,
    id: agentId,
    login: `login${no}`,
    name,
    role,
    active,
    password_hash: null,
    created_at,
  });
  await trx.insertInto("agent").values([
    person(1, IDS.claire, "Claire Dubois", "supervisor", true),
    person(2, IDS.ahmed, "Ahmed Benali", "agent", true),
    person(3, IDS.zoe, "Zoé Partie", "agent", false),
    person(4, IDS.elodie, "Élodie Petit", "agent", true),
  ]).execute();
  await trx.insertInto("agent_inbox").values([
    { agent_no: 2, inbox_no: 1 },
    { agent_no: 4, inbox_no: 2 },
  ]).execute();
  await trx.insertInto("tag_definition").values([
    { name: "Sinistre", folded: "sinistre", color: "#dc2626", created_at },
  ]).execute();
  await addContact(trx, 1, IDS.lea, "Léa Martin", {
    email: "lea.martin@exemple.fr",
    phone: "+33612345678",
    external_id: "CLI-0042",
    identified: true,
    segment: "Fidèle",
    attributes: JSON.stringify([{ label: "Contrat", value: "A-17" }, {
      label: "Site",
      value: "https://exemple.fr",
      kind: "url",
    }]),
    data: JSON.stringify({ panier: 3, premium: true, ville: "Angers" }),
  });
  await addContact(trx, 2, IDS.paul, "Paul Durand", { phone: "+33698765432" });
  await addContact(trx, 3, IDS.ines, "Inès Cachée", { email: "ines@exemple.fr" });
  await addContact(trx, 4, IDS.nobody, "Personne Encore", { email: "personne@exemple.fr" });
  // In the order of their dates, as a desk that lives would have written them.
  await addOld(trx);
  await addClaim(trx);
  await addDelivery(trx);
  await addRefund(trx);
}

async function addContact(
  trx: Transaction<DeskSchema>,
  no: number,
  contactId: string,
  name: string,
  rest: Partial<Insertable<DeskSchema["contact"]>>,
): Promise<void> {
  await trx.insertInto("contact").values({
    no,
    id: contactId,
    site_no: 1,
    name,
    identified: false,
    ...rest,
    search: contactText({
      name,
      email: rest.email ?? null,
      externalId: rest.external_id ?? null,
      phone: rest.phone ?? null,
    }),
    created_at: NOW - 60 * DAY,
    updated_at: NOW - 60 * DAY,
  }).execute();
}

interface Line {
  readonly kind?: number;
  readonly author?: number;
  readonly agentNo?: number;
  readonly authorName?: string;
  readonly body?: string;
  readonly event?: object;
  readonly confidence?: number;
  readonly files?: readonly string[];
  readonly deleted?: boolean;
}

/** A conversation whose messages come a minute apart, the last one at `lastAt`. */
async function addConversation(
  trx: Transaction<DeskSchema>,
  no: number,
  row: Omit<Insertable<ConversationTable>, "no" | "site_no" | "last_message_at" | "created_at" | "unread"> & {
    readonly unread?: boolean;
    readonly lastAt: number;
  },
  lines: readonly Line[],
): Promise<void> {
  const { lastAt, ...columns } = row;
  const inboxNo = columns.inbox_no ?? 0;
  const start = lastAt - (lines.length - 1) * MINUTE;
  await trx.insertInto("conversation").values({
    unread: false,
    ...columns,
    no,
    site_no: 1,
    last_message_at: lastAt,
    created_at: start,
  }).execute();
  await countConversation(trx, { contactNo: columns.contact_no, inboxNo, at: lastAt });
  for (const [index, line] of lines.entries()) {
    const messageNo = messageId(no, index + 1);
    await insertMessage(trx, {
      id: messageNo,
      conversationNo: no,
      inboxNo,
      kind: line.kind ?? MESSAGE_KIND.text,
      author: line.author ?? MESSAGE_AUTHOR.contact,
      agentNo: line.agentNo ?? null,
      authorName: line.authorName ?? null,
      body: line.body ?? "",
      event: line.event === undefined ? null : JSON.stringify(line.event),
      at: start + index * MINUTE,
    });
    const stored = trx.updateTable("message").where("id", "=", messageNo);
    if (line.confidence !== undefined) await stored.set({ confidence: line.confidence }).execute();
    for (const [position, name] of (line.files ?? []).entries()) {
      const file = { id: id(6, no * 100 + index * 10 + position), message_id: messageNo, name, position };
      await trx.insertInto("attachment").values(file).execute();
    }
    if (line.deleted) {
      const { seq } = await trx.selectFrom("message").where("id", "=", messageNo).select("seq")
        .executeTakeFirstOrThrow();
      await eraseMessage(trx, { seq, id: messageNo }, start + index * MINUTE);
    }
  }
  const last = lines.findLast((line) => (line.kind ?? 0) === MESSAGE_KIND.text && !line.deleted);
  const text = last && { author: last.author ?? MESSAGE_AUTHOR.contact, body: last.body ?? "" };
  await trx.updateTable("conversation").set(lastTextColumns(text)).where("no", "=", no).execute();
}

async function addRefund(trx: Transaction<DeskSchema>): Promise<void> {
  const { event, handoff, note } = MESSAGE_KIND;
  const { agent, ai, system } = MESSAGE_AUTHOR;
  await addConversation(trx, 1, {
    id: IDS.refund,
    contact_no: 1,
    inbox_no: 1,
    status: "open",
    assignee_no: 2,
    priority: "high",
    sentiment: "negative",
    intent: "Remboursement",
    summary: "Léa attend un remboursement.",
    unread: true,
    data: JSON.stringify({ commande: "CMD-1201", montant: 49.9, urgent: true }),
    lastAt: NOW - 5 * MINUTE,
  }, [
    { body: "Bonjour, où en est mon remboursement ?", files: ["facture.pdf", "photo été.jpg"] },
    { author: ai, body: "Je regarde votre commande CMD-1201.", confidence: 0.82 },
    { kind: handoff, author: system },
    { kind: event, author: system, event: { type: "assigned", agent: "Ahmed Benali", by: "Claire Dubois" } },
    {
      kind: event,
      author: system,
      event: { type: "transferred", inbox: "Ventes", inboxId: IDS.sales, by: "Claire Dubois" },
    },
    {
      author: agent,
      agentNo: 2,
      authorName: "Ahmed Benali",
      body: "Je m’en occupe, Léa.",
      files: ["suivi.txt"],
    },
    { kind: note, author: agent, authorName: "Robot du service", body: "Virement vérifié au **siège**." },
    { body: "effacé", deleted: true },
    { body: `Merci ! 🙂 ${"très ".repeat(60)}long` },
  ]);
  await trx.insertInto("conversation_tag").values([
    { conversation_no: 1, folded: "vip", label: "VIP", color: "#64748b", position: 1 },
    { conversation_no: 1, folded: "sinistre", label: "Sinistre", color: "#dc2626", position: 2 },
  ]).execute();
}

async function addDelivery(trx: Transaction<DeskSchema>): Promise<void> {
  await addConversation(trx, 2, {
    id: IDS.delivery,
    contact_no: 2,
    inbox_no: 1,
    status: "ai",
    lastAt: NOW - 30 * MINUTE,
  }, [
    { body: "Quand arrive mon colis ?" },
    { author: MESSAGE_AUTHOR.ai, body: "Demain avant midi.", confidence: 0.97 },
  ]);
}

async function addOld(trx: Transaction<DeskSchema>): Promise<void> {
  await addConversation(trx, 3, {
    id: IDS.old,
    contact_no: 1,
    status: "resolved",
    resolved_at: NOW - 40 * DAY,
    lastAt: NOW - 40 * DAY,
  }, [
    { body: "Merci, tout est réglé." },
    {
      kind: MESSAGE_KIND.event,
      author: MESSAGE_AUTHOR.system,
      event: { type: "resolved", agent: "Claire Dubois" },
    },
  ]);
}

async function addClaim(trx: Transaction<DeskSchema>): Promise<void> {
  await addConversation(trx, 4, {
    id: IDS.claim,
    contact_no: 3,
    inbox_no: 2,
    status: "pending",
    snoozed_until: NOW + DAY,
    lastAt: NOW - 60 * MINUTE,
  }, [
    { body: "Déclaration de remboursement pour un dégât des eaux." },
    {
      kind: MESSAGE_KIND.event,
      author: MESSAGE_AUTHOR.system,
      event: { type: "snoozed", agent: "Élodie Petit", until: new Date(NOW + DAY).toISOString() },
    },
  ]);
}
