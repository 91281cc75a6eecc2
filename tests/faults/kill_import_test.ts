/**
 * An import that is killed (SIGKILL) at random moments has loaded everything or nothing, and the next one works.
 * @covers messagerie.import.all-or-nothing
 */
import { deepEqual, equal, ok } from "node:assert/strict";
import NativeDatabase from "libsql";
import { seededRandom } from "../../service/messagerie/demo/random.ts";
import { command, runJson, testFolder } from "../server/messagerie/cli/run_cli.ts";
import { until } from "../until.ts";
import type { Any } from "../any.ts";

const KILLS = Deno.env.get("FAULTS") === "long" ? 60 : 4;
const CONVERSATIONS = 600;
/** How many conversations, messages and contacts the file holds. */
function counts(path: string): number[] {
  const database = new NativeDatabase(path);
  const all = (sql: string): Any[] => database.prepare(sql).all();
  try {
    deepEqual(all("pragma integrity_check").map((row) => row.integrity_check), ["ok"]);
    deepEqual(all("pragma foreign_key_check"), []);
    const tables = all("select name from sqlite_master where name = 'conversation'");
    if (tables.length === 0) return [0, 0, 0];
    return ["conversation", "message", "contact"].map((table) =>
      all(`select count(*) as n from ${table}`)[0].n
    );
  } finally {
    database.close();
  }
}

Deno.test("a killed import leaves everything or nothing", async () => {
  const seed = Number(Deno.env.get("FAULTS_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  Deno.stderr.writeSync(new TextEncoder().encode(`FAULTS_SEED=${seed}\n`));
  const random = seededRandom(seed);
  await using whole = await testFolder();
  const made = await runJson(whole.url, ["demo", "--conversations", `${CONVERSATIONS}`, "--seed", "3"]);
  const path = `${whole.path}/desk.json`;
  const { success } = await (await command(whole.url, ["export", path])).output();
  ok(success);
  const everything = [made.conversations, made.messages, made.contacts];
  deepEqual(counts(`${whole.path}/desk.db`), everything);

  await using first = await testFolder();
  const began = performance.now();
  deepEqual(await runJson(first.url, ["import", path]), made);
  // Kills come while an import of this file lasts.
  let longest = (performance.now() - began) * 0.9;

  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await using folder = await testFolder();
    const child = (await command(folder.url, ["import", path])).spawn();
    const started = performance.now();
    let took: number | undefined;
    const ended = child.output().finally(() => took = performance.now() - started);
    // The first comes as soon as there is a file, however fast or slow the machine is by now.
    const isThere = () => Deno.stat(`${folder.path}/desk.db`).then(() => true, () => took !== undefined);
    if (kill === 0) await until(isThere, "the import begins");
    else await new Promise((resolve) => setTimeout(resolve, random.fraction() * longest));
    try {
      child.kill("SIGKILL");
    } catch {
      // It was quicker.
    }
    const { code } = await ended;
    // On a machine that was busy at first, what was measured is too long: the next kill comes while this would last.
    if (code === 0) longest = Math.min(longest, took ?? longest);
    const file = `${folder.path}/desk.db`;
    const held = await Deno.stat(file).then(() => counts(file), () => [0, 0, 0]);
    if (code === 0) deepEqual(held, everything);
    else {
      killed++;
      ok(held.every((n) => n === 0) || String(held) === String(everything), String(held));
      if (held[0] !== 0) continue;
      deepEqual(await runJson(folder.url, ["import", path]), made, "the next one works");
      deepEqual(counts(file), everything);
    }
  }
  equal(killed > 0, true, "some import was killed");
});
