/**
 * What the tabs of one device say to each other. All of them are this origin's own pages; nothing leaves the browser.
 * @module
 */
import type { CommandName } from "../api.ts";
import type { Outcome } from "../told.ts";
import type { EntriesChange, SharedState } from "../tab_state.ts";

/** From a tab that follows. `term` names the holder that is meant. */
export type GuestMessage =
  /** Who holds? Tell me the state. */
  | { readonly to: "holder"; readonly type: "hello" }
  | { readonly to: "holder"; readonly type: "ping"; readonly term: string }
  | {
    readonly to: "holder";
    readonly type: "run";
    readonly term: string;
    /** Names the call, over all tabs. */
    readonly call: string;
    readonly name: CommandName;
    readonly input: unknown;
  };

/** From the tab that holds. `term`: random for each time that a tab takes the device. */
export type HolderMessage =
  /** A tab has taken the device. */
  | { readonly to: "guests"; readonly type: "holder"; readonly term: string; readonly state: SharedState }
  | { readonly to: "guests"; readonly type: "state"; readonly term: string; readonly state: SharedState }
  | { readonly to: "guests"; readonly type: "entries"; readonly term: string; readonly change: EntriesChange }
  | { readonly to: "guests"; readonly type: "pong"; readonly term: string }
  | {
    readonly to: "guests";
    readonly type: "answer";
    readonly term: string;
    readonly call: string;
    readonly outcome: Outcome<unknown>;
  };

export type TabMessage = GuestMessage | HolderMessage;

/** What `BroadcastChannel` has. */
export interface TabChannel {
  onmessage: ((event: { readonly data: TabMessage }) => void) | null;
  postMessage(message: TabMessage): void;
  close(): void;
}
