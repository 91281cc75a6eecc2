/**
 * The same promise on Windows: a named pipe has one owner and vanishes with it. Written from its documentation and
 * never run: no Windows machine was at hand.
 * @module
 */
import process from "node:process";
import type { Env } from "../../../base/env.ts";
import { mailboxRefusal } from "../mailbox_refusal.ts";
import type { HeldClaim } from "./claim.ts";
import { writeClaimLine } from "./claim_line.ts";
import { listen } from "./listener.ts";
import type { LockHolder, TakenLock } from "./lock_holder.ts";
import { probe } from "./probe.ts";

/** A pipe needs no id to tell claims apart: the system lets one in. */
const ID = "0".repeat(14);

/** Tries once. */
export async function claimPipe(path: string, app: string, env: Env): Promise<HeldClaim | TakenLock> {
  const self: LockHolder = { pid: process.pid, app, since: new Date(env.now()).toISOString() };
  try {
    const listener = await listen(path, () => writeClaimLine({ ...self, id: ID, state: "holding" }));
    let released = false;
    return {
      held: true,
      heldBy: self,
      guard: () => {
        if (released) throw mailboxRefusal("lock-lost", path);
      },
      release: () => {
        released = true;
        return listener.close();
      },
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const found = await probe(path);
    const line = found.kind === "alive" ? found.line : undefined;
    return { held: false, heldBy: line && { pid: line.pid, app: line.app, since: line.since } };
  }
}
