/**
 * Keeping what is known of a contact right: name, addresses, data (issue 5, point 2; contract: messagerie §6 "Metadata").
 * @module
 */
import { tellContact } from "../../../store/messagerie/changes.ts";
import { findContact, updateContact } from "../../../store/messagerie/contacts.ts";
import { type PersonActor, scopeOf } from "../actor.ts";
import { normalizeEmail, normalizePhone } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { MAX_NAME } from "../limits.ts";
import { metadataIssues } from "../metadata.ts";
import { jsonColumn, plainText, shortText } from "../plain_text.ts";
import { invalid, refuse } from "../refusals.ts";
import { write } from "../write.ts";
import { contactCard } from "./read_details.ts";
import type { ContactCardView } from "./views.ts";

/** What is left out stays as it is; a blank address is none. */
export interface EditContactInput {
  readonly contactId: string;
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  /** A national number is understood with the site's country. */
  readonly phone?: string | null | undefined;
  /** In place of all that was there. */
  readonly data?: unknown;
}

/** More open conversations of one contact than this tell of the change when they are next looked at. */
const MAX_TOLD = 100;

/**
 * Changes the contact for everybody who reaches them.
 * @throws {Refusal} `INVALID_REQUEST`, `CONTACT_NOT_FOUND`
 */
export async function editContact(
  desk: Desk,
  actor: PersonActor,
  input: EditContactInput,
): Promise<ContactCardView> {
  const name = input.name === undefined ? undefined : shortText("name", input.name, MAX_NAME);
  const email = addressOf(input.email, normalizeEmail);
  if (email === "invalid") throw invalid({ field: "email", message: "N’est pas une adresse e-mail." });
  const issues = input.data === undefined ? [] : metadataIssues(input.data);
  if (issues.length > 0) throw invalid(...issues);
  const scope = scopeOf(actor.reach);
  return await write(desk, async (w) => {
    const contact = await findContact(w.db, input.contactId.toLowerCase(), scope);
    if (contact === undefined) throw refuse("CONTACT_NOT_FOUND");
    const phone = addressOf(input.phone, (text) => normalizePhone(text, contact.site_country));
    if (phone === "invalid") throw invalid({ field: "phone", message: "N’est pas un numéro de téléphone." });
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
      ...(input.data === undefined ? {} : { data: jsonColumn(input.data) }),
    };
    const changed = { ...contact, ...columns };
    if (
      Object.keys(columns).some((key) =>
        changed[key as keyof typeof columns] !== contact[key as keyof typeof columns]
      )
    ) {
      await updateContact(w.db, contact, columns, w.at);
      await tellContact(w.db, { no: contact.no, at: w.at, limit: MAX_TOLD });
    }
    return contactCard(changed);
  });
}

/** As it is kept; null: none; undefined: as it was. */
function addressOf(
  typed: string | null | undefined,
  normalize: (text: string) => string | null,
): string | null | undefined {
  if (typed === undefined) return undefined;
  const text = plainText(typed ?? "");
  return text === "" ? null : normalize(text) ?? "invalid";
}
