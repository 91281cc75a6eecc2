/**
 * The app under its pages: what a page can ask for ({@linkcode Commands}), how it watches a conversation, the app itself. What
 * it sees is plain immutable data and a listener (state_types.ts, entry_types.ts), so that pages adapt it to signals.
 * One tab of a browser holds the device's state; in the others the same object follows it, and a page need not know.
 * @module
 */
import type { HostText } from "../../../base/host_text.ts";
import type { PacerelleHost } from "../../../service/pacerelle/connect/host_texts.ts";
import type { ServerStart } from "../../../service/pacerelle/connect/server_start.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import type { AlertKind } from "../../../wire/endpoint/alerts.ts";
import type { PushStatus } from "../../../wire/push.ts";
import type { AnswerValue } from "../../../wire/widget_answer.ts";
import type { EntryView, Standing } from "./entry_types.ts";
import type { AppState } from "./state_types.ts";
import type { Outcome } from "./told.ts";

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
  /**
   * Written durably, and the conversation's draft cleared in the same write; leaves when the relay can be reached. `draft`:
   * clear it only if it still is this one, since another tab may have typed meanwhile.
   */
  sendText: Command<
    {
      readonly agent: string;
      readonly text: string;
      readonly id?: string;
      readonly re?: string;
      /** Out of `attachFile`; the text may be empty then. */
      readonly attachments?: readonly Attachment[];
      readonly draft?: string;
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
