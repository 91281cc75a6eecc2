/**
 * Promises about Messagerie in the browser.
 * @module
 */
import { section } from "./requirement.ts";

export const MESSAGERIE_WEB = [
  ...section("issue 5, point 2", [
    [
      "messagerie-web.inbox.list",
      "the list has a tab for each kind, filters by inbox, assignee and label, and pages",
    ],
    [
      "messagerie-web.inbox.counts",
      "each tab's count and unread hold what is reached, right after each write",
    ],
    [
      "messagerie-web.inbox.thread",
      "a thread comes newest first, goes back, catches up; each row says all that is shown",
    ],
    [
      "messagerie-web.inbox.details",
      "beside a thread: the contact, what is known, their other conversations in reach",
    ],
    ["messagerie-web.inbox.files", "a visitor's file can only be saved, by those who reach its thread"],
    [
      "messagerie-web.inbox.once",
      "what an advisor sends again under its key is kept and leaves once, in every process",
    ],
    [
      "messagerie-web.inbox.actions",
      "reply, take, assign, resolve, reopen, snooze, tag, transfer, mark: as the desk's rules say",
    ],
    ["messagerie-web.inbox.contacts", "what is known of a contact is kept right, and findable at once"],
    [
      "messagerie-web.inbox.csrf",
      "no route answers strangers; none writes without the session's token from this origin",
    ],
    [
      "messagerie-web.inbox.visitor-writes",
      "that the visitor writes is told apart from a colleague's writing, and over once it is sent",
    ],
    ["messagerie-web.inbox.reach", "no route and no live event names what an advisor does not reach"],
    [
      "messagerie-web.inbox.statements",
      "what a call of the pages costs in statements does not grow with the desk",
    ],
  ]),
  ...section("messagerie §7", [
    [
      "messagerie-web.live.pushed",
      "a committed write is on the open pages of those who may see it, without asking",
    ],
    ["messagerie-web.live.processes", "what another process writes is, too"],
    [
      "messagerie-web.live.reach",
      "what moves away is gone from the pages, and what was written there is not told",
    ],
    [
      "messagerie-web.live.personal",
      "a bell rings one person; an alert calls the assignee, or all who may take it",
    ],
    ["messagerie-web.live.catch-up", "after a cut, what was missed is told, in order, and then goes on live"],
    ["messagerie-web.live.reset", "where what was missed is no longer known, pages are told to ask again"],
    ["messagerie-web.live.session", "what ends a session ends its streams at once, in every process"],
    ["messagerie-web.live.slow", "a reader who does not read is cut off, and costs the others nothing"],
    ["messagerie-web.live.presence", "two advisors at one conversation see each other"],
    [
      "messagerie-web.live.stop",
      "a server that stops ends its streams first; it looks at nothing when nobody listens",
    ],
    [
      "messagerie-web.live.shared",
      "however many listen, what changed is read once and worded once per reach",
    ],
  ]),
  ...section("issue 5, point 6", [
    ["messagerie-web.inbox.bell", "a notification goes to whom it concerns, and is quiet once read"],
  ]),
  ...section("issue 5, point 5", [
    [
      "messagerie-web.sites",
      "supervisors keep sites and their secrets, which are shown once; what to paste is given",
    ],
    ["messagerie-web.widget.origins", "a widget opens on pages of its site's exact origins alone"],
    ["messagerie-web.widget.cors", "an answer may be read by the one page that asked; never all, no cookies"],
    ["messagerie-web.widget.own-only", "a visitor reaches their own web conversations and nothing else"],
    [
      "messagerie-web.widget.never-notes",
      "no note, internal event, label, tag, metadata or surname reaches a visitor, whatever the thread",
    ],
    ["messagerie-web.widget.once", "a message that is sent again is kept once"],
    [
      "messagerie-web.widget.visitor-secret",
      "a browser is told by a secret that the desk keeps as a hash and forgets for disuse",
    ],
    [
      "messagerie-web.widget.files",
      "a file is what its content says, up to 10 MiB, read back by its visitor alone and only ever saved",
    ],
    [
      "messagerie-web.widget.file-room",
      "files have so much room and no more; it is given back, and supervisors see what is taken",
    ],
    ["messagerie-web.full-disk", "a full disk is told as such, and nothing is kept by half"],
    ["messagerie-web.widget.limits", "asking is limited by browser, by address and by site"],
    ["messagerie-web.widget.data", "metadata that a page tells stays within bounds and off the card"],
    ["messagerie-web.widget.live", "answers reach the visitor's open pages at once, and no other page"],
    [
      "messagerie-web.widget.identity",
      "a signed identity is believed only under HS256, by the site's secret, in its time; a lie is said",
    ],
    [
      "messagerie-web.widget.identity-merge",
      "identifying writes what was signed and no more, and never passes a browser from one person to another",
    ],
    ["messagerie-web.widget.secret-key", "the database alone opens no identity secret"],
    [
      "messagerie-web.widget.script",
      "the widget is one script of at most 30 KB gzipped that any page may embed",
    ],
    [
      "messagerie-web.widget.talks",
      "on a page of another origin, messages go and answers come live, rendered, counted and seen",
    ],
    [
      "messagerie-web.widget.kept",
      "conversation, draft and open window outlive the page, in this browser alone",
    ],
    ["messagerie-web.widget.recovers", "a lost network and a restarted server lose and double nothing"],
    [
      "messagerie-web.widget.tabs",
      "a visitor with more pages open than a browser has connections writes and is answered on each",
    ],
    [
      "messagerie-web.widget.orders",
      "whatever order requests, answers, live events, cuts and views come in, a page ends up showing what the desk holds",
    ],
    [
      "messagerie-web.widget.people",
      "nothing on its way goes out as somebody else or is shown to them; a browser's pages are one visitor's",
    ],
    ["messagerie-web.widget.hostile", "hostile text on either side is text and stays in its place"],
    [
      "messagerie-web.widget.attach",
      "files go by button, paste and drop, with progress and refusals in words",
    ],
    [
      "messagerie-web.widget.api",
      "the page's calls work before and after the script is there; users are told apart",
    ],
    [
      "messagerie-web.widget.host-pages",
      "the widget stands in pages of strict policies and odd styles, and says why it does not open",
    ],
    [
      "messagerie-web.widget.accessible",
      "no violation of axe's rules at both widths in both themes; the focus goes where it should",
    ],
    ["messagerie-web.widget.identity-rotation", "two identity secrets hold at once; one taken away, none"],
  ]),
];
