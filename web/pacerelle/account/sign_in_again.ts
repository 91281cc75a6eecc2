/**
 * Whether the person of a device that was removed, or whose session has ended, has asked to log in again.
 * @module
 */
import { signal } from "@preact/signals";

/** Shows the way in, over what can still be read. */
export const isSigningInAgain = signal(false);
