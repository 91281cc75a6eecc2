/**
 * What the documents tell to paste: it parses, names the real defaults, tasks, commands and variables, and the first
 * configuration of each server connects the SDK's client.
 * @covers house.snippets, house.host-texts
 * @covers messagerie.source.mcp-servers-json
 */
import { deepEqual, equal, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { systemEnv } from "../../base/env.ts";
import { readPublicUrl, SETTINGS } from "../../server/messagerie/settings.ts";
import { readSettings } from "../../server/pacerelle/settings.ts";
import { makeToken } from "../../wire/token.ts";
import { hostTexts as messagerieTexts } from "../../service/messagerie/connect/host_texts.ts";
import { hostTexts as pacerelleTexts } from "../../service/pacerelle/connect/host_texts.ts";
import {
  fromCheckout,
  fromFile,
  fromTarball,
  type ServerStart,
} from "../../service/pacerelle/connect/server_start.ts";
import type { HostText } from "../../base/host_text.ts";
import { parsePasted, parseToml } from "../paste/parse_pasted.ts";
import { testFolder } from "../server/messagerie/cli/run_cli.ts";
import { furnish } from "../server/messagerie/furnished.ts";
import { serve } from "../server/messagerie/served.ts";
import { Person } from "../server/pacerelle/person.ts";
import { TestRelay } from "../server/relay/harness.ts";
import type { Any } from "../any.ts";

type Texts = readonly HostText[];

const ROOT = new URL("../../", import.meta.url);
const PAGES = ["README.md", "README.fr.md", "docs/connect.md", "docs/deliveries.md"] as const;
const PACERELLE_VARIABLES = [
  ...["PACERELLE_AGENT_ID", "PACERELLE_AGENT_TOKEN", "PACERELLE_STORE_ROOT"],
  ...["PACERELLE_BASE_URL", "PACERELLE_WS_URL", "PACERELLE_FILES_DIR", "PACERELLE_LOG"],
];

const DEFAULT_RELAY = "http://localhost:8080";

const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));
const blocks = (text: string, language: string) =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, tag]) => tag === language)
    .map(([, , body = ""]) => body);

interface Snippet {
  readonly page: string;
  readonly config: Any;
  readonly servers: Readonly<Record<string, Any>>;
}

async function snippets(page: string): Promise<Snippet[]> {
  const text = await read(page);
  const configs = [
    ...blocks(text, "json").map((body) => JSON.parse(body)),
    ...blocks(text, "toml").map(parseToml),
  ];
  return configs.map((config) => ({
    page,
    config,
    servers: config.mcpServers ?? config.servers ?? config.mcp_servers,
  }));
}

/** What the programs print for the documents' example values, with the server started in each way that they tell. */
async function printed(): Promise<
  { readonly messagerie: Texts; readonly pacerelle: Texts; readonly all: Set<string> }
> {
  const { version } = JSON.parse(await read("deno.json"));
  const [, deno = ""] = /deno@([\d.]+)/.exec(await read("deploy/Dockerfile")) ?? [];
  const messagerie = messagerieTexts({
    publicUrl: readPublicUrl({ environment: () => undefined }),
    token: "TOKEN",
  });
  const pacerelle = (start: ServerStart) =>
    pacerelleTexts({ agentId: "agent_…", token: "pct1_…", relay: DEFAULT_RELAY, start });
  const fromHere = pacerelle(fromCheckout("/path/to/this/folder", deno));
  const tarball = `/path/to/pacerelle-mcp-server-${version}.tgz`;
  const others = [fromFile("/path/to/pacerelle-mcp"), fromTarball(tarball)].flatMap(pacerelle);
  return {
    messagerie,
    pacerelle: fromHere,
    all: new Set([...messagerie, ...fromHere, ...others].map(({ text }) => text)),
  };
}

Deno.test("docs/connect.md gives every host the very text that the programs print, and each parses", async () => {
  const [, messagerie = "", pacerelle = ""] = (await read("docs/connect.md")).split(/^## .+$/m);
  const given = await printed();
  for (const [section, texts] of [[messagerie, given.messagerie], [pacerelle, given.pacerelle]] as const) {
    const shown = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((
      [, format, text],
    ) => [format, text]);
    const order = (one: readonly (string | undefined)[][]) => one.map((it) => it.join("\n")).sort();
    deepEqual(order(shown), order(texts.map(({ format, text }) => [format, text])));
    for (const [format = "", text = ""] of shown) await parsePasted(format, text);
    for (const { host, file } of texts) {
      ok(section.includes(host) || host === "mcpServers", host);
      ok(file === null || section.includes(`\`${file}\``), `${host}: ${file}`);
    }
  }
});

Deno.test("every configuration in the documents is one that the programs print", async () => {
  const { all } = await printed();
  let seen = 0;
  for (const page of PAGES) {
    const text = await read(page);
    for (const body of [...blocks(text, "json"), ...blocks(text, "toml")]) {
      seen++;
      ok(all.has(body), `${page}:\n${body}`);
    }
  }
  equal(seen, 21);
});

Deno.test("the settings that the documents show are the server's own defaults", async () => {
  const settings = await readSettings({
    agentId: `agent_${"0".repeat(32)}`,
    token: await makeToken(systemEnv),
    environment: () => undefined,
  });
  ok(settings.ok, "the defaults alone are good settings");
  equal(new URL(DEFAULT_RELAY).href, settings.settings.baseUrl);
  for (const { id, text } of (await printed()).pacerelle) {
    const named = text.match(/\bPACERELLE_\w+/g) ?? [];
    deepEqual(named.filter((variable) => !PACERELLE_VARIABLES.includes(variable)), [], id);
  }
});

Deno.test("both READMEs have the same parts and paste the same", async () => {
  const shape = async (page: string) => {
    const text = await read(page);
    return {
      parts: [...text.matchAll(/^(#+) /gm)].map(([, level]) => level),
      configs: blocks(text, "json"),
      commands: blocks(text, "sh").map((body) => body.replace(/ *#.*$/gm, "")),
      rows: [...text.matchAll(/^\| `/gm)].length,
      named: [...text.matchAll(/\b(?:MESSAGERIE|PACERELLE)_\w+/g)].map(([name]) => name),
      links: [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = ""]) => to).filter((to) =>
        !to.startsWith("README")
      ),
    };
  };
  deepEqual(await shape("README.fr.md"), await shape("README.md"));
});

Deno.test("the documents name tasks, commands, variables and pages that exist", async () => {
  const { tasks } = JSON.parse(await read("deno.json"));
  const main = await read("main.ts");
  const commands = [...main.matchAll(/^ {4}(?:"([\w-]+)"|(\w+)): \{$/gm)].map(([, a, b]) => a ?? b);
  ok(commands.length > 10, "the commands were found");
  for (
    const page of [
      ...PAGES,
      "docs/operate.md",
      "docs/troubleshooting.md",
      "docs/threat-model.md",
      "CONTRIBUTING.md",
    ]
  ) {
    const text = await read(page);
    for (const [, task = ""] of text.matchAll(/deno(?:@[\d.]+)? task (?:--quiet )?([a-z]+)/g)) {
      ok(task in tasks, `${page}: task ${task}`);
    }
    for (const [, words = ""] of text.matchAll(/deno task cli ([a-z][\w|\\-]*)/g)) {
      for (const word of words.split(/\\?\|/)) ok(commands.includes(word), `${page}: command ${word}`);
    }
    for (const [, to = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      ok((await Deno.stat(new URL(to, new URL(page, ROOT)))).isFile, `${page}: ${to}`);
    }
  }
  const readme = await read("README.md");
  for (const { variable } of Object.values(SETTINGS)) {
    const short = variable.replace("MESSAGERIE_TWILIO", "");
    ok(readme.includes(`\`${variable}\``) || readme.includes(`\`${short}\``), variable);
  }
  for (const variable of PACERELLE_VARIABLES) ok(readme.includes(`\`${variable}\``), variable);
  // What a program may set, and what the package's own page tells, are the settings that the server reads.
  for (const page of ["server/pacerelle/settings.ts", "mod.ts", "scripts/deliver/npm/README.md"]) {
    const named = new Set((await read(page)).match(/\bPACERELLE_\w+/g));
    deepEqual([...named].sort(), PACERELLE_VARIABLES.toSorted(), page);
  }
});

/** Connects as a host would, lists the tools and calls one. */
async function tryOut(transport: Transport, tool: string): Promise<{ tools: number; value: Any }> {
  const client = new Client({ name: "documents", version: "1" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    const { content } = await client.callTool({ name: tool, arguments: {} });
    return { tools: tools.length, value: JSON.parse((content as { text: string }[])[0]?.text ?? "") };
  } finally {
    await client.close();
  }
}

/** The first configuration of docs/connect.md for a server. */
async function firstOf(name: string): Promise<Any> {
  return (await snippets("docs/connect.md")).find(({ servers }) => name in servers)?.servers[name];
}

Deno.test("the first Messagerie configuration connects", async () => {
  await using folder = await testFolder();
  const { create } = await furnish(folder.url);
  await using server = await serve(folder.url);
  const { token } = await create({ label: "Page" });
  const { type, url, headers } = await firstOf("messagerie");
  equal(type, "http");
  const transport = new StreamableHTTPClientTransport(
    new URL(new URL(url).pathname, server.url),
    {
      requestInit: {
        headers: { Authorization: headers.Authorization.replace("${MESSAGERIE_TOKEN}", token) },
      },
    },
  );
  const { tools, value } = await tryOut(transport as Transport, "whoami");
  deepEqual([tools, value.label], [15, "Page"]);
});

Deno.test("the first Pacerelle configuration connects", async () => {
  await using folder = await testFolder();
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const { args, env } = await firstOf("pacerelle");
  // `npx -y deno@…` stands for the Deno that runs this test: what npx would download is the same program.
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: args.slice(2).map((arg: string) => arg === "/path/to/this/folder" ? fileURLToPath(ROOT) : arg),
    env: {
      ...env,
      PACERELLE_AGENT_ID: agent.id,
      PACERELLE_AGENT_TOKEN: agent.token,
      PACERELLE_BASE_URL: relay.url,
      PACERELLE_STORE_ROOT: folder.path,
      PATH: Deno.env.get("PATH") ?? "",
      HOME: Deno.env.get("HOME") ?? "",
    },
    stderr: "ignore",
  });
  const { tools, value } = await tryOut(transport, "get_status");
  equal(tools, 8);
  equal(value.agent.id, agent.id);
});
