/**
 * What time takes away: envelopes that waited for too long, names of settled ones, expired prekeys, idle sessions.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import { deleteIdleSessions } from "../../store/relay/accounts.ts";
import { deleteSettled, dropOldEnvelopes, markTold } from "../../store/relay/envelopes.ts";
import { allFileBytes, deleteOldFiles } from "../../store/relay/files.ts";
import { foldLog, type RelayStore } from "../../store/relay/open.ts";
import { deleteExpiredPrekeys } from "../../store/relay/prekeys.ts";
import type { Hub } from "./live/hub.ts";

/** How often. */
const SWEEP_MS = 3_600_000;
/** A wall clock that ran apart from the monotonic one by more than this has jumped. */
const JUMP_MS = 600_000;
/** After a jump nothing is dropped for this long: time for someone to set the clock right. */
const TRUST_AFTER_MS = 86_400_000;
/** Names of settled envelopes are kept this much longer than a sender may resubmit. */
const SETTLED_SLACK_MS = 86_400_000;
/** Envelopes of one transaction. */
const CHUNK = 200;
/** Files of one transaction: each may be 28 MiB to overwrite. */
const FILE_CHUNK = 4;

/** Files that take this part of their room are told of, while there is time to give them more. */
const NEARLY_FULL = 0.8;

/** What a sweeper stands on. */
export interface SweeperOptions {
  readonly store: RelayStore;
  readonly hub: Hub;
  readonly env: Pick<Env, "now" | "monotonic">;
  readonly log: Logger;
  readonly retentionMs: number;
  readonly fileRetentionMs: number;
  /** Bytes that files may take in all. */
  readonly fileBytes: number;
  /** Whether the database is a file. */
  readonly foldsLog: boolean;
}

/** Sweeps now and then, until it is stopped. */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Wall clock minus monotonic clock, at the last sweep. */
  #offset: number;
  #distrustUntil = 0;
  #running: Promise<void> | undefined;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#offset = options.env.now() - options.env.monotonic();
    this.#timer = setInterval(() => {
      this.#running ??= this.sweep().finally(() => this.#running = undefined);
    }, SWEEP_MS);
  }

  /** One sweep. Failures are logged; the next one tries again. */
  async sweep(): Promise<void> {
    const { env, log, store, retentionMs, foldsLog } = this.#options;
    const now = env.now();
    const offset = now - env.monotonic();
    if (Math.abs(offset - this.#offset) > JUMP_MS) {
      log.warn("clock_jumped", { byMs: Math.round(offset - this.#offset) });
      this.#distrustUntil = env.monotonic() + TRUST_AFTER_MS;
    }
    this.#offset = offset;
    if (env.monotonic() < this.#distrustUntil) return;
    try {
      await this.#drop(now);
      await this.#dropFiles(now);
      await this.#tellFileRoom();
      await store.write(async (db) => {
        await deleteSettled(db, now - retentionMs - SETTLED_SLACK_MS);
        await deleteExpiredPrekeys(db, now);
        await deleteIdleSessions(db, now);
      });
      if (foldsLog) await foldLog(store);
    } catch (error) {
      log.error("sweep_failed", { error: error instanceof Error ? error.name : "unknown" });
    }
  }

  /** Stops, and waits for a sweep under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #dropFiles(now: number): Promise<void> {
    const { store, log, fileRetentionMs } = this.#options;
    for (;;) {
      const files = await store.write((db) => deleteOldFiles(db, now - fileRetentionMs, FILE_CHUNK));
      if (files === 0) return;
      log.info("files_dropped", { files });
    }
  }

  async #tellFileRoom(): Promise<void> {
    const { store, log, fileBytes: maxBytes } = this.#options;
    const bytes = await allFileBytes(store.read);
    if (bytes > NEARLY_FULL * maxBytes) log.warn("files_nearly_full", { bytes, maxBytes });
  }

  async #drop(now: number): Promise<void> {
    const { store, hub, log, retentionMs } = this.#options;
    for (;;) {
      const dropped = await store.write((db) => dropOldEnvelopes(db, now - retentionMs, now, CHUNK));
      if (dropped.length === 0) return;
      log.warn("dropped", { envelopes: dropped.length });
      const told = dropped.filter(({ sender, recipient: to, id }) => {
        const connection = hub.connectionOf(sender);
        if (!connection?.ready) return false;
        connection.send({ type: "dropped", items: [{ to, id }] });
        return true;
      });
      if (told.length > 0) await store.write((db) => markTold(db, told));
    }
  }
}
