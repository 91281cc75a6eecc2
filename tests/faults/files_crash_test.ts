/**
 * The real stdio server is killed at every step of sealing, writing down, uploading, sending and saving files. Whatever the
 * step: the person gets one message with its files whole, the same bytes are sent again, nothing is left behind, and nothing
 * that is not whole has a file's name. `FAULTS=long` takes every step on both runtimes.
 * @covers pacerelle-web.files.crash
 * @covers pacerelle-web.files.saved-when-asked
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type OwnedAgent, Person } from "../server/pacerelle/person.ts";
import { type Runtime, StdioProcess, variablesOf } from "../server/pacerelle/stdio_process.ts";
import { TestRelay } from "../server/relay/harness.ts";

const SOURCE = fileURLToPath(new URL("./stepping_server.ts", import.meta.url));
const LONG = Deno.env.get("FAULTS") === "long";
const RUNTIMES: readonly Runtime[] = LONG ? ["deno", "node"] : ["deno"];
/** In the short form so many steps, evenly. */
const SHORT_KILLS = 7;

const bytes = (size: number, seed: number) =>
  Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed) % 251);
const FILES = { "grand.bin": bytes(300_000, 1), "petit.bin": bytes(100, 2) };

/** A relay, a person, an agent, its state and its folder for files. */
class Desk implements AsyncDisposable {
  private constructor(
    readonly relay: TestRelay,
    readonly person: Person,
    readonly agent: OwnedAgent,
    readonly root: string,
    readonly folder: string,
  ) {}

  static async open(): Promise<Desk> {
    const relay = await TestRelay.start();
    const person = await Person.signUp(relay);
    const root = await Deno.makeTempDir({ prefix: "files-crash-" });
    const folder = join(root, "permis");
    await Deno.mkdir(folder);
    return new Desk(relay, person, await person.createAgent(), root, folder);
  }

  /** Apart from the folder for files, which may not hold it. */
  get #state(): string {
    return join(this.root, "etat");
  }

  start(runtime: Runtime, more: Readonly<Record<string, string>> = {}): StdioProcess {
    const variables = {
      ...variablesOf(this.agent, this.#state, this.relay.url),
      PACERELLE_FILES_DIR: this.folder,
    };
    return new StdioProcess({ ...variables, ...more }, { runtime, source: SOURCE });
  }

  /** Files under their own names; each must be whole. */
  saved(): string[] {
    return [...Deno.readDirSync(this.folder)].map(({ name }) => name).filter((name) => !name.startsWith("."));
  }

  shelf(): string[] {
    try {
      return [...Deno.readDirSync(join(this.#state, this.agent.id, "outgoing"))].map(({ name }) => name);
    } catch {
      return [];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.person[Symbol.asyncDispose]();
    await this.relay[Symbol.asyncDispose]();
    await Deno.remove(this.root, { recursive: true });
  }
}

/** Does `work` with a server that dies at a step; how it ended is looked at afterwards. */
async function dying(server: StdioProcess, work: (server: StdioProcess) => Promise<unknown>): Promise<void> {
  try {
    await server.initialize();
    await work(server);
  } catch (error) {
    // It died: expected.
    if (!String(error).includes("the server ended")) throw error;
  } finally {
    await server.kill();
  }
}

async function reply(server: StdioProcess): Promise<void> {
  const [{ id: sourceMessageId }] = await server.requests();
  const sent = await server.tool("send_message", {
    sourceMessageId,
    text: "Voici",
    attachments: Object.keys(FILES),
  });
  assert.equal(sent.isError, false, JSON.stringify(sent.value));
  // It leaves once its files are there.
  await server.status(({ queuedSends, uncertainSends }) => queuedSends === 0 && uncertainSends.length === 0);
}

/** The steps of a run that nothing kills, and those at which a run of this test dies. */
async function stepsOf(path: string): Promise<{ names: string[]; kills: number[] }> {
  const names = (await Deno.readTextFile(path)).trim().split("\n");
  // What comes before is other tests' matter: the first connection.
  const first = names.findIndex((name) => /^[0-9a-f]{32}:|calls/.test(name));
  const all = names.map((_, index) => index + 1).slice(first);
  const stride = LONG ? 1 : Math.ceil(all.length / SHORT_KILLS);
  return { names, kills: all.filter((_, index) => index % stride === 0) };
}

async function outbound(
  runtime: Runtime,
  more: Readonly<Record<string, string>>,
  what: string,
): Promise<void> {
  await using desk = await Desk.open();
  const { person, agent, relay } = desk;
  for (const [name, content] of Object.entries(FILES)) await Deno.writeFile(join(desk.folder, name), content);
  await person.say(agent, "Envoie");
  await dying(desk.start(runtime, more), reply);
  await using server = desk.start(runtime);
  await server.initialize();
  await reply(server);
  await person.until(() => person.files.length >= 2);
  assert.deepEqual(person.texts, ["Voici"], `${what}: once`);
  for (const file of person.files) {
    assert.deepEqual(
      await person.fetch(file),
      FILES[file.name as keyof typeof FILES],
      `${what}: ${file.name}`,
    );
  }
  assert.deepEqual(desk.shelf(), [], `${what}: nothing stays on the shelf`);
  const announced = relay.log.filter((line) => line.includes("announceFile")).length;
  assert.ok(announced >= 2, what);
  assert.ok(!relay.log.some((line) => line.includes('"status":409')), `${what}: other bytes were sent`);
}

async function inbound(
  runtime: Runtime,
  more: Readonly<Record<string, string>>,
  what: string,
): Promise<void> {
  await using desk = await Desk.open();
  const { person, agent } = desk;
  const file = await person.attach("grand.bin", "application/octet-stream", FILES["grand.bin"]);
  await person.send(agent, "Voici", [file]);
  const save = async (server: StdioProcess) => {
    await server.requests();
    return (await server.tool("get_history", { limit: 1, saveAttachments: [file.id] })).value.saved[0];
  };
  await dying(desk.start(runtime, more), save);
  for (const name of desk.saved()) {
    assert.deepEqual(
      await Deno.readFile(join(desk.folder, name)),
      FILES["grand.bin"],
      `${what}: ${name} is not whole`,
    );
  }
  await using server = desk.start(runtime);
  await server.initialize();
  const { path, refused } = await save(server);
  assert.equal(refused, undefined, `${what}: ${JSON.stringify(refused)}`);
  assert.deepEqual(await Deno.readFile(path), FILES["grand.bin"], what);
  assert.deepEqual(desk.saved(), ["grand.bin"], `${what}: saved once`);
}

for (const runtime of RUNTIMES) {
  for (
    const [name, run, expected] of [["sends", outbound, /: synced/], [
      "saves",
      inbound,
      /called GET files/,
    ]] as const
  ) {
    Deno.test(`${runtime}: killed at a step while it ${name} files, nothing is lost, doubled or half there`, async () => {
      const path = await Deno.makeTempFile();
      await run(runtime, { STEPS: path }, "undisturbed");
      const { names, kills } = await stepsOf(path);
      assert.ok(names.some((step) => expected.test(step)), names.join("\n"));
      assert.ok(kills.length >= 4, `${kills.length} kills`);
      for (const kill of kills) {
        await run(runtime, { KILL_AT: String(kill) }, `killed at ${kill}, ${names[kill - 1]}`);
      }
    });
  }
}
