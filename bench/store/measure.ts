/**
 * Times of calls, as a line of a Markdown table. Beside the time on the wall stands the time on the processor: on a
 * machine that others use too, it tells which part was ours.
 * @module
 */
import process from "node:process";

/** Of calls, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What was measured. */
export interface Measured {
  readonly calls: number;
  readonly wall: Times;
  /** All threads of this process. */
  readonly cpu: Times;
}

function timesOf(durations: readonly number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Gathers the times of calls: of each call, the least of so many runs. */
export class Stopwatch {
  readonly #runs: number;
  readonly #wall: number[] = [];
  readonly #cpu: number[] = [];

  constructor(runs = 1) {
    this.#runs = runs;
  }

  /** Runs a call and notes how long it took. */
  async time<Result>(call: () => Result | Promise<Result>): Promise<Result> {
    let wall = Infinity;
    let least = Infinity;
    for (let run = 1;; run++) {
      const cpu = processorMs();
      const start = performance.now();
      const result = await call();
      wall = Math.min(wall, performance.now() - start);
      least = Math.min(least, processorMs() - cpu);
      if (run < this.#runs) continue;
      this.#wall.push(wall);
      this.#cpu.push(least);
      return result;
    }
  }

  /** Takes over what another gathered. */
  add(other: Stopwatch): void {
    this.#wall.push(...other.#wall);
    this.#cpu.push(...other.#cpu);
  }

  get measured(): Measured {
    return { calls: this.#wall.length, wall: timesOf(this.#wall), cpu: timesOf(this.#cpu) };
  }
}

/** The columns of {@linkcode row}. */
export const HEAD = [
  "| | calls | p50 ms | p99 ms | max ms | p99 cpu ms | statements | reference p50 ms | target p99 ms | |",
  "|---|---|---|---|---|---|---|---|---|---|",
].join("\n");

/** A line of the table. `target` is held against the wall; where only the processor's time holds it, that is said. */
export function row(
  name: string,
  measured: Measured,
  more: { readonly statements?: string; readonly reference?: Measured; readonly target?: number } = {},
): string {
  const { wall, cpu, calls } = measured;
  const { target } = more;
  const verdict = target === undefined
    ? ""
    : wall.p99 <= target
    ? "held"
    : cpu.p99 <= target
    ? "held by the processor's time"
    : "MISSED";
  const ms = (value: number | undefined) => value?.toFixed(2) ?? "";
  return `| ${
    [
      name,
      calls,
      ms(wall.p50),
      ms(wall.p99),
      ms(wall.max),
      ms(cpu.p99),
      more.statements ?? "",
      ms(more.reference?.wall.p50),
      target ?? "",
      verdict,
    ].join(" | ")
  } |`;
}
