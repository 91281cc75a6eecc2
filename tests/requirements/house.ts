/**
 * Promises about the house itself.
 * @module
 */
import { section } from "./requirement.ts";

export const HOUSE = section("design", [
  ["house.floors", "an import never climbs a floor"],
  ["house.queries-in-the-store", "only the store builds queries"],
  ["house.products-apart", "nothing of one product imports the other's"],
  ["house.no-cycles", "modules form no cycle"],
  ["house.stdio-without-libsql", "what a host starts over stdio loads no database driver"],
  ["house.requirements", "every promise is cited by a test, and every citation names a promise"],
  ["house.snippets", "what the documents tell to paste parses, names the real defaults, and connects"],
  [
    "house.host-texts",
    "one table for each product says what every host is given, and each text parses as its format",
  ],
  [
    "house.pages",
    "pages are built once for what the sources say, and served with hashed names under a policy without inline script",
  ],
  [
    "house.pages-portable",
    "what a page loads uses the web's own interfaces alone: no Deno, no node:, no database",
  ],
  ["house.deploy", "what is deployed runs with the permissions of the tasks and no more"],
]);
