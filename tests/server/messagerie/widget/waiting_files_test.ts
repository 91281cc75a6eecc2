/**
 * A flood of files that nobody sends keeps no other visitor from sending theirs.
 * @covers messagerie-web.widget.limits
 */
import assert from "node:assert/strict";
import { openWorld } from "./widget_world.ts";

Deno.test("when too many bytes wait, those that waited longest go, and a visitor's newest stays", async () => {
  await using world = await openWorld();
  const flood = world.page();
  for (let n = 0; n < 4; n++) assert.equal((await flood.upload(`${n}.txt`, "x")).status, 200);
  const waiting = () => world.desk.store.read.selectFrom("upload").select("name").orderBy("no").execute();
  const names = async () => (await waiting()).map(({ name }) => name);
  // As if each were a quarter of all that may wait.
  await world.desk.store.write((tx) => tx.updateTable("upload").set({ size: 128 * 1_048_576 }).execute());
  const page = world.page();
  const { status, body } = await page.upload("photo.txt", "y");
  assert.equal(status, 200);
  assert.deepEqual(await names(), ["1.txt", "2.txt", "3.txt", "photo.txt"]);
  assert.equal((await page.send("", { files: [body.data.id] })).status, 200);
  assert.equal((await page.upload("encore.txt", "z")).status, 200);
  assert.deepEqual(await names(), ["1.txt", "2.txt", "3.txt", "encore.txt"]);
});
