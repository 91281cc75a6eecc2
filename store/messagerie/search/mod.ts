/**
 * Search in messages: every word a substring, accents and case aside, newest first, within a scope of inboxes. Words
 * and short grams of each message in one full-text index, the vocabulary in another; see `tokens.ts` and `find_seqs.ts`.
 * @module
 */
export { type IndexedMessage, indexMessages, moveMessages, unindexMessages } from "./index_messages.ts";
export { type FoundMessage, searchMessages } from "./search_messages.ts";
export { type RebuildOptions, rebuildSearch } from "./rebuild_search.ts";
export { mergeSearch, refreshStatistics } from "./tend_search.ts";
