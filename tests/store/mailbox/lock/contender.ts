/**
 * A real process that wants a lock, for the tests of the lock: `contender.ts FOLDER APP`. It runs on Deno and, bundled, on
 * Node. It prints one JSON line per event and obeys lines on stdin: `acquire`, `guard`, `child` (starts a process that
 * outlives this one), `release`.
 * @module
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { systemEnv } from "../../../../base/env.ts";
import type { LockState } from "../../../../store/mailbox/lock/lock_holder.ts";
import { SingleHolder } from "../../../../store/mailbox/lock/single_holder.ts";

const [folder = "", app = ""] = process.argv.slice(2);

function say(event: string, fields: Record<string, unknown> = {}): void {
  process.stdout.write(JSON.stringify({ event, pid: process.pid, ...fields }) + "\n");
}

function sayState(event: string, state: LockState): void {
  say(event, { held: state.held, heldBy: state.heldBy });
}

const holder = new SingleHolder({
  folder,
  app,
  env: systemEnv,
  onHeld: (lock) => sayState("took-over", lock),
});

const commands: Record<string, () => Promise<void> | void> = {
  acquire: async () => sayState("acquire", await holder.acquire()),
  guard: () => {
    say("guard", { held: holder.current !== undefined });
  },
  child: () => {
    const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    child.unref();
    say("child", { child: child.pid });
  },
  release: async () => {
    await holder.release();
    say("release");
  },
};

say("ready");
for await (const line of createInterface({ input: process.stdin })) {
  try {
    await commands[line]?.();
  } catch (error) {
    say("error", { message: String(error) });
  }
}
process.exit(0);
