/**
 * Settings of the stdio server.
 * @covers pacerelle.settings
 * @covers pacerelle.settings.missing
 * @covers mcp-wire.habit-9
 */
import assert from "node:assert/strict";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemEnv } from "../../../base/env.ts";
import { notConfigured, readSettings } from "../../../server/pacerelle/settings.ts";
import { makeToken } from "../../../wire/token.ts";

const ID = `agent_${"0f".repeat(16)}`;
const TOKEN = await makeToken(systemEnv);
const GOOD = { PACERELLE_AGENT_ID: ID, PACERELLE_AGENT_TOKEN: TOKEN };

const read = (
  variables: Readonly<Record<string, string>>,
  flags: { agentId?: string; token?: string; filesDir?: string } = {},
) => readSettings({ ...flags, environment: (name) => variables[name] });

Deno.test("readSettings() has defaults for all but the agent and its token", async () => {
  assert.deepEqual(await read(GOOD), {
    ok: true,
    logLevel: "info",
    settings: {
      agentId: ID,
      token: TOKEN,
      storeRoot: join(homedir(), ".pacerelle", "mcp"),
      baseUrl: "http://localhost:8080/",
      wsUrl: "ws://localhost:8080/v1/live",
    },
  });
});

Deno.test("readSettings() takes a folder for files, and only a full path [@covers pacerelle-web.files.off]", async () => {
  const folder = async (text: string, flags = {}) => {
    const settings = await read({ ...GOOD, PACERELLE_FILES_DIR: text }, flags);
    return settings.ok ? settings.settings.filesDir : settings.issues.map(({ variable }) => variable);
  };
  assert.equal(await folder(""), undefined);
  assert.equal(await folder("~/Échanges"), join(homedir(), "Échanges"));
  assert.equal(await folder("/a", { filesDir: "/b" }), "/b");
  assert.deepEqual(await folder("Échanges"), ["PACERELLE_FILES_DIR"]);
});

Deno.test("readSettings() allows no folder that holds the state's keys or all of a person's own [@covers pacerelle-web.files.off]", async () => {
  const state = join(homedir(), ".pacerelle", "mcp");
  for (
    const text of [
      "/",
      "~",
      "~/",
      "~/.",
      join(homedir(), ".."),
      "~/.pacerelle",
      state,
      join(state, "agent_x"),
    ]
  ) {
    const settings = await read({ ...GOOD, PACERELLE_FILES_DIR: text });
    assert.ok(!settings.ok && settings.issues[0]?.problem.includes("trop"), text);
  }
  const elsewhere = { ...GOOD, PACERELLE_STORE_ROOT: "/srv/etat", PACERELLE_FILES_DIR: "/srv" };
  assert.equal((await read(elsewhere)).ok, false);
  assert.equal((await read({ ...elsewhere, PACERELLE_FILES_DIR: "/srv/etat-et-plus" })).ok, true);
  assert.equal((await read({ ...GOOD, PACERELLE_FILES_DIR: "~/Documents" })).ok, true);
});

Deno.test("readSettings() derives the WebSocket's address, or takes the one that is given", async () => {
  for (
    const [base, ws, expected] of [
      ["https://relais.example", undefined, "wss://relais.example/v1/live"],
      ["https://relais.example/", "wss://autre.example", "wss://autre.example/v1/live"],
      ["https://relais.example", "wss://autre.example/pacerelle", "wss://autre.example/pacerelle"],
    ] as const
  ) {
    const variables = {
      ...GOOD,
      PACERELLE_BASE_URL: base,
      ...(ws === undefined ? {} : { PACERELLE_WS_URL: ws }),
    };
    const result = await read(variables);
    assert.ok(result.ok);
    assert.equal(result.settings.wsUrl, expected);
  }
});

Deno.test("readSettings() lets a flag win, trims, expands ~ and reads the level in any case", async () => {
  const other = `agent_${"1a".repeat(16)}`;
  const result = await read({
    PACERELLE_AGENT_ID: "n’importe quoi",
    PACERELLE_AGENT_TOKEN: ` ${TOKEN}\n`,
    PACERELLE_STORE_ROOT: "~/ailleurs",
    PACERELLE_LOG: "DEBUG",
  }, { agentId: other });
  assert.ok(result.ok);
  assert.equal(result.settings.agentId, other);
  assert.equal(result.settings.token, TOKEN);
  assert.equal(result.settings.storeRoot, join(homedir(), "ailleurs"));
  assert.equal(result.logLevel, "debug");
});

Deno.test("readSettings() names each variable at fault and what to do, and never repeats a value", async () => {
  const secret = TOKEN.slice(0, -1) + (TOKEN.endsWith("A") ? "B" : "A");
  for (
    const [variable, value] of [
      ["PACERELLE_AGENT_ID", ""],
      ["PACERELLE_AGENT_ID", TOKEN],
      ["PACERELLE_AGENT_ID", ID.toUpperCase()],
      ["PACERELLE_AGENT_ID", "../../etc"],
      ["PACERELLE_AGENT_TOKEN", ""],
      ["PACERELLE_AGENT_TOKEN", secret],
      ["PACERELLE_AGENT_TOKEN", "${PACERELLE_AGENT_TOKEN}"],
      ["PACERELLE_STORE_ROOT", "relatif/chemin"],
      ["PACERELLE_STORE_ROOT", "${HOME}/x"],
      ["PACERELLE_BASE_URL", "sans-schema.test"],
      ["PACERELLE_BASE_URL", "ftp://sans-schema.test"],
      ["PACERELLE_BASE_URL", "https://moi:secret@relais.test"],
      ["PACERELLE_WS_URL", "https://sans-schema.test"],
      ["PACERELLE_LOG", "tout"],
    ] as const
  ) {
    const result = await read({ ...GOOD, [variable]: value });
    assert.ok(!result.ok, `${variable}=${value}`);
    assert.deepEqual(result.issues.map((issue) => issue.variable), [variable]);
    const refusal = JSON.stringify(notConfigured(result.issues));
    assert.ok(refusal.includes(variable));
    assert.ok(value === "" || value.startsWith("${") || !refusal.includes(value), `${variable}: ${refusal}`);
    assert.ok(!refusal.includes("secret"));
    assert.match(result.issues[0]?.action ?? "", /\.$/);
  }
});

Deno.test("readSettings() tells of every fault at once", async () => {
  const result = await read({ PACERELLE_LOG: "tout" });
  assert.ok(!result.ok);
  const refusal = notConfigured(result.issues);
  assert.equal(refusal.code, "NOT_CONFIGURED");
  assert.deepEqual(refusal.details, {
    variables: ["PACERELLE_AGENT_ID", "PACERELLE_AGENT_TOKEN", "PACERELLE_LOG"],
  });
  assert.match(refusal.message, /Agents → Connecter un agent/);
  assert.equal(result.logLevel, "info");
});
