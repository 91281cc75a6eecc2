/**
 * A text with what was looked for marked.
 * @module
 */
import { marksIn } from "./cut_around.ts";

/** The text. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return (
    <>
      {marksIn(text, query).map((piece, index) =>
        piece.isMark ? <mark key={index}>{piece.text}</mark> : piece.text
      )}
    </>
  );
}
