/**
 * A relay in a process of its own, for tests that kill it: `relay_process.ts DATABASE_FOLDER`. Prints its address.
 * @module
 */
import { DEFAULT_LIMITS } from "../../../server/relay/limits.ts";
import { startRelay } from "../../../server/relay/start.ts";

const relay = await startRelay({
  host: "127.0.0.1",
  port: 0,
  databaseUrl: `file:${Deno.args[0]}/relay.db`,
  publicUrl: "http://127.0.0.1",
  limits: { ...DEFAULT_LIMITS, hashCost: 10 },
});
await Deno.stdout.write(new TextEncoder().encode(relay.address + "\n"));
