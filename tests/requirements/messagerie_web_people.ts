/**
 * Promises about people at the desk in the browser: signing in, accounts, administration.
 * @module
 */
import { section } from "./requirement.ts";

export const MESSAGERIE_WEB_PEOPLE = [
  ...section("issue 5, point 1", [
    [
      "messagerie-web.accounts.set-up",
      "the first start prints a link that makes the first supervisor, once, within a day; a new one at each start",
    ],
    [
      "messagerie-web.accounts.links",
      "invitations and links to a new password open once, end in time, and no clock brings one back",
    ],
    [
      "messagerie-web.accounts.mail",
      "links leave by e-mail where it is set up, never a password, and who asks learns of no login",
    ],
    [
      "messagerie-web.accounts.cookies",
      "a session's cookie is __Host-, Secure, HttpOnly and Lax on https, and of another name over plain http",
    ],
    ["messagerie-web.accounts.fixation", "signing in always opens a new session, and ends the one before"],
    [
      "messagerie-web.accounts.csrf",
      "every write wants the session's own token and a page of this server, and JSON",
    ],
    [
      "messagerie-web.accounts.ended-at-once",
      "deactivation, another role and another password end sessions at the next request, in every process",
    ],
    [
      "messagerie-web.accounts.lifetime",
      "a session ends after twelve idle hours and thirty days, whatever the clock does",
    ],
    ["messagerie-web.accounts.own-sessions", "a person sees and ends their own sessions, and nobody else's"],
    [
      "messagerie-web.accounts.constant-work",
      "a login that nobody has costs the same work and gets the same answer as a wrong password",
    ],
    [
      "messagerie-web.accounts.guessing",
      "guessing is slowed down per login and per address, by all processes together, and says when to try again",
    ],
    [
      "messagerie-web.strangers",
      "what strangers send to the pages' API is small, and given up when it stops coming",
    ],
    ["messagerie-web.accounts.no-lock-out", "no stranger's guessing locks a person out"],
    [
      "messagerie-web.accounts.hashing",
      "hashes are memory-hard, bounded in number, off the event loop, and made anew when their cost changed",
    ],
    [
      "messagerie-web.accounts.passwords",
      "a password has 12 to 256 characters of any kind, and is not what is guessed first",
    ],
    ["messagerie-web.accounts.secrets", "no secret is in the database in clear, nor in any log"],
    ["messagerie-web.accounts.preferences", "language, theme and notifications are kept per person"],
  ]),
  ...section("issue 5, point 3", [
    [
      "messagerie-web.admin.fresh",
      "lists show what others change meanwhile, and keep what is shown and typed where no answer comes",
    ],
    [
      "messagerie-web.admin.tokens",
      "a token made in the page connects a real client as it is pasted, and stops at the next request once revoked",
    ],
    [
      "messagerie-web.admin.token-reach",
      "an advisor keeps their own tokens, which reach no more than they do; a supervisor all",
    ],
    [
      "messagerie-web.admin.connection-texts",
      "each text to paste has this server's address, and the token only where it says so",
    ],
    [
      "messagerie-web.admin.people",
      "people are invited, given roles and inboxes, deactivated; what cannot be is told by its field",
    ],
    ["messagerie-web.admin.last-supervisor", "the last supervisor who can sign in stays one"],
    [
      "messagerie-web.admin.inboxes",
      "an inbox is renamed at once, and deleted only while nothing stands in it or leads to it",
    ],
    ["messagerie-web.admin.audit", "every change is written down with who and when"],
    [
      "messagerie-web.admin.tags",
      "a declared label's name and colour hold on every conversation that has it",
    ],
    ["messagerie-web.admin.canned-replies", "canned replies are seen by whoever reaches their inbox"],
    [
      "messagerie-web.admin.channels",
      "channels are told without a secret, and a test tells what the provider said",
    ],
  ]),
  ...section("issue 5, point 4", [
    [
      "messagerie-web.admin.reference",
      "the API reference is what runs: tools, routes and samples that hold",
    ],
  ]),
];
