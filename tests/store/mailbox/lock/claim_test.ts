/**
 * The rules of a claim against peers that say what the test wants, the lock's folder, and the lock that is lost.
 * @covers pacerelle.lock.rules
 * @covers pacerelle.lock.path-length
 * @covers pacerelle.lock.lost
 * @covers pacerelle.lock.nothing-before-asked
 * @module
 */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Env, systemEnv } from "../../../../base/env.ts";
import { claim } from "../../../../store/mailbox/lock/claim.ts";
import { readClaimLine, writeClaimLine } from "../../../../store/mailbox/lock/claim_line.ts";
import { listen, type Listener } from "../../../../store/mailbox/lock/listener.ts";
import { makeLockFolder } from "../../../../store/mailbox/lock/lock_folder.ts";
import { probe } from "../../../../store/mailbox/lock/probe.ts";
import { SingleHolder } from "../../../../store/mailbox/lock/single_holder.ts";
import { reasonOf } from "../desk.ts";
import { leaveDeadSocket } from "./contenders.ts";

async function inTempFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pcl-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An environment whose first ids are the ones given. */
function envWithIds(...ids: readonly string[]): Env {
  const left = [...ids];
  return {
    ...systemEnv,
    randomBytes: (length) => {
      const id = length === 7 ? left.shift() : undefined;
      return id === undefined
        ? systemEnv.randomBytes(length)
        : Uint8Array.from(id.match(/../g)!, (pair) => parseInt(pair, 16));
    },
  };
}

const PEER = { pid: 4242, app: "autre hôte", since: "2026-01-02T03:04:05.000Z" };
const SMALL = "00000000000001";
const OWN = "80000000000000";
const LARGE = "f0000000000000";

function peer(folder: string, id: string, state: "claiming" | "holding"): Promise<Listener> {
  return listen(join(folder, `c-${id}`), () => writeClaimLine({ ...PEER, id, state }));
}

Deno.test("a claim gives way to a holder and to a smaller claim, and names it", async () => {
  for (const [id, state] of [[SMALL, "claiming"], [SMALL, "holding"], [LARGE, "holding"]] as const) {
    await inTempFolder(async (folder) => {
      const other = await peer(folder, id, state);
      const result = await claim(folder, "moi", envWithIds(OWN));
      assert.deepEqual(result, { held: false, heldBy: PEER });
      assert.deepEqual(readdirSync(folder), [`c-${id}`]);
      await other.close();
    });
  }
});

Deno.test("a claim waits for a larger one to give way, and then holds", async () => {
  await inTempFolder(async (folder) => {
    let asked = 0;
    const other = await listen(join(folder, `c-${LARGE}`), () => {
      asked++;
      return writeClaimLine({ ...PEER, id: LARGE, state: "claiming" });
    });
    const pending = claim(folder, "moi", envWithIds(OWN));
    while (asked < 3) await systemEnv.sleep(1);
    assert.equal(
      readClaimLine(
        await new Promise<string>((resolve) => {
          createConnection(join(folder, `c-${OWN}`)).setEncoding("utf8").on(
            "data",
            (line: unknown) => resolve(String(line)),
          );
        }),
      )?.state,
      "claiming",
    );
    rmSync(join(folder, `c-${LARGE}`));
    await other.close();
    const result = await pending;
    assert.ok(result.held);
    const found = await probe(join(folder, `c-${OWN}`));
    assert.equal(found.kind === "alive" && found.line?.state, "holding");
    await result.release();
    assert.deepEqual(readdirSync(folder), []);
  });
});

Deno.test("a claim gives way to someone who says nothing, or nothing that can be read", async () => {
  for (const answer of [undefined, "garbage\n", '{"pid":1}\n', "x".repeat(5000)]) {
    await inTempFolder(async (folder) => {
      const sockets: Socket[] = [];
      const server = createServer((socket) => {
        sockets.push(socket);
        socket.on("error", () => {});
        if (answer !== undefined) socket.write(answer);
      });
      await new Promise<void>((resolve) => server.listen(join(folder, `c-${LARGE}`), resolve));
      assert.deepEqual(await claim(folder, "moi", envWithIds(OWN)), { held: false, heldBy: undefined });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
  }
});

Deno.test("a claim that is cut off is asked again; dead names and old drafts are swept, fresh drafts are not", async () => {
  await inTempFolder(async (folder) => {
    let cut = 0;
    const server = createServer((socket) => {
      socket.destroy();
      if (++cut === 3) server.close();
    });
    await new Promise<void>((resolve) => server.listen(join(folder, `c-${SMALL}`), resolve));
    for (const name of [`c-${LARGE}`, `t-${LARGE}`, `t-${SMALL}`]) {
      leaveDeadSocket(join(folder, name));
    }
    utimesSync(join(folder, `t-${LARGE}`), 0, 0);
    const result = await claim(folder, "moi", envWithIds(OWN));
    assert.ok(result.held);
    assert.equal(cut, 3);
    assert.deepEqual(readdirSync(folder).sort(), [`c-${OWN}`, `t-${SMALL}`]);
    await result.release();
  });
});

Deno.test("nothing is made before the lock is asked for", async () => {
  await inTempFolder(async (base) => {
    const folder = join(base, "root", "agent");
    const holder = new SingleHolder({ folder, app: "moi", env: systemEnv });
    assert.equal(holder.current, undefined);
    await holder.release();
    assert.equal(existsSync(join(base, "root")), false);
    assert.equal((await holder.acquire()).held, true);
    assert.equal(statSync(join(folder, ".lock")).mode & 0o777, 0o700);
    await holder.release();
  });
});

Deno.test("a guard fails once its socket is gone, for ever, and a new lock has a new guard", async () => {
  await inTempFolder(async (folder) => {
    const holder = new SingleHolder({ folder, app: "moi", env: systemEnv });
    const first = await holder.acquire();
    assert.ok(first.held);
    first.guard();
    const [name = ""] = readdirSync(join(folder, ".lock"));
    rmSync(join(folder, ".lock", name));
    const lost = (error: unknown) => reasonOf(error) === "lock-lost";
    assert.throws(first.guard, lost);
    assert.equal(holder.current, undefined);
    // Someone puts a socket of that name there: it is not ours.
    const stranger = await listen(join(folder, ".lock", name), () => "\n");
    assert.throws(first.guard, lost);
    rmSync(join(folder, ".lock", name));
    await stranger.close();
    const second = await holder.acquire();
    assert.ok(second.held);
    second.guard();
    assert.throws(first.guard, lost);
    await holder.release();
    assert.throws(second.guard, lost);
    // The name is there all the time, with another's socket behind it.
    const third = await holder.acquire();
    assert.ok(third.held);
    const [current = ""] = readdirSync(join(folder, ".lock"));
    const usurper = await listen(join(folder, ".lock", "other"), () => "\n");
    renameSync(join(folder, ".lock", "other"), join(folder, ".lock", current));
    assert.throws(third.guard, lost);
    await usurper.close();
    await holder.release();
  });
});

Deno.test("in one process, two holders are two holders", async () => {
  await inTempFolder(async (folder) => {
    const one = new SingleHolder({ folder, app: "un", env: systemEnv });
    let took: () => void = () => {};
    const taken = new Promise<void>((resolve) => took = resolve);
    // A clock of its own: the wait of seconds passes at once.
    const quick = {
      ...systemEnv,
      sleep: (ms: number, signal?: AbortSignal) => systemEnv.sleep(ms / 100, signal),
    };
    const two = new SingleHolder({ folder, app: "deux", env: quick, onHeld: () => took() });
    const [first, again] = await Promise.all([one.acquire(), one.acquire()]);
    assert.equal(first, again, "calls that overlap share one try");
    const refused = await two.acquire();
    assert.equal(refused.heldBy?.app, "un");
    await one.release();
    await taken;
    assert.ok(two.current);
    await two.release();
    assert.equal(two.current, undefined);
  });
});

Deno.test("makeLockFolder() stays in the state folder while a name fits, to the byte", async () => {
  await inTempFolder(async (base) => {
    const limit = 107 - "/.lock/".length - 16;
    const fits = join(base, "x".repeat(limit - base.length - 1));
    const over = `${fits}x`;
    const runtime = join(base, "run");
    mkdirSync(runtime);
    assert.equal(await makeLockFolder(fits, runtime), join(fits, ".lock"));
    const held = await claim(join(fits, ".lock"), "moi", systemEnv);
    assert.ok(held.held);
    await held.release();
    const moved = await makeLockFolder(over, runtime);
    assert.match(moved, new RegExp(`^${runtime}/pacerelle-[0-9a-f]{32}$`));
    assert.equal(statSync(moved).mode & 0o777, 0o700);
    symlinkSync(over, join(base, "link"));
    assert.equal(await makeLockFolder(join(base, "link"), runtime), moved, "one folder by two names");
    const accents = join(base, "é".repeat((limit - base.length - 1) / 2 + 1));
    assert.match(await makeLockFolder(accents, runtime), /pacerelle-/, "bytes count, not characters");
    const inTmp = await makeLockFolder(over, join(base, "r".repeat(100)));
    assert.match(inTmp, /^\/tmp\/pacerelle-\d+-[0-9a-f]{32}$/);
    rmSync(inTmp, { recursive: true });
  });
});

Deno.test("makeLockFolder() does not follow a link that someone has put in its place", async () => {
  await inTempFolder(async (base) => {
    const long = join(base, "y".repeat(120));
    const runtime = join(base, "run");
    mkdirSync(runtime);
    const folder = await makeLockFolder(long, runtime);
    rmSync(folder, { recursive: true });
    mkdirSync(join(base, "trap"));
    symlinkSync(join(base, "trap"), folder);
    await assert.rejects(makeLockFolder(long, runtime), /belongs to someone else/);
  });
});
