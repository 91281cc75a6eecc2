/**
 * `doctor`, `--version` and `--help`, as a person types them.
 * @covers pacerelle.doctor
 * @covers pacerelle.cli
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemEnv } from "../../../base/env.ts";
import { VERSION } from "../../../base/version.ts";
import type { Check } from "../../../server/cli/checks.ts";
import { diagnose } from "../../../server/pacerelle/diagnose.ts";
import { readSettings } from "../../../server/pacerelle/settings.ts";
import { TestRelay } from "../relay/harness.ts";
import { Person } from "./person.ts";
import { StdioProcess, variablesOf } from "./stdio_process.ts";

const MAIN = fileURLToPath(new URL("../../../main.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../../deno.json", import.meta.url));

async function look(variables: Readonly<Record<string, string>>, env = systemEnv): Promise<Check[]> {
  const found: Check[] = [];
  const read = await readSettings({ environment: (name) => variables[name] });
  for await (const check of diagnose(read, env)) found.push(check);
  for (const { kind, action } of found) assert.ok(kind !== "fault" || action?.endsWith("."));
  return found;
}

const faults = (found: readonly Check[]) =>
  found.filter(({ kind }) => kind === "fault").map(({ name }) => name);
const textOf = (found: readonly Check[], name: string) =>
  found.find((check) => check.name === name)?.text ?? "";

async function desk() {
  const relay = await TestRelay.start();
  const person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const root = await Deno.makeTempDir();
  return {
    relay,
    person,
    agent,
    root,
    variables: variablesOf(agent, root, relay.url),
    folder: join(root, agent.id),
    [Symbol.asyncDispose]: async () => {
      await person[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
}

Deno.test("diagnose() finds nothing wrong where nothing is, and makes nothing", async () => {
  await using one = await desk();
  const found = await look(one.variables);
  assert.deepEqual(found.map(({ kind, name }) => [kind, name]), [
    ["good", "Réglages"],
    ["good", "Version"],
    ["note", "État"],
    ["good", "Relais"],
    ["good", "WebSocket"],
    ["good", "Horloge"],
  ]);
  assert.equal(textOf(found, "Version"), `${VERSION}, Deno ${Deno.version.deno}`);
  assert.deepEqual([...Deno.readDirSync(one.root)], []);
  assert.ok(!JSON.stringify(found).includes(one.agent.token));
});

Deno.test("diagnose() disturbs no server that runs, and says who it is", async () => {
  await using one = await desk();
  await using server = new StdioProcess(one.variables);
  await server.initialize("Claude Desktop");
  await server.tool("get_status");
  const found = await look(one.variables);
  assert.deepEqual(faults(found), []);
  assert.match(textOf(found, "Verrou"), /Claude Desktop/);
  assert.match(textOf(found, "État"), /génération 1/);
  const id = await one.person.say(one.agent, "encore là ?");
  assert.equal((await server.requests())[0].id, id);
  await server.kill();
  assert.match(textOf(await look(one.variables), "Verrou"), /libre/);
});

Deno.test("diagnose() finds each fault of the state and says what to restore", async () => {
  await using one = await desk();
  {
    await using server = new StdioProcess(one.variables);
    await server.initialize();
    await server.tool("get_status");
    server.child.stdin!.end();
    await server.gone;
  }
  const key = await Deno.readFile(join(one.folder, "key"));
  const state = await Deno.readFile(join(one.folder, "state"));
  const expect = async (action: RegExp) => {
    const found = await look(one.variables);
    assert.deepEqual(faults(found), ["État"]);
    assert.match(found.find(({ name }) => name === "État")?.action ?? "", action);
  };
  await Deno.remove(join(one.folder, "key"));
  await expect(/« key »/);
  await Deno.writeFile(join(one.folder, "key"), key);
  await Deno.remove(join(one.folder, "state"));
  await expect(/« state »/);
  state[40]! ^= 1;
  await Deno.writeFile(join(one.folder, "state"), state);
  await expect(/restaurez/i);
});

Deno.test("diagnose() finds a relay that is away, one that refuses, and a clock that is off", async () => {
  await using one = await desk();
  const away = { ...one.variables, PACERELLE_BASE_URL: "http://127.0.0.1:1" };
  assert.deepEqual(faults(await look(away)), ["Relais"]);

  const other = await one.person.createAgent();
  const refusing = await look({ ...one.variables, PACERELLE_AGENT_TOKEN: other.token });
  assert.deepEqual(faults(refusing), ["Relais"]);
  assert.match(refusing.find(({ name }) => name === "Relais")?.action ?? "", /nouveau jeton/);

  assert.deepEqual(faults(await look({ ...one.variables, PACERELLE_WS_URL: "ws://127.0.0.1:1" })), [
    "WebSocket",
  ]);

  for (const [day, text] of [[86_400_000, / s d’avance /], [-86_400_000, / s de retard /]] as const) {
    const found = await look(one.variables, { ...systemEnv, now: () => Date.now() + day });
    assert.deepEqual(faults(found), ["Horloge"]);
    assert.match(textOf(found, "Horloge"), text);
  }

  const exposed = await look({ ...one.variables, PACERELLE_BASE_URL: "http://192.0.2.1" }, systemEnv);
  assert.match(exposed.find(({ kind }) => kind === "note")?.text ?? "", /TLS/);
});

function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { PATH = "", HOME = "" } = Deno.env.toObject();
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "--config", CONFIG, MAIN, ...args],
    env: { PATH, HOME, ...variables },
    clearEnv: true,
    stdin: "null",
  }).output().then(({ code, stdout, stderr }) => ({
    code,
    out: new TextDecoder().decode(stdout),
    error: new TextDecoder().decode(stderr),
  }));
}

Deno.test("the command line answers --version, --help and doctor, with exit codes", async () => {
  await using one = await desk();
  assert.deepEqual(await run(["--version"]), { code: 0, out: `${VERSION}\n`, error: "" });
  const help = await run(["--help"]);
  assert.match(help.out, /doctor/);
  assert.match((await run(["pacerelle", "--help"])).out, /--agent-id/);

  const bad = await run(["doctor"]);
  assert.equal(bad.code, 1);
  assert.match(bad.out, /✗ Réglages : PACERELLE_AGENT_ID/);
  assert.match(bad.out, /2 défauts/);
  const good = await run(["doctor", "--agent-id", one.agent.id], one.variables);
  assert.equal(good.code, 0, good.out);
  assert.match(good.out, /Tout va bien/);
  assert.ok(!good.out.includes(one.agent.token));
});

Deno.test("diagnose() says whether the folder for files can be used [@covers pacerelle-web.files.off]", async () => {
  await using one = await desk();
  const at = async (folder: string) => {
    const found = await look({ ...one.variables, PACERELLE_FILES_DIR: folder });
    return found.find(({ name }) => name === "Fichiers")?.kind;
  };
  const folder = await Deno.makeTempDir({ prefix: "fichiers-" });
  try {
    assert.equal(await at(folder), "good");
    assert.equal(await at(join(folder, "absent")), "fault");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
