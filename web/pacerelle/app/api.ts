/**
 * The app under its pages, in types: what a page sees ({@linkcode AppState}), what it can ask for ({@linkcode Commands}),
 * how it watches a conversation. Everything is plain immutable data and a listener, so that pages adapt it to signals.
 * One tab of a browser holds the device's state; in the others the same object follows it, and a page need not know.
 * @module
 */
import type { HostText } from "../../../base/host_text.ts";
import type { PacerelleHost } from "../../../service/pacerelle/connect/host_texts.ts";
import type { ServerStart } from "../../../service/pacerelle/connect/server_start.ts";
import type { AlertKind } from "../../../wire/endpoint/alerts.ts";
import type { Widget } from "../../../wire/widget.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import type { PushStatus } from "../../../wire/push.ts";
import type { AnswerValue } from "../../../wire/widget_answer.ts";

/** A text in both languages of the app. */
export interface Words {
  readonly fr: string;
  readonly en: string;
}

/** Something that was refused, or that stands in the way: what it is, in words, and what to do about it. */
export interface Told {
  /** A code of `service/pacerelle/chat/refusals.ts`, of `wire/relay_error.ts` or of the device's store. */
  readonly code: string;
  readonly words: Words;
  /** What the person can do; null when there is nothing to do but to read. */
  readonly advice: Words | null;
  /** Such as `path` and `message` of a widget's answer that does not fit, or `retryAfterMs`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What became of a command: done, or refused and why. A command never throws. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Told };

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

/**
 * Where an own message stands; never more than the relay or the agent has said.
 * - `here`: kept on this device, leaves by itself
 * - `uncertain`: handed over without an answer; asked about after reconnecting
 * - `relay`: the relay keeps it for the agent
 * - `received`, `processed`: the agent said so, sealed
 * - `refused`: it will not arrive, or does not count; `refusal` tells why
 * - `elsewhere`: written on another device of the account, which alone is told how far it came
 */
export type StandingState =
  | "here"
  | "uncertain"
  | "relay"
  | "received"
  | "processed"
  | "refused"
  | "elsewhere";

export interface Standing {
  readonly state: StandingState;
  readonly words: Words;
  readonly refusal: Told | null;
}

/** The answer that stands to a question. */
export interface AnswerView {
  /** Id of the answering entry. */
  readonly id: string;
  readonly at: number;
  readonly value: AnswerValue;
  readonly isCancelled: boolean;
  /** Given on this device. */
  readonly isHere: boolean;
  readonly standing: Standing;
}

interface EntryHead {
  readonly id: string;
  readonly agent: string;
  readonly at: number;
  /** Written by the person, on this or another device. */
  readonly isMine: boolean;
  /** Null for what the agent wrote. */
  readonly standing: Standing | null;
  /** Of the agent's: shown to the person already. */
  readonly isSeen: boolean;
  /** The entry that this one answers. */
  readonly re: string | null;
}

/** A text. Markdown of the agent's is hostile text until it is rendered safely. */
export interface MessageEntry extends EntryHead {
  readonly kind: "message";
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A question, or a progress bar (as of its last update). */
export interface WidgetEntry extends EntryHead {
  readonly kind: "widget";
  readonly widget: Widget & { readonly id: string };
  readonly answer: AnswerView | null;
  /** Whether an answer can be given now. */
  readonly isOpen: boolean;
}

/** An answer stands in the conversation too, where it was given. */
export interface AnswerEntry extends EntryHead {
  readonly kind: "answer";
  readonly value: AnswerValue;
  readonly isCancelled: boolean;
}

export type EntryView = MessageEntry | WidgetEntry | AnswerEntry;

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

/** A new or renewed agent. Token and texts are told this once and kept nowhere. */
export interface MadeAgentView {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  /** Ready to paste, in the order in which they are shown. */
  readonly hosts: readonly HostText<PacerelleHost>[];
}

/** What logging out would erase here. */
export interface LogOutPreview {
  readonly entries: number;
  readonly drafts: number;
  /** Own messages that would never leave. */
  readonly unsent: number;
  /** Nobody else could let a device in again but the recovery key, where there is one. */
  readonly isLastDevice: boolean;
  readonly hasRecoveryKey: boolean;
}

/** What logging out did. Everything here is erased in any case. */
export interface LoggedOut {
  /** Whether the relay ended the session and the account's list was signed without this device. */
  readonly isRelayTold: boolean;
}

/** A hit of the search on this device. */
export interface SearchHit {
  readonly entry: EntryView;
  /** Text around the hit, in three parts. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

interface Command<Input, Value> {
  readonly input: Input;
  readonly value: Value;
}
type Nothing = Readonly<Record<never, never>>;

/** How a message goes: its id, and how far it came when the command ended. */
export interface SentView {
  readonly id: string;
  readonly standing: Standing;
}

/**
 * Everything that a page can ask for. What a page gives as `id` (32 hexadecimal digits, `newMessageId`) makes the same
 * command given twice one message; left out, the app makes one.
 */
export interface Commands {
  signUp: Command<
    { readonly email: string; readonly password: string; readonly deviceName: string },
    Nothing
  >;
  /** A new device then waits: `state.phase` is `waiting`. */
  logIn: Command<
    { readonly email: string; readonly password: string; readonly deviceName: string },
    { readonly isApproved: boolean }
  >;
  previewLogOut: Command<Nothing, LogOutPreview>;
  /** Refused with UNSENT or LAST_DEVICE unless `force`; erases this device. */
  logOut: Command<{ readonly force: boolean }, LoggedOut>;
  changePassword: Command<{ readonly current: string; readonly next: string }, Nothing>;

  /** New device: asks the account's devices that are connected to let it in by six digits. */
  askDigits: Command<Nothing, Nothing>;
  /**
   * New device: the person says that the other device has taken the digits. Offer it in these words and never as "I have typed
   * them": that the other one takes them is all that tells this one whose account it is let into. Whoever sits between makes
   * the other device refuse them, and could let this one into an account of their own if it were confirmed before.
   */
  confirmDigits: Command<Nothing, Nothing>;
  /** Old device: answers a device whose `wantsDigits` is true. One try each time that the person asks. */
  beginDigits: Command<{ readonly device: string }, Nothing>;
  /** Old device: the digits as typed from the new device's screen; lets it in when they are right. */
  approveDigits: Command<{ readonly digits: string }, { readonly device: string; readonly name: string }>;
  /** Old device: lets the device in whose QR or code this is. */
  approveCode: Command<{ readonly code: string }, { readonly device: string; readonly name: string }>;
  /** Either side: gives up, or puts the last result away. */
  endPairing: Command<Nothing, Nothing>;
  refreshDevices: Command<Nothing, Nothing>;
  removeDevice: Command<{ readonly device: string }, { readonly name: string }>;

  /** The key is told this once. */
  createRecoveryKey: Command<Nothing, { readonly key: string }>;
  /** New device: lets itself in. */
  useRecoveryKey: Command<{ readonly key: string }, Nothing>;

  createAgent: Command<{ readonly name: string }, MadeAgentView>;
  /** The old token ends at once. `name` names an agent that has none here. */
  rotateAgent: Command<{ readonly agent: string; readonly name?: string }, MadeAgentView>;
  /** Names stay between the person's devices and the agent; the relay never gets them. */
  renameAgent: Command<{ readonly agent: string; readonly name: string }, Nothing>;
  removeAgent: Command<{ readonly agent: string }, Nothing>;
  refreshAgents: Command<Nothing, Nothing>;

  /** The newest `limit` entries (50; 200 at most) before the entry `before`, oldest first. */
  page: Command<
    { readonly agent: string; readonly before?: string; readonly limit?: number },
    { readonly entries: readonly EntryView[]; readonly hasMore: boolean }
  >;
  /** Written durably, and the conversation's draft cleared in the same write; leaves when the relay can be reached. */
  sendText: Command<
    {
      readonly agent: string;
      readonly text: string;
      readonly id?: string;
      readonly re?: string;
      /** Out of `attachFile`; the text may be empty then. */
      readonly attachments?: readonly Attachment[];
    },
    SentView
  >;
  /**
   * Seals a file onto this device's disk, for a message or an answer that follows; what none tells of is gone after the next
   * start. Refused with FILE_REFUSED (details: reason).
   */
  attachFile: Command<{ readonly name: string; readonly content: Blob }, Attachment>;
  /** Forgets files that were attached and are not sent after all. */
  discardFiles: Command<{ readonly files: readonly Pick<Attachment, "id">[] }, Nothing>;
  /** The content of a file of some conversation, whole and checked: nothing of one that was altered is given out. */
  fetchFile: Command<{ readonly id: string }, { readonly content: Blob }>;
  /** `entry`: the id of the widget's entry; `value` null cancels where null is no value. The account's first answer counts. */
  answerWidget: Command<
    { readonly entry: string; readonly value: AnswerValue; readonly id?: string },
    SentView
  >;
  /** The person has the conversation before their eyes: its entries are seen, and the agent is told. */
  markSeen: Command<{ readonly agent: string }, Nothing>;
  /** Kept durably; an empty text forgets it. */
  setDraft: Command<{ readonly agent: string; readonly text: string }, Nothing>;
  /** On this device, newest first, 50 at most; folded like everywhere (accents, case). */
  search: Command<
    { readonly query: string; readonly agent?: string; readonly limit?: number },
    { readonly hits: readonly SearchHit[]; readonly hasMore: boolean }
  >;

  /** The key to subscribe at the browser's push service with, and what the relay knows of pushes to this device. */
  pushStatus: Command<Nothing, { readonly key: string; readonly status: PushStatus }>;
  /** Null: no pushes any more. */
  setPush: Command<{ readonly endpoint: string | null }, { readonly status: PushStatus }>;

  dismissAlert: Command<{ readonly kind: AlertKind; readonly peer: string | null }, Nothing>;
  /** Connects at once, also after a refusal. */
  reconnect: Command<Nothing, Nothing>;
  /** Opens the storage again after a fault. */
  retry: Command<Nothing, Nothing>;
  /** Gives up what the storage holds; the person has said so. */
  erase: Command<Nothing, Nothing>;
}

export type CommandName = keyof Commands;
export type CommandInput<Name extends CommandName> = Commands[Name]["input"];
export type CommandValue<Name extends CommandName> = Commands[Name]["value"];

/** A conversation that is watched: what is loaded of it, oldest first. */
export interface ConversationWatch {
  readonly entries: readonly EntryView[];
  /** Whether older ones can be loaded. */
  readonly hasMore: boolean;
  /** Loads older ones; `entries` then begins earlier. */
  loadOlder(): Promise<void>;
  /** Stops watching. */
  close(): void;
}

/** The app. `openApp` makes one for each tab. */
export interface App {
  readonly state: AppState;
  /** Tells of each new state, in the tab's own time; answers how to stop. The present state is read from `state`. */
  subscribe(listener: (state: AppState) => void): () => void;
  /** Does what a page asks; never rejects. */
  run<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Outcome<CommandValue<Name>>>;
  /** Watches an agent's conversation; `listener` is called whenever `entries` or `hasMore` has changed. */
  watch(agent: string, listener: (watch: ConversationWatch) => void): ConversationWatch;
  /** Asks the browser to keep the storage, after something that the person did; `state.storage` tells the answer. */
  askPersistence(): Promise<void>;
  /** Lets go of the state, the connection and the listeners: the tab is being closed. */
  close(): Promise<void>;
}

/** What `openApp` (`open_app.ts`) takes: `openApp({ client: "pacerelle-web 0.1.0" })` serves a page of the relay's. */
export interface AppOptions {
  /** Which program this is, for people: the relay shows it. */
  readonly client: string;
  /** The relay's address; the page's own origin when left out. */
  readonly relay?: string;
  /** How the stdio server is started in the texts for hosts; the published package when left out. */
  readonly start?: ServerStart;
}
