/**
 * What the routes of sessions and accounts answer with, as schemas; pages import their types.
 * @module
 */
import * as z from "zod";
import type { AccountView } from "../../../../service/messagerie/accounts/account.ts";
import type { LinkView } from "../../../../service/messagerie/accounts/links.ts";
import type { SessionEntry } from "../../../../service/messagerie/accounts/sessions.ts";

const date = z.iso.datetime({ precision: 3 });
/** Ids of an import may be UUIDs of any version. */
const id = z.guid();
const role = z.enum(["agent", "supervisor"]);

/** How a person likes the pages. `auto`: as the browser says. */
export const PREFERENCES = z.strictObject({
  language: z.enum(["fr", "en", "auto"]),
  theme: z.enum(["light", "dark", "auto"]),
  /** A sound for what they are assigned. */
  sound: z.boolean(),
  /** The browser's own notification for it. */
  desktop: z.boolean(),
});

/** A person as they see themselves. `inboxIds` null: a supervisor reaches all. */
export const ACCOUNT = z.strictObject({
  id,
  login: z.string(),
  name: z.string(),
  role,
  inboxIds: z.array(id).readonly().nullable(),
  preferences: PREFERENCES,
}) satisfies z.ZodType<AccountView>;

/** Who is signed in, and what every write of theirs shows in `X-CSRF-Token`. */
export const SESSION = z.strictObject({
  person: z.strictObject({ id, login: z.string(), name: z.string(), role }),
  preferences: PREFERENCES,
  csrf: z.string(),
  /** Names this session in the list of them. */
  sessionId: id,
  /** When it ends at the latest; sooner when it is not used for twelve hours. */
  expiresAt: date,
});

/** One of a person's sessions. */
export const SESSION_ENTRY = z.strictObject({
  id,
  /** What the browser calls itself. */
  userAgent: z.string(),
  createdAt: date,
  seenAt: date,
  expiresAt: date,
}) satisfies z.ZodType<SessionEntry>;

/** What a page without a session shows. */
export const WELCOME = z.strictObject({
  /** No supervisor can sign in yet: `serve` printed the link that makes one. */
  needsSetUp: z.boolean(),
  /** Whether links leave by e-mail: without, a supervisor makes them. */
  mail: z.boolean(),
});

/** What a link that opens once is for. */
export const LINK = z.strictObject({
  kind: z.enum(["setup", "invitation", "reset"]),
  login: z.string().nullable(),
  name: z.string().nullable(),
  expiresAt: date,
}) satisfies z.ZodType<LinkView>;

/** Nothing to tell but that it is done. */
export const DONE = z.strictObject({});
