/**
 * Promises about how Pacerelle's stdio server reaches people.
 * @module
 */
import { section } from "./requirement.ts";

export const DELIVERIES = section("docs/deliveries.md", [
  ["deliveries.same", "from source, as a bundle, a binary or a package, a host sees the same server"],
  ["deliveries.permissions", "the baked-in permissions are enough for the whole way to a person and back"],
  [
    "deliveries.whole-way",
    "bundle, binary and package go the whole way, from a person to an assistant and back",
  ],
  [
    "deliveries.cache",
    "a new binary clears what old ones unpacked, but the last, what is in use and what is not its own",
  ],
  ["deliveries.first-start", "copies of the binary that start at once on a fresh cache all answer"],
  [
    "deliveries.bad-ground",
    "what keeps a delivered file from starting is said in one sentence, with what to do",
  ],
  ["deliveries.asked", "a build that does not answer as the server does is a failure and leaves no file"],
  ["deliveries.build-refusals", "a build that cannot be had says why in one sentence, with what to do"],
  ["deliveries.no-libsql", "what is delivered holds no database driver, and of zod what it uses"],
  ["deliveries.licences", "the package brings the licence of everything that it bundles"],
  ["deliveries.snippets", "what the delivery's documents tell to paste starts the server"],
  ["deliveries.public-part", "another program can import the package, typed, and start the server in itself"],
]);
