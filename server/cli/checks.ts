/**
 * What a `doctor` finds, and how it is told: a line for each look, one next action for each fault.
 * @module
 */
import type { Terminal } from "./terminal.ts";

/** What one look found. `note`: worth knowing, no fault. */
export interface Check {
  readonly kind: "good" | "note" | "fault";
  readonly name: string;
  readonly text: string;
  /** The one thing to do; with every fault. */
  readonly action?: string;
}

const MARKS: Readonly<Record<Check["kind"], string>> = { good: "✓", note: "·", fault: "✗" };

/** Writes each check as it comes; answers with the exit code: 1 when there is a fault. */
export async function tellChecks(terminal: Terminal, checks: AsyncIterable<Check>): Promise<number> {
  let faults = 0;
  for await (const { kind, name, text, action } of checks) {
    if (kind === "fault") faults++;
    await terminal.out(`${MARKS[kind]} ${name} : ${text}\n`);
    if (action !== undefined) await terminal.out(`  → ${action}\n`);
  }
  await terminal.out(faults === 0 ? "Tout va bien.\n" : `${faults} défaut${faults > 1 ? "s" : ""}.\n`);
  return faults === 0 ? 0 : 1;
}
