/**
 * Which tab holds the device. A tab that was frozen keeps it; then another one takes it away, and the store fences the frozen
 * one off (`../../store/journal_head.ts`).
 * @module
 */
export { Election, type TabLocks } from "../../../kit/election.ts";
