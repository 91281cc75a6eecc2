/**
 * Loads sites, inboxes, people and labels: few, one after the other.
 * @module
 */
import { putAgent, putInbox, putSite, putTagDefinition } from "../../../store/messagerie/put_directory.ts";
import { tagIdentity } from "../../../store/messagerie/tags.ts";
import { hashPassword } from "../directory/password.ts";
import type { AgentRecord, InboxRecord, SiteRecord, TagRecord } from "./desk_file.ts";
import { type Entry, existsAt, faultAt, type Load, missingAt } from "./load.ts";

/** Answers whether the element must wait for what it names. */
export type Waits = boolean;

export async function loadSite(load: Load, entry: Entry<SiteRecord>): Promise<Waits> {
  const { value: { id, name, country, ai } } = entry;
  if (!load.update && load.sites.has(id)) throw existsAt(entry, "id");
  const columns = { name, country: country ?? "FR", ai: ai ?? false };
  const no = await putSite(load.trx, { id, ...columns, created_at: load.env.now() });
  load.sites.set(id, { no, country: columns.country });
  return false;
}

export async function loadInbox(load: Load, entry: Entry<InboxRecord>): Promise<Waits> {
  const { value: { id, name, description, site } } = entry;
  if (!load.update && load.inboxes.has(id)) throw existsAt(entry, "id");
  const siteNo = site ? load.sites.get(site)?.no : null;
  if (siteNo === undefined) {
    if (load.last) throw missingAt(entry, "site");
    return true;
  }
  const columns = { name, description: description ?? "", site_no: siteNo };
  load.inboxes.set(id, await putInbox(load.trx, { id, ...columns, created_at: load.env.now() }));
  return false;
}

export async function loadAgent(load: Load, entry: Entry<AgentRecord>): Promise<Waits> {
  const { id, login, name, role, active, inboxes, password } = entry.value;
  if (!load.update && load.agents.has(id)) throw existsAt(entry, "id");
  const served = [...new Set(inboxes ?? [])];
  const missing = served.findIndex((inbox) => !load.inboxes.has(inbox));
  if (missing >= 0) {
    if (load.last) throw missingAt(entry, `inboxes[${missing}]`);
    return true;
  }
  const no = await putAgent(load.trx, {
    id,
    login,
    name,
    role,
    active: active ?? true,
    // A file that is exported holds no password: without one, that of the person stays.
    password_hash: password ? await hashPassword(password, load.env) : undefined,
    inboxNos: served.map((inbox) => load.inboxes.get(inbox) ?? 0),
    created_at: load.env.now(),
  });
  if (no === undefined) throw faultAt(entry, "login", "Cet identifiant est déjà pris.");
  load.agents.set(id, no);
  return false;
}

export async function loadTag(load: Load, entry: Entry<TagRecord>): Promise<Waits> {
  const { name, color } = entry.value;
  const folded = tagIdentity(name);
  if (!load.update && load.tags.has(folded)) throw existsAt(entry, "name");
  await putTagDefinition(load.trx, { name, folded, color, created_at: load.env.now() });
  load.tags.add(folded);
  return false;
}
