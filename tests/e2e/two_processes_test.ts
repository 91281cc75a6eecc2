/**
 * Two servers on one database share the limit of a token.
 * @covers messagerie.mcp.two-processes
 * @covers messagerie.source.rate
 */
import assert from "node:assert/strict";
import { runJson, testFolder } from "../server/messagerie/cli/run_cli.ts";
import { callTool, serve, type Served } from "../server/messagerie/served.ts";
import { until } from "../until.ts";

/** Waits until a server has seen the other one. */
const seen = (server: Served) =>
  until(() => server.error().includes('"event":"neighbours"'), "a server sees the other one");

Deno.test("two servers on one database let a token pass 240 times in all", async () => {
  await using folder = await testFolder();
  await runJson(folder.url, ["agent", "add", "claire", "--role", "supervisor"]);
  const { token } = await runJson(folder.url, ["token", "create", "--label", "Robot", "--access", "read"]);
  await using one = await serve(folder.url);
  const spend = async (server: Served, requests: number) => {
    const answers = await Promise.all(
      Array.from({ length: requests }, () => callTool(server.url, token, "whoami")),
    );
    return answers.filter(({ status }) => status === 200).length;
  };
  await using two = await serve(folder.url);
  await Promise.all([seen(one), seen(two)]);
  // All within the minute that is counted, also on a slow machine: starting a server is not among it.
  assert.equal(await spend(one, 100), 100);
  const [first, second] = await Promise.all([spend(one, 150), spend(two, 150)]);
  assert.equal(100 + first + second, 240);
  const { status, body } = await callTool(two.url, token, "whoami");
  assert.deepEqual([status, body.error.message], [429, "RATE_LIMITED"]);
});
