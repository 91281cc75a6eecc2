/**
 * What is deployed runs with the permissions of the task `serve`, and starts without fetching anything.
 * @covers house.deploy
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { taskArgs, testFolder } from "../server/messagerie/cli/run_cli.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

/** The arguments of `deno` in a unit. */
async function unitArgs(unit = "messagerie"): Promise<string[]> {
  const line = /^ExecStart=\/usr\/local\/bin\/deno (.+)$/m.exec(await read(`deploy/${unit}.service`));
  return line?.[1]?.split(" ") ?? [];
}

/** The arguments of `deno` in the image. */
async function imageArgs(): Promise<string[]> {
  const line = /^CMD (\[.+\])$/m.exec(await read("deploy/Dockerfile"));
  const [program, ...args] = JSON.parse(line?.[1] ?? "[]");
  equal(program, "deno");
  return args;
}

/** What the image's own check says of the server on `port`: 0 when it is well. */
async function health(port: string): Promise<number> {
  const line = /^HEALTHCHECK .*CMD (\[.+\])$/m.exec(await read("deploy/Dockerfile"));
  const [program, ...args] = JSON.parse(line?.[1] ?? "[]");
  return (await new Deno.Command(program, { args, env: { MESSAGERIE_PORT: port } }).output()).code;
}

/** The task's, with `folder` for its data and no downloads. */
async function expected(folder: string, task = "serve"): Promise<string[]> {
  const [run = "", ...args] = await taskArgs(task);
  return [run, "--cached-only", ...args.map((arg) => arg.replace("=./data", `=${folder}`))];
}

Deno.test("the units and the image have the flags of their tasks, and no more", async () => {
  deepEqual(await unitArgs(), await expected("/var/lib/messagerie"));
  deepEqual(await unitArgs("pacerelle-relay"), await expected("/var/lib/pacerelle-relay", "relay"));
  deepEqual(await imageArgs(), await expected("/data"));
});

Deno.test("the image installs the Deno that the documents name", async () => {
  const [, version] = /^RUN npm install --global deno@(\S+)$/m.exec(await read("deploy/Dockerfile")) ?? [];
  for (const page of ["README.md", "README.fr.md", "docs/connect.md", "docs/operate.md"]) {
    for (const [, named] of (await read(page)).matchAll(/deno@(\d[\d.]*\d)/g)) equal(named, version, page);
  }
});

Deno.test("the image builds the pages from what it holds, and leaves out what was built outside", async () => {
  const lines = (await read("deploy/Dockerfile")).split("\n");
  const at = (part: string) => lines.findIndex((line) => line.includes(part));
  match(lines[at("deno task pages")] ?? "", /^RUN deno ci && deno task pages && /);
  ok(at("COPY . .") < at("deno task pages") && at("deno task pages") < at("USER node"));
  ok((await read("deploy/Dockerfile.dockerignore")).split("\n").includes("dist"));
  const { tasks } = JSON.parse(await read("deno.json"));
  ok("pages" in tasks);
});

Deno.test("the unit's command serves from a folder elsewhere, looks healthy to the image, and ends in time", async () => {
  await using folder = await testFolder();
  const args = (await unitArgs()).map((arg) => arg.replace("/var/lib/messagerie", folder.path));
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { MESSAGERIE_DATABASE_URL: folder.url, MESSAGERIE_PORT: "0" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const said = new TextDecoder().decode((await reader.read()).value);
  reader.releaseLock();
  const [, port = ""] = /^Messagerie écoute sur http:\/\/127\.0\.0\.1:(\d+) /.exec(said) ?? [];
  equal(await health(port), 0, said);
  child.kill("SIGTERM");
  equal((await child.output()).code, 0);
  equal(await health(port), 1);
});

/** What confines a unit, whatever it serves. */
const confines = (unit: string) =>
  unit.split("\n").filter((line) => /^(?:Protect|Private|Restrict|System|No|Lock|Cap|UMask|Dyn)/.test(line));

Deno.test("the relay's unit is confined as the desk's, bounds its memory, serves from a folder elsewhere, and ends in time", async () => {
  const [desk, relay] = [
    await read("deploy/messagerie.service"),
    await read("deploy/pacerelle-relay.service"),
  ];
  deepEqual(confines(relay), confines(desk));
  match(relay, /^MemoryMax=\d+[MG]$/m);
  await using folder = await testFolder();
  const args = (await unitArgs("pacerelle-relay"))
    .map((arg) => arg.replace("/var/lib/pacerelle-relay", folder.path));
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: {
      PACERELLE_RELAY_DATABASE_URL: `file:${folder.path}/relay.db`,
      PACERELLE_RELAY_PORT: "0",
      PACERELLE_RELAY_PUBLIC_URL: "http://127.0.0.1",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  let said = "";
  for (let part; !/http:\/\/127\.0\.0\.1:\d+/.test(said) && !(part = await reader.read()).done;) {
    said += new TextDecoder().decode(part.value);
  }
  reader.releaseLock();
  const [address = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
  equal((await fetch(`${address}/v1/health`).then(async (answer) => await answer.json())).status, "ok", said);
  child.kill("SIGTERM");
  equal((await child.output()).code, 0);
});
