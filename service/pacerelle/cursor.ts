/**
 * Where a reader of the inbox is. A cursor names a place and whose it was: after a backup was restored, places are given
 * out again, and a cursor of the lost future counts for nothing rather than hide what came.
 * @module
 */
import type { InboxState } from "./inbox/inbox_state.ts";
import { invalid } from "./refusals.ts";

const CURSOR = /^(\d{1,15})-([0-9a-f]{0,8})$/;
const TAG_LENGTH = 8;

/** The cursor of a place. */
export function cursorAt({ seq, id }: { readonly seq: number; readonly id: string }): string {
  return `${seq}-${id.slice(0, TAG_LENGTH)}`;
}

/**
 * The place after which to read; 0 without a cursor, and for one that this inbox did not give.
 * @throws {Refusal} INVALID_REQUEST
 */
export function readCursor(state: InboxState, cursor: string | undefined): number {
  if (cursor === undefined || cursor === "") return 0;
  const [, place, tag] = CURSOR.exec(cursor) ?? [];
  if (place === undefined) {
    throw invalid({
      field: "cursor",
      message: "Il faut le « cursor » d’une réponse de wait_for_messages, ou rien.",
    });
  }
  const seq = Number(place);
  if (seq > state.last.seq) return 0;
  const owner = seq === state.last.seq
    ? state.last.id
    : state.entries().find((entry) => entry.seq === seq)?.id;
  return owner === undefined || owner.slice(0, TAG_LENGTH) === tag ? seq : 0;
}
