/**
 * Promises about the advisors' inbox as people see it.
 * @module
 */
import { section } from "./requirement.ts";

export const MESSAGERIE_WEB_INBOX = [
  ...section("issue 5, point 2", [
    [
      "messagerie-web.inbox.page-lists",
      "each tab and filter shows what its name says, newest first, as far as somebody scrolls",
    ],
    [
      "messagerie-web.inbox.page-no-jump",
      "the list holds still under a pointer, and a conversation leaves it calmly",
    ],
    [
      "messagerie-web.inbox.page-steady",
      "what is open keeps its focus, its text and its place when the window, the look, the language or the connection changes",
    ],
    [
      "messagerie-web.inbox.page-thread",
      "a thread shows who wrote what, what happened and how it left, from its newest row back",
    ],
    [
      "messagerie-web.inbox.page-orders",
      "whatever order answers, live events and cuts come in, a list and a thread end up showing what the server holds",
    ],
    [
      "messagerie-web.inbox.page-live",
      "what a program writes stands in the open inbox without anybody's doing",
    ],
    [
      "messagerie-web.inbox.page-recovers",
      "after a lost network and a server's restart the page is live and complete by itself",
    ],
    [
      "messagerie-web.inbox.page-one-stream",
      "the tabs of a browser share one live stream: many open ones do not use up its connections",
    ],
    [
      "messagerie-web.inbox.page-drafts",
      "what was typed outlives a reload, a restart, an ended session, and stays its account's",
    ],
    [
      "messagerie-web.inbox.page-sends-once",
      "a text is sent once however often it has to be tried, and says why when it is refused",
    ],
    [
      "messagerie-web.inbox.page-faults",
      "an action that takes long or fails says so and why, and can be tried again with what was typed",
    ],
    [
      "messagerie-web.inbox.page-files",
      "files go to the visitor by button, paste and drop, once, with refusals in words; no text waits behind them",
    ],
    [
      "messagerie-web.inbox.page-details-over",
      "details over the thread take nothing of what is being written, nor its place",
    ],
    ["messagerie-web.inbox.page-note", "a note never leaves as a reply"],
    [
      "messagerie-web.inbox.page-actions",
      "assign, tag, hold, resolve and write first do what they say, or say why not",
    ],
    ["messagerie-web.inbox.page-canned", "a slash finds canned replies, by keyboard alone"],
    [
      "messagerie-web.inbox.page-keyboard",
      "everything can be done by keyboard, and no shortcut fires while somebody writes",
    ],
    ["messagerie-web.inbox.page-two-advisors", "two advisors see each other write, and what each does"],
    [
      "messagerie-web.inbox.page-hostile-text",
      "hostile text is shown as text: no script, no turned line, no broken page",
    ],
    ["messagerie-web.inbox.page-windowed", "thousands of conversations and messages keep the page small"],
    [
      "messagerie-web.inbox.page-accessible",
      "no axe violation, at both widths, in both themes and both languages",
    ],
  ]),
  ...section("issue 5, point 6", [
    [
      "messagerie-web.inbox.page-bell",
      "who is given a conversation is called, once on each device, and nobody else is",
    ],
  ]),
];
