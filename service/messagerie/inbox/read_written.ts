/**
 * What a person's page gets back for what it wrote, the first time and whenever it asks again with the same key.
 * @module
 */
import { findByClientKey } from "../../../store/messagerie/messages.ts";
import type { PersonActor } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { refuse } from "../refusals.ts";
import { listItem } from "./list_item.ts";
import { readThreadItem } from "./read_thread_page.ts";
import type { ListItemView, ThreadItemView } from "./views.ts";

/**
 * The row that was written under a key and its conversation, as they are now.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND` when it went out of reach meanwhile
 */
export async function readWritten(
  desk: Desk,
  actor: PersonActor,
  clientKey: string,
): Promise<{ readonly conversation: ListItemView; readonly message: ThreadItemView }> {
  return await desk.store.snapshot(async (db) => {
    const known = await findByClientKey(db, actor.agentNo, clientKey);
    if (known === undefined) throw refuse("CONVERSATION_NOT_FOUND");
    const conversation = await listItem(db, actor, known.conversationId);
    const message = await readThreadItem(db, actor, known.id);
    if (message === undefined) throw refuse("CONVERSATION_NOT_FOUND");
    return { conversation, message };
  });
}
