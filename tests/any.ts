/**
 * What a test reads as it comes: answers, rows, configurations. A test that looks for what is not there fails where it looks.
 * @module
 */

// deno-lint-ignore no-explicit-any -- the one place that says so
export type Any = any;
