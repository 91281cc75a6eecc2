/**
 * What is pasted as files where texts are written.
 * @module
 */

/** The files of a paste; none where a text comes with them: cells of a sheet come as a picture as well, and are a text. */
export function pastedFiles(
  pasted: Pick<DataTransfer, "types" | "files"> | null,
): readonly File[] {
  return pasted === null || pasted.types.includes("text/plain") ? [] : [...pasted.files];
}
