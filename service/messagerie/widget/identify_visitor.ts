/**
 * Binds a browser to the person whom the site's server vouches for (issue 5, point 5). What the signed claims say is written
 * on the contact's card and nothing else; what the person wrote in this browser before is theirs from now on. A browser of
 * one identified person never becomes another's: the page makes a new secret for them.
 * @module
 */
import { insertContact } from "../../../store/messagerie/contacts.ts";
import {
  absorbContact,
  findByExternalId,
  readCard,
  writeIdentity,
} from "../../../store/messagerie/widget/identified_contacts.ts";
import { setVisitorContact } from "../../../store/messagerie/widget/visitors.ts";
import { normalizeEmail, normalizePhone } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { refuse } from "../refusals.ts";
import { readIdentitySecrets, type SecretsDesk } from "../sites/identity_secrets.ts";
import { type Write, write } from "../write.ts";
import { tellContact } from "./contact_data.ts";
import { type Identity, verifyIdentity } from "./verify_identity.ts";
import { knownVisitor, type VisitorActor } from "./visitor_actor.ts";

/** Who the browser's person is now. */
export interface IdentifiedView {
  readonly identified: true;
  /** Claims that were signed and say nothing usable, so that the developer can be told. */
  readonly ignored: readonly ("email" | "phone")[];
}

/**
 * Identifies the person at a browser.
 * @throws {Refusal} `IDENTITY_INVALID`, `SECRET_KEY_MISSING`; `IDENTITY_CONFLICT` when it is another identified person's
 */
export async function identifyVisitor(
  desk: Desk & Pick<SecretsDesk, "secretKey">,
  actor: VisitorActor,
  jwt: string,
): Promise<IdentifiedView> {
  const { site } = actor;
  const secrets = await readIdentitySecrets(desk, site);
  const identity = await verifyIdentity(desk.env, jwt, { key: site.key, secrets });
  const email = identity.email === undefined ? undefined : normalizeEmail(identity.email);
  const phone = identity.phone === undefined ? undefined : normalizePhone(identity.phone, site.country);
  await write(desk, async (w) => {
    const visitor = await knownVisitor(w, actor);
    const { contact } = visitor;
    if (contact?.identified && visitor.externalId !== identity.externalId) throw refuse("IDENTITY_CONFLICT");
    const known = contact?.identified ? contact : await findByExternalId(w.db, site.no, identity.externalId);
    const absorbed = known !== undefined && contact !== undefined && contact.no !== known.no;
    if (absorbed) await absorbContact(w.db, { fromNo: contact.no, toNo: known.no });
    const no = known?.no ?? contact?.no ?? await newContact(w, actor, identity);
    await setVisitorContact(w.db, visitor.no, no);
    const claims = { ...identity, email: email ?? undefined, phone: phone ?? undefined };
    if (await writeClaims(w, no, claims) || absorbed) await tellContact(w, no);
  });
  const ignored = (["email", "phone"] as const).filter((claim) => ({ email, phone })[claim] === null);
  return { identified: true, ignored };
}

function newContact(w: Write, { site }: VisitorActor, { externalId, name }: Identity): Promise<number> {
  return insertContact(w.db, {
    id: w.newId(),
    site_no: site.no,
    name: name ?? externalId,
    email: null,
    phone: null,
    external_id: externalId,
    segment: null,
    created_at: w.at,
  });
}

/** Writes the claims in place of what the card said; what is not claimed stays. Tells whether it says anything else now. */
async function writeClaims(w: Write, no: number, claims: Identity): Promise<boolean> {
  const card = await readCard(w.db, no);
  if (card === undefined) return false;
  const next = {
    no,
    name: claims.name === undefined ? card.name : claims.name,
    email: claims.email ?? card.email,
    phone: claims.phone ?? card.phone,
    external_id: claims.externalId,
  };
  const same = card.identified === 1 && next.name === card.name && next.email === card.email &&
    next.phone === card.phone && next.external_id === card.external_id;
  if (same) return false;
  await writeIdentity(w.db, next, w.at);
  return true;
}
