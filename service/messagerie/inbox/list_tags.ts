/**
 * The declared labels, for who adds one to a conversation. They are the whole desk's.
 * @module
 */
import { declaredTags } from "../../../store/messagerie/tags.ts";
import type { PersonActor } from "../actor.ts";
import type { Desk } from "../desk.ts";

/** By name. */
export async function listTags(
  desk: Desk,
  _actor: PersonActor,
): Promise<readonly { readonly label: string; readonly color: string }[]> {
  return await declaredTags(desk.store.read);
}
