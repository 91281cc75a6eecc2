/**
 * The relay killed by SIGKILL while files come: a chunk that it said it has it has, a file is whole or says what is missing, and
 * what was let go does not come back. `FAULTS=long` for many more rounds; the seed is printed.
 * @covers pacerelle-web.files.crash
 */
import assert from "node:assert/strict";
import { type Bytes, concat } from "../../wire/bytes.ts";
import { chunkCaller } from "../../wire/file/chunk_call.ts";
import { newFileSecret } from "../../wire/file/file_cipher.ts";
import { fileLayout } from "../../wire/file/layout.ts";
import { openFile, sealFile } from "../../wire/file/seal_file.ts";
import { call, createAgent, env, refuses, signUp } from "../server/relay/harness.ts";
import { KilledRelay, random } from "./killed_relay.ts";

const ROUNDS = Deno.env.get("FAULTS") === "long" ? 40 : 3;

Deno.test("a relay killed while files come keeps every chunk that it said it has", async () => {
  const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 2 ** 31));
  // deno-lint-ignore no-console -- whoever sees it fail needs the seed
  console.log(`seed ${seed}`);
  const roll = random(seed);
  const folder = await Deno.makeTempDir({ prefix: "relay-kill-" });
  const relay = new KilledRelay(folder);
  try {
    await relay.up();
    const device = await signUp(relay);
    const agent = await createAgent(device);
    const chunksOf = (credential: string) => chunkCaller({ baseUrl: relay.url, credential });
    for (let round = 0; round < ROUNDS; round++) {
      const content = Uint8Array.from({ length: 5_000_000 }, (_, index) => (index * 7 + round) % 253);
      const secret = newFileSecret(env, content.length);
      const sealed: Bytes[] = [];
      const read = (offset: number, length: number) =>
        Promise.resolve(content.subarray(offset, offset + length));
      const hash = await sealFile(secret, read, (_index, chunk) => Promise.resolve(void sealed.push(chunk)));
      const { chunks, sealedBytes } = fileLayout(content.length);
      const told = { file: secret.id, chunks, sealedBytes, recipients: [agent.id] };
      await call(device, "announceFile", told);
      const said = new Set<number>();
      const sending = (async () => {
        for (const [index, chunk] of sealed.entries()) {
          await chunksOf(device.credential).put(secret.id, index, chunk);
          said.add(index);
        }
      })().catch(() => {});
      await env.sleep(20 + roll() * 150);
      await relay.kill();
      await sending;
      await relay.up();
      const { missing } = await call(device, "announceFile", told);
      assert.deepEqual(missing.filter((index) => said.has(index)), [], `seed ${seed}, round ${round}`);
      assert.ok(missing.length >= chunks - said.size - 1, "at most the one without an answer is there too");
      for (const index of missing) await chunksOf(device.credential).put(secret.id, index, sealed[index]!);
      assert.deepEqual((await call(device, "announceFile", told)).missing, []);
      const get = (index: number) => chunksOf(agent.credential).get(secret.id, index);
      assert.deepEqual(concat(...await Array.fromAsync(openFile({ ...secret, hash }, get))), content);
      await call(agent, "releaseFiles", { files: [secret.id] });
      await relay.kill();
      await relay.up();
      await refuses(get(0), "NOT_FOUND");
    }
  } finally {
    await relay.kill();
    await Deno.remove(folder, { recursive: true });
  }
});
