/**
 * A relay in a process of its own that can be killed, and seeded chance.
 * @module
 */
import assert from "node:assert/strict";

const SCRIPT = new URL("../server/relay/relay_process.ts", import.meta.url).pathname;

/** A relay that a test kills. */
export class KilledRelay {
  url = "";
  #child: Deno.ChildProcess | undefined;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async up(): Promise<void> {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", SCRIPT, this.#folder],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value } = await reader.read();
    await reader.cancel();
    assert.ok(value, "the relay starts over what the kill left behind");
    this.url = value.trim();
  }

  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.status;
  }
}

/** mulberry32: small and repeatable. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
