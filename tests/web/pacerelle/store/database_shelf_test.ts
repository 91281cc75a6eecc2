/**
 * A browser's shelf: chunks are there after the tab is gone, and go file by file.
 * @covers pacerelle-web.files.crash
 */
import assert from "node:assert/strict";
import { FakeBrowser } from "./fake_browser.ts";

const [ONE, TWO] = ["1".repeat(32), "2".repeat(32)] as const;
const chunk = (value: number) => new Uint8Array(300).fill(value);

Deno.test("a file's chunks outlive the tab, and removing one file leaves the other", async () => {
  const browser = new FakeBrowser();
  const first = await browser.open();
  const shelf = first.shelf!;
  for (const index of [0, 1, 10]) await shelf.put(ONE, index, chunk(index));
  await shelf.put(TWO, 0, chunk(7));
  await shelf.keep(ONE);
  await first.close();
  const second = await browser.open();
  const again = second.shelf!;
  assert.deepEqual((await again.list()).toSorted(), [ONE, TWO]);
  assert.deepEqual(await again.get(ONE, 10, 300), chunk(10));
  assert.equal(await again.get(ONE, 2, 300), undefined);
  assert.equal(await again.get(ONE, 0, 299), undefined, "of another length: not that chunk");
  await again.remove(ONE);
  await again.remove(ONE);
  assert.deepEqual(await again.list(), [TWO]);
  assert.deepEqual(await again.get(TWO, 0, 300), chunk(7));
  await second.close();
});
