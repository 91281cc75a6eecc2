/**
 * Entries as rows of a thread: a new day is said, and what one side says in one go is kept together. Pure.
 * @module
 */
import type { EntryView } from "../app/entry_types.ts";

/** A row. */
export type Row =
  | { readonly kind: "day"; readonly at: number }
  | {
    readonly kind: "entry";
    readonly entry: EntryView;
    /** The side speaks on: the same as the row before, shortly after. */
    readonly isNext: boolean;
  };

/** Silence after which a side begins anew. */
const TOGETHER_MS = 5 * 60_000;

const dayOf = (at: number) => new Date(at).toDateString();

/** The rows, oldest first. */
export function rowsOf(entries: readonly EntryView[]): readonly Row[] {
  const rows: Row[] = [];
  let before: EntryView | undefined;
  for (const entry of entries) {
    // Given at once, it stands in the question's own card: said twice, it would only be noise.
    if (entry.kind === "answer" && before?.kind === "widget" && before.answer?.id === entry.id) continue;
    const isNewDay = before === undefined || dayOf(before.at) !== dayOf(entry.at);
    if (isNewDay) rows.push({ kind: "day", at: entry.at });
    const isNext = !isNewDay && before?.isMine === entry.isMine && entry.at - before.at < TOGETHER_MS;
    rows.push({ kind: "entry", entry, isNext });
    before = entry;
  }
  return rows;
}

/** The same for the same row, whatever its place. */
export function keyOf(row: Row): string {
  return row.kind === "day" ? `day ${dayOf(row.at)} ${row.at}` : row.entry.id;
}
