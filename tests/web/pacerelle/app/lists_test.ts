/**
 * Lists of agents whose answers come late.
 * @covers pacerelle-web.app.orders
 */
import assert from "node:assert/strict";
import { TestRelay } from "../../../server/relay/harness.ts";
import { FakeProfile, given } from "./fake_tabs.ts";

/** Holds back the first answer to one of the relay's calls. */
function holdAnswer(name: string): Disposable & { readonly arrived: Promise<void>; letGo(): void } {
  const real = globalThis.fetch;
  const [arrived, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  globalThis.fetch = async (...asked) => {
    const response = await real(...asked);
    if (isHeld || !String(asked[0]).endsWith(name)) return response;
    isHeld = true;
    arrived.resolve();
    await gone.promise;
    return response;
  };
  return {
    arrived: arrived.promise,
    letGo: () => gone.resolve(),
    [Symbol.dispose]() {
      globalThis.fetch = real;
      gone.resolve();
    },
  };
}

Deno.test("a list that was asked for earlier takes the place of none that was asked for later", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const tab = profile.open();
  await tab.until(({ phase }) => phase === "signed-out");
  await tab.done("signUp", given("téléphone"));
  await tab.until(({ connection, devices }) => connection.state === "connected" && devices !== null);
  using held = holdAnswer("listAgents");
  const old = tab.done("refreshAgents", {});
  await held.arrived;
  const { id } = await tab.done("createAgent", { name: "Autre" });
  // What the relay's list says of it.
  const isListed = () => tab.state.agents.some((agent) => agent.id === id && agent.createdAt !== null);
  await tab.until(isListed);
  held.letGo();
  await old;
  assert.ok(isListed());
});
