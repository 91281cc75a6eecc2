/**
 * The session's routes as the pages call them.
 * @module
 */
import type { Call } from "../../../server/messagerie/inbox/route.ts";
import { createCaller } from "../api/client.ts";
import type { LanguageChoice } from "../../kit/words.ts";
import type { Theme } from "../../kit/theme.ts";

/** How a person likes the pages. */
export interface Preferences {
  readonly language: LanguageChoice;
  readonly theme: Theme;
  /** Rings when something is given to them. */
  readonly sound: boolean;
  /** Desktop notifications. */
  readonly desktop: boolean;
}

/** Who is signed in. */
export interface SessionView {
  readonly person: {
    readonly id: string;
    readonly login: string;
    readonly name: string;
    readonly role: "agent" | "supervisor";
  };
  readonly csrf: string;
  readonly preferences: Preferences;
}

type Nothing = Record<never, never>;

type SessionApi = {
  readonly "GET /session": Call<Nothing, Nothing, undefined, SessionView>;
  readonly "POST /session": Call<
    Nothing,
    Nothing,
    { readonly login: string; readonly password: string },
    SessionView
  >;
  readonly "DELETE /session": Call<Nothing, Nothing, undefined, unknown>;
  readonly "PATCH /preferences": Call<Nothing, Nothing, Partial<Preferences>, unknown>;
};

const call = createCaller<SessionApi>();

/** The session's calls. Each rejects with an `ApiFault`. */
export const sessionApi = {
  read: () => call("GET /session"),
  open: (login: string, password: string) => call("POST /session", { body: { login, password } }),
  close: () => call("DELETE /session"),
  prefer: (preferences: Partial<Preferences>) => call("PATCH /preferences", { body: preferences }),
};
