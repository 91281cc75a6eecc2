/**
 * Loads the server; apart, since a Node without `import()` must not have to read it.
 * @module
 */
"use strict";
import("../lib/server/pacerelle/cli/main.js");
