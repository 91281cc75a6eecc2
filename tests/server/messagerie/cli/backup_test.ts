/**
 * Copies of the desk: made while it is written to, put back only where nobody works, never half there.
 * @covers messagerie.backup.live
 * @covers messagerie.backup.restore
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import NativeDatabase from "libsql";
import { systemEnv } from "../../../../base/env.ts";
import { openStore } from "../../../../server/messagerie/open_store.ts";
import { openDeskStore } from "../../../../store/messagerie/open.ts";
import { command, runCli, runJson, testFolder } from "./run_cli.ts";
import type { Any } from "../../../any.ts";

/** Runs `work` on the raw file. */
function raw<Result>(path: string, work: (database: InstanceType<typeof NativeDatabase>) => Result): Result {
  const database = new NativeDatabase(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const rows = (path: string, sql: string): Any[] => raw(path, (database) => database.prepare(sql).all());

/** What a file holds of the numbered messages: all of each transaction's two, or none. */
function numbers(path: string): number[] {
  deepEqual(rows(path, "pragma integrity_check").map((row) => row.integrity_check), ["ok"]);
  return rows(path, "select name from tag_definition order by no").map((row) => Number(row.name));
}

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(folder)) found.push(name);
  return found.sort();
}

Deno.test("backup copies a desk at one moment while others write to it", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const store = await openDeskStore({ url, env: systemEnv });
  let last = 0;
  const insert = (n: number) =>
    store.write((trx) =>
      trx.insertInto("tag_definition").values(
        [n, n + 1].map((no) => ({
          name: `${no}`,
          folded: `${no}`,
          color: "#000000",
          created_at: 0,
        })),
      ).execute()
    );
  await insert(last);
  let running = true;
  const writing = (async () => {
    for (last = 2; running; last += 2) {
      await insert(last);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  const copy = `${path}/copie.db`;
  const { code, error } = await runCli(url, ["backup", copy]);
  running = false;
  await writing;
  equal(code, 0, error);
  ok(last > 4, "something was written meanwhile");
  const held = numbers(copy);
  ok(held.length > 0 && held.length % 2 === 0, "a transaction is in the copy whole or not at all");
  deepEqual(
    held,
    held.map((_, index) => index),
    "what was committed before the moment, and nothing after a gap",
  );
  equal((await Deno.stat(copy)).mode! & 0o777, 0o600);

  const again = await runCli(url, ["backup", copy]);
  deepEqual([again.code, again.out], [1, ""]);
  match(again.error, /^Ce fichier existe déjà[^\n]+\n$/);
  deepEqual(numbers(copy), held, "a copy that is there is left alone");
  await store.close();
  deepEqual(
    (await names(path)).filter((name) => !name.startsWith("desk.db")),
    ["copie.db"],
    "no draft is left",
  );
});

Deno.test("backup says what it cannot hold: the key that stands beside the database", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  await runJson(url, ["inbox", "add", "Support"]);
  match((await runCli(url, ["backup", `${path}/1.db`])).error, /Elle contient tout/);
  await Deno.writeFile(`${path}/desk.db.key`, new Uint8Array(32));
  const { error } = await runCli(url, ["backup", `${path}/2.db`]);
  ok(error.includes(`${path}/desk.db.key`), error);
});

Deno.test("backup refuses what is no desk, and leaves nothing", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const copy = `${path}/copie.db`;
  const missing = await runCli(url, ["backup", copy]);
  deepEqual([missing.code, await names(path)], [1, []], "no database is made for want of one");
  match(missing.error, /^[^\n]+\n$/);

  raw(`${path}/desk.db`, (database) => database.exec("create table other (x)"));
  const foreign = await runCli(url, ["backup", copy]);
  match(foreign.error, /^Ce fichier est la base de données d’un autre programme/);
  deepEqual([foreign.code, await names(path)], [1, ["desk.db"]]);

  const remote = await runCli("libsql://exemple.test", ["backup", copy]);
  match(remote.error, /^La base est sur un serveur libSQL/);
  await Deno.remove(`${path}/desk.db`);
  await runJson(url, ["inbox", "add", "Support"]);
  match(
    (await runCli(url, ["backup", `${path}/absent/copie.db`])).error,
    /^Le dossier de ce fichier n’existe pas/,
  );
  deepEqual(await names(path), ["desk.db"]);
});

Deno.test("restore puts a backup back, and what came after it is gone", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const copy = `${path}/copie.db`;
  const first = await runJson(url, ["inbox", "add", "Avant"]);
  equal((await runCli(url, ["backup", copy])).code, 0);
  await runJson(url, ["inbox", "add", "Après"]);

  const refused = await runCli(url, ["restore", copy]);
  deepEqual([refused.code, refused.out], [1, ""]);
  match(refused.error, /^[^\n]*--force[^\n]*\n$/);
  equal((await runJson(url, ["inbox", "list"])).length, 2);

  equal((await runCli(url, ["restore", copy, "--force"])).code, 0);
  deepEqual((await runJson(url, ["inbox", "list"])).map((it: Any) => it.id), [first.id]);
  equal((await Deno.stat(`${path}/desk.db`)).mode! & 0o777, 0o600);

  const elsewhere = `file:${path}/neuf/desk.db`;
  equal((await runCli(elsewhere, ["restore", copy])).code, 0, "where there is none yet, its folder is made");
  equal((await runJson(elsewhere, ["inbox", "list"])).length, 1);
  deepEqual((await names(path)).filter((name) => name.includes("part")), []);
});

Deno.test("what an administrator restores belongs to the account that the desk belonged to", {
  ignore: Deno.uid() !== 0,
}, async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  await runJson(url, ["inbox", "add", "Support"]);
  await Deno.chown(`${path}/desk.db`, 12_345, 12_345);
  equal((await runCli(url, ["backup", `${path}/copie.db`])).code, 0);
  equal((await Deno.stat(`${path}/copie.db`)).uid, 0);
  equal((await runCli(url, ["restore", `${path}/copie.db`, "--force"])).code, 0);
  const { uid, gid, mode } = await Deno.stat(`${path}/desk.db`);
  deepEqual([uid, gid, mode! & 0o777], [12_345, 12_345, 0o600]);
});

Deno.test("restore refuses while a server has the database open", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const copy = `${path}/copie.db`;
  await runJson(url, ["inbox", "add", "Avant"]);
  equal((await runCli(url, ["backup", copy])).code, 0);
  const server = (await command(url, ["--port", "0"], { task: "serve" })).spawn();
  try {
    const reader = server.stdout.getReader();
    match(new TextDecoder().decode((await reader.read()).value), /écoute/);
    reader.releaseLock();
    const before = (await Deno.stat(`${path}/desk.db`)).ino;
    const { code, error } = await runCli(url, ["restore", copy, "--force"]);
    deepEqual([code, error], [
      1,
      "Un programme utilise cette base : arrêtez le serveur, puis recommencez.\n",
    ]);
    equal((await Deno.stat(`${path}/desk.db`)).ino, before, "the file is the same");
    await runJson(url, ["inbox", "add", "Après"]);
  } finally {
    server.kill("SIGTERM");
    await server.output();
  }
  equal((await runJson(url, ["inbox", "list"])).length, 2, "the server's desk goes on");
  equal((await runCli(url, ["restore", copy, "--force"])).code, 0);
  equal((await runJson(url, ["inbox", "list"])).length, 1);
});

Deno.test("a desk that a process opens again is held as before", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const copy = `${path}/copie.db`;
  await runJson(url, ["inbox", "add", "Avant"]);
  equal((await runCli(url, ["backup", copy])).code, 0);
  // As the demo, which fills the desk, then serves it: what it closed first may still be there.
  const stores = [await openStore({ url, authToken: undefined }, systemEnv)];
  try {
    stores.push(await openStore({ url, authToken: undefined }, systemEnv));
    await runJson(url, ["inbox", "add", "Après"]);
    // Whoever closes a database last takes its log away: a command's end must not take that of who goes on.
    ok((await Deno.stat(`${path}/desk.db-wal`)).isFile, "the log is there");
    const { code, error } = await runCli(url, ["restore", copy, "--force"]);
    deepEqual([code, error], [
      1,
      "Un programme utilise cette base : arrêtez le serveur, puis recommencez.\n",
    ]);
  } finally {
    for (const store of stores) await store.close();
  }
});

Deno.test("restore touches nothing for a backup that is damaged, foreign, newer or absent", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  await runJson(url, ["demo", "--conversations", "30", "--seed", "1"]);
  const copy = `${path}/copie.db`;
  equal((await runCli(url, ["backup", copy])).code, 0);
  const before = await Deno.readFile(`${path}/desk.db`);
  const bytes = await Deno.readFile(copy);

  const damaged = bytes.slice();
  damaged.fill(0x5a, 4096 * 20, 4096 * 40);
  const newer = `${path}/newer.db`;
  await Deno.writeFile(newer, bytes);
  raw(
    newer,
    (database) => database.exec("insert into kysely_migration (name, timestamp) values ('9999_later', '')"),
  );
  await Deno.writeFile(`${path}/damaged.db`, damaged);
  await Deno.writeFile(`${path}/torn.db`, bytes.subarray(0, bytes.length >> 1));
  await Deno.writeTextFile(`${path}/text.db`, "ce n’est pas une base");
  raw(`${path}/foreign.db`, (database) => database.exec("create table other (x)"));
  for (
    const [name, sentence] of [
      ["damaged", /abîmé/],
      ["torn", /abîmé/],
      ["text", /n’est pas une sauvegarde/],
      ["foreign", /n’est pas une sauvegarde/],
      ["newer", /plus récente/],
      ["absent", /n’existe pas/],
    ] as const
  ) {
    const { code, error } = await runCli(url, ["restore", `${path}/${name}.db`, "--force"]);
    equal(code, 1, name);
    match(error, sentence);
    match(error, /^[^\n]+Rien n’a été changé\.\n$/);
  }
  deepEqual(await Deno.readFile(`${path}/desk.db`), before);
  ok(!(await names(path)).includes("absent.db"));
});

Deno.test("restore replaces no other program's file, no unreadable one, and ignores no remains", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const copy = `${path}/copie.db`;
  await runJson(url, ["inbox", "add", "Support"]);
  equal((await runCli(url, ["backup", copy])).code, 0);

  raw(`${path}/other.db`, (database) => database.exec("create table other (x)"));
  match((await runCli(`file:${path}/other.db`, ["restore", copy, "--force"])).error, /autre programme/);
  equal(rows(`${path}/other.db`, "select count(*) as n from other")[0].n, 0);

  await Deno.writeTextFile(`${path}/broken.db`, "plus une base du tout, sur quelques octets");
  match((await runCli(`file:${path}/broken.db`, ["restore", copy, "--force"])).error, /déplacez-le/);

  // A log that is left without its database would be replayed into whatever takes the name.
  await Deno.writeTextFile(`${path}/gone.db-wal`, "");
  match((await runCli(`file:${path}/gone.db`, ["restore", copy])).error, /déplacez-les/);
  ok(!(await names(path)).includes("gone.db"));
});
