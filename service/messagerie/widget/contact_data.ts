/**
 * Metadata of a contact as the site's page tells it: anybody who uses the page can tell something else, so it never touches
 * the card (contract: messagerie §6 "Metadata").
 * @module
 */
import {
  openConversationsOf,
  readCard,
  writeContactData,
} from "../../../store/messagerie/widget/identified_contacts.ts";
import type { Desk } from "../desk.ts";
import { metadataIssues } from "../metadata.ts";
import { jsonColumn } from "../plain_text.ts";
import { invalid } from "../refusals.ts";
import { tellConversation } from "../thread.ts";
import { type Write, write } from "../write.ts";
import { knownVisitor, type VisitorActor } from "./visitor_actor.ts";

/** Conversations whose onlookers are told of a change of the card. */
const TOLD = 20;

/**
 * Adds keys to the contact's metadata, in place of those of the same name.
 * @returns false when nobody has written yet: the page sends it along with the first message
 * @throws {Refusal} `INVALID_REQUEST`: too much, or not metadata
 */
export async function setContactData(desk: Desk, actor: VisitorActor, data: unknown): Promise<boolean> {
  checkData(data);
  if (actor.contact === undefined) return false;
  return await write(desk, async (w) => {
    // As it is now: a contact that became another one meanwhile has left its number to anybody.
    const { contact } = await knownVisitor(w, actor);
    if (contact === undefined) return false;
    await mergeData(w, contact, data);
    return true;
  });
}

/** The same, within a write. */
export async function mergeData(w: Write, { no }: { readonly no: number }, data: unknown): Promise<void> {
  checkData(data);
  const card = await readCard(w.db, no);
  if (card === undefined) return;
  const merged = { ...JSON.parse(card.data) as object, ...data as object };
  checkData(merged);
  const column = jsonColumn(merged);
  if (column === card.data) return;
  await writeContactData(w.db, no, column, w.at);
  await tellContact(w, no);
}

/** Tells the feed of the contact's conversations: its card stands beside them. */
export async function tellContact(w: Write, no: number): Promise<void> {
  for (const conversation of await openConversationsOf(w.db, no, TOLD)) {
    await tellConversation(w, conversation);
  }
}

function checkData(data: unknown): void {
  const issues = metadataIssues(data);
  if (issues.length > 0) throw invalid(...issues);
}
