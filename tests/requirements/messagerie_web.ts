/**
 * Promises about Messagerie in the browser.
 * @module
 */
import { section } from "./requirement.ts";

export const MESSAGERIE_WEB = [
  ...section("issue 5, point 5", [
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
    ["messagerie-web.widget.identity-rotation", "two identity secrets hold at once; one taken away, none"],
  ]),
];
