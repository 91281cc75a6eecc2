/**
 * Delivery through a real relay over HTTP and WebSocket.
 * @module
 */
import assert from "node:assert/strict";
import { createAgent, Live, open, publishPrekeys, seal, signUp, TestRelay } from "./harness.ts";

Deno.test("relay delivers a sealed message and forgets it once acknowledged [@covers pacerelle.relay.keeps]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  await using phone = await Live.connect(device);
  await using desk = await Live.connect(agent);
  const envelope = await seal(device, agent, "Bonjour");
  const { id, to } = await phone.submit(envelope);
  assert.deepEqual([id, to], [envelope.id, agent.id]);
  const delivered = await desk.next("deliver");
  assert.deepEqual(delivered.envelope, envelope);
  assert.equal(await open(agent, device, delivered.envelope), "Bonjour");
  desk.ack(envelope);
  phone.send({ type: "ask", items: [{ to: agent.id, id: envelope.id }] });
  while ((await phone.next("standing")).items[0]?.state !== "acknowledged") {
    phone.send({ type: "ask", items: [{ to: agent.id, id: envelope.id }] });
  }
  await desk.close();
  await using again = await Live.connect(agent);
  assert.equal(again.welcome?.queue.count, 0);
  assert.ok(await again.hasNo("deliver"));
});
