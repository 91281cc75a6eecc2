/**
 * Promises about Pacerelle in the browser (issue 6).
 * @module
 */
import { section } from "./requirement.ts";

export const PACERELLE_WEB = [
  ...section("issue 6, point 1: a browser is a device", [
    ["pacerelle-web.device.curves", "a browser without the curves has them in portable code, bit for bit"],
    [
      "pacerelle-web.device.sealed",
      "what a browser keeps is sealed under a key that no script can read; so is its identity's",
    ],
    [
      "pacerelle-web.device.durable",
      "a change is on the browser's disk before anyone is told of it, whole or not at all, whenever the tab dies",
    ],
    [
      "pacerelle-web.device.storage-lost",
      "storage that was cleared, in part or whole, is full or was closed is told as that; nothing is made anew over it",
    ],
    [
      "pacerelle-web.device.fenced",
      "a tab that lost the state while it was frozen writes nothing when it wakes",
    ],
    [
      "pacerelle-web.device.compaction",
      "rows are rewritten so that opening stays quick, and a crash loses none",
    ],
  ]),
  ...section("issue 6, point 3: conversations", [
    ["pacerelle-web.drafts", "what was typed is kept durably and goes in the write that sends it"],
    ["pacerelle-web.search", "search finds folded text in what the device has"],
  ]),
];
