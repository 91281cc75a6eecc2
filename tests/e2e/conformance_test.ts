/**
 * The published conformance suites at the real server, each check compared with the kept list.
 * @covers mcp-wire.client.conformance
 */
import assert from "node:assert/strict";
import { EXPECTED_2025, EXPECTED_2026, type ExpectedFailures } from "./conformance_expected.ts";
import { clientProgram } from "./installed_clients.ts";
import { startRealServer, withToken } from "./real_server.ts";

interface Checks {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlyMap<string, string>;
}

/** What the suite wrote: one folder per scenario, its checks in a file. */
async function readChecks(folder: string): Promise<Checks> {
  const passed = new Set<string>();
  const failed = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1];
    if (scenario === undefined) continue;
    for (
      const { id, status, errorMessage } of JSON.parse(
        await Deno.readTextFile(`${folder}/${name}/checks.json`),
      )
    ) {
      if (status === "SUCCESS") passed.add(`${scenario}/${id}`);
      else if (status !== "INFO" && status !== "SKIPPED") {
        failed.set(`${scenario}/${id}`, errorMessage ?? status);
      }
    }
  }
  return { passed, failed };
}

function compare({ failed }: Checks, expected: ExpectedFailures): void {
  const whole = (check: string) => check.replace(/\/.*$/, "/*");
  const surprising = [...failed].filter(([check]) => !(check in expected) && !(whole(check) in expected));
  assert.deepEqual(surprising, [], "fails and is not in the list");
  const seen = new Set([...failed.keys()].flatMap((check) => [check, whole(check)]));
  assert.deepEqual(
    Object.keys(expected).filter((check) => !seen.has(check)),
    [],
    "is in the list and does not fail",
  );
}

Deno.test("the conformance suites fail only where the kept list says", async (test) => {
  await using server = await startRealServer();
  const run = async (suite: "conformance-2025" | "conformance-2026", ...args: string[]): Promise<Checks> => {
    await using authorized = withToken(server.url, await server.token());
    const folder = await Deno.makeTempDir();
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        await clientProgram(suite),
        "server",
        "--url",
        `${authorized.url}/mcp`,
        "-o",
        folder,
        ...args,
      ],
      cwd: folder,
    }).output();
    const checks = await readChecks(folder);
    assert.ok(checks.passed.size > 0, new TextDecoder().decode(stderr));
    await Deno.remove(folder, { recursive: true });
    return checks;
  };

  await test.step("2025", async () => {
    const checks = await run("conformance-2025");
    compare(checks, EXPECTED_2025);
    for (const check of ["server-initialize/server-initialize", "ping/ping", "tools-list/tools-list"]) {
      assert.ok(checks.passed.has(check), check);
    }
  });

  await test.step("2026-07-28", async () => {
    const checks = await run("conformance-2026", "--requirements", "2026-07-28");
    compare(checks, EXPECTED_2026);
    const stateless = [...checks.passed].filter((check) => check.startsWith("server-stateless/"));
    const headers = [...checks.passed].filter((check) => check.startsWith("http-header-validation/"));
    assert.ok(stateless.length >= 15 && headers.length >= 5, `${stateless.length}, ${headers.length}`);
  });
});
