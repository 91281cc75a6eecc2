/**
 * The product's own version, as `--version` and the packages tell it; a test holds it to deno.json's. What a server tells
 * its MCP clients is a contract's and apart.
 * @module
 */

/** Semantic version. */
export const VERSION = "0.1.0";
