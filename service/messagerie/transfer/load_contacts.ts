/**
 * Loads contacts, many at once.
 * @module
 */
import { noteContacts, numbersOf, putRows } from "../../../store/messagerie/bulk.ts";
import { contactText } from "../../../store/messagerie/contact_search/contact_text.ts";
import { normalizePhone } from "../addresses.ts";
import { jsonColumn } from "../plain_text.ts";
import type { ContactRecord } from "./desk_file.ts";
import { type Entry, existsAt, type Load, missingAt, splitAt } from "./load.ts";

const COLUMNS = [
  "site_no",
  "name",
  "email",
  "phone",
  "external_id",
  "identified",
  "segment",
  "attributes",
  "data",
  "search",
  "updated_at",
] as const;

/** Loads a batch; answers with those that must wait: the first whose site is not there yet, and what follows it. */
export async function loadContacts(
  load: Load,
  batch: readonly Entry<ContactRecord>[],
): Promise<readonly Entry<ContactRecord>[]> {
  const missing = batch.findIndex((entry) => !load.sites.has(entry.value.site));
  const [ready, waiting] = splitAt(batch, missing);
  if (load.last && waiting[0] !== undefined) throw missingAt(waiting[0], "site");
  const ids = ready.map(({ value }) => value.id);
  if (!load.update) {
    const taken = new Set((await numbersOf(load.trx, "contact", ids)).keys());
    for (const entry of ready) {
      if (taken.has(entry.value.id)) throw existsAt(entry, "id");
      taken.add(entry.value.id);
    }
  }
  const rows = ready.map(({ value }) => rowOf(load, value));
  await putRows(load.trx, "contact", rows, load.update ? COLUMNS : undefined);
  await noteContacts(load.trx, ids);
  return waiting;
}

function rowOf(load: Load, value: ContactRecord) {
  const { id, name, email = null, externalId = null } = value;
  const site = load.sites.get(value.site);
  // A number is found by its international form; one that is none stays as it was written.
  const phone = value.phone ? normalizePhone(value.phone, site?.country ?? "FR") ?? value.phone : null;
  const createdAt = value.createdAt ?? load.env.now();
  return {
    id,
    site_no: site?.no ?? 0,
    name,
    email,
    phone,
    external_id: externalId,
    identified: value.identified ?? false,
    segment: value.segment ?? null,
    attributes: jsonColumn(value.attributes ?? []),
    data: jsonColumn(value.data),
    search: contactText({ name, email, externalId, phone }),
    last_message_at: null,
    created_at: createdAt,
    updated_at: value.updatedAt ?? createdAt,
  };
}
