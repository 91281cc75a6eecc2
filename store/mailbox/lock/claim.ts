/**
 * One claim on a state folder: a listening socket that the kernel closes with its process, SIGKILL or not, and keeps
 * while the process sleeps or is stopped (contract: pacerelle-channel "The single-host lock").
 *
 * Always true: a claim has its name only while it listens, and names are never used twice; so a name that refuses
 * connections is dead for ever, and removing it can hit no other. Of claims that see each other, all but the smallest
 * id give way, and nobody holds before a whole scan has found nobody. Folders shared over a network are not covered:
 * a socket is known to its own machine only.
 * @module
 */
import { statSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { Env } from "../../../base/env.ts";
import { mailboxRefusal } from "../mailbox_refusal.ts";
import { type ClaimLine, writeClaimLine } from "./claim_line.ts";
import { listen, type Listener } from "./listener.ts";
import type { HeldLock, LockHolder, TakenLock } from "./lock_holder.ts";
import { probe } from "./probe.ts";

const ID_BYTES = 7;
/** Between two scans while another claim is about to give way. */
const RESCAN_MS = { least: 2, spread: 10 } as const;
/** A scan that never settles (claims that come and go without end) is given up: the loser's retry comes later. */
const SETTLE_MS = 10_000;
/** A draft that nobody listens on is rubbish after this; removing a live one would only make its owner try again. */
const DRAFT_MS = 60_000;

/** A claim that won. */
export interface HeldClaim extends HeldLock {
  release(): Promise<void>;
}

/** Tries once. @throws when sockets cannot be made in `folder` */
export async function claim(folder: string, app: string, env: Env): Promise<HeldClaim | TakenLock> {
  const id = Array.from(env.randomBytes(ID_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const self: LockHolder = { pid: process.pid, app, since: new Date(env.now()).toISOString() };
  let state: ClaimLine["state"] = "claiming";
  const draft = join(folder, `t-${id}`);
  const path = join(folder, `c-${id}`);
  const listener = await listen(draft, () => writeClaimLine({ ...self, id, state }));
  try {
    await rename(draft, path);
    const { ino, dev } = await stat(path);
    const other = await scan(folder, id, env);
    if (other !== undefined) {
      await withdraw(path, listener);
      return other;
    }
    state = "holding";
    return hold(path, { ino, dev }, listener, self);
  } catch (error) {
    await rm(draft, { force: true });
    await withdraw(path, listener);
    throw error;
  }
}

function hold(
  path: string,
  { ino, dev }: { readonly ino: number; readonly dev: number },
  listener: Listener,
  self: LockHolder,
): HeldClaim {
  let lost = false;
  const guard = () => {
    const found = lost ? undefined : statSync(path, { throwIfNoEntry: false });
    if (found?.ino === ino && found.dev === dev) return;
    lost = true;
    throw mailboxRefusal("lock-lost", path);
  };
  const release = async () => {
    lost = true;
    await withdraw(path, listener);
  };
  return { held: true, heldBy: self, guard, release };
}

/** The name goes first: while it is there, it listens. */
async function withdraw(path: string, listener: Listener): Promise<void> {
  await rm(path, { force: true });
  await listener.close();
}

/** Looks at every other claim until it is clear who may hold; undefined: this one. */
async function scan(folder: string, id: string, env: Env): Promise<TakenLock | undefined> {
  const deadline = env.monotonic() + SETTLE_MS;
  for (;;) {
    let unsettled = false;
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (name.startsWith("t-")) await sweepDraft(path, env);
      if (!name.startsWith("c-") || name === `c-${id}`) continue;
      const found = await probe(path);
      if (found.kind === "dead") await rm(path, { force: true });
      if (found.kind === "unclear") unsettled = true;
      if (found.kind !== "alive") continue;
      const { line } = found;
      if (line?.state !== "claiming" || line.id < id) {
        return { held: false, heldBy: line && { pid: line.pid, app: line.app, since: line.since } };
      }
      unsettled = true;
    }
    if (!unsettled) return undefined;
    if (env.monotonic() > deadline) return { held: false, heldBy: undefined };
    const [jitter = 0] = env.randomBytes(1);
    await env.sleep(RESCAN_MS.least + RESCAN_MS.spread * jitter / 255);
  }
}

async function sweepDraft(path: string, env: Env): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || env.now() - found.mtimeMs < DRAFT_MS) return;
  if ((await probe(path)).kind === "dead") await rm(path, { force: true });
}
