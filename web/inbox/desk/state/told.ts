/**
 * Which answers are old when they come: what is told live may overtake them.
 * @module
 */

/** What was told of things while they were asked for. */
export class Told {
  /** What is being asked for. */
  readonly #asked = new Set<{ readonly id: string; isTold: boolean }>();

  /** Something was told of it. */
  hear(id: string): void {
    for (const one of this.#asked) if (one.id === id) one.isTold = true;
  }

  /**
   * Asks, and takes the answer unless something was told of the thing meanwhile: that may be newer. If it is older, what the
   * answer says is told as well.
   */
  async ask<Answer>(
    id: string,
    call: () => Promise<Answer>,
    take: (answer: Answer) => void,
  ): Promise<Answer> {
    const asked = { id, isTold: false };
    this.#asked.add(asked);
    try {
      const answer = await call();
      if (!asked.isTold) take(answer);
      return answer;
    } finally {
      this.#asked.delete(asked);
    }
  }
}
