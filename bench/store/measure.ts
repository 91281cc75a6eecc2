/**
 * Times of calls, as a line of a Markdown table.
 * @module
 */

/** Times in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly calls: number;
}

/** From single durations. */
export function timesOf(durations: readonly number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0, calls: sorted.length };
}

/** Runs `call` for each input, one after the other. */
export async function timeEach<Input>(
  inputs: readonly Input[],
  call: (input: Input) => unknown,
): Promise<number[]> {
  const durations: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    await call(input);
    durations.push(performance.now() - start);
  }
  return durations;
}

/** `| name | p50 | p99 | max | … |` */
export function row(name: string, times: Times, ...more: readonly string[]): string {
  const figures = [times.p50, times.p99, times.max].map((ms) => ms.toFixed(2));
  return `| ${[name, String(times.calls), ...figures, ...more].join(" | ")} |`;
}
