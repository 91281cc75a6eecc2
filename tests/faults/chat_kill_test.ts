/**
 * `chat send`, killed at random moments: what was written leaves with a later command, once; what was told as sent is there.
 * FAULTS=long kills more often; SEED repeats a run.
 * @covers pacerelle.delivery.crash-matrix, pacerelle.sends.same-id, pacerelle.store.durable-first
 */
import assert from "node:assert/strict";
import { World } from "../e2e/pacerelle/world.ts";
import { until } from "../until.ts";
import type { Any } from "../any.ts";

const KILLS = Deno.env.get("FAULTS") === "long" ? 60 : 6;
const SEED = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 1e9));
/** From before the journal is opened until after the relay has answered. */
const LONGEST_MS = 1_200;

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

Deno.test(`a client that is killed ${KILLS} times loses nothing that it wrote and sends nothing twice (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  await using world = await World.make();
  await world.signUp("bureau");
  const agent = await world.json("bureau", ["agent", "create", "--name", "Robot"]);
  await using host = await world.host("v1", agent);
  await host.status((status) => status.connection?.state === "connected");
  const told: string[] = [];
  for (let index = 0; index < KILLS; index++) {
    const command = world.start("bureau", ["send", "Robot", `message ${index}`, "--json"]);
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_MS));
    await command.end("SIGKILL").catch(() => {}); // It may have ended by itself.
    told.push(...command.lines.map((line: Any) => line.id));
  }
  const own = async () => {
    const { entries } = await world.json("bureau", ["read", "Robot"]);
    return entries.filter((entry: Any) => entry.from === "person");
  };
  let entries: Any[] = [];
  const allArrived = async () => {
    entries = await own();
    return entries.every((entry) => entry.state === "received");
  };
  await until(allArrived, () => entries.filter((entry) => entry.state !== "received"));
  const ids = entries.map((entry) => entry.id);
  const shown: string[] = [];
  for (let cursor: string | undefined, more = 1; more > 0;) {
    const answer = await host.tool("wait_for_messages", {
      timeoutSeconds: 1,
      limit: 50,
      ...(cursor ? { cursor } : {}),
    });
    shown.push(...answer.messages.map((message: Any) => message.id));
    cursor = answer.cursor;
    more = answer.messages.length;
  }
  assert.deepEqual(shown.toSorted(), ids.toSorted(), "the agent has what the person wrote, each once");
  for (const id of told) assert.ok(ids.includes(id), "what was told is there");
});
