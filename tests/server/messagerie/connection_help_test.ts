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
import { parsePasted } from "../../paste/parse_pasted.ts";
import { testFolder } from "./cli/run_cli.ts";
import { furnish } from "./furnished.ts";
import { serve } from "./served.ts";

/** What a terminal is told under the heading that starts with `host`. */
function under(help: string, host: string): string {
  const block = help.split("── ").find((text) => text.startsWith(host)) ?? "";
  return block.split("\n\n")[1] ?? "";
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
  const help = connectionHelp({ publicUrl: server.url, token });

  const claude = await parsePasted("sh", under(help, "Claude Code, dans un terminal"));
  const [name, value] = claude.at(-1)?.split(/: (.*)/) ?? [];
  deepEqual(claude.slice(0, -1), [
    ...["mcp", "add", "--transport", "http", "messagerie", `${server.url}/mcp`, "--header"],
  ]);
  deepEqual([name, value], ["Authorization", `Bearer ${token}`]);
  equal((await connect(claude[5] ?? "", { [name ?? ""]: value ?? "" })).length, 15);

  const config = JSON.parse(under(help, "mcpServers")).mcpServers.messagerie;
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
  equal(
    person.error.trim(),
    connectionHelp({ publicUrl: "https://chat.exemple.fr", token: person.out.trim() }).trim(),
  );
  for (
    const quiet of [await said(false), await said(true, "--surface", "rest"), await said(true, "--json")]
  ) {
    doesNotMatch(quiet.error, /msg_/);
    match(quiet.out, /msg_/);
  }
});
