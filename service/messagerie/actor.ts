/**
 * Who acts, and what they reach. A token acts under its own identity and never another's; what it does not reach does
 * not exist for it (contract: messagerie §3 "Visibility", §4).
 * @module
 */

/**
 * The inboxes that an actor reaches, as store numbers. Conversations without inbox (number 0) are reached by everybody.
 * `all`: a supervisor's token without a list; it also reaches contacts that have no conversation.
 */
export type Reach = { readonly all: true } | { readonly all: false; readonly inboxNos: readonly number[] };

/** The two ways in for programs; they are counted and opened apart. */
export type Surface = "mcp" | "rest";

/** A program that showed a valid token. */
export interface TokenActor {
  readonly kind: "token";
  readonly tokenNo: number;
  /** The token's id; also the key that its requests are counted under. */
  readonly tokenId: string;
  /** Signs what it writes. */
  readonly label: string;
  /** Without its head. */
  readonly prefix: string;
  readonly access: "read" | "write";
  readonly surfaces: readonly Surface[];
  /** As `whoami` tells it: null when the token has no list of its own; else the effective ids. */
  readonly inboxIds: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly reach: Reach;
}

/** A person at the desk, signed in (pages). Signs with their name, and takes what they reply to. */
export interface PersonActor {
  readonly kind: "person";
  readonly agentNo: number;
  readonly agentId: string;
  readonly name: string;
  readonly role: "agent" | "supervisor";
  readonly reach: Reach;
}

export type Actor = TokenActor | PersonActor;

/** Whether a conversation of this inbox exists for the actor. */
export function reaches(reach: Reach, inboxNo: number): boolean {
  return reach.all || inboxNo === 0 || reach.inboxNos.includes(inboxNo);
}

/** The inbox numbers to look in, "no inbox" included; null: all. */
export function scopeOf(reach: Reach): readonly number[] | null {
  return reach.all ? null : [0, ...reach.inboxNos];
}

/** The name that signs what the actor writes. */
export function signatureOf(actor: Actor): string {
  return actor.kind === "token" ? actor.label : actor.name;
}
