/**
 * The people of the desk, with the inboxes that they serve, so that a page can tell to whom a conversation may be given.
 * @module
 */
import { inboxesIn } from "../../../store/messagerie/inboxes.ts";
import { allAgents } from "../../../store/messagerie/people.ts";
import { type PersonActor, scopeOf } from "../actor.ts";
import type { Desk } from "../desk.ts";
import type { ColleagueView } from "./views.ts";

const FRENCH = new Intl.Collator("fr");

/** Active people by name, namesakes by id, descending; of the inboxes that they serve, those that the actor reaches. */
export async function listColleagues(desk: Desk, actor: PersonActor): Promise<readonly ColleagueView[]> {
  return await desk.store.snapshot(async (db) => {
    const agents = await allAgents(db);
    const reached = new Set((await inboxesIn(db, scopeOf(actor.reach))).map(({ id }) => id));
    return agents.filter(({ active }) => active === 1)
      .map(({ id, name, role, inboxes }) => ({
        id,
        name,
        role,
        inboxIds: role === "supervisor"
          ? null
          : (JSON.parse(inboxes) as string[]).filter((inbox) => reached.has(inbox)),
      }))
      .sort((a, b) => FRENCH.compare(a.name, b.name) || (a.id < b.id ? 1 : -1));
  });
}
