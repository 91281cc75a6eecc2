/**
 * The key of the desk's own secrets.
 * @covers messagerie-web.widget.secret-key
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { openSecretKey } from "../../../server/messagerie/secret_key_file.ts";
import { openSecret, sealSecret } from "../../../service/messagerie/sites/secret_key.ts";
import { collect } from "../mcp/fake_catalogue.ts";

const world = { env: systemEnv, log: silentLogger };

Deno.test("openSecretKey() makes one file for its owner alone, whoever starts at the same time", async () => {
  const folder = await Deno.makeTempDir();
  const source = { setting: null, databaseUrl: `file:${folder}/desk.db` };
  const keys = await Promise.all(Array.from({ length: 8 }, () => openSecretKey(source, world)));
  assert.equal(new Set(keys.map(String)).size, 1);
  assert.equal(keys[0]!.length, 32);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assert.deepEqual(names, ["desk.db.key"]);
  assert.equal((await Deno.stat(`${folder}/desk.db.key`)).mode! & 0o777, 0o600);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openSecretKey() takes the setting before the file, and has none for a server's database without it", async () => {
  const databaseUrl = "libsql://base.exemple.fr";
  assert.equal(await openSecretKey({ setting: null, databaseUrl }, world), null);
  const [one, same, other] = await Promise.all(
    ["a".repeat(32), "a".repeat(32), "b".repeat(32)].map((setting) =>
      openSecretKey({ setting, databaseUrl }, world)
    ),
  );
  assert.deepEqual(one, same);
  assert.notDeepEqual(one, other);
});

Deno.test("openSecretKey() tells of a damaged file and gives no key rather than another", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/desk.db.key`, "short");
  const lines: string[] = [];
  const source = { setting: null, databaseUrl: `file:${folder}/desk.db` };
  assert.equal(await openSecretKey(source, { ...world, log: collect(lines) }), null);
  assert.match(lines.join(), /secret_key_unavailable/);
  assert.equal(await Deno.readTextFile(`${folder}/desk.db.key`), "short");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openSecret() opens nothing under another key, elsewhere, or changed by one bit", () => {
  const key = new Uint8Array(32).fill(1);
  const sealed = sealSecret(key, systemEnv, { secret: "s3cret", place: "a" });
  assert.equal(openSecret(key, { sealed, place: "a" }), "s3cret");
  assert.equal(openSecret(key, { sealed, place: "b" }), undefined);
  assert.equal(openSecret(new Uint8Array(32), { sealed, place: "a" }), undefined);
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice();
    changed[at]! ^= 1;
    assert.equal(openSecret(key, { sealed: changed, place: "a" }), undefined, `byte ${at}`);
  }
  assert.equal(openSecret(key, { sealed: sealed.slice(0, 20), place: "a" }), undefined);
});
