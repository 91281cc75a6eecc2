/**
 * Each thing that can be wrong with the database, met by a real process: one French sentence that says what to do, a
 * non-zero exit, and a file that is as it was.
 * @covers messagerie.data.faults
 * @covers messagerie.data.migrations
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import NativeDatabase from "libsql";
import { type Ran, runCli, runJson, testFolder } from "../server/messagerie/cli/run_cli.ts";

const ADD = ["inbox", "add", "Support", "--json"];

/** One sentence on standard error, nothing on standard output, exit 1. */
function refusedWith(ran: Ran, words: RegExp): void {
  deepEqual([ran.code, ran.out], [1, ""], ran.error);
  match(ran.error, /^\p{Lu}[^\n]+\.\n$/u);
  match(ran.error, words);
  ok(!/SQLITE|Error|\bat \w/.test(ran.error), ran.error);
}

async function digest(path: string): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(path)).digest("hex");
}

async function unchanged(path: string, work: () => Promise<void>): Promise<void> {
  const before = await digest(path);
  await work();
  equal(await digest(path), before, "the file is as it was");
}

Deno.test("a file that is no database", async () => {
  await using folder = await testFolder();
  const path = `${folder.path}/desk.db`;
  await Deno.writeTextFile(path, "Chère équipe, voici mes notes.\n".repeat(500));
  await unchanged(path, async () => refusedWith(await runCli(folder.url, ADD), /abîmée/));
});

Deno.test("a damaged database", async () => {
  await using folder = await testFolder();
  const path = `${folder.path}/desk.db`;
  await runJson(folder.url, ["inbox", "add", "Support"]);
  const bytes = await Deno.readFile(path);
  // The first page holds the schema: its cells are overwritten, the header is left.
  bytes.fill(0xaa, 108, 4096);
  await Deno.writeFile(path, bytes);
  await unchanged(path, async () => refusedWith(await runCli(folder.url, ADD), /abîmée/));
});

Deno.test("another program's database", async () => {
  await using folder = await testFolder();
  const path = `${folder.path}/desk.db`;
  const other = new NativeDatabase(path);
  other.exec("create table notes (text); insert into notes values ('x')");
  other.close();
  await unchanged(path, async () => refusedWith(await runCli(folder.url, ADD), /autre programme/));
});

Deno.test("a database made by a newer version", async () => {
  await using folder = await testFolder();
  const path = `${folder.path}/desk.db`;
  await runJson(folder.url, ["inbox", "add", "Support"]);
  const later = new NativeDatabase(path);
  later.exec(
    "insert into kysely_migration values ('9999_later', '2090-01-01'); pragma wal_checkpoint(truncate)",
  );
  later.close();
  await unchanged(path, async () => refusedWith(await runCli(folder.url, ADD), /version plus récente/));
});

Deno.test("a database that cannot be opened", async () => {
  await using folder = await testFolder();
  await Deno.writeTextFile(`${folder.path}/file`, "");
  refusedWith(await runCli(`file:${folder.path}/file/desk.db`, ADD), /ne peut pas être ouverte/);
  refusedWith(await runCli(`file:${folder.path}`, ADD), /ne peut pas être ouverte/);
  refusedWith(await runCli("http://127.0.0.1:9", ADD), /ne peut pas être ouverte/);
});

Deno.test("a database that another process keeps locked", async () => {
  await using folder = await testFolder();
  await runJson(folder.url, ["inbox", "add", "Support"]);
  const holder = new NativeDatabase(`${folder.path}/desk.db`);
  holder.exec("begin immediate");
  try {
    refusedWith(await runCli(folder.url, ADD), /occupe la base/);
    equal((await runJson(folder.url, ["inbox", "list"])).length, 1, "reads go on");
  } finally {
    holder.exec("rollback");
    holder.close();
  }
  await runJson(folder.url, ["inbox", "add", "Ventes"]);
  equal((await runJson(folder.url, ["inbox", "list"])).length, 2);
});

/** A file system of its own; null where this machine lets nobody mount one. */
async function mount(path: string, size: string): Promise<AsyncDisposable | null> {
  await Deno.mkdir(path);
  if (Deno.build.os !== "linux" || !await run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path)) {
    return null;
  }
  return { [Symbol.asyncDispose]: async () => void await run("umount", "--lazy", path) };
}

async function run(name: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(name, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

Deno.test("a database that may only be read", async (test) => {
  await using folder = await testFolder();
  const path = `${folder.path}/desk.db`;
  await runJson(folder.url, ["inbox", "add", "Support"]);
  await Deno.chmod(path, 0o444);
  // Root writes whatever a file's mode says; a file mounted read-only stops it too.
  const asRoot = Deno.uid() === 0;
  const stopped = !asRoot ||
    (await run("mount", "--bind", path, path) && await run("mount", "-o", "remount,ro,bind", path));
  try {
    await test.step({
      name: "is told",
      ignore: !stopped,
      fn: () =>
        unchanged(path, async () => refusedWith(await runCli(folder.url, ADD), /ne peut pas être écrite/)),
    });
  } finally {
    if (asRoot) await run("umount", "--lazy", path);
  }
});

Deno.test("a folder that may only be read: the log beside the file cannot be made", async (test) => {
  await using folder = await testFolder();
  await runJson(folder.url, ["inbox", "add", "Support"]);
  await Deno.chmod(folder.path, 0o555);
  const asRoot = Deno.uid() === 0;
  const stopped = !asRoot ||
    (await run("mount", "--bind", folder.path, folder.path) &&
      await run("mount", "-o", "remount,ro,bind", folder.path));
  try {
    await test.step({
      name: "is told",
      ignore: !stopped,
      // A folder's mode and a read-only mount are different codes of SQLite, and different sentences.
      fn: async () => refusedWith(await runCli(folder.url, ADD), /^La base de données .* écrire/),
    });
  } finally {
    if (asRoot) await run("umount", "--lazy", folder.path);
    await Deno.chmod(folder.path, 0o700);
  }
});

Deno.test("a full disk", async (test) => {
  await using folder = await testFolder();
  const place = `${folder.path}/disk`;
  await using mounted = await mount(place, "8m");
  for (const beside of [false, true]) {
    await test.step({
      name: `is told, and what was written stays; ${beside ? "with" : "without"} another process beside`,
      ignore: mounted === null,
      async fn() {
        const path = `${place}/${beside}.db`;
        const url = `file:${path}`;
        await runJson(url, ["inbox", "add", "Support"]);
        const other = beside ? new NativeDatabase(path) : null;
        other?.prepare("select * from inbox").all();
        const filler = await Deno.open(`${place}/filler`, { write: true, create: true });
        try {
          for (;;) await filler.write(new Uint8Array(4096));
        } catch {
          // Full.
        } finally {
          filler.close();
        }
        refusedWith(
          await runCli(url, ["inbox", "add", "x".repeat(200), "--description", "y".repeat(1000)]),
          /plus de place/,
        );
        refusedWith(await runCli(url, ["backup", `${place}/copie.db`]), /plus de place pour ce fichier/);
        other?.close();
        await Deno.remove(`${place}/filler`);
        const inboxes = await runJson(url, ["inbox", "list"]);
        deepEqual(inboxes.map(({ name }: { name: string }) => name), ["Support"]);
      },
    });
  }
});
