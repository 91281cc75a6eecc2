/**
 * Holds an agent's state for this process, or waits for it: a second process stays alive, knows who holds, and takes over
 * by itself when the holder goes (contract: pacerelle §1 "State: one holder"). Does nothing before it is asked.
 * @module
 */
import { realpath } from "node:fs/promises";
import process from "node:process";
import type { Env } from "../../../base/env.ts";
import { type Logger, silentLogger } from "../../../base/log.ts";
import { claim, type HeldClaim } from "./claim.ts";
import { claimPipe } from "./claim_pipe.ts";
import { makeLockFolder, pipePath } from "./lock_folder.ts";
import type { HeldLock, LockState, TakenLock } from "./lock_holder.ts";

/** How long a loser waits before it tries again; half of it is drawn by lot. */
const RETRY_MS = 3000;

/** What a holder is made of. */
export interface SingleHolderOptions {
  /** The agent's folder; `.lock` is made in it. */
  readonly folder: string;
  /** What the host calls itself; others are told. */
  readonly app: string;
  readonly env: Env;
  readonly log?: Logger;
  /** Called when a wait in the background has ended with the lock. */
  readonly onHeld?: (lock: HeldLock) => void;
}

/** One per process and agent. */
export class SingleHolder {
  readonly #options: SingleHolderOptions;
  readonly #log: Logger;
  #claim: HeldClaim | undefined;
  #attempt: Promise<LockState> | undefined;
  #waiting: AbortController | undefined;

  constructor(options: SingleHolderOptions) {
    this.#options = options;
    this.#log = options.log ?? silentLogger;
  }

  /** The lock if it is held now, without trying. */
  get current(): HeldLock | undefined {
    return this.#check() ? this.#claim : undefined;
  }

  /**
   * Tries at once, or answers what is held. A loser goes on trying in the background until {@linkcode release}.
   * @throws when the lock folder cannot be used
   */
  acquire(): Promise<LockState> {
    return this.#attempt ??= this.#try().finally(() => this.#attempt = undefined);
  }

  /** Gives the lock up, or the wait for it. */
  async release(): Promise<void> {
    this.#stopWaiting();
    await this.#attempt?.catch(() => {});
    // An attempt that lost meanwhile has begun to wait.
    this.#stopWaiting();
    const held = this.#claim;
    this.#claim = undefined;
    await held?.release();
  }

  async #try(): Promise<LockState> {
    if (this.#claim !== undefined) {
      if (this.#check()) return this.#claim;
      this.#log.warn("lock.lost");
      await this.#claim.release();
      this.#claim = undefined;
    }
    const result = await this.#claimOnce();
    if (!result.held) {
      if (this.#waiting === undefined) void this.#wait(this.#waiting = new AbortController());
      return result;
    }
    this.#stopWaiting();
    this.#log.info("lock.held");
    return this.#claim = result;
  }

  async #claimOnce(): Promise<HeldClaim | TakenLock> {
    const { folder, app, env } = this.#options;
    const lockFolder = await makeLockFolder(folder);
    return process.platform === "win32"
      ? await claimPipe(pipePath(await realpath(folder)), app, env)
      : await claim(lockFolder, app, env);
  }

  async #wait({ signal }: AbortController): Promise<void> {
    const { env, onHeld } = this.#options;
    while (!signal.aborted) {
      const [lot = 0] = env.randomBytes(1);
      await env.sleep(RETRY_MS / 2 * (1 + lot / 255), signal).catch(() => {});
      if (signal.aborted) return;
      try {
        const state = await this.acquire();
        if (state.held) return onHeld?.(state);
      } catch (error) {
        this.#log.warn("lock.retry_failed", { cause: error instanceof Error ? error.name : "unknown" });
      }
    }
  }

  #stopWaiting(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  #check(): boolean {
    try {
      this.#claim?.guard();
      return this.#claim !== undefined;
    } catch {
      return false;
    }
  }
}
