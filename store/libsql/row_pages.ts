/**
 * Rows read in pages that a server can answer with: it refuses what is above 10 MB, and how long rows are is not known
 * before they are read.
 * @module
 */
import { isAnswerTooLarge } from "./fault.ts";

/**
 * Pages of at most `most` rows, each read after the last row of the one before; once one is refused for its size, of half
 * as many.
 */
export async function* rowPages<Row>(
  most: number,
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let limit = most;
  let last: Row | undefined;
  for (;;) {
    let rows: readonly Row[];
    try {
      rows = await read(last, limit);
    } catch (error) {
      if (limit === 1 || !isAnswerTooLarge(error)) throw error;
      limit = Math.ceil(limit / 2);
      continue;
    }
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
