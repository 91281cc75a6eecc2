/**
 * @covers messagerie.data.log-stays-short
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { systemEnv } from "../../../base/env.ts";
import { startCheckpoints } from "../../../store/libsql/checkpoints.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";
import { until } from "../../until.ts";

const AUTOMATIC = sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`;

Deno.test("the log is moved into the file while the desk serves, and is empty once it is closed", async () => {
  const folder = await Deno.makeTempDir();
  const url = `file:${folder}/desk.db`;
  const store = await openDeskStore({ url, env: systemEnv });
  const automatic = async () => {
    const result = await store.write((trx) => AUTOMATIC.execute(trx));
    return result.rows[0]?.wal_autocheckpoint;
  };
  const isInFile = async (text: string) =>
    new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/desk.db`)).includes(text);
  const add = (id: string) =>
    store.write((trx) => trx.insertInto("inbox").values({ id, name: id, created_at: 1 }).execute());
  const checkpoints = await startCheckpoints(store, url, 5);
  assert.equal(await automatic(), 16_000);
  for (const id of ["premier-message", "second-message"]) {
    assert.ok(!await isInFile(id));
    await add(id);
    await until(() => isInFile(id), "moved without a checkpoint of our own");
  }
  await checkpoints.close();
  assert.equal(await automatic(), 1_000);
  await add("dernier-message");
  await store.close();
  assert.ok(await isInFile("dernier-message"));
  assert.equal((await Deno.stat(`${folder}/desk.db-wal`).catch(() => ({ size: 0 }))).size, 0);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a server's log is left to the server", async () => {
  const store = { write: () => assert.fail("nothing is written") };
  await (await startCheckpoints(store as never, "https://desk.example")).close();
});
