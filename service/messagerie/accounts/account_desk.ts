/**
 * What signing in and people's accounts need besides the store.
 * @module
 */
import type { Desk } from "../desk.ts";
import type { EmailMessage, OutboundProvider } from "../outbound/provider.ts";
import type { Passwords } from "./passwords.ts";

/** The part of the desk that accounts stand on. */
export interface AccountDesk extends Pick<Desk, "store" | "env" | "log" | "wakeFeed"> {
  readonly passwords: Passwords;
  /** How links leave by e-mail; undefined: they do not. */
  readonly mail: OutboundProvider<EmailMessage> | undefined;
  /** Where people find the pages, without a slash at its end; known once the server listens. */
  readonly publicUrl: () => string;
}
