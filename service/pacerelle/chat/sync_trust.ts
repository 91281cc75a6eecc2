/**
 * Brings this device up to date with its account before it does something in the account's name.
 * @module
 */
import type { PinnedRoster } from "../../../wire/roster.ts";
import type { Chat } from "./chat.ts";
import { refuse } from "./refusals.ts";
import { requireApproval } from "./sign_in.ts";

/** Kinds of alerts under which no roster or anchor may be signed: the relay shows another account than this one. */
const FALSE_ROSTERS: readonly string[] = ["roster-forged", "roster-forked", "roster-rolled-back"];

/**
 * The latest roster, checked and pinned.
 * @throws {Refusal} NOT_APPROVED, REMOVED; ROSTER_UNTRUSTED when what the relay shows cannot follow the pinned one
 */
export async function syncTrust(chat: Chat): Promise<PinnedRoster> {
  requireApproval(chat);
  const endpoint = await chat.endpoint();
  await endpoint.sync();
  await chat.written();
  if (endpoint.alerts.some(({ kind, peer }) => peer === null && FALSE_ROSTERS.includes(kind))) {
    throw refuse("ROSTER_UNTRUSTED");
  }
  // Looked at again: the roster that came may be one without this device.
  requireApproval(chat);
  const { roster } = chat.state.endpoint;
  if (!roster) throw refuse("NOT_APPROVED");
  return roster;
}
