/**
 * What a person does beside talking: other names for agents, drafts, search, leaving the account.
 * @covers pacerelle-web.agents.rename, pacerelle-web.drafts, pacerelle-web.search, pacerelle-web.account.log-out
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { createAgent, findAgent, renameAgent } from "../../../../service/pacerelle/chat/agents.ts";
import { approveDevice, listDevices } from "../../../../service/pacerelle/chat/devices.ts";
import { logOut, previewLogOut } from "../../../../service/pacerelle/chat/log_out.ts";
import type { Chat } from "../../../../service/pacerelle/chat/chat.ts";
import { createRecoveryKey } from "../../../../service/pacerelle/chat/recovery.ts";
import { search } from "../../../../service/pacerelle/chat/search.ts";
import { logIn, signUp, waitForApproval } from "../../../../service/pacerelle/chat/sign_in.ts";
import { sendText } from "../../../../service/pacerelle/chat/talk.ts";
import { newShortId } from "../../../../wire/ids.ts";
import { TestRelay } from "../../../server/relay/harness.ts";
import { PATIENCE_MS } from "../../../until.ts";
import { given, MemoryDevice } from "./memory_device.ts";

async function twoDevices(relay: TestRelay): Promise<{ first: Chat; second: Chat }> {
  const first = await new MemoryDevice().open(relay.url);
  await signUp(first, given("bureau"));
  const second = await new MemoryDevice().open(relay.url);
  const { account } = await logIn(second, given("telephone"));
  const waiting = waitForApproval(second, PATIENCE_MS);
  await approveDevice(first, account.pairing!.code);
  assert.equal(await waiting, true);
  return { first, second };
}

Deno.test("another name reaches the other devices, and never the relay", async () => {
  await using relay = await TestRelay.start();
  const { first, second } = await twoDevices(relay);
  const { id } = await createAgent(first, "Robot");
  await createAgent(first, "Autre");
  await renameAgent(first, "Robot", "Zéphyrine-la-relieuse");
  await first.connect();
  assert.ok(
    await second.until(
      () => second.state.endpoint.agents.get(id)?.name === "Zéphyrine-la-relieuse",
      PATIENCE_MS,
    ),
  );
  await assert.rejects(renameAgent(first, id, "autre"), { code: "AGENT_NAME_TAKEN" });
  await renameAgent(first, id, "Zéphyrine-la-Relieuse");
  await first.close();
  await second.close();
  await relay.down();
  for (const file of ["relay.db", "relay.db-wal"]) {
    const bytes = await Deno.readFile(`${relay.folder}/${file}`).catch(() => new Uint8Array());
    assert.ok(!new TextDecoder().decode(bytes).includes("Zéphyrine"), file);
  }
});

Deno.test("a draft outlives the device's sleep, and goes in the very write that sends it", async () => {
  await using relay = await TestRelay.start();
  const device = new MemoryDevice();
  {
    await using chat = await device.open(relay.url);
    await signUp(chat, given("bureau"));
    const { id } = await createAgent(chat, "Robot");
    await chat.append([{ t: "chat-draft", agent: id, text: "presque fini" }]);
  }
  await using chat = await device.open(relay.url);
  const { id: agent } = findAgent(chat, "Robot");
  assert.equal(chat.state.drafts.get(agent), "presque fini");
  const records: string[][] = [];
  const { append } = chat;
  chat.append = async (batch) => {
    records.push(batch.map(({ t }) => t));
    await append.call(chat, batch);
  };
  const id = newShortId(systemEnv);
  const said = await sendText(chat, agent, "fini", { id, isPatient: false });
  assert.equal(said.state, "queued");
  assert.ok(records.some((batch) => batch.includes("out") && batch.includes("chat-draft")));
  assert.equal(chat.state.drafts.size, 0);
  // The same command again is the same message.
  const again = await sendText(chat, agent, "fini", { id, isPatient: false });
  assert.equal(again.id, said.id);
  assert.equal(chat.state.log.of(agent).length, 1);
});

Deno.test("search finds folded text, tells where, newest first, and no more than was asked for", async () => {
  await using relay = await TestRelay.start();
  await using chat = await new MemoryDevice().open(relay.url);
  await signUp(chat, given("bureau"));
  await createAgent(chat, "Robot");
  await createAgent(chat, "Autre");
  const say = async (to: string, text: string) => {
    await sendText(chat, to, text, { isPatient: false });
    // Newest first is told by the millisecond.
    await systemEnv.sleep(3);
  };
  await say("Robot", "Le Cœur de l’Été bat encore");
  await say("Autre", "un coeur tout simple");
  await say("Robot", "rien de tel");
  const { hits, hasMore } = search(chat, "  COEUR ");
  assert.equal(hasMore, false);
  assert.deepEqual(hits.map(({ match }) => match), ["coeur", "Cœur"]);
  assert.deepEqual([hits[1]!.before, hits[1]!.after], ["Le ", " de l’Été bat encore"]);
  assert.deepEqual(search(chat, "ete bat").hits.map(({ match }) => match), ["Été bat"]);
  const { id } = findAgent(chat, "Autre");
  assert.equal(search(chat, "coeur", { agent: id }).hits.length, 1);
  assert.deepEqual(search(chat, "   ").hits, []);
  const one = search(chat, "coeur", { limit: 1 });
  assert.deepEqual([one.hits.length, one.hasMore], [1, true]);
});

Deno.test("leaving signs the list without this device; what would be lost is told first", async () => {
  await using relay = await TestRelay.start();
  const { first, second } = await twoDevices(relay);
  await createAgent(first, "Robot");
  await first.connect();
  assert.ok(await second.until(() => second.state.endpoint.agents.size === 1, PATIENCE_MS));
  await sendText(second, "Robot", "jamais parti", { isPatient: false });
  assert.deepEqual(previewLogOut(second), {
    entries: 1,
    drafts: 0,
    unsent: 1,
    isLastDevice: false,
    hasRecoveryKey: false,
  });
  await assert.rejects(logOut(second, false), { code: "UNSENT" });
  assert.equal(await logOut(second, true), true);
  assert.deepEqual((await listDevices(first)).map(({ name }) => name), ["bureau"]);
  await assert.rejects(logOut(first, false), { code: "LAST_DEVICE" });
  await createRecoveryKey(first);
  assert.equal(previewLogOut(first).isLastDevice, true);
  assert.equal(previewLogOut(first).hasRecoveryKey, true);
  await relay.down();
  assert.equal(await logOut(first, true), false, "nobody was told");
  await first.close();
  await second.close();
});
