/**
 * What is pasted into hosts.
 * @covers pacerelle.chat.account
 */
import assert from "node:assert/strict";
import {
  hostConfiguration,
  hostConfigurationText,
} from "../../../../server/pacerelle/chat/host_configuration.ts";
import { readSettings } from "../../../../server/pacerelle/settings.ts";
import { systemEnv } from "../../../../base/env.ts";
import { newId } from "../../../../wire/ids.ts";
import { makeToken } from "../../../../wire/token.ts";

const agent = { id: newId("agent", systemEnv), name: "Robot", token: await makeToken(systemEnv) };

// deno-lint-ignore no-explicit-any -- JSON as a host reads it
const variables = (value: unknown) => (value as any).mcpServers.pacerelle.env as Record<string, string>;

Deno.test("the configuration is what the stdio server reads, for each kind of host", async () => {
  const { claudeDesktop, claudeCode, env } = hostConfiguration(agent, "https://relais.example");
  const dotenv = Object.fromEntries(env.trim().split("\n").map((line) => line.split("=", 2)));
  for (const given of [variables(claudeDesktop), dotenv]) {
    const read = await readSettings({ environment: (name) => given[name] });
    assert.ok(read.ok, JSON.stringify(read));
    assert.equal(given["PACERELLE_BASE_URL"], "https://relais.example");
  }
  assert.equal(variables(claudeCode)["PACERELLE_AGENT_TOKEN"], "${PACERELLE_AGENT_TOKEN}");
  assert.ok(!JSON.stringify(claudeCode).includes(agent.token), "a file that gets committed holds no token");
});

Deno.test("the default relay is left out, and the text holds all three", () => {
  const configuration = hostConfiguration(agent, "http://localhost:8080");
  assert.ok(!("PACERELLE_BASE_URL" in variables(configuration.claudeDesktop)));
  const text = hostConfigurationText(configuration);
  for (const word of ["claude_desktop_config.json", ".mcp.json", ".env", agent.id]) {
    assert.ok(text.includes(word));
  }
});
