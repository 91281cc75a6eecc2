/**
 * Something that is done a little later, once for all who asked for it meanwhile.
 * @module
 */

/** `calm`: milliseconds after which it is done; while it is asked for all the time, it is done that often. */
export function later(calm: number, work: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void work();
    }, calm);
  };
}
