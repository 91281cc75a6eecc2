/**
 * Something that is done a little later, once for all who asked for it meanwhile.
 * @module
 */

/** Asks for it. */
export interface Later {
  (): void;
  /** What was asked for is not done any more. */
  cancel(): void;
}

/** `calm`: milliseconds after which it is done; while it is asked for all the time, it is done that often. */
export function later(calm: number, work: () => unknown): Later {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void work();
    }, calm);
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return Object.assign(ask, { cancel });
}
