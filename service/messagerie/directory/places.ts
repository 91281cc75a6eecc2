/**
 * Inboxes and sites, as a supervisor keeps them (contract: messagerie §4, §11).
 * @module
 */
import { codePointLength } from "../../../base/text.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { findSite } from "../../../store/messagerie/inboxes.ts";
import { allInboxes, allSites, insertInbox, insertSite } from "../../../store/messagerie/people.ts";
import { type Author, noteChange } from "../admin/audit.ts";
import { holdSupervisor } from "../admin/hold_supervisor.ts";
import { MAX_NAME } from "../limits.ts";
import { plainText, shortText } from "../plain_text.ts";
import { invalid } from "../refusals.ts";
import { directoryChange, type DirectoryDesk } from "./directory_desk.ts";

/** An inbox, as it is listed. `site` is an id. */
export interface InboxEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly site: string | null;
}

/** A site, as it is listed. `country`: ISO 3166-1, two letters; national phone numbers are understood with it. */
export interface SiteEntry {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}

/** Longest description of an inbox: a line or two. */
const MAX_DESCRIPTION = 1_000;

/** A name, fit to be kept. @throws {Refusal} `INVALID_REQUEST` naming `name` */
export function checkName(text: string): string {
  return shortText("name", text, MAX_NAME);
}

/** The description of an inbox as it is kept. @throws {Refusal} `INVALID_REQUEST` naming `description` */
export function checkDescription(text: string): string {
  const description = plainText(text);
  if (codePointLength(description) > MAX_DESCRIPTION) {
    throw invalid({ field: "description", message: `Au plus ${MAX_DESCRIPTION} caractères.` });
  }
  return description;
}

/** Adds an inbox. @throws {Refusal} `INVALID_REQUEST` naming `name`, `description` or `site`. */
export async function addInbox(
  desk: DirectoryDesk,
  wanted: { readonly name: string; readonly description: string; readonly site: string | null },
  by: Author = null,
): Promise<InboxEntry> {
  const description = checkDescription(wanted.description);
  const entry = { id: uuidv7(desk.env), name: checkName(wanted.name), description, site: wanted.site };
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const site = wanted.site === null ? null : await findSite(tx, wanted.site);
    if (site === undefined) throw invalid({ field: "site", message: "Ce site n’existe pas." });
    await insertInbox(tx, {
      id: entry.id,
      name: entry.name,
      description,
      site_no: site?.no ?? null,
      created_at: desk.env.now(),
    });
    await noteChange(tx, desk.env, by, { action: "inbox.created", subject: entry.name });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return entry;
}

/** Every inbox, in creation order. */
export function listAllInboxes(desk: Pick<DirectoryDesk, "store">): Promise<InboxEntry[]> {
  return allInboxes(desk.store.read);
}

/** A country's two letters. @throws {Refusal} `INVALID_REQUEST` naming `country` */
export function checkCountry(text: string): string {
  const country = text.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) {
    throw invalid({ field: "country", message: "Deux lettres, comme FR ou BE." });
  }
  return country;
}

/** Adds a site. @throws {Refusal} `INVALID_REQUEST` naming `name` or `country`. */
export async function addSite(
  desk: DirectoryDesk,
  wanted: { readonly name: string; readonly country: string },
): Promise<SiteEntry> {
  const entry = {
    id: uuidv7(desk.env),
    name: checkName(wanted.name),
    country: checkCountry(wanted.country),
  };
  await desk.store.write(async (tx) => {
    await insertSite(tx, { ...entry, ai: false, created_at: desk.env.now() });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return entry;
}

/** Every site, in creation order. */
export function listAllSites(desk: Pick<DirectoryDesk, "store">): Promise<SiteEntry[]> {
  return allSites(desk.store.read);
}
