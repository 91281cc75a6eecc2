/**
 * Starts contender.ts as real processes, on Deno and on Node, and talks to them.
 * @module
 */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PATIENCE_MS } from "../../../until.ts";

export type Runtime = "deno" | "node";
export const RUNTIMES: readonly Runtime[] = ["deno", "node"];

export interface ContenderEvent {
  readonly event: string;
  readonly held?: boolean;
  readonly heldBy?: { readonly pid: number; readonly app: string; readonly since: string };
  readonly child?: number;
  readonly message?: string;
}

const SOURCE = fileURLToPath(new URL("./contender.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../../../deno.json", import.meta.url));

/** Leaves the name of a socket that nobody listens on any more, as a kill does. */
export function leaveDeadSocket(path: string): void {
  const listener = Deno.listen({ transport: "unix", path: `${path}~` });
  // Closing removes the name that was listened on, and no other.
  renameSync(`${path}~`, path);
  listener.close();
}

/** A folder for one test, with the contender bundled for Node in it, and all its processes gone at the end. */
export async function withContenders(
  work: (start: (runtime: Runtime, folder?: string) => Promise<Contender>, folder: string) => Promise<void>,
): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "pcl-"));
  const bundle = join(base, "contender.mjs");
  const started: Contender[] = [];
  try {
    execFileSync(Deno.execPath(), [
      "bundle",
      "--quiet",
      "--platform=deno",
      "--config",
      CONFIG,
      "-o",
      bundle,
      SOURCE,
    ]);
    const folder = join(base, "agent");
    await work(async (runtime, at = folder) => {
      const command = runtime === "node"
        ? ["node", bundle]
        : [Deno.execPath(), "run", "-A", "--no-check", "--config", CONFIG, SOURCE];
      const contender = new Contender(runtime, [...command, at, `hôte ${runtime} ${started.length}`]);
      started.push(contender);
      await contender.next("ready");
      return contender;
    }, folder);
  } finally {
    for (const contender of started) await contender.end();
    rmSync(base, { recursive: true });
  }
}

/** One process. */
export class Contender {
  readonly app: string;
  readonly runtime: Runtime;
  readonly #process: ChildProcess;
  readonly #events: ContenderEvent[] = [];
  readonly #gone: Promise<void>;
  #wake: () => void = () => {};

  constructor(runtime: Runtime, [command = "", ...args]: readonly string[]) {
    this.runtime = runtime;
    this.app = args.at(-1) ?? "";
    this.#process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#gone = new Promise((resolve) => this.#process.once("exit", () => resolve()));
    createInterface({ input: this.#process.stdout! }).on("line", (line) => {
      this.#events.push(JSON.parse(line));
      this.#wake();
    });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  send(command: string): void {
    this.#process.stdin!.write(command + "\n");
  }

  /** Waits for an event of that name, leaving others. */
  async next(event: string, withinMs = PATIENCE_MS): Promise<ContenderEvent> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const at = this.#events.findIndex((found) => found.event === event || found.event === "error");
      const [found] = at < 0 ? [] : this.#events.splice(at, 1);
      if (found !== undefined) {
        assert.equal(found.event, event, found.message);
        return found;
      }
      const left = deadline - performance.now();
      assert.ok(left > 0, `${this.app}: no ${event}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async ask(command: string): Promise<ContenderEvent> {
    this.send(command);
    return await this.next(command);
  }

  /** Not by ChildProcess.kill, which on Deno sends no second signal. */
  signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
    process.kill(this.pid, signal);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#gone;
  }

  async end(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
    this.#process.stdin?.destroy();
    this.#process.stdout?.destroy();
  }
}
