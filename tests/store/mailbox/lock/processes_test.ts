/**
 * The lock between real processes, Deno and Node in every order: who is told what, and what SIGKILL, SIGSTOP, children and
 * simultaneous starts do to it. `FAULTS=long`: a minute's stop, a thousand simultaneous starts.
 * @covers pacerelle.lock.one-holder
 * @covers pacerelle.lock.takes-over
 * @covers pacerelle.lock.sigkill
 * @covers pacerelle.lock.sigstop
 * @covers pacerelle.lock.both-runtimes
 * @covers pacerelle.lock.not-inherited
 * @covers pacerelle.lock.simultaneous
 * @module
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Contender, leaveDeadSocket, type Runtime, RUNTIMES, withContenders } from "./contenders.ts";

const LONG = process.env["FAULTS"] === "long";
const STOP_MS = LONG ? 60_000 : 2_500;
const ROUNDS = LONG ? 1000 : 30;
const KILLS = LONG ? 40 : 4;

const pairs = RUNTIMES.flatMap((first) => RUNTIMES.map((second) => [first, second] as const));
const claims = (folder: string) => readdirSync(join(folder, ".lock"));

for (const [first, second] of pairs) {
  Deno.test(`${first} holds, ${second} is told by whom, and takes over by itself`, async () => {
    await withContenders(async (start, folder) => {
      const [holder, loser] = await Promise.all([start(first), start(second)]);
      const held = await holder.ask("acquire");
      assert.deepEqual([held.held, held.heldBy?.pid, held.heldBy?.app], [true, holder.pid, holder.app]);
      const lost = await loser.ask("acquire");
      assert.deepEqual([lost.held, lost.heldBy], [false, held.heldBy]);
      assert.equal((await loser.ask("guard")).held, false);
      assert.equal((await holder.ask("acquire")).held, true, "asking again gives the same lock");
      await holder.ask("release");
      const taken = await loser.next("took-over");
      assert.equal(taken.heldBy?.pid, loser.pid);
      assert.equal((await loser.ask("guard")).held, true);
      assert.equal(claims(folder).length, 1);
    });
  });

  Deno.test(`${first} is killed and ${second} has the lock at once`, async () => {
    await withContenders(async (start, folder) => {
      const [holder, next] = await Promise.all([start(first), start(second)]);
      await holder.ask("acquire");
      await holder.kill();
      assert.equal(claims(folder).length, 1, "the dead claim is still there by name");
      assert.equal((await next.ask("acquire")).held, true);
      assert.equal(claims(folder).length, 1);
    });
  });
}

for (const [first, second] of [["deno", "node"], ["node", "deno"]] as const) {
  Deno.test(`a stopped ${first} keeps the lock from ${second}, and has it when it goes on`, async () => {
    await withContenders(async (start) => {
      const [holder, loser] = await Promise.all([start(first), start(second)]);
      await holder.ask("acquire");
      holder.signal("SIGSTOP");
      const until = performance.now() + STOP_MS;
      while (performance.now() < until) {
        const state = await loser.ask("acquire");
        assert.deepEqual([state.held, state.heldBy], [false, undefined]);
      }
      holder.signal("SIGCONT");
      assert.equal((await holder.ask("guard")).held, true);
      assert.equal((await loser.ask("acquire")).heldBy?.pid, holder.pid);
    });
  });
}

for (const runtime of RUNTIMES) {
  Deno.test(`a child that outlives a ${runtime} holder does not hold its lock`, async () => {
    await withContenders(async (start) => {
      const [holder, next] = await Promise.all([start(runtime), start("node")]);
      await holder.ask("acquire");
      const { child = 0 } = await holder.ask("child");
      try {
        await holder.kill();
        process.kill(child, 0);
        assert.equal((await next.ask("acquire")).held, true);
      } finally {
        process.kill(child, "SIGKILL");
      }
    });
  });
}

/** Names that nobody listens on any more. */
function leaveDead(folder: string, round: number, count: number): void {
  mkdirSync(join(folder, ".lock"), { recursive: true, mode: 0o700 });
  for (let index = 0; index < count; index++) {
    const id = `${index % 2 ? "f" : "0"}${(round * 100 + index).toString(16)}`.padEnd(14, "0");
    leaveDeadSocket(join(folder, ".lock", `c-${id}`));
  }
}

async function oneHolder(contenders: readonly Contender[], name: string): Promise<Contender> {
  const states = await Promise.all(contenders.map((contender) => contender.ask("acquire")));
  const holders = contenders.filter((_, index) => states[index]?.held);
  assert.equal(holders.length, 1, `${name}: ${holders.length} holders`);
  const [holder] = holders as [Contender];
  for (const { held, heldBy } of states) {
    // A loser may have been beaten by a claim that was about to lose itself.
    if (!held && heldBy) assert.ok(contenders.some(({ pid }) => pid === heldBy.pid));
  }
  return holder;
}

Deno.test(`exactly one of four wins each of ${ROUNDS} simultaneous tries over dead names`, async () => {
  await withContenders(async (start, folder) => {
    const kinds: readonly Runtime[] = ["deno", "node", "deno", "node"];
    const contenders = await Promise.all(kinds.map((kind) => start(kind)));
    const winners = new Set<Contender>();
    for (let round = 0; round < ROUNDS; round++) {
      leaveDead(folder, round, round % 5);
      const holder = await oneHolder(contenders, `round ${round}`);
      winners.add(holder);
      assert.equal((await holder.ask("guard")).held, true);
      await Promise.all(contenders.map((contender) => contender.ask("release")));
      assert.deepEqual(claims(folder), [], `round ${round}: names were left`);
    }
    assert.ok(winners.size > 1, "the same one always won: they did not contend");
  });
});

Deno.test(`after each of ${KILLS} kills of the holder, exactly one of those that wait takes over`, async () => {
  await withContenders(async (start) => {
    const contenders = await Promise.all((["deno", "node", "deno"] as const).map((kind) => start(kind)));
    let holder = await oneHolder(contenders, "first");
    for (let kill = 0; kill < KILLS; kill++) {
      await holder.kill();
      const waiting = contenders.filter((contender) => contender !== holder);
      const next = await Promise.any(waiting.map(async (contender) => {
        await contender.next("took-over");
        return contender;
      }));
      const held = await Promise.all(waiting.map((contender) => contender.ask("guard")));
      assert.equal(held.filter((state) => state.held).length, 1);
      const fresh = await start(holder.runtime);
      assert.deepEqual((await fresh.ask("acquire")).heldBy?.pid, next.pid);
      contenders.splice(contenders.indexOf(holder), 1, fresh);
      holder = next;
    }
  });
});
