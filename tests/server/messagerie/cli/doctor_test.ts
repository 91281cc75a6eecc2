/**
 * `doctor-messagerie` as a process: one next action for each fault, and nothing changed.
 * @covers messagerie.doctor
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import NativeDatabase from "libsql";
import { serve } from "../served.ts";
import { command, type Ran, runJson, testFolder } from "./run_cli.ts";

async function doctor(url: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const made = await command(url, ["doctor-messagerie"], { env: { MESSAGERIE_PORT: "0", ...env } });
  const { code, stdout, stderr } = await made.output();
  return { code, out: new TextDecoder().decode(stdout), error: new TextDecoder().decode(stderr) };
}

/** Every fault is followed by what to do. */
function faults({ code, out, error }: Ran): string[] {
  equal(error, "");
  const lines = out.split("\n");
  const found = lines.flatMap((line, index) => {
    if (!line.startsWith("✗")) return [];
    match(lines[index + 1] ?? "", /^ {2}→ \p{Lu}.+\.$/u, line);
    return [line];
  });
  equal(code, found.length === 0 ? 0 : 1);
  return found;
}

Deno.test("a desk that is well has no fault, before and after it is made", async () => {
  await using folder = await testFolder();
  const { path, url } = folder;
  const fresh = await doctor(url);
  deepEqual(faults(fresh), []);
  match(fresh.out, /· Base : .+ n’existe pas encore/);
  deepEqual([...Deno.readDirSync(path)], [], "nothing is made");

  await runJson(url, ["demo", "--conversations", "5", "--seed", "1"]);
  const before = await Deno.readFile(`${path}/desk.db`);
  const whole = await doctor(url);
  deepEqual(faults(whole), []);
  match(whole.out, /✓ Base : [^\n]+\n✓ Tables : à jour\n✓ Écriture : possible\n✓ Horloge/);
  match(whole.out, /· E-mail : aucun ne part/);
  deepEqual(await Deno.readFile(`${path}/desk.db`), before);
});

Deno.test("what files take is told, before their room is full and when it is [@covers messagerie-web.widget.file-room]", async () => {
  await using folder = await testFolder();
  await runJson(folder.url, ["demo", "--conversations", "1", "--seed", "1"]);
  const database = new NativeDatabase(`${folder.path}/desk.db`);
  database.exec(
    `insert into attachment (id, message_id, name, content) select 'a', min(id), 'a', zeroblob(3145728) from message`,
  );
  database.exec(
    `insert into visitor (no, id, site_no, secret_hash, created_at, seen_at) select 1, 'v', min(no), x'00', 1, 1 from site`,
  );
  database.exec(
    `insert into upload (id, visitor_no, name, mime_type, size, content, created_at) values ('u', 1, 'u', 'text/plain', 20971520, zeroblob(20971520), 1)`,
  );
  database.close();
  const look = (mebibytes: number) =>
    doctor(folder.url, { MESSAGERIE_FILES_MAX_BYTES: String(mebibytes * 1_048_576) });
  const roomy = await look(100);
  deepEqual(faults(roomy), []);
  match(roomy.out, /✓ Fichiers : 23 Mio sur 100 Mio\n/);
  // Files that wait for their message give way to others: they keep nobody from attaching one.
  const waiting = await look(24);
  deepEqual(faults(waiting), []);
  match(waiting.out, /✓ Fichiers : 23 Mio sur 24 Mio\n/);
  match(faults(await look(12))[0] ?? "", /Fichiers : 23 Mio sur 12 Mio : les gros fichiers sont refusés/);
  const none = await look(0);
  deepEqual(faults(none), []);
  match(none.out, /· Fichiers : aucun n’est accepté/);
});

Deno.test("settings at fault are named, and secrets are not repeated", async () => {
  await using folder = await testFolder();
  const bad = await doctor(folder.url, { MESSAGERIE_PORT: "quatre-vingts" });
  match(faults(bad)[0] ?? "", /MESSAGERIE_PORT/);
  const half = await doctor(folder.url, { MESSAGERIE_SMTP_URL: "smtp://robot:motdepasse@mail.test" });
  match(faults(half)[0] ?? "", /MESSAGERIE_MAIL_FROM manque/);
  const set = await doctor(folder.url, {
    MESSAGERIE_SMTP_URL: "smtp://robot:motdepasse@mail.test",
    MESSAGERIE_MAIL_FROM: "desk@mail.test",
    MESSAGERIE_PUBLIC_URL: "http://chat.example",
  });
  deepEqual(faults(set), []);
  match(set.out, /✓ E-mail : réglé/);
  match(set.out, /· TLS : /);
  ok(![bad, half, set].some(({ out }) => out.includes("motdepasse")));
});

Deno.test("a damaged, a foreign and a locked database, and a clock that is behind, are each told", async () => {
  await using folder = await testFolder();
  const { path } = folder;
  await Deno.writeTextFile(`${path}/text.db`, "ce n’est pas une base");
  match(faults(await doctor(`file:${path}/text.db`))[0] ?? "", /Base : .*abîmée/);

  await runJson(folder.url, ["inbox", "add", "Support"]);
  const database = new NativeDatabase(`${path}/desk.db`);
  try {
    database.exec(
      `insert into change (at, kind) values (${Date.now() + 3_600_000}, 'conversation'); begin immediate`,
    );
    const found = faults(await doctor(folder.url));
    equal(found.length, 2, found.join("\n"));
    match(found[0] ?? "", /Écriture : un autre programme/);
    match(found[1] ?? "", /Horloge : 3\d{3} s de retard/);
  } finally {
    database.close();
  }
});

Deno.test("a port that is taken is a fault, unless our server answers there", async () => {
  await using folder = await testFolder();
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const taken = `${listener.addr.port}`;
  const refusing = (async () => {
    for await (const connection of listener) connection.close();
  })();
  match(faults(await doctor(folder.url, { MESSAGERIE_PORT: taken }))[0] ?? "", /Port : \d+ est pris/);
  listener.close();
  await refusing;

  await using server = await serve(folder.url);
  const well = await doctor(folder.url, { MESSAGERIE_PORT: new URL(server.url).port });
  deepEqual(faults(well), []);
  match(well.out, /un serveur y répond/);
});
