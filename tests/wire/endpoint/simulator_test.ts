/**
 * The endpoint against everything that can go wrong on an honest way, by seed. `SEED=n` runs one; `FAULTS=long` runs
 * thousands.
 */
import assert from "node:assert/strict";
import { simulate } from "./simulator.ts";

const long = Deno.env.get("FAULTS") === "long";
const one = Deno.env.get("SEED");
const first = one ? Number(one) : long ? Math.floor(Math.random() * 2 ** 30) : 1;
const count = one ? 1 : long ? Number(Deno.env.get("SEEDS") ?? 3_000) : 24;

Deno.test(`nothing is lost, shown twice or said to be further than it is, from seed ${first}, ${count} runs [@covers pacerelle.delivery.simulated, pacerelle.delivery.crash-matrix, pacerelle.delivery.once, pacerelle.delivery.offline, pacerelle.delivery.every-device, pacerelle.sends.states, pacerelle-web.files.whole-first, pacerelle-web.files.crash]`, async () => {
  const total = { accepted: 0, crashes: 0, restores: 0, files: 0 };
  const failed: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await simulate(seed);
    total.accepted += outcome.accepted;
    total.crashes += outcome.crashes;
    total.restores += outcome.restores;
    total.files += outcome.files;
    if (outcome.violations.length > 0) failed.push(`SEED=${seed}\n  ${outcome.violations.join("\n  ")}`);
    if (failed.length >= 5) break;
  }
  assert.equal(failed.length, 0, `\n${failed.join("\n")}`);
  if (one) return;
  // A simulation in which nothing happens shows nothing.
  assert.ok(total.accepted > count * 5, `${total.accepted} messages`);
  assert.ok(total.crashes > count, `${total.crashes} crashes`);
  assert.ok(total.restores > 0, `${total.restores} restored backups`);
  assert.ok(total.files > count, `${total.files} files`);
});
