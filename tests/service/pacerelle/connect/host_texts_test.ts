/**
 * What is pasted into each host starts the server that was meant, with settings that it understands, whatever characters
 * they hold.
 * @covers pacerelle.chat.account, house.host-texts
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { readSettings } from "../../../../server/pacerelle/settings.ts";
import { hostTexts, type PacerelleHost } from "../../../../service/pacerelle/connect/host_texts.ts";
import {
  fromCheckout,
  fromFile,
  fromTarball,
  PUBLISHED,
  type ServerStart,
} from "../../../../service/pacerelle/connect/server_start.ts";
import { newId } from "../../../../wire/ids.ts";
import { makeToken } from "../../../../wire/token.ts";
import { parsePasted } from "../../../paste/parse_pasted.ts";
import type { Any } from "../../../any.ts";

/** What a host is to start, however its file says it; `.env` names no program. */
interface Started {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What stands in the token's place where the text does not hold it. */
const ELSEWHERE: Partial<Record<PacerelleHost, string>> = {
  "mcp-json": "${PACERELLE_AGENT_TOKEN}",
  cursor: "${env:PACERELLE_AGENT_TOKEN}",
  vscode: "${input:pacerelle-token}",
  gemini: "$PACERELLE_AGENT_TOKEN",
};

function startedBy(id: PacerelleHost, pasted: Any): Started {
  if (id === "env") return { env: pasted };
  if (id === "claude-code") return startedByClaude(pasted);
  const { type: _, startup_timeout_sec: __, ...started } =
    (pasted.mcpServers ?? pasted.servers ?? pasted.mcp_servers).pacerelle;
  return started;
}

/** As Claude Code reads its arguments: `--env` takes all words up to the next option. */
function startedByClaude(words: readonly string[]): Started {
  const end = words.indexOf("--");
  const [command = "", ...args] = words.slice(end + 1);
  deepEqual(words.slice(0, 2), ["mcp", "add"]);
  deepEqual(words.slice(end - 3, end), ["--transport", "stdio", "pacerelle"]);
  const env = words.slice(2, end - 3);
  deepEqual(env.filter((_, index) => index % 2 === 0), ["--env", "--env", "--env"]);
  const pairs = env.filter((_, index) => index % 2 === 1).map((pair) => pair.split(/=(.*)/s, 2));
  return { command, ...(args.length === 0 ? {} : { args }), env: Object.fromEntries(pairs) };
}

const STARTS: Readonly<Record<string, ServerStart>> = {
  published: PUBLISHED,
  "from a checkout": fromCheckout('/home/a b/"$x"`y`\\z', "2.9.6"),
  "one file": fromFile("/opt/pacerelle mcp"),
  "a tarball": fromTarball("/tmp/x.tgz"),
};

for (const [name, start] of Object.entries(STARTS)) {
  Deno.test(`hostTexts() has every host start the server (${name}) with settings that it takes`, async () => {
    const token = await makeToken(systemEnv);
    const given = {
      agentId: newId("agent", systemEnv),
      token,
      relay: "https://relais.example/a#$b",
      start,
    };
    const texts = hostTexts(given);
    equal(new Set(texts.map(({ id }) => id)).size, 8);
    for (const { id, format, secret, text } of texts) {
      const { env, ...program } = startedBy(id, await parsePasted(format, text));
      equal(text.includes(token), secret === "text", `${id}: whether it holds the token`);
      equal(env["PACERELLE_AGENT_TOKEN"], ELSEWHERE[id] ?? token, id);
      equal(env["PACERELLE_AGENT_ID"], given.agentId, id);
      equal(env["PACERELLE_BASE_URL"], given.relay, id);
      const settings = await readSettings({
        environment: (name) => name === "PACERELLE_AGENT_TOKEN" ? token : env[name],
      });
      ok(settings.ok, `${id}: ${JSON.stringify(settings)}`);
      if (id === "env") continue;
      deepEqual(program, start.args.length === 0 ? { command: start.command } : start, id);
    }
  });
}

Deno.test("hostTexts() lets Codex wait for a first start", () => {
  const texts = hostTexts({ agentId: "agent_x", token: "pct1_x", relay: "http://x", start: PUBLISHED });
  match(texts.find(({ id }) => id === "codex")?.text ?? "", /^startup_timeout_sec = 60$/m);
});
