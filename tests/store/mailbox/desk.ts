/**
 * What the journal's tests share: a journal over a disk in memory whose records tell which batch they belong to, and
 * what must be true of it after anything at all.
 * @module
 */
import assert from "node:assert/strict";
import { type Env, systemEnv } from "../../../base/env.ts";
import type { Journal } from "../../../store/mailbox/journal.ts";
import type { MailboxFs } from "../../../store/mailbox/mailbox_fs.ts";
import { openJournal } from "../../../store/mailbox/open_journal.ts";
import type { MemoryFs } from "./memory_fs.ts";

export const ROOT = "/root/mcp";
export const NAME = "agent_one";
export const OWNER = "agent_one_public_id";
export const FOLDER = `${ROOT}/${NAME}`;
export const STATE = `${FOLDER}/state`;
export const KEY = `${FOLDER}/key`;

/** One record of a batch of `of`. */
export interface Entry {
  readonly batch: number;
  readonly index: number;
  readonly of: number;
  readonly text: string;
}

/** A batch whose records say that they belong together. */
export function batchOf(batch: number, of: number, text = `texte très privé ${batch}`): readonly Entry[] {
  return Array.from({ length: of }, (_, index) => ({ batch, index, of, text }));
}

export interface OpenOptions {
  readonly fs: MailboxFs;
  readonly create?: boolean;
  readonly env?: Env;
  readonly ownerId?: string;
  readonly root?: string;
  readonly guard?: () => void;
  readonly floorBytes?: number;
}

/** Opens, and keeps all records in memory: the snapshot is the list itself. */
export async function openDesk(options: OpenOptions): Promise<{ journal: Journal<Entry>; entries: Entry[] }> {
  const entries: Entry[] = [];
  const journal = await openJournal<Entry>({
    root: options.root ?? ROOT,
    name: NAME,
    ownerId: options.ownerId ?? OWNER,
    env: options.env ?? systemEnv,
    fs: options.fs,
    create: options.create ?? true,
    apply: (entry) => void entries.push(entry),
    snapshot: () => entries.slice(),
    compaction: { ratio: 1, floorBytes: options.floorBytes ?? 1 << 30 },
    ...(options.guard ? { guard: options.guard } : {}),
  });
  return { journal, entries };
}

/** Opens, reads everything and closes. */
export async function readAll(options: OpenOptions): Promise<readonly Entry[]> {
  const { journal, entries } = await openDesk({ create: false, ...options });
  await journal.close();
  return entries;
}

/** The numbers of the batches that are there; fails unless each is whole and stands together. */
export function batchesIn(entries: readonly Entry[]): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < entries.length;) {
    const { batch, of } = entries[at]!;
    for (let index = 0; index < of; index++) {
      const { batch: foundBatch, index: foundIndex } = entries[at + index] ?? {};
      assert.deepEqual({ batch: foundBatch, index: foundIndex }, { batch, index }, "a batch is not whole");
    }
    found.push(batch);
    at += of;
  }
  assert.deepEqual(found, [...new Set(found)].sort((a, b) => a - b), "batches doubled or out of order");
  return found;
}

/** What a refusal says went wrong. */
export function reasonOf(error: unknown): unknown {
  return (error as { details?: { reason?: unknown } }).details?.reason;
}

/** Opens and gives the reason why that failed, or undefined. */
export async function reasonToRefuse(options: OpenOptions): Promise<unknown> {
  try {
    await readAll(options);
    return undefined;
  } catch (error) {
    return reasonOf(error) ?? error;
  }
}

/** The content of the agent's folder, to put back later. */
export function backUp(fs: MemoryFs): ReadonlyMap<string, Uint8Array> {
  return new Map(fs.paths.map((path) => [path, fs.get(path)!]));
}
