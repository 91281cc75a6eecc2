/**
 * What is pasted to connect a program really connects it.
 * @covers messagerie.source.claude-code-command
 * @covers messagerie.source.mcp-servers-json
 */
import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { runProgram } from "../../../server/cli/run_program.ts";
import { tokenCommands } from "../../../server/messagerie/cli/token.ts";
import { connectionHelp } from "../../../server/messagerie/connection_help.ts";
import { testFolder } from "./cli/run_cli.ts";
import { furnish } from "./furnished.ts";
import { serve } from "./served.ts";

/** Runs what is to be pasted into a shell, with a `claude` that tells its arguments. */
async function argumentsOfClaude(help: string): Promise<string[]> {
  const pasted = help.split("\n\n")[1] ?? "";
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `claude() { printf '%s\\0' "$@"; }\n${pasted}`],
  }).output();
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}

function configOf(help: string) {
  return JSON.parse(/^\{[\s\S]*^\}/m.exec(help)?.[0] ?? "").mcpServers.messagerie;
}

/** Connects as a host does that was given an address and a header; gives the names of the tools. */
async function connect(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: "essai", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as never);
  try {
    return (await client.listTools()).tools.map(({ name }: { name: string }) => name);
  } finally {
    await client.close();
  }
}

Deno.test("the command for Claude Code and the mcpServers configuration connect to the server", async () => {
  await using folder = await testFolder();
  const { create } = await furnish(folder.url);
  await using server = await serve(folder.url);
  const { token } = await create();
  const help = connectionHelp(server.url, token);

  const claude = await argumentsOfClaude(help);
  const [name, value] = claude.at(-1)?.split(/: (.*)/) ?? [];
  deepEqual(claude.slice(0, -1), [
    ...["mcp", "add", "--transport", "http", "messagerie", `${server.url}/mcp`, "--header"],
  ]);
  deepEqual([name, value], ["Authorization", `Bearer ${token}`]);
  equal((await connect(claude[5] ?? "", { [name ?? ""]: value ?? "" })).length, 15);

  const config = configOf(help);
  equal(config.type, "http");
  equal((await connect(config.url, config.headers)).length, 15);
});

Deno.test("token create tells a person at a terminal what to paste; a script gets the token and no copy of it", async () => {
  await using folder = await testFolder();
  await furnish(folder.url);
  const said = async (watched: boolean, ...args: string[]) => {
    const told = { out: "", error: "" };
    const environment: Record<string, string> = {
      MESSAGERIE_DATABASE_URL: folder.url,
      MESSAGERIE_PUBLIC_URL: "https://chat.exemple.fr/",
    };
    const create = ["token", "create", "--label", "x", "--access", "read", ...args];
    const program = {
      name: "essai",
      version: "1",
      commands: { token: { summary: "", load: () => Promise.resolve(tokenCommands) } },
    };
    equal(
      await runProgram(program, create, {
        watched,
        environment: (variable) => environment[variable],
        out: (text) => Promise.resolve(void (told.out += text)),
        error: (text) => Promise.resolve(void (told.error += text)),
      }),
      0,
    );
    return told;
  };
  const person = await said(true);
  equal(person.error.trim(), connectionHelp("https://chat.exemple.fr", person.out.trim()).trim());
  for (
    const quiet of [await said(false), await said(true, "--surface", "rest"), await said(true, "--json")]
  ) {
    doesNotMatch(quiet.error, /msg_/);
    match(quiet.out, /msg_/);
  }
});

Deno.test("an address with characters that a shell knows is pasted as it is", async () => {
  const url = 'https://chat.exemple.fr/"$HOME"`id`\\x';
  equal((await argumentsOfClaude(connectionHelp(url, "msg_x")))[5], `${url}/mcp`);
});
