/**
 * Promises about Pacerelle's pages (issue 6): what a person sees of them.
 * @module
 */
import { section } from "./requirement.ts";

export const PACERELLE_WEB_APP = [
  ...section("issue 6, points 1 and 2: account, devices and agents, in the page", [
    [
      "pacerelle-web.app.exchange",
      "sign-up, an agent connected by pasting what is shown, and an exchange both ways, each state shown as it is",
    ],
    [
      "pacerelle-web.app.devices",
      "a device is let in by six digits or its code, wrong ones let nobody in, and every device sees the answer",
    ],
    [
      "pacerelle-web.app.recovery",
      "the recovery key is shown once, must be said to be kept, and lets a device in",
    ],
    [
      "pacerelle-web.app.removed",
      "a removed device is told so, shows what it had, and nothing that came after",
    ],
    [
      "pacerelle-web.app.agents",
      "an agent is renamed, given a new token and removed in the page; a token that was not copied is not left by a slip",
    ],
  ]),
  ...section("issue 6, point 2: from the phone that made an agent to the computer of its host", [
    [
      "pacerelle-web.app.carry-over",
      "the page says how a configuration gets to another device, the safest way first, and what its token is worth",
    ],
  ]),
  ...section("issue 6, point 3: conversations, in the page", [
    [
      "pacerelle-web.app.questions",
      "questions of all six kinds are asked, checked by field, answered and closed as the contract has them",
    ],
    [
      "pacerelle-web.app.files",
      "files are looked at before they are sent, pictures alone are shown, the rest is saved",
    ],
    [
      "pacerelle-web.app.hostile-text",
      "what an agent writes becomes text, a link that says where it leads, and no more",
    ],
    ["pacerelle-web.app.search", "a search on the device leads to what it found"],
    [
      "pacerelle-web.app.offline",
      "the app opens, shows and keeps without a network, says so, and sends later",
    ],
    [
      "pacerelle-web.app.silence",
      "a way that is gone is found out within seconds while the page is looked at, and only then called gone",
    ],
    [
      "pacerelle-web.app.follows",
      "what is sent while the message before is still being written down follows it by itself, once",
    ],
    ["pacerelle-web.app.drafts", "what was typed and not sent is there again, and what was sent is not"],
    ["pacerelle-web.app.tabs", "two tabs write and show the same; one goes on when the other is closed"],
    [
      "pacerelle-web.app.storage",
      "storage that is gone is told, with what can be done, and nothing begins by itself",
    ],
    ["pacerelle-web.app.clock", "a clock that is wrong is told above the page"],
  ]),
  ...section("issue 6, point 4: installable, both languages, both widths", [
    [
      "pacerelle-web.app.pages",
      "addresses lead to places and back, rows keep together what belongs together",
    ],
    [
      "pacerelle-web.app.phone",
      "on a phone nothing is behind the notch, no field enlarges the page, and the one that is written in grows",
    ],
    ["pacerelle-web.app.settings", "theme, language and password are changed, and choices are kept"],
    ["pacerelle-web.app.push-told", "of notifications no more is claimed than browser and relay say"],
    [
      "pacerelle-web.app.integrity",
      "whether a relay serves the pages that the sources make can be found out from outside",
    ],
    ["pacerelle-web.app.english", "English is complete"],
    [
      "pacerelle-web.app.keyboard",
      "the app is used by keyboard alone, and the focus stays where the person is",
    ],
    [
      "pacerelle-web.app.heard",
      "who hears the page is told what the agent writes in the open conversation, and nothing that was there before",
    ],
    [
      "pacerelle-web.app.bundle",
      "what is loaded before the app is there is below 150 kB gzipped without the crypto library, and all of it below a bound",
    ],
    ["pacerelle-web.app.limits-told", "a limit is told as people say it, and what is told goes"],
    ["pacerelle-web.app.nowhere", "an address that leads nowhere says so, and leads home"],
  ]),
];
