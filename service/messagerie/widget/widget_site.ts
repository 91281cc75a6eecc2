/**
 * The site whose page a widget stands in: named by its public key, open to exact origins alone (issue 5, point 5).
 * @module
 */
import { findWidget, type WidgetRow } from "../../../store/messagerie/widget/widgets.ts";
import type { Desk } from "../desk.ts";
import { refuse } from "../refusals.ts";

/** A site as the visitors' side needs it. */
export interface WidgetSite {
  readonly no: number;
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** Public. */
  readonly key: string;
  readonly origins: readonly string[];
  readonly greeting: { readonly fr: string; readonly en: string };
  /** `#rrggbb`. */
  readonly accent: string;
  /** Null: the site's first inbox. */
  readonly inboxId: string | null;
}

const KEY = /^[0-9a-f]{24}$/;

/** The row, read. */
function widgetSiteOf(row: WidgetRow): WidgetSite {
  return {
    no: row.no,
    id: row.id,
    name: row.name,
    country: row.country,
    key: row.key,
    origins: JSON.parse(row.origins) as string[],
    greeting: { fr: row.greeting_fr, en: row.greeting_en },
    accent: row.accent,
    inboxId: row.inbox_id,
  };
}

/**
 * The site of this key for a page of `origin`, read anew each time: what is switched off or taken from the list is refused
 * from the next request.
 * @throws {Refusal} `WIDGET_CLOSED`: no site has the key, or its widget is off; `ORIGIN_REFUSED`
 */
export async function widgetSite(
  desk: Pick<Desk, "store">,
  asked: { readonly key: string; readonly origin: string | null },
): Promise<WidgetSite> {
  const row = KEY.test(asked.key) ? await findWidget(desk.store.read, asked.key) : undefined;
  if (row === undefined) throw refuse("WIDGET_CLOSED");
  const site = widgetSiteOf(row);
  if (asked.origin === null || !site.origins.includes(asked.origin)) throw refuse("ORIGIN_REFUSED");
  if (row.enabled !== 1) throw refuse("WIDGET_CLOSED");
  return site;
}
