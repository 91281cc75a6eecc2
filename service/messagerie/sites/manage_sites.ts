/**
 * Sites and their widgets, as a supervisor keeps them (issue 5, points 3 and 5).
 * @module
 */
import type { Transaction } from "kysely";
import { codePointLength } from "../../../base/text.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { findInbox } from "../../../store/messagerie/inboxes.ts";
import { insertSite } from "../../../store/messagerie/people.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { datesOfSecrets } from "../../../store/messagerie/widget/identity_secrets.ts";
import {
  allWidgets,
  findWidgetOfSite,
  updateSite,
  updateWidget,
  type WidgetRow,
} from "../../../store/messagerie/widget/widgets.ts";
import { type Author, noteChange } from "../admin/audit.ts";
import { holdSupervisor } from "../admin/hold_supervisor.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { checkCountry, checkName } from "../directory/places.ts";
import { MAX_GREETING, MAX_ORIGINS } from "../widget/limits.ts";
import { plainText } from "../plain_text.ts";
import { isoDate } from "../message_view.ts";
import { invalid, refuse } from "../refusals.ts";
import type { IdentitySecretView, SecretsDesk } from "./identity_secrets.ts";

/** A site and its widget, as it is listed. */
export interface SiteView {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** Whether an AI answers first. */
  readonly ai: boolean;
  /** Public: it stands in the site's pages. */
  readonly key: string;
  readonly enabled: boolean;
  /** Exact origins whose pages may hold the widget; none: it opens nowhere. */
  readonly origins: readonly string[];
  readonly greeting: { readonly fr: string; readonly en: string };
  /** `#rrggbb`. */
  readonly accent: string;
  /** Where new conversations go; null: the site's first inbox. */
  readonly inboxId: string | null;
  /** The newest first. */
  readonly secrets: readonly IdentitySecretView[];
  /** False: this server has no key to keep secrets under. */
  readonly secretsPossible: boolean;
}

/** What may be changed; what is absent stays. */
export interface SiteChanges {
  readonly name?: string | undefined;
  readonly country?: string | undefined;
  readonly ai?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly greeting?: { readonly fr: string; readonly en: string } | undefined;
  readonly accent?: string | undefined;
  readonly inboxId?: string | null | undefined;
}

/** Every site, in creation order. */
export async function listSites(
  desk: Pick<SecretsDesk, "store" | "secretKey">,
): Promise<readonly SiteView[]> {
  return await desk.store.snapshot(async (db) => {
    const secrets = await datesOfSecrets(db);
    return (await allWidgets(db)).map((row) => viewOf(desk, row, secrets));
  });
}

/** One site. @throws {Refusal} `SITE_NOT_FOUND` */
export async function getSite(desk: Pick<SecretsDesk, "store" | "secretKey">, id: string): Promise<SiteView> {
  const site = (await listSites(desk)).find((one) => one.id === id.toLowerCase());
  if (site === undefined) throw refuse("SITE_NOT_FOUND");
  return site;
}

function viewOf(
  { secretKey }: Pick<SecretsDesk, "secretKey">,
  row: WidgetRow,
  secrets: readonly { readonly id: string; readonly site_no: number; readonly created_at: number }[],
): SiteView {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    ai: row.ai === 1,
    key: row.key,
    enabled: row.enabled === 1,
    origins: JSON.parse(row.origins) as string[],
    greeting: { fr: row.greeting_fr, en: row.greeting_en },
    accent: row.accent,
    inboxId: row.inbox_id,
    secrets: secrets.filter((secret) => secret.site_no === row.no)
      .map((secret) => ({ id: secret.id, createdAt: isoDate(secret.created_at) })),
    secretsPossible: secretKey !== null,
  };
}

/** Adds a site. @throws {Refusal} `INBOX_NOT_FOUND`, `INVALID_REQUEST` */
export async function createSite(
  desk: SecretsDesk,
  by: Author,
  wanted: SiteChanges & { readonly name: string },
): Promise<SiteView> {
  const id = uuidv7(desk.env);
  const columns = checkChanges(wanted);
  await writeSite(desk, by, async (tx) => {
    await insertSite(tx, {
      id,
      country: "FR",
      ai: false,
      ...columns.site,
      name: checkName(wanted.name),
      created_at: desk.env.now(),
    });
    await changeWithin(desk, tx, id, columns, wanted.inboxId);
    await noteChange(tx, desk.env, by, { action: "site.created", subject: wanted.name });
  });
  return await getSite(desk, id);
}

/**
 * Changes a site; takes effect at the next request of a widget, in every process.
 * @throws {Refusal} `SITE_NOT_FOUND`, `INBOX_NOT_FOUND`, `INVALID_REQUEST`
 */
export async function changeSite(
  desk: SecretsDesk,
  by: Author,
  siteId: string,
  changes: SiteChanges,
): Promise<SiteView> {
  const columns = checkChanges(changes);
  await writeSite(desk, by, async (tx) => {
    const { name } = await changeWithin(desk, tx, siteId.toLowerCase(), columns, changes.inboxId);
    const detail = Object.keys(changes).join(", ");
    await noteChange(tx, desk.env, by, { action: "site.changed", subject: name, detail });
  });
  return await getSite(desk, siteId);
}

/** One write, told to everybody. */
async function writeSite(
  desk: SecretsDesk,
  by: Author,
  work: (tx: Transaction<DeskSchema>) => Promise<void>,
): Promise<void> {
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    await work(tx);
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
}

async function changeWithin(
  desk: SecretsDesk,
  tx: Transaction<DeskSchema>,
  siteId: string,
  columns: ReturnType<typeof checkChanges>,
  inboxId: string | null | undefined,
): Promise<WidgetRow> {
  const row = await findWidgetOfSite(tx, siteId);
  if (row === undefined) throw refuse("SITE_NOT_FOUND");
  const inbox = typeof inboxId === "string" ? await findInbox(tx, inboxId.toLowerCase()) : inboxId;
  if (inbox === undefined && inboxId !== undefined) throw refuse("INBOX_NOT_FOUND");
  await updateSite(tx, row.no, columns.site);
  await updateWidget(tx, row.no, {
    ...columns.widget,
    ...(inbox === undefined ? {} : { inbox_no: inbox?.no ?? null }),
    updated_at: desk.env.now(),
  });
  return row;
}

/** The changes as columns. @throws {Refusal} `INVALID_REQUEST` */
function checkChanges({ name, country, ai, enabled, origins, greeting, accent }: SiteChanges) {
  return {
    site: {
      ...(name === undefined ? {} : { name: checkName(name) }),
      ...(country === undefined ? {} : { country: checkCountry(country) }),
      ...(ai === undefined ? {} : { ai }),
    },
    widget: {
      ...(enabled === undefined ? {} : { enabled }),
      ...(origins === undefined ? {} : { origins: JSON.stringify(checkOrigins(origins)) }),
      ...(greeting === undefined ? {} : {
        greeting_fr: checkGreeting("greeting.fr", greeting.fr),
        greeting_en: checkGreeting("greeting.en", greeting.en),
      }),
      ...(accent === undefined ? {} : { accent: checkAccent(accent) }),
    },
  };
}

/** Exact origins, as browsers write them; each once. */
function checkOrigins(origins: readonly string[]): readonly string[] {
  if (origins.length > MAX_ORIGINS) throw invalid({ field: "origins", message: `${MAX_ORIGINS} au plus.` });
  return [
    ...new Set(origins.map((typed, index) => {
      const url = URL.parse(typed.trim());
      const exact = url !== null && ["http:", "https:"].includes(url.protocol) && url.pathname === "/" &&
        url.search === "" && url.hash === "" && url.username === "" && url.password === "" &&
        !url.hostname.includes("*");
      if (!exact) {
        throw invalid({
          field: `origins[${index}]`,
          message: "Une origine exacte, sans chemin : https://www.exemple.fr",
        });
      }
      return url.origin;
    })),
  ];
}

function checkGreeting(field: string, text: string): string {
  const plain = plainText(text);
  if (codePointLength(plain) > MAX_GREETING) {
    throw invalid({ field, message: `${MAX_GREETING} caractères au plus.` });
  }
  return plain;
}

function checkAccent(accent: string): string {
  const color = accent.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) {
    throw invalid({ field: "accent", message: "Une couleur, comme #1d4ed8." });
  }
  return color;
}
