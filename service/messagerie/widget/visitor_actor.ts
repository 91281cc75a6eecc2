/**
 * Who writes through a widget: a browser, told by its secret, and the contact that it belongs to. It reaches that contact's
 * web conversations and nothing else (issue 5, point 5).
 * @module
 */
import { errorName } from "../../../base/log.ts";
import {
  findVisitor,
  insertVisitor,
  touchVisitor,
  type VisitorRow,
} from "../../../store/messagerie/widget/visitors.ts";
import type { Desk } from "../desk.ts";
import { refuse } from "../refusals.ts";
import type { Write } from "../write.ts";
import { VISITOR_LIFE_MS, VISITOR_TOUCH_MS } from "./limits.ts";
import type { WidgetSite } from "./widget_site.ts";

/** A browser on a site's page. */
export interface VisitorActor {
  readonly site: WidgetSite;
  /** SHA-256 of its secret: names it where it is counted. */
  readonly hash: Uint8Array;
  /** Undefined until it writes. */
  readonly contact: { readonly no: number; readonly id: string; readonly identified: boolean } | undefined;
}

/** Whether a browser was away for too long: its secret opens nothing any more. */
function isForgotten(row: VisitorRow, now: number): boolean {
  return row.seen_at < now - VISITOR_LIFE_MS;
}

/**
 * Who has this secret. Read anew at each request; being there is written down once a day at most, and where that cannot be
 * (a full disk), who only reads goes on reading.
 */
export async function visitorActor(
  desk: Pick<Desk, "store" | "env" | "log">,
  site: WidgetSite,
  hash: Uint8Array,
): Promise<VisitorActor> {
  const row = await findVisitor(desk.store.read, { hash, siteNo: site.no });
  const now = desk.env.now();
  if (row === undefined || isForgotten(row, now)) return { site, hash, contact: undefined };
  if (Math.abs(now - row.seen_at) > VISITOR_TOUCH_MS) {
    await desk.store.write((tx) => touchVisitor(tx, row.no, now))
      .catch((error: unknown) => desk.log.warn("visitor_not_touched", { error: errorName(error) }));
  }
  return { site, hash, contact: contactOf(row) };
}

function contactOf(row: VisitorRow): VisitorActor["contact"] {
  return row.contact_no === null || row.contact_id === null
    ? undefined
    : { no: row.contact_no, id: row.contact_id, identified: row.identified === 1 };
}

/** The browser's row as it is within this write: two first messages at once are one browser's. */
export async function knownVisitor(
  w: Write,
  actor: VisitorActor,
): Promise<{
  readonly no: number;
  readonly contact: VisitorActor["contact"];
  readonly externalId: string | null;
}> {
  const row = await findVisitor(w.db, { hash: actor.hash, siteNo: actor.site.no });
  if (row !== undefined && !isForgotten(row, w.at)) {
    return { no: row.no, contact: contactOf(row), externalId: row.external_id };
  }
  const no = await insertVisitor(w.db, { id: w.newId(), siteNo: actor.site.no, hash: actor.hash, at: w.at });
  return { no, contact: undefined, externalId: null };
}

/** The contact's number. @throws {Refusal} `CONVERSATION_NOT_FOUND`: who never wrote has no conversation */
export function contactNoOf(actor: VisitorActor): number {
  if (actor.contact === undefined) throw refuse("CONVERSATION_NOT_FOUND");
  return actor.contact.no;
}
