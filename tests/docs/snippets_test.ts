/**
 * What the documents tell to paste: it parses, names the real defaults, tasks, commands and variables, and the first
 * configuration of each server connects the SDK's client.
 * @covers house.snippets
 * @covers messagerie.source.mcp-servers-json
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { systemEnv } from "../../base/env.ts";
import { readPublicUrl, SETTINGS } from "../../server/messagerie/settings.ts";
import { readSettings } from "../../server/pacerelle/settings.ts";
import { makeToken } from "../../wire/token.ts";
import { testFolder } from "../server/messagerie/cli/run_cli.ts";
import { furnish } from "../server/messagerie/furnished.ts";
import { serve } from "../server/messagerie/served.ts";
import { Person } from "../server/pacerelle/person.ts";
import { TestRelay } from "../server/relay/harness.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGES = ["README.md", "README.fr.md", "docs/connect.md", "docs/deliveries.md"] as const;
const PACERELLE_VARIABLES = [
  ...["PACERELLE_AGENT_ID", "PACERELLE_AGENT_TOKEN", "PACERELLE_STORE_ROOT"],
  ...["PACERELLE_BASE_URL", "PACERELLE_WS_URL", "PACERELLE_LOG"],
];

// deno-lint-ignore no-explicit-any -- configurations are looked into as they come
type Any = any;

const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));
const blocks = (text: string, language: string) =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, tag]) => tag === language)
    .map(([, , body = ""]) => body);

/** TOML as far as hosts' files go: tables, and keys whose values are written as JSON would write them. */
function parseToml(text: string): Any {
  const root: Any = {};
  let table = root;
  for (const line of text.split("\n").map((it) => it.trim()).filter((it) => it !== "")) {
    const header = /^\[([\w.-]+)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      table = root;
      for (const name of header.split(".")) table = table[name] ??= {};
      continue;
    }
    const [, key, value] = /^([\w-]+) = (.+)$/.exec(line) ?? [];
    ok(key !== undefined && value !== undefined && !(key in table), `no TOML line: ${line}`);
    table[key] = JSON.parse(value);
  }
  return root;
}

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

function checkMessagerie(server: Any): void {
  const url = `${readPublicUrl({ environment: () => undefined })}/mcp`;
  if (server.command !== undefined) {
    equal(server.command, "npx");
    deepEqual(server.args, ["-y", "mcp-remote", url, "--header", "Authorization:${AUTH_HEADER}"]);
    match(server.env.AUTH_HEADER, /^Bearer \w+$/);
    return;
  }
  equal(server.url ?? server.httpUrl, url);
  if (server.bearer_token_env_var !== undefined) equal(server.bearer_token_env_var, "MESSAGERIE_TOKEN");
  else {match(
      server.headers.Authorization,
      /^Bearer \$\{(?:MESSAGERIE_TOKEN|env:MESSAGERIE_TOKEN|input:[\w-]+)\}$/,
    );}
}

async function checkPacerelle(server: Any): Promise<void> {
  deepEqual(Object.keys(server.env).filter((variable) => !PACERELLE_VARIABLES.includes(variable)), []);
  if (server.args === undefined) return match(server.command, /\/pacerelle-mcp$/);
  equal(server.command, "npx");
  const { tasks, version } = JSON.parse(await read("deno.json"));
  if (server.args.length === 2) {
    return deepEqual(server.args, ["-y", `file:/path/to/pacerelle-mcp-server-${version}.tgz`]);
  }
  const [yes, deno, task, cwd, , quiet, name] = server.args;
  deepEqual([yes, task, cwd, quiet, server.args.length], ["-y", "task", "--cwd", "--quiet", 7]);
  match(deno, /^deno@\d+\.\d+\.\d+$/);
  ok(name in tasks, name);
  const agent = `agent_${"0".repeat(32)}`;
  const settings = await readSettings({
    agentId: agent,
    token: await makeToken(systemEnv),
    environment: () => undefined,
  });
  ok(settings.ok, "the defaults alone are good settings");
  equal(new URL(server.env.PACERELLE_BASE_URL).href, settings.settings.baseUrl);
}

Deno.test("every configuration parses and names the real addresses, tasks and variables", async () => {
  const seen = new Map<string, number>();
  for (const page of PAGES) {
    for (const { config, servers } of await snippets(page)) {
      const declared = (config.inputs ?? []).map(({ id }: Any) => id);
      const used = [...JSON.stringify(servers).matchAll(/\$\{input:([\w-]+)\}/g)].map(([, id]) => id);
      deepEqual(declared, used, `${page}: inputs`);
      for (const [name, server] of Object.entries(servers)) {
        seen.set(name, (seen.get(name) ?? 0) + 1);
        if (name === "messagerie") checkMessagerie(server);
        else if (name === "pacerelle") await checkPacerelle(server);
        else throw new Error(`${page}: a server named ${name}`);
      }
    }
  }
  deepEqual(Object.fromEntries(seen), { messagerie: 10, pacerelle: 9 });
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
