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
];
