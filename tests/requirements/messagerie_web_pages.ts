/**
 * Promises about Messagerie's pages beside the inbox: the way in, one's account, administration, the API reference.
 * @module
 */
import { section } from "./requirement.ts";

export const MESSAGERIE_WEB_PAGES = [
  ...section("issue 5, point 1", [
    [
      "messagerie-web.pages.set-up",
      "the printed link leads to a page that makes the first supervisor, signed in; the second time it says why it is dead",
    ],
    [
      "messagerie-web.pages.link-secret",
      "the secret of a one-time link leaves the address at once and stands in no address that is asked for",
    ],
    [
      "messagerie-web.pages.sign-in",
      "a refused sign-in says why in words, and counts down the wait that the server asks for",
    ],
    [
      "messagerie-web.pages.invitation",
      "a supervisor's page makes links for people: to join, and to another password, each shown once",
    ],
    [
      "messagerie-web.pages.own-account",
      "a person keeps their name, language, theme, notifications, password and sessions on one page",
    ],
    [
      "messagerie-web.pages.served",
      "the pages have their own addresses, each serves the shell; any other is 404",
    ],
  ]),
  ...section("issue 5, point 3", [
    [
      "messagerie-web.pages.token",
      "a token made in the page works with real MCP clients and curl as the window says to configure them",
    ],
    [
      "messagerie-web.pages.token-once",
      "the window shows the token once, and no key, press or step back closes it by accident",
    ],
    [
      "messagerie-web.pages.token-revoked",
      "a token revoked in the page is refused at the very next request",
    ],
    [
      "messagerie-web.pages.team",
      "inboxes and who serves them, set in the pages, hold from the next request",
    ],
    [
      "messagerie-web.pages.replies-and-tags",
      "canned replies reach the advisors, a tag's name and colour the conversations that have it",
    ],
    [
      "messagerie-web.pages.sites",
      "a site's page gives its tag, origins, look, and its identity secret once",
    ],
    [
      "messagerie-web.pages.channels",
      "a channel's test says what the sending server answered",
    ],
    ["messagerie-web.pages.audit", "the log says who changed what, the latest first"],
  ]),
  ...section("issue 5, point 4", [
    [
      "messagerie-web.pages.reference",
      "the reference lists every tool and route of the running server, found by a search",
    ],
    [
      "messagerie-web.pages.reference-samples",
      "each of its samples runs as it is copied, and answers with the fields that it shows",
    ],
  ]),
  ...section("issue 5, bad input", [
    [
      "messagerie-web.pages.forms",
      "a form says what is wrong by field and in a summary that takes the focus, and loses nothing that was typed",
    ],
    [
      "messagerie-web.pages.hostile",
      "hostile names are shown as text, and no wider than their place",
    ],
    [
      "messagerie-web.pages.fits",
      "what opens over the pages stays inside the window and covers nothing that people write or send with",
    ],
  ]),
];
