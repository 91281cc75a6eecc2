/**
 * What a person sends twice is kept once. A page makes a key for each text before it sends it, and sends the same key again
 * when the answer was lost: also to another process, also after a crash (issue 5, point 2).
 * @module
 */
import { findByClientKey } from "../../store/messagerie/messages.ts";
import type { Actor } from "./actor.ts";
import { invalid } from "./refusals.ts";
import type { Write } from "./write.ts";

/** What this person has written under this key, as it came. Programs have no keys. */
export async function alreadyWritten(w: Pick<Write, "db">, actor: Actor, clientKey: string | undefined) {
  if (clientKey === undefined || actor.kind !== "person") return undefined;
  return await findByClientKey(w.db, actor.agentNo, clientKey);
}

/**
 * Whether a text for a conversation is still to be written.
 * @throws {Refusal} `INVALID_REQUEST` on `clientKey` when it was used in another conversation
 */
export async function isNew(
  w: Pick<Write, "db">,
  actor: Actor,
  input: { readonly conversationId: string; readonly clientKey?: string | undefined },
): Promise<boolean> {
  const known = await alreadyWritten(w, actor, input.clientKey);
  if (known !== undefined && known.conversationId !== input.conversationId.toLowerCase()) {
    throw invalid({ field: "clientKey", message: "Cette clé a déjà servi dans une autre conversation." });
  }
  return known === undefined;
}
