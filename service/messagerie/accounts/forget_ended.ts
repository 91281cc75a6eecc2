/**
 * Sessions and links that have ended are forgotten, so that what was left open does not stay for ever.
 * @module
 */
import { pruneLinks } from "../../../store/messagerie/one_time_links.ts";
import { pruneSessions } from "../../../store/messagerie/sessions.ts";
import type { Desk } from "../desk.ts";

/** Sessions that one step forgets at most: it runs beside requests. */
const STEP = 1_000;

/** Forgets some; tells whether there may be more. Writes nothing when there is nothing to forget. */
export async function forgetEnded(desk: Pick<Desk, "store" | "env">): Promise<boolean> {
  const now = desk.env.now();
  return await desk.store.write(async (tx) => {
    await pruneLinks(tx, now);
    return await pruneSessions(tx, now, STEP);
  });
}
