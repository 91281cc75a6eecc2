/**
 * Saving into a folder and opening out of it, where several do it at once and where it goes wrong.
 * @covers pacerelle-web.files.saved-names
 * @covers pacerelle-web.files.saved-when-asked
 * @covers pacerelle-web.files.outbound-bounds
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { systemEnv } from "../../../base/env.ts";
import { FilesFault } from "../../../store/files/files_fault.ts";
import { isInside, openInside } from "../../../store/files/open_inside.ts";
import { isSaved, saveInside } from "../../../store/files/save_inside.ts";

const temporary = () => Deno.makeTempDir({ prefix: "save-" });
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();

async function* content(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await Promise.resolve();
    yield new TextEncoder().encode(part);
  }
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(() => "none", (error) => error instanceof FilesFault ? error.reason : String(error));

Deno.test("saveInside() overwrites nothing, however many save under one name at once", async () => {
  const folder = await temporary();
  const paths = await Promise.all(
    Array.from({ length: 20 }, (_, n) => saveInside(folder, "a.txt", content(`${n}`), systemEnv)),
  );
  assert.equal(new Set(paths).size, 20);
  for (const [n, path] of paths.entries()) assert.equal(await Deno.readTextFile(path), `${n}`);
  assert.equal(names(folder).length, 20);
});

Deno.test("saveInside() leaves nothing of a content that ends badly", async () => {
  const folder = await temporary();
  const broken = async function* () {
    yield* content("début");
    throw new Error("coupé");
  };
  await assert.rejects(saveInside(folder, "a.txt", broken(), systemEnv), /coupé/);
  assert.deepEqual(names(folder), []);
  assert.equal(await reasonOf(saveInside(join(folder, "absent"), "a", content("x"), systemEnv)), "no-folder");
  await Deno.writeTextFile(join(folder, "fichier"), "x");
  assert.equal(
    await reasonOf(saveInside(join(folder, "fichier"), "a", content("x"), systemEnv)),
    "no-folder",
  );
});

Deno.test("saveInside() clears what a killed process left, once it is old", async () => {
  const folder = await temporary();
  const part = (digit: string) => join(folder, `.pacerelle-${digit.repeat(32)}.part`);
  for (const digit of ["0", "1"]) await Deno.writeTextFile(part(digit), "moitié");
  await Deno.writeTextFile(join(folder, ".pacerelle-autre"), "à moi");
  const old = new Date(Date.now() - 2 * 86_400_000);
  await Deno.utime(part("0"), old, old);
  await Deno.utime(join(folder, ".pacerelle-autre"), old, old);
  await saveInside(folder, "a.txt", content("x"), systemEnv);
  assert.deepEqual(
    names(folder),
    [`.pacerelle-${"1".repeat(32)}.part`, ".pacerelle-autre", "a.txt"].toSorted(),
  );
});

Deno.test("isSaved() tells whether it is still there, and in the folder", async () => {
  const folder = await temporary();
  const path = await saveInside(folder, "a.txt", content("x"), systemEnv);
  assert.ok(await isSaved(folder, path, 1));
  assert.ok(!(await isSaved(folder, path, 2)));
  assert.ok(!(await isSaved(await temporary(), path, 1)));
  await Deno.remove(path);
  assert.ok(!(await isSaved(folder, path, 1)));
});

Deno.test("openInside() tells when a file changes under its reader", async () => {
  const folder = await temporary();
  const path = join(folder, "a.txt");
  await Deno.writeTextFile(path, "bonjour");
  const file = await openInside(folder, "a.txt");
  try {
    assert.equal(new TextDecoder().decode(await file.read(3, 4)), "jour");
    await file.check();
    await Deno.truncate(path, 3);
    assert.equal(await reasonOf(file.read(0, 7)), "changed");
    assert.equal(await reasonOf(file.check()), "changed");
  } finally {
    await file.close();
  }
});

Deno.test("openInside() takes a folder that is itself reached by a link", async () => {
  const folder = await temporary();
  const link = join(await temporary(), "lien");
  await Deno.symlink(folder, link);
  await Deno.writeTextFile(join(folder, "a.txt"), "x");
  for (const path of ["a.txt", join(link, "a.txt"), join(folder, "a.txt")]) {
    await (await openInside(link, path)).close();
  }
  assert.equal(await reasonOf(openInside(link, "../a.txt")), "outside");
});

Deno.test("isInside() is not fooled by names that begin alike", () => {
  for (
    const [path, inside] of [["/a/b", true], ["/a/b/c", true], ["/a/bc", false], ["/a", false], [
      "/a/b/..c",
      true,
    ], ["/", false]] as const
  ) assert.equal(isInside("/a/b", path), inside, path);
});
