/**
 * `relay` as a process: starts from its variables, ends well on SIGTERM, and says in one sentence why it cannot start.
 * @module
 */
import assert from "node:assert/strict";

const RUN = `
import { relayCommand } from "./server/relay/cli/relay.ts";
import { processTerminal } from "./server/cli/terminal.ts";
import { CommandFailure } from "./server/cli/command.ts";
try {
  Deno.exitCode = await relayCommand.run({ options: {}, positionals: [] }, processTerminal());
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(error.message);
  Deno.exitCode = 1;
}
`;

function spawn(env: Record<string, string>): Deno.ChildProcess {
  const child = new Deno.Command(Deno.execPath(), {
    // Quiet, or Deno itself says on standard error that it waits for another that starts.
    args: ["run", "--quiet", "-A", "--no-check", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env,
  }).spawn();
  const writer = child.stdin.getWriter();
  writer.write(new TextEncoder().encode(RUN)).then(() => writer.close());
  return child;
}

Deno.test("relay serves until SIGTERM, and its log is JSON lines", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relay-command-" });
  try {
    // A folder that does not exist yet.
    const child = spawn({
      PACERELLE_RELAY_PORT: "0",
      PACERELLE_RELAY_DATABASE_URL: `file:${folder}/deep/er/relay.db`,
    });
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(value)?.[0];
    assert.ok(address, value);
    assert.deepEqual(await (await fetch(`${address}/v1/health`)).json(), { status: "ok" });
    assert.equal((await Deno.stat(`${folder}/deep/er`)).mode! & 0o777, 0o700);
    for await (const { name } of Deno.readDir(`${folder}/deep/er`)) {
      assert.equal((await Deno.stat(`${folder}/deep/er/${name}`)).mode! & 0o777, 0o600, name);
    }
    child.kill("SIGTERM");
    await reader.cancel();
    const [{ code }, log] = await Promise.all([child.status, new Response(child.stderr).text()]);
    assert.equal(code, 0);
    const events = log.trim().split("\n").map((line) => JSON.parse(line).event);
    assert.deepEqual(events, ["listening", "shutting_down"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("relay ends on SIGTERM also when a socket was being written to as it closed", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relay-command-" });
  try {
    const child = spawn({
      PACERELLE_RELAY_PORT: "0",
      PACERELLE_RELAY_DATABASE_URL: `file:${folder}/relay.db`,
    });
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const address = /127\.0\.0\.1:\d+/.exec(value)?.[0];
    // What is said before hello is refused and the socket closed, while more is on its way.
    await Promise.all(Array.from({ length: 4 }, () =>
      new Promise<void>((resolve) => {
        const socket = new WebSocket(`ws://${address}/v1/live`);
        socket.onopen = () => {
          for (let count = 0; count < 2_000; count++) socket.send("x".repeat(1_000));
        };
        socket.onclose = () => resolve();
        socket.onerror = (event) => event.preventDefault();
      })));
    child.kill("SIGTERM");
    await reader.cancel();
    // The runtime's own timer for such a socket runs for a minute.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"late">((resolve) => timer = setTimeout(() => resolve("late"), 30_000));
    const end = await Promise.race([child.status, late]).finally(() => clearTimeout(timer));
    if (end === "late") child.kill("SIGKILL");
    await Promise.all([child.status, child.stderr.cancel()]);
    assert.ok(end !== "late" && end.code === 0, "it did not end");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a second relay on the same database is refused, until the first one is gone", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relay-command-" });
  const env = { PACERELLE_RELAY_PORT: "0", PACERELLE_RELAY_DATABASE_URL: `file:${folder}/relay.db` };
  try {
    const begin = async () => {
      const child = spawn(env);
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      const { value = "" } = await reader.read();
      await reader.cancel();
      return { child, value };
    };
    const first = await begin();
    assert.match(first.value, /écoute/);
    const second = await spawn(env).output();
    assert.equal(second.code, 1);
    assert.match(new TextDecoder().decode(second.stderr), /Un autre programme/);
    first.child.kill("SIGKILL");
    await Promise.all([first.child.status, first.child.stderr.cancel()]);
    const third = await begin();
    assert.match(third.value, /écoute/);
    third.child.kill("SIGTERM");
    await Promise.all([third.child.status, third.child.stderr.cancel()]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("relay says in one sentence why it cannot start", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relay-command-" });
  await Deno.writeTextFile(`${folder}/text.db`, "this is no database at all, but some text".repeat(100));
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const cases: [Record<string, string>, RegExp][] = [
      [{ PACERELLE_RELAY_PORT: "99999" }, /^PACERELLE_RELAY_PORT doit être un nombre de 0 à 65535\.$/m],
      [{ PACERELLE_RELAY_DATABASE_URL: `file:${folder}/text.db` }, /abîmée/],
      [{ PACERELLE_RELAY_DATABASE_URL: `file:${folder}/text.db/relay.db` }, /ne peut pas être ouverte/],
      [
        {
          PACERELLE_RELAY_DATABASE_URL: `file:${folder}/a.db`,
          PACERELLE_RELAY_PORT: String(taken.addr.port),
        },
        /port est déjà pris/,
      ],
    ];
    for (const [env, expected] of cases) {
      const child = spawn({
        PACERELLE_RELAY_PORT: "0",
        PACERELLE_RELAY_DATABASE_URL: `file:${folder}/b.db`,
        ...env,
      });
      const { code, stderr } = await child.output();
      const text = new TextDecoder().decode(stderr).trim();
      assert.equal(code, 1, text);
      assert.match(text.split("\n").at(-1) ?? "", expected);
      assert.ok(!text.includes("    at "), "no stack");
    }
  } finally {
    taken.close();
    await Deno.remove(folder, { recursive: true });
  }
});
