/**
 * Whether the person of a removed device has asked to log in again.
 * @module
 */
import { signal } from "@preact/signals";

/** Shows the way in, over what can still be read. */
export const isSigningInAgain = signal(false);
