/**
 * A desk as a file: what `import` takes and `export` writes (contract: messagerie §10, §11). Dates are ISO 8601; an
 * absent value and null are the same. Keys that are not known are left out.
 *
 * Beside the contract's fields: `ai` on sites, `createdAt` and `updatedAt` on contacts, so that a desk that is exported and
 * imported again behaves as before. Passwords, tokens, what is still to be sent and the content of files are not part of
 * the file.
 * @module
 */
import * as z from "zod";
import { codePointLength } from "../../../base/text.ts";
import { LOGIN_PATTERN } from "../directory/agents.ts";
import { MAX_EMAIL, MAX_NAME, MAX_PASSWORD, MAX_TAG, MIN_PASSWORD } from "../limits.ts";
import { metadataIssues } from "../metadata.ts";
import type { DataView } from "../views.ts";

/** Longest text of a message: threads that come from e-mail hold long ones. */
const MAX_TEXT = 100_000;
/** Longest line of anything else: a summary, an attribute, a file's name. */
const MAX_LINE = 2_000;
/** Most tags, files, attributes or inboxes of one thing. */
const MAX_ITEMS = 1_000;
/** Longest event, as JSON. */
const MAX_EVENT = 4_000;

const sized = (min: number, max: number) =>
  z.string().refine((text) => codePointLength(text) >= min && codePointLength(text) <= max, {
    error: `De ${min} à ${max} caractères.`,
  });
const named = (max: number) => z.string().trim().pipe(sized(1, max));
const line = sized(0, MAX_LINE);
const id = z.guid().transform((text) => text.toLowerCase());
const date = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const data = z.unknown().optional().transform((value, context): DataView => {
  if (value === undefined || value === null) return {};
  for (const { field, message } of metadataIssues(value, "")) {
    const path = field.replace(/^\./, "");
    context.addIssue({ code: "custom", message, path: path === "" ? [] : [path] });
  }
  return value as DataView;
});

const site = z.object({
  id,
  name: named(MAX_NAME),
  country: z.string().regex(/^[A-Za-z]{2}$/, "Il faut deux lettres, comme FR.").transform((text) =>
    text.toUpperCase()
  ).nullish(),
  ai: z.boolean().nullish(),
});

const inbox = z.object({ id, name: named(MAX_NAME), description: line.nullish(), site: id.nullish() });

const agent = z.object({
  id,
  login: z.string().trim().regex(LOGIN_PATTERN, "De 1 à 100 caractères, sans espace."),
  name: named(MAX_NAME),
  role: z.enum(["agent", "supervisor"]),
  active: z.boolean().nullish(),
  inboxes: z.array(id).max(MAX_ITEMS).nullish(),
  password: sized(MIN_PASSWORD, MAX_PASSWORD).nullish(),
});

const tag = z.object({
  name: named(MAX_TAG),
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, "Il faut une couleur, comme #64748b."),
});

const contact = z.object({
  id,
  site: id,
  name: sized(0, MAX_NAME),
  email: z.string().trim().max(MAX_EMAIL).regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u, "Il faut une adresse e-mail.")
    .nullish(),
  phone: z.string().trim().min(1).max(40).nullish(),
  externalId: sized(1, MAX_NAME).nullish(),
  identified: z.boolean().nullish(),
  segment: line.nullish(),
  attributes: z.array(z.object({ label: line, value: line, kind: line.optional() })).max(MAX_ITEMS).nullish(),
  data,
  createdAt: date.nullish(),
  updatedAt: date.nullish(),
});

const event = z.looseObject({ type: z.string().min(1).max(40) })
  .refine((value) => JSON.stringify(value).length <= MAX_EVENT);

const message = z.object({
  id: id.nullish(),
  at: date,
  from: z.enum(["visitor", "agent", "ai", "note", "event", "handoff"]),
  author: id.nullish(),
  authorName: sized(1, MAX_NAME).nullish(),
  text: sized(0, MAX_TEXT).nullish(),
  files: z.array(sized(1, MAX_LINE)).max(MAX_ITEMS).nullish(),
  confidence: z.number().min(0).max(1).nullish(),
  event: event.nullish(),
  deleted: z.boolean().nullish(),
}).refine(({ from, event, deleted }) => from !== "event" || deleted || event, {
  path: ["event"],
  error: "Un événement dit ce qui s’est passé.",
});

const conversation = z.object({
  id,
  contact: id,
  site: id,
  inbox: id.nullish(),
  channel: z.enum(["web", "sms", "email"]).nullish(),
  status: z.enum(["ai", "open", "pending", "resolved"]),
  assignee: id.nullish(),
  priority: z.enum(["low", "normal", "high", "urgent"]).nullish(),
  sentiment: z.enum(["positive", "neutral", "negative"]).nullish(),
  intent: line.nullish(),
  summary: sized(0, MAX_TEXT).nullish(),
  unread: z.boolean().nullish(),
  data,
  tags: z.array(named(MAX_TAG)).max(MAX_ITEMS).nullish(),
  createdAt: date.nullish(),
  resolvedAt: date.nullish(),
  snoozedUntil: date.nullish(),
  messages: z.array(message),
});

/** The sections of a desk file, in the order in which they are written: each names only things of those before it. */
export const SECTIONS = Object.freeze({
  sites: site,
  inboxes: inbox,
  agents: agent,
  tags: tag,
  contacts: contact,
  conversations: conversation,
});

export type Section = keyof typeof SECTIONS;
export type SiteRecord = z.output<typeof site>;
export type InboxRecord = z.output<typeof inbox>;
export type AgentRecord = z.output<typeof agent>;
export type TagRecord = z.output<typeof tag>;
export type ContactRecord = z.output<typeof contact>;
export type ConversationRecord = z.output<typeof conversation>;
export type MessageRecord = z.output<typeof message>;

/** One element of a section, as it stands in the file: `conversations[3]`. */
export interface DeskItem {
  readonly section: Section;
  readonly index: number;
  readonly value: unknown;
}

/** A desk file as it is written. */
export type DeskFile = { readonly [Name in Section]: readonly z.input<typeof SECTIONS[Name]>[] };
