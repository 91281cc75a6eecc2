/**
 * All that the pages show but for the entries of conversations ({@linkcode AppState}). Plain immutable data.
 * @module
 */
import type { AlertKind } from "../../../wire/endpoint/alerts.ts";
import type { StandingState } from "./entry_types.ts";
import type { Told, Words } from "./told.ts";

/**
 * Where the device stands.
 * - `opening`: not known yet; a moment
 * - `signed-out`: no account here: show sign-up and log-in
 * - `waiting`: logged in, and another device or the recovery key has to let this one in (`pairing`)
 * - `ready`: everything works
 * - `removed`: taken out of the account from elsewhere; what was here can be read, `logIn` begins anew, `erase` clears it
 * - `unusable`: the browser's storage is not what it was: `storage.fault` tells
 */
export type Phase = "opening" | "signed-out" | "waiting" | "ready" | "removed" | "unusable";

/** `holds`: this tab has the state and the connection; `follows`: another tab has them, and does what this one asks. */
export type TabRole = "opening" | "holds" | "follows";

/** What the browser says of the device's storage. */
export interface StorageView {
  /**
   * STORAGE_CLEARED, STORAGE_KEY_MISSING, STORAGE_INCOMPLETE, STORAGE_DAMAGED, STORAGE_NEWER, STORAGE_FULL, STORAGE_CLOSED,
   * STORAGE_UNAVAILABLE. `retry` opens it again, `erase` gives up what is there and begins anew.
   */
  readonly fault: Told | null;
  /** Whether the browser promised to keep it; null before it was asked or where it cannot be. */
  readonly isPersistent: boolean | null;
  /** Bytes used and allowed, as far as the browser tells. */
  readonly usage: number | null;
  readonly quota: number | null;
}

/** Whose device this is. */
export interface AccountView {
  readonly id: string;
  readonly email: string;
  readonly device: { readonly id: string; readonly name: string };
  /** Whether the account has a recovery key; null as long as this device has not seen the list of devices. */
  readonly hasRecoveryKey: boolean | null;
}

/** The way to the relay. `connected` only as long as the relay is heard. */
export interface ConnectionView {
  readonly state: "connecting" | "connected" | "offline" | "refused";
  readonly since: number;
  readonly heardAt: number | null;
  /** Why the last connection ended. */
  readonly error: Told | null;
}

/**
 * Whether an agent is there.
 * - `never`: has not connected since it was made or got its token
 * - `online`, `offline` (since when)
 * - `deaf`: connected and not answering; `by` says who noticed: the relay, whose ping went unanswered, or this device, which
 *   has no sealed receipt for what the relay has kept for the agent for more than a minute
 * - `missing`: the relay does not know it (removed elsewhere)
 * - `unknown`: this device is offline
 */
export interface PresenceView {
  readonly state: "never" | "online" | "offline" | "deaf" | "missing" | "unknown";
  readonly since: number | null;
  readonly by: "relay" | "receipts" | null;
}

/** An agent. */
export interface AgentView {
  readonly id: string;
  /** Null: made by a device that has not told this one of it; a new token (`rotateAgent` with a name) mends it. */
  readonly name: string | null;
  readonly createdAt: number | null;
  /** Whether its identity is checked and pinned. "Connected" to a person means: `online` and checked. */
  readonly isVerified: boolean;
  readonly presence: PresenceView;
}

/** A device of the account, or one that waits. */
export interface DeviceView {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
  /** It exists on paper only. */
  readonly isRecoveryKey: boolean;
  readonly standing: "approved" | "waiting";
  readonly createdAt: number | null;
  /** It waits and has asked to be let in by six digits: `beginDigits` may follow. */
  readonly wantsDigits: boolean;
}

/** The list's row of one agent's conversation, the most recent first. */
export interface ConversationView {
  readonly agent: string;
  readonly name: string | null;
  /** The last entry: its first characters on one line, or the title of what was asked. */
  readonly last: {
    readonly at: number;
    readonly text: string;
    readonly isMine: boolean;
    readonly standing: StandingState | null;
  } | null;
  /** Entries of the agent's that were not shown yet. */
  readonly unread: number;
  /** Own messages that have not left this device. */
  readonly unsent: number;
  /** Questions that wait for an answer. */
  readonly openQuestions: number;
  /** What was typed and not sent; empty when nothing. */
  readonly draft: string;
}

/** Something found out that the person should know, such as a relay that shows a false list of devices. */
export interface AlertView {
  readonly kind: AlertKind;
  /** The agent or device that it is about. */
  readonly peer: string | null;
  readonly peerName: string | null;
  readonly since: number;
  /** `danger`: somebody lies; `warning`: something is wrong or was lost; `notice`: for information. */
  readonly gravity: "danger" | "warning" | "notice";
  readonly words: Words;
  readonly advice: Words | null;
  /** Whether `dismissAlert` makes sense; the others go by themselves once their reason is gone. */
  readonly canDismiss: boolean;
}

/** Letting a device in, seen from either side. */
export type PairingView =
  | {
    /** This device waits. Show `code` as a QR and as text; `digits` once the other device has begun. */
    readonly side: "new";
    readonly code: string | null;
    /**
     * `idle`: six digits were not asked for; `asked`: waiting for a device of the account; `compare`: `digits` are shown here
     * and typed there, and the person confirms here once the other device has taken them; `confirmed`: the person said so,
     * the list of devices is awaited.
     */
    readonly step: "idle" | "asked" | "compare" | "confirmed";
    readonly digits: string | null;
    /** Name of the device that answered. */
    readonly by: string | null;
    readonly refusal: Told | null;
  }
  | {
    /** This device lets another one in. */
    readonly side: "old";
    readonly device: { readonly id: string; readonly name: string };
    /** `waiting`: for its answer; `type`: its six digits are to be typed here; `passing`: history leaves; `done`. */
    readonly step: "waiting" | "type" | "passing" | "done";
    /** Parts of agents and history that have left, of how many. */
    readonly sent: number;
    readonly parts: number;
    readonly refusal: Told | null;
  };

/** What another device passes to this new one; null when nothing is under way. */
export interface HandoverView {
  readonly received: number;
  /** Null before the first part is there. */
  readonly parts: number | null;
}

/** All that the pages show, but for the entries of conversations. A slice that did not change keeps its identity. */
export interface AppState {
  readonly phase: Phase;
  readonly tab: TabRole;
  readonly storage: StorageView;
  readonly account: AccountView | null;
  readonly connection: ConnectionView;
  readonly agents: readonly AgentView[];
  /** Null before it was asked for: `refreshDevices`. */
  readonly devices: readonly DeviceView[] | null;
  readonly conversations: readonly ConversationView[];
  /** Own messages that have not left this device, in all. */
  readonly unsent: number;
  readonly alerts: readonly AlertView[];
  readonly pairing: PairingView | null;
  readonly handover: HandoverView | null;
}
