/**
 * Which answers are old when they come: what is told live may overtake them.
 * @module
 */

/** What was told of each thing. */
export class Told {
  readonly #times = new Map<string, number>();

  /** Something was told of it. */
  hear(id: string): void {
    this.#times.set(id, (this.#times.get(id) ?? 0) + 1);
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
    const before = this.#times.get(id);
    const answer = await call();
    if (before === this.#times.get(id)) take(answer);
    return answer;
  }
}
