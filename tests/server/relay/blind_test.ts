/**
 * What the relay keeps and logs, searched byte by byte for what it must not know.
 * @module
 */
import assert from "node:assert/strict";
import { fromBase64url, toBase64url, toHex } from "../../../wire/bytes.ts";
import { parseToken } from "../../../wire/token.ts";
import { createAgent, Live, open, PASSWORD, publishPrekeys, seal, signUp, TestRelay } from "./harness.ts";

const TEXT = "Le mot secret est hippopotame";

async function filesOf(folder: string): Promise<string> {
  let all = "";
  for await (const { name } of Deno.readDir(folder)) {
    // SQLite removes its log when the last connection closes.
    const bytes = await Deno.readFile(`${folder}/${name}`).catch(() => new Uint8Array());
    for (let offset = 0; offset < bytes.length; offset += 8_192) {
      all += String.fromCharCode(...bytes.subarray(offset, offset + 8_192));
    }
  }
  return all;
}

/** A secret as raw bytes (as a Latin-1 text), hex, and base64url. */
function shapesOf(secret: Uint8Array): string[] {
  return [String.fromCharCode(...secret), toHex(secret), toBase64url(secret)];
}

Deno.test("no plaintext, token, bearer, session, password or pairing secret is kept or logged [@covers pacerelle.relay.blind]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  await publishPrekeys(device);
  const delivered = await seal(device, agent, TEXT);
  const waiting = await seal(device, agent, TEXT);
  {
    await using phone = await Live.connect(device);
    await using desk = await Live.connect(agent);
    await phone.submit(delivered);
    const { envelope } = await desk.next("deliver");
    assert.equal(await open(agent, device, envelope), TEXT);
    desk.ack(envelope);
    await phone.submit(waiting);
    await desk.submit(await seal(agent, device, TEXT));
    // A frame and a call that fail must not be quoted.
    phone.sendText(`{"type":"submit","text":"${TEXT}"}`);
    await phone.next("error");
  }
  await fetch(`${relay.url}/v1/logIn?password=${PASSWORD}`, {
    method: "POST",
    body: `{"password":"${PASSWORD}"`,
  })
    .then((response) => response.body?.cancel());
  // Before the write-ahead log is folded in, and after.
  const before = await filesOf(relay.folder);
  await relay.down();
  const kept = before + await filesOf(relay.folder);
  const logged = relay.log.join("");
  assert.ok(kept.includes(waiting.ciphertext), "the scan sees what is there");
  assert.ok(logged.includes(agent.id));
  const secrets: [string, string[]][] = [
    ["text", [TEXT, "hippopotame", toBase64url(new TextEncoder().encode(TEXT)).slice(0, 30)]],
    ["password", [PASSWORD]],
    ["token", [agent.token, agent.token.slice(5), ...shapesOf(await parseToken(agent.token))]],
    ["bearer", shapesOf(fromBase64url(agent.credential))],
    ["session", shapesOf(fromBase64url(device.credential))],
    ["pairing key", shapesOf(agent.pairingKey)],
    ["prekeys", [...agent.secrets.values()].flatMap((secret) => shapesOf(fromBase64url(secret.private)))],
  ];
  for (const [name, shapes] of secrets) {
    for (const shape of shapes) {
      assert.ok(!kept.includes(shape), `${name} is in the database`);
      assert.ok(!logged.includes(shape), `${name} is in the log`);
    }
  }
  assert.ok(!logged.includes(device.email), "an address is no id");
  assert.ok(!logged.includes(waiting.ciphertext.slice(0, 40)));
});

Deno.test("what was acknowledged is gone from the files, sealed as it is", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  const envelope = await seal(device, agent, TEXT);
  {
    await using phone = await Live.connect(device);
    await using desk = await Live.connect(agent);
    await phone.submit(envelope);
    desk.ack((await desk.next("deliver")).envelope);
    for (;;) {
      phone.send({ type: "ask", items: [{ to: agent.id, id: envelope.id }] });
      if ((await phone.next("standing")).items[0]?.state === "acknowledged") break;
    }
  }
  await relay.down();
  assert.ok(!(await filesOf(relay.folder)).includes(envelope.ciphertext.slice(0, 200)));
});
