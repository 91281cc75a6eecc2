/**
 * What a person's device writes to its journal beside the endpoint's records (`wire/endpoint/records.ts`).
 * @module
 */
import type { EndpointRecord } from "../../../wire/endpoint/records.ts";
import type { Entry } from "./entry.ts";

/** Whose device this is. The journal is sealed: nothing of it is on disk in plain text. */
export interface AccountRecord {
  readonly t: "chat-account";
  readonly account: string;
  readonly email: string;
  /** The relay's address. */
  readonly relay: string;
  /** What this device presents to the relay; null before the relay has given one. */
  readonly session: string | null;
  /** How people call this device. */
  readonly name: string;
  /** While it waits for approval: the code that it shows and the key of its anchor, base64url. */
  readonly pairing: { readonly code: string; readonly key: string } | null;
}

/** Every record of the client's own. */
export type ChatRecord =
  | AccountRecord
  /** The relay ended this device's session for good. */
  | { readonly t: "chat-removed"; readonly at: number }
  /** What was typed to an agent and not sent; empty: nothing any more. */
  | { readonly t: "chat-draft"; readonly agent: string; readonly text: string }
  /** As a snapshot has it. */
  | { readonly t: "chat-entry"; readonly entry: Entry };

/** Everything in the client's journal. */
export type JournalRecord = EndpointRecord | ChatRecord;
