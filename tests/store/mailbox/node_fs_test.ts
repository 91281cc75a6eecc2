/**
 * On the real file system: modes, what the disk shows to a reader of bytes, and a life from making to compaction.
 * @covers pacerelle.store.layout
 * @covers pacerelle.store.no-plaintext
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFs } from "../../../store/mailbox/node_fs.ts";
import { batchesIn, batchOf, NAME, openDesk, OWNER, readAll } from "./desk.ts";

async function inTempFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "pacerelle-test-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

Deno.test("key and state are 0600 in a 0700 folder, made so whatever the umask, and again when they are not", async () => {
  await inTempFolder(async (folder) => {
    const root = join(folder, "deep", "mcp");
    const fs = nodeFs;
    const umask = Deno.umask(0);
    try {
      const { journal } = await openDesk({ fs, root });
      await journal.append(batchOf(1, 1));
      await journal.compact();
      await journal.close();
    } finally {
      Deno.umask(umask);
    }
    const home = join(root, NAME);
    const modes = async () => [
      await modeOf(root),
      await modeOf(home),
      await modeOf(join(home, "state")),
      await modeOf(join(home, "key")),
    ];
    assert.deepEqual(await modes(), [0o700, 0o700, 0o600, 0o600]);
    assert.deepEqual((await readdir(home)).sort(), ["key", "state"]);
    for (const name of ["state", "key"]) await chmod(join(home, name), 0o644);
    await chmod(home, 0o755);
    assert.deepEqual(batchesIn(await readAll({ fs, root })), [1]);
    assert.deepEqual(await modes(), [0o700, 0o700, 0o600, 0o600]);
  });
});

Deno.test("no record, no key of one, no agent id stands in any file in plain text", async () => {
  await inTempFolder(async (root) => {
    const secret = "Rappelle Mme Lefèvre au 06 12 34 56 78";
    const { journal } = await openDesk({ fs: nodeFs, root });
    await journal.append(batchOf(1, 20, secret));
    await journal.compact();
    await journal.append(batchOf(2, 20, secret));
    await journal.close();
    let bytes = 0;
    for (const name of ["state", "key"]) {
      const content = await readFile(join(root, NAME, name));
      bytes += content.length;
      for (const word of [secret, "Lefèvre", "Lef", '"batch"', "text", OWNER, OWNER.slice(6)]) {
        for (const encoding of ["utf8", "utf16le"] as const) {
          assert.equal(content.indexOf(Buffer.from(word, encoding)), -1, `${word} in ${name}`);
        }
      }
    }
    assert.ok(bytes > 2000);
  });
});

Deno.test("a folder that cannot be used is refused as such", async () => {
  await inTempFolder(async (folder) => {
    const root = join(folder, "file");
    await Deno.writeTextFile(root, "not a folder");
    await assert.rejects(openDesk({ fs: nodeFs, root }), /n'a pas pu être ouvert/);
  });
});
