/**
 * Pacerelle's stdio server as it reaches people: from source, as a bundle, as one binary and as an npm package, each in a
 * process of its own under the SDK's client.
 * @covers deliveries.same, deliveries.permissions, deliveries.first-start, deliveries.bad-ground, deliveries.asked
 * @covers deliveries.whole-way, deliveries.cache, deliveries.build-refusals
 * @covers deliveries.no-libsql, deliveries.licences, deliveries.public-part, deliveries.snippets
 * @covers pacerelle.source.eight-tools, pacerelle.settings.missing, pacerelle.exit, pacerelle.cli
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { VERSION } from "../../base/version.ts";
import { askServer } from "../../scripts/deliver/ask_server.ts";
import { inHouse } from "../../scripts/deliver/house.ts";
import { Person } from "../server/pacerelle/person.ts";
import { TestRelay } from "../server/relay/harness.ts";
import { until } from "../until.ts";
import { Built, type Form, runIn } from "./deliveries/forms.ts";
import { goTheWholeWay } from "./pacerelle/whole_way.ts";
import type { Any } from "../any.ts";

const TOOLS = [
  "get_checkpoints",
  "get_history",
  "get_status",
  "mark_processed",
  "save_checkpoint",
  "send_message",
  "send_widget",
  "wait_for_messages",
];
/** What is built, and so has to go the whole way besides the source. */
const DELIVERED = ["bundle on Deno", "bundle on Node", "binary", "package"] as const;
const HELLO = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
}) + "\n";

/** A host that started a form. */
async function host({ command: [command, ...args], cwd, env }: Form, settings: Record<string, string> = {}) {
  const client = new Client({ name: "Atelier", version: "1" });
  const transport = new StdioClientTransport({
    command,
    args,
    cwd,
    env: { ...env, ...settings },
    stderr: "ignore",
  });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Any> => {
    const { content, isError }: Any = await client.callTool({ name, arguments: given });
    return { isError: isError === true, value: JSON.parse(content[0].text) };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

/** `count` programs in a folder that stand before the system's on PATH. */
async function standIns(folder: string, scripts: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, script] of Object.entries(scripts)) {
    await Deno.writeTextFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return `${folder}:${Deno.env.get("PATH") ?? ""}`;
}

Deno.test("Pacerelle's stdio server, as it is delivered", async (test) => {
  await using built = await Built.make();
  const forms = await built.forms();

  for (const [name, form] of Object.entries(forms) as [string, Form][]) {
    await test.step(`${name}: answers, says what is missing, stays up`, async () => {
      await using pacerelle = await host(form);
      const { client, call } = pacerelle;
      assert.deepEqual([client.getServerVersion()?.name, client.getServerVersion()?.version], [
        "pacerelle",
        VERSION,
      ]);
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }: Any) => name).sort(), TOOLS);
      for (let round = 0; round < 2; round++) {
        const { isError, value } = await call("get_status");
        assert.ok(isError);
        assert.equal(value.code, "NOT_CONFIGURED");
        assert.deepEqual(value.details.variables, ["PACERELLE_AGENT_ID", "PACERELLE_AGENT_TOKEN"]);
      }
      await client.ping();
    });

    await test.step(`${name}: ends with its input, having said nothing but the answer`, async () => {
      const { code, out } = await runIn(form.command, { ...form, input: HELLO });
      assert.equal(code, 0);
      assert.equal(JSON.parse(out).result.serverInfo.version, VERSION);
    });

    await test.step(`${name}: --version tells the product's version`, async () => {
      const { out } = await runIn([...form.command, "--version"], form);
      assert.equal(out, `${VERSION}\n`);
    });
  }

  await test.step("what the documents tell to paste starts, with every variable understood", async () => {
    const stands: Record<string, string> = {
      "/path/to/pacerelle-mcp": built.compiled.file,
      "@pacerelle/mcp-server": forms.package.command[2]!,
      [`file:/path/to/pacerelle-mcp-server-${VERSION}.tgz`]: `file:${built.tarball}`,
    };
    const commands: string[] = [];
    for (const page of ["docs/deliveries.md", "scripts/deliver/npm/README.md"]) {
      for (
        const [, json = ""] of (await Deno.readTextFile(inHouse(page))).matchAll(/^```json\n(.*?)^```/gms)
      ) {
        const { command, args = [], env }: Any = JSON.parse(json).mcpServers.pacerelle;
        commands.push([command, ...args].join(" "));
        const words = [command, ...args].map((word: string) => stands[word] ?? word) as [string];
        await using pacerelle = await host({ ...forms.package, command: words }, env);
        const { value } = await pacerelle.call("get_status");
        // Id and token are there and are no real ones; the relay's address is good.
        assert.deepEqual(value.details.variables, ["PACERELLE_AGENT_ID", "PACERELLE_AGENT_TOKEN"]);
        assert.doesNotMatch(value.message, /elle manque/);
      }
    }
    assert.deepEqual(commands, [
      "/path/to/pacerelle-mcp",
      `npx -y file:/path/to/pacerelle-mcp-server-${VERSION}.tgz`,
      "npx -y @pacerelle/mcp-server",
    ]);
  });

  await test.step("a person is reached from a state whose lock has to stand elsewhere, with no more permissions than are baked in", async () => {
    await using relay = await TestRelay.start();
    await using person = await Person.signUp(relay);
    for (const name of ["binary", "package"] as const) {
      const agent = await person.createAgent(name);
      const id = await person.say(agent, `pour ${name}`);
      await using pacerelle = await host(forms[name], {
        PACERELLE_AGENT_ID: agent.id,
        PACERELLE_AGENT_TOKEN: agent.token,
        PACERELLE_BASE_URL: relay.url,
        // Too long for a socket beside the state: the lock takes its other place, which needs more permissions.
        PACERELLE_STORE_ROOT: join(await built.fresh("store"), "long".repeat(25)),
        XDG_RUNTIME_DIR: await built.fresh("r"),
      });
      let messages: Any[] = [];
      await until(async () => {
        ({ value: { messages } } = await pacerelle.call("wait_for_messages", { timeoutSeconds: 20 }));
        return messages.length > 0;
      }, `the request for ${name}`);
      assert.deepEqual(messages.map((message: Any) => [message.id, message.text]), [[id, `pour ${name}`]]);
      const sent = await pacerelle.call("send_message", { text: `de ${name}`, sourceMessageId: id });
      assert.equal(sent.isError, false, JSON.stringify(sent.value));
      await person.until(() => person.texts.includes(`de ${name}`));
    }
  });

  // Side by side: each waits most of its time, on a relay of its own. Steps that overlap cannot be watched for leaks.
  const chat = await built.chat();
  const unwatched = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
  const goWith = (name: typeof DELIVERED[number]) =>
    test.step({
      name: `${name}: the whole way, from a person to an assistant and back`,
      fn: (way) => goTheWholeWay(way, { server: forms[name], chat }),
      ...unwatched,
    });
  // Two at a time, for the sake of machines with two cores.
  for (let at = 0; at < DELIVERED.length; at += 2) await Promise.all(DELIVERED.slice(at, at + 2).map(goWith));

  await test.step("four copies that start at once on a fresh cache all answer, and leave one whole cache", async () => {
    const cache = await built.fresh("cache");
    const env = { PACERELLE_CACHE: cache };
    await Promise.all(Array.from({ length: 4 }, () => askServer([built.selfExtracting], { env })));
    const [home, ...others] = [...Deno.readDirSync(cache)].map((entry) => join(cache, entry.name));
    assert.deepEqual(others, []);
    const left = [...Deno.readDirSync(home!)].map((entry) => entry.name).sort();
    assert.deepEqual(left, ["deno", "deno-dir", "server.mjs", "used"]);
    // Someone swept half of it away.
    await Deno.remove(join(home!, "server.mjs"));
    await askServer([built.selfExtracting], { env });
  });

  await test.step("a new version leaves one older in the cache, what is in use and what is not its own", async () => {
    const cache = await built.fresh("cache");
    const env = { PACERELLE_CACHE: cache };
    const file = await Deno.readFile(built.selfExtracting);
    const [, hash = ""] =
      /^home=\$cache\/([0-9a-f]{16})$/m.exec(new TextDecoder().decode(file.subarray(0, 8192))) ?? [];
    /** The same server as another version has it; started, unless `days` say how long ago it was. */
    const older = async (name: string, days: number) => {
      const folder = join(cache, name);
      await Deno.mkdir(folder);
      for (const part of ["deno", "server.mjs", "used"]) await Deno.writeTextFile(join(folder, part), "");
      await ago(name, days);
    };
    const ago = (name: string, days: number) => {
      const then = Date.now() / 1000 - days * 86_400;
      return Deno.utime(join(cache, name, "used"), then, then);
    };
    const RUNNING = "0123456789abcdef";
    const before = join(built.folder, "before");
    const bytes = Buffer.from(file.buffer);
    for (let at = bytes.indexOf(hash); at >= 0; at = bytes.indexOf(hash)) bytes.write(RUNNING, at);
    await Deno.writeFile(before, file, { mode: 0o755 });

    await using running = await host({ ...forms.binary, command: [before] }, env);
    await ago(RUNNING, 5);
    await older("a".repeat(16), 2);
    await older("b".repeat(16), 3);
    await older("documents", 400);
    await older("c".repeat(17), 400);
    await Promise.all(Array.from({ length: 4 }, () => askServer([built.selfExtracting], { env })));
    const left = () => [...Deno.readDirSync(cache)].map((entry) => entry.name).sort();
    assert.deepEqual(left(), [hash, "a".repeat(16), "c".repeat(17), "documents"].sort());
    await running.client.ping();
    assert.equal((await running.call("get_status")).value.code, "NOT_CONFIGURED");
    // It unpacks again, and leaves the one that was just started, and one that was today.
    await older("d".repeat(16), 0.5);
    await askServer([before], { env });
    assert.deepEqual(left(), [hash, RUNNING, "c".repeat(17), "d".repeat(16), "documents"].sort());
  });

  await test.step("a self-extracting file that cannot start says why and what to do", async () => {
    const path = { PATH: Deno.env.get("PATH") ?? "" };
    const half = join(built.folder, "half");
    await Deno.writeFile(half, (await Deno.readFile(built.selfExtracting)).subarray(0, 20_000_000), {
      mode: 0o755,
    });
    const otherMachine = await standIns(await built.fresh("bin"), { uname: "echo riscv64" });
    // What a folder that was mounted noexec does to everything in it.
    const tar = (await runIn(["sh", "-c", "command -v tar"], { env: path })).out.trim();
    const noExec = await standIns(await built.fresh("bin"), { tar: `${tar} "$@" && chmod a-x "$4/deno"` });
    const noLibrary = await standIns(await built.fresh("bin"), {
      tar: `cat >/dev/null; printf '#!/no/such/loader\\n' >"$4/deno"; chmod +x "$4/deno"; : >"$4/server.mjs"`,
    });
    const cache = async () => ({ PACERELLE_CACHE: await built.fresh("cache") });
    const cases: [string, Record<string, string>, RegExp][] = [
      [built.selfExtracting, { ...path, HOME: "/dev/null" }, /ne peut pas être écrit : .*PACERELLE_CACHE/],
      [built.selfExtracting, path, /ni HOME ni PACERELLE_CACHE.* : indiquez/],
      [built.selfExtracting, { PATH: otherMachine, ...await cache() }, /riscv64 : prenez .*npm/],
      [built.selfExtracting, { PATH: noExec, ...await cache() }, /noexec.* : indiquez .*PACERELLE_CACHE/],
      [built.selfExtracting, { PATH: noLibrary, ...await cache() }, /glibc.*npm/],
      [half, { ...path, ...await cache() }, /fichier incomplet.* : libérez/],
    ];
    for (const [file, env, sentence] of cases) {
      const { code, out, error } = await runIn([file], { env, input: HELLO });
      assert.deepEqual([code, out, error.trimEnd().split("\n").length], [1, "", 1], error);
      assert.match(error, sentence);
      const left = env["PACERELLE_CACHE"] === undefined ? [] : [...Deno.readDirSync(env["PACERELLE_CACHE"])];
      for (const { name } of left) {
        assert.deepEqual(
          [...Deno.readDirSync(join(env["PACERELLE_CACHE"]!, name))],
          [],
          "nothing half made is left",
        );
      }
    }
  });

  await test.step("a build that does not answer fails and leaves no file", async () => {
    const folder = await built.fresh("build");
    const code = `import { compileServer } from ${
      JSON.stringify(inHouse("scripts/deliver/compile_server.ts"))
    };
      await compileServer(${JSON.stringify(folder)}, "server");`;
    const { code: exit, error } = await runIn([Deno.execPath(), "eval", "--no-config", code], {
      // The builder's own environment, since bundling may have to download esbuild; and what is no runtime for compiled
      // programs, though deno compile takes it.
      env: { ...Deno.env.toObject(), DENORT_BIN: Deno.execPath() },
    });
    assert.notEqual(exit, 0);
    assert.match(
      error,
      /BuildFailure: .*DENORT_BIN.*, or unset it\. The result does not answer as the server does \(exit 0\)/,
    );
    assert.equal(await Deno.stat(join(folder, "server")).catch(() => undefined), undefined);
  });

  await test.step("a build that cannot be had says why and what to do, in one sentence", async () => {
    const cases: [string[], Record<string, string>, RegExp][] = [
      // Where denort could be downloaded, this proxy keeps it out.
      [
        ["--target", "x86_64-pc-windows-msvc"],
        { HTTPS_PROXY: "http://127.0.0.1:1" },
        /\(denort\) cannot be had here, and \S+ has no shell to do without: build where .* or point DENORT_BIN at denort\.$/,
      ],
      [
        [],
        { DENORT_BIN: "/no/such/denort" },
        /cannot use DENORT_BIN, which is \/no\/such\/denort: point it .* or unset it\.$/,
      ],
      [["--target", "vax-dec-vms"], {}, /^No such target: vax-dec-vms\. Choose one of .*linux/],
      [["--tarjet", "all"], {}, /^deno task compile takes --target/],
    ];
    for (const [args, env, sentence] of cases) {
      const script = ["run", "-A", "--quiet", "--no-check", inHouse("scripts/compile.ts"), ...args];
      const { code, out, error } = await runIn([Deno.execPath(), ...script], {
        env: { ...Deno.env.toObject(), NO_COLOR: "1", ...env },
      });
      assert.deepEqual([code, out, error.trimEnd().split("\n").length], [1, "", 1], error);
      assert.match(error.trimEnd(), sentence);
    }
  });

  await test.step("nothing that is delivered holds a database driver, or zod's languages", async () => {
    const lib = join(built.packageFolder, "lib");
    const texts = [await Deno.readTextFile(built.bundle)];
    for (const { name, isFile } of Deno.readDirSync(lib)) {
      if (isFile) texts.push(await Deno.readTextFile(join(lib, name)));
    }
    assert.ok(texts.some((text) => text.includes("NOT_CONFIGURED")), "the scan must see the server");
    for (const text of texts) {
      assert.doesNotMatch(text, /libsql|kysely|sqlite/i);
      // One Hebrew letter: the bundler shakes the languages off only where no module imports zod by name.
      assert.doesNotMatch(text, /[\u05d0-\u05ea]|\\u05[de][0-9a-f]/i);
    }
  });

  await test.step("the package brings the licences of what it bundles", async () => {
    const page = await Deno.readTextFile(join(built.packageFolder, "THIRD_PARTY.md"));
    const packages = [...page.matchAll(/^## (\S+) \S+ \((.*)\)$/gm)].map(([, name, licence]) =>
      `${name} ${licence}`
    );
    assert.deepEqual(packages, ["@hpke/common MIT", "@hpke/core MIT", "ws MIT", "zod MIT"]);
    assert.equal(page.match(/Permission is hereby granted/g)?.length, 4);
  });

  await test.step("the package says in one sentence that a Node is too old", async () => {
    const pretend = join(built.folder, "pretend.cjs");
    await Deno.writeTextFile(
      pretend,
      `Object.defineProperty(process.versions, "node", { value: "18.20.4" });`,
    );
    const bin = join(built.packageFolder, "bin", "pacerelle-mcp.cjs");
    const { code, out, error } = await runIn(["node", "--require", pretend, bin], { input: HELLO });
    assert.deepEqual([code, out], [1, ""]);
    assert.match(error, /^pacerelle-mcp : il faut Node\.js 20 .* 18\.20\.4 : mettez-le à jour [^\n]*\n$/);
  });

  await test.step("another program imports the package, typed, and starts the server in itself", async () => {
    const folder = await built.fresh("program");
    const env = { PATH: Deno.env.get("PATH") ?? "", HOME: folder };
    const file = (name: string, text: string) => Deno.writeTextFile(join(folder, name), text);
    await file("package.json", `{"type":"module"}`);
    const install = await runIn(["npm", "install", "--offline", "--no-audit", built.tarball], {
      cwd: folder,
      env,
    });
    assert.equal(install.code, 0, install.error);
    await file(
      "program.js",
      `import { PassThrough } from "node:stream";
      import { startPacerelle, VERSION } from "@pacerelle/mcp-server";
      const [input, output] = [new PassThrough(), new PassThrough()];
      const exit = (code) => console.log(VERSION, code);
      await startPacerelle({ input, output, exit, writeLog: () => {}, settings: { PACERELLE_AGENT_ID: "?" } });
      const ask = (id, method, params) => input.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\\n");
      ask(1, "tools/call", { name: "get_status", arguments: {} });
      output.once("data", (line) => {
        console.log(JSON.parse(JSON.parse(line).result.content[0].text).message.slice(0, 90));
        input.end();
      });
      `,
    );
    const { code, out, error } = await runIn(["node", "program.js"], { cwd: folder, env });
    const told =
      "Pacerelle n’est pas encore configuré. PACERELLE_AGENT_ID : la valeur n’a pas la bonne forme";
    assert.deepEqual([code, out], [0, `${told.slice(0, 90)}\n${VERSION} 0\n`], error);

    await file(
      "types.ts",
      `import { type PacerelleOptions, startPacerelle, VERSION } from "@pacerelle/mcp-server";
      import { PassThrough } from "node:stream";
      const settings: PacerelleOptions["settings"] = { PACERELLE_LOG: "debug" };
      export const started: Promise<void> = startPacerelle({ settings, input: new PassThrough(), exit: (code: number) => {} });
      export const version: string = VERSION;
      // @ts-expect-error -- no such setting
      await startPacerelle({ settings: { PACERELLE_NONE: "x" } });
      `,
    );
    // Node's types, as a program that is compiled has them.
    await file("package.json", `{"type":"module","dependencies":{"@types/node":"*"}}`);
    const types = join(folder, "node_modules", "@types");
    await Deno.mkdir(types);
    await Deno.symlink(inHouse("node_modules/@types/node"), join(types, "node"));
    const check = await runIn([Deno.execPath(), "check", "types.ts"], { cwd: folder, env });
    assert.equal(check.code, 0, check.error);
  });
});
