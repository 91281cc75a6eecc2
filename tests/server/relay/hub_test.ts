/**
 * The hub while things happen at the same time: who belongs to an account while that is read twice, and who is alive while
 * this process stood still.
 * @covers pacerelle.delivery.second-connection
 * @covers pacerelle.relay.presence
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { DEFAULT_LIMITS } from "../../../server/relay/limits.ts";
import type { Connection } from "../../../server/relay/live/connection.ts";
import { Hub } from "../../../server/relay/live/hub.ts";
import { insertAccount, insertDevice } from "../../../store/relay/accounts.ts";
import { insertAgent } from "../../../store/relay/agents.ts";
import { withStore } from "../../store/relay/with_store.ts";

const [ACCOUNT, DEVICE, AGENT] = ["account_a", "device_a", "agent_a"];

/** A hub over an account with a device and an agent; the device's connection is in. */
async function withHub(
  work: (hub: Hub, connection: Connection, clock: { ms: number }) => Promise<void>,
): Promise<void> {
  await withStore(async (store) => {
    await store.write(async (db) => {
      const account = { id: ACCOUNT, email: "a@b.c", password_hash: "h", roster_version: 1, created_at: 1 };
      await insertAccount(db, account);
      const device = { id: DEVICE, account: ACCOUNT, name: "Bureau", key: "k", approved: 1, created_at: 1 };
      await insertDevice(db, device);
      await insertAgent(db, { id: AGENT, account: ACCOUNT, bearerHash: "b", at: 1 });
    });
    const clock = { ms: 0 };
    const hub = new Hub({
      store,
      env: { now: env.now, monotonic: () => clock.ms },
      log: silentLogger,
      limits: DEFAULT_LIMITS,
    });
    const connection = {
      endpoint: DEVICE,
      principal: { account: ACCOUNT, endpoint: DEVICE, kind: "device" },
      ready: true,
      heardAt: 0,
      send: () => {},
      ended: () => hub.leave(connection),
    } as unknown as Connection;
    hub.enter(connection);
    await work(hub, connection, clock);
    await hub.close();
  });
}

Deno.test("whoever asks who belongs to an account knows it, also while somebody else asks again", async () => {
  await withHub(async (hub) => {
    // A device says hello while an agent is made.
    const first = hub.refresh(ACCOUNT);
    const second = hub.refresh(ACCOUNT);
    await first;
    assert.ok(hub.isEndpoint(ACCOUNT, DEVICE), "it may speak");
    assert.deepEqual(hub.agentsOf(ACCOUNT).map(({ endpoint }) => endpoint), [AGENT], "its agents are shown");
    await second;
    assert.ok(hub.isEndpoint(ACCOUNT, DEVICE));
  });
});

Deno.test("a holder that answers is alive, however long this process stood still meanwhile", async () => {
  await withHub(async (hub, connection, clock) => {
    const probing = hub.probe(connection);
    clock.ms += 60_000;
    // Its answer is read after some looks.
    await env.sleep(60);
    clock.ms += 1;
    hub.heard(connection);
    assert.equal(await probing, true);
  });
});
