/**
 * Promises about the Pacerelle app when things go wrong around it: what its pages show then, and what reaches the agent.
 * @module
 */
import { section } from "./requirement.ts";

export const PACERELLE_WEB_PROOF = [
  ...section("issue 6, points 1 and 3, and How it is shown: what goes wrong by itself", [
    [
      "pacerelle-web.proof.restart",
      "messages under way while the relay restarts, or while its answer is lost, arrive once; each state shown is true",
    ],
    [
      "pacerelle-web.proof.offline",
      "without a network the app opens, is written in and says so; what was written leaves by itself, once",
    ],
    [
      "pacerelle-web.proof.closed",
      "of a message whose tab was closed while it was sent there is one: on its way, or still where it was typed",
    ],
    [
      "pacerelle-web.proof.tabs",
      "two tabs write at once and show the same; when one is closed nothing is lost or doubled",
    ],
    [
      "pacerelle-web.proof.refused",
      "what the relay does not take now is told with its reason and leaves once it may",
    ],
    ["pacerelle-web.proof.clock", "a wrong clock is told in the page, and messages arrive all the same"],
    ["pacerelle-web.proof.update", "a new version is offered and taken without losing what is typed"],
    [
      "pacerelle-web.proof.session",
      "a session that ended is told, keeps what is typed, and the person signs in again from there",
    ],
    [
      "pacerelle-web.proof.cleared",
      "storage that was cleared under the app, or whose key is gone, is told; the way on is offered and works",
    ],
  ]),
  ...section("issue 6, How it is shown: a relay that lies and serves the honest page", [
    [
      "pacerelle-web.proof.swapped",
      "another card, roster or prekey than the real one is told in the page's words, and gets nothing",
    ],
    [
      "pacerelle-web.proof.hidden",
      "a roster that is hidden or gone back from is told in the page's words, and nothing is signed over it",
    ],
    [
      "pacerelle-web.proof.replayed",
      "what comes twice is shown once; what was altered, or made up, is not shown at all and is told",
    ],
    [
      "pacerelle-web.proof.withheld",
      "what is withheld is told as missing, and comes once it is let through; then nothing is called missing any more",
    ],
    [
      "pacerelle-web.proof.files",
      "a file that was altered, swapped or withheld is told, and nothing of it is shown or saved",
    ],
    [
      "pacerelle-web.proof.delivered",
      "whatever the relay claims of a message, it is called received or handled on the agent's word alone",
    ],
  ]),
];
