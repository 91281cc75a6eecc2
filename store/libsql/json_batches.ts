/**
 * Many things in one parameter, for `json_each`, and never more than a database takes: a libSQL server takes values of up to
 * 5 MB unless it is told otherwise.
 * @module
 */

/** In UTF-16 units, of which one is three bytes at most. */
const LONGEST = 1_500_000;

/** JSON arrays of the items, in their order: one array unless they are long. What is too long by itself stands alone. */
export function* jsonBatches(items: Iterable<unknown>): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const item of items) {
    const json = JSON.stringify(item);
    if (batch.length > 0 && length + json.length > LONGEST) {
      yield `[${batch.join()}]`;
      batch = [];
      length = 0;
    }
    batch.push(json);
    length += json.length + 1;
  }
  if (batch.length > 0) yield `[${batch.join()}]`;
}
