/**
 * The secrets that a site's own server signs identities with. Two at a time, so that one can be replaced while pages that
 * are open still show what the other signed. Shown once, when made.
 * @module
 */
import { uuidv7 } from "../../../base/uuid.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import {
  deleteSecret,
  insertSecret,
  secretsOfSite,
} from "../../../store/messagerie/widget/identity_secrets.ts";
import { findWidgetOfSite } from "../../../store/messagerie/widget/widgets.ts";
import { type Author, noteChange } from "../admin/audit.ts";
import { holdSupervisor } from "../admin/hold_supervisor.ts";
import { directoryChange, type DirectoryDesk } from "../directory/directory_desk.ts";
import { isoDate } from "../message_view.ts";
import { invalid, refuse } from "../refusals.ts";
import { encodeSecret } from "../tokens/token_text.ts";
import { MAX_SECRETS } from "../widget/limits.ts";
import { openSecret, sealSecret, type SecretKey } from "./secret_key.ts";

/** What keeping secrets needs. */
export interface SecretsDesk extends DirectoryDesk {
  /** Null: this server has none, and makes and reads no identity secret. */
  readonly secretKey: SecretKey | null;
}

/** A secret as it is listed: never itself. */
export interface IdentitySecretView {
  readonly id: string;
  readonly createdAt: string;
}

/** A new one, shown this once. */
export interface CreatedIdentitySecret extends IdentitySecretView {
  readonly secret: string;
}

const SECRET_BYTES = 32;

/** A secret opens only as this one of this site. */
function placeOf(siteId: string, secretId: string): string {
  return `identity ${siteId} ${secretId}`;
}

/**
 * Makes a secret beside the one that is there; of two, the older goes.
 * @throws {Refusal} `SITE_NOT_FOUND`, `SECRET_KEY_MISSING`
 */
export async function createIdentitySecret(
  desk: SecretsDesk,
  by: Author,
  siteId: string,
): Promise<CreatedIdentitySecret> {
  const { secretKey, env } = desk;
  if (secretKey === null) throw refuse("SECRET_KEY_MISSING");
  const id = uuidv7(env);
  const at = env.now();
  const secret = encodeSecret(env.randomBytes(SECRET_BYTES));
  const sealed = sealSecret(secretKey, env, { secret, place: placeOf(siteId, id) });
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const site = await findWidgetOfSite(tx, siteId);
    if (site === undefined) throw refuse("SITE_NOT_FOUND");
    const kept = await secretsOfSite(tx, site.no);
    for (const old of kept.slice(MAX_SECRETS - 1)) await deleteSecret(tx, site.no, old.id);
    await insertSecret(tx, { id, siteNo: site.no, sealed, at });
    await noteChange(tx, env, by, { action: "site.secret_created", subject: site.name });
    await appendChanges(tx, [directoryChange(env)]);
  });
  desk.wakeFeed();
  return { id, createdAt: isoDate(at), secret };
}

/**
 * Takes a secret away: what it signed is refused from the next request. Browsers that were identified stay so.
 * @throws {Refusal} `SITE_NOT_FOUND`; `INVALID_REQUEST` on `secretId`
 */
export async function deleteIdentitySecret(
  desk: DirectoryDesk,
  by: Author,
  which: { readonly siteId: string; readonly secretId: string },
): Promise<void> {
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const site = await findWidgetOfSite(tx, which.siteId);
    if (site === undefined) throw refuse("SITE_NOT_FOUND");
    if (!await deleteSecret(tx, site.no, which.secretId)) {
      throw invalid({ field: "secretId", message: "Ce site n’a pas ce secret." });
    }
    await noteChange(tx, desk.env, by, { action: "site.secret_deleted", subject: site.name });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
}

/** The secrets of a site that this server can read, the newest first. @throws {Refusal} `SECRET_KEY_MISSING` */
export async function readIdentitySecrets(
  desk: Pick<SecretsDesk, "store" | "secretKey">,
  site: { readonly no: number; readonly id: string },
): Promise<readonly string[]> {
  const rows = await secretsOfSite(desk.store.read, site.no);
  const { secretKey } = desk;
  if (secretKey === null) throw refuse("SECRET_KEY_MISSING");
  return rows.map(({ id, sealed }) => openSecret(secretKey, { sealed, place: placeOf(site.id, id) }))
    .filter((secret) => secret !== undefined);
}
