/**
 * A backup or a restore that is killed (SIGKILL) at random moments leaves a whole desk: the one before or the one of the
 * backup; and no backup under its name that is not whole.
 * @covers messagerie.backup.live, messagerie.backup.restore
 */
import { equal, match, ok } from "node:assert/strict";
import { seededRandom } from "../../service/messagerie/demo/random.ts";
import { command, runCli, runJson, testFolder } from "../server/messagerie/cli/run_cli.ts";

const KILLS = Deno.env.get("FAULTS") === "long" ? 60 : 3;

/** How many inboxes a whole desk has. Asked of a process that ends: a driver in this one could keep the file open. */
async function inboxes(path: string): Promise<number> {
  const url = `file:${path}`;
  const { out } = await runCli(url, ["doctor-messagerie", "--port", "0"]);
  match(out, /✓ Base : [^\n]+ relue en entier\n/);
  return (await runJson(url, ["inbox", "list"])).length;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("a killed backup or restore leaves whole desks only", async () => {
  const seed = Number(Deno.env.get("FAULTS_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  Deno.stderr.writeSync(new TextEncoder().encode(`FAULTS_SEED=${seed}\n`));
  const random = seededRandom(seed);
  await using folder = await testFolder();
  const { path, url } = folder;
  const [desk, copy] = [`${path}/desk.db`, `${path}/copie.db`];
  await runJson(url, ["demo", "--conversations", "3000", "--seed", "3"]);
  const began = performance.now();
  equal((await runCli(url, ["backup", copy])).code, 0);
  let longest = (performance.now() - began) * 1.1;
  const before = await inboxes(copy);
  await runJson(url, ["inbox", "add", "Après"]);

  /** Whether the process was killed before it ended. */
  const kill = async (args: readonly string[]): Promise<boolean> => {
    const child = (await command(url, args)).spawn();
    const started = performance.now();
    let took = 0;
    const ended = child.output().finally(() => took = performance.now() - started);
    // Starting takes the first part; kills are for what comes after it.
    await new Promise((resolve) => setTimeout(resolve, longest * (0.4 + 0.6 * random.fraction())));
    try {
      child.kill("SIGKILL");
    } catch {
      // It was quicker.
    }
    const { signal } = await ended;
    // On a machine that was busy at first, what was measured is too long: the next kill comes while this would last.
    if (signal === null) longest = Math.min(longest, took);
    return signal !== null;
  };
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const again = `${path}/again-${round}.db`;
    if (await kill(["backup", again])) killed++;
    if (await exists(again)) equal(await inboxes(again), before + 1);
    equal(await inboxes(desk), before + 1, "a backup changes nothing");

    if (await kill(["restore", copy, "--force"])) killed++;
    const held = await inboxes(desk);
    ok(held === before || held === before + 1, `${held} inboxes`);
    if (held === before) await runJson(url, ["inbox", "add", "Après"]);
  }
  ok(killed > 0, "some were killed");
  equal((await runCli(url, ["restore", copy, "--force"])).code, 0, "the next one works");
  equal(await inboxes(desk), before);
});
