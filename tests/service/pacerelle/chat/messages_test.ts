/**
 * What a person's devices write and fetch at a real relay: nothing is lost, said twice, or said to be there before it is.
 * @covers pacerelle.chat.talk
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { createAgent, findAgent } from "../../../../service/pacerelle/chat/agents.ts";
import { approveDevice } from "../../../../service/pacerelle/chat/devices.ts";
import { QUIET_MS } from "../../../../service/pacerelle/chat/limits.ts";
import { catchUp, flush } from "../../../../service/pacerelle/chat/reading.ts";
import { logIn, signUp, waitForApproval } from "../../../../service/pacerelle/chat/sign_in.ts";
import { sendText } from "../../../../service/pacerelle/chat/talk.ts";
import { macCard } from "../../../../wire/card.ts";
import { makeIdentity } from "../../../../wire/identity.ts";
import { newShortId } from "../../../../wire/ids.ts";
import { deriveTokenSecrets } from "../../../../wire/token.ts";
import { call, publishPrekeys } from "../../../server/relay/harness.ts";
import { PATIENCE_MS } from "../../../until.ts";
import { given, network, Place, slowEnv, SLOWER } from "./place.ts";

Deno.test("what is written while the relay is away is told as queued, and leaves at the next run", async () => {
  await using place = await Place.make();
  await using chat = await place.open("a");
  await signUp(chat, given("a"));
  await createAgent(chat, "Robot");
  await chat.close();
  await using away = await place.open("a", "http://127.0.0.1:1");
  const said = await sendText(away, "Robot", "plus tard");
  assert.equal(said.state, "queued");
  assert.equal(away.state.log.get(said.id)!.state, "queued");
});

Deno.test("a message whose sender was not told that it is written, and keeps it as a draft, is one when it is sent again, and no draft", async () => {
  await using place = await Place.make();
  await using chat = await place.open("a");
  await signUp(chat, given("a"));
  const { id: agent } = await createAgent(chat, "Robot");
  const id = newShortId(systemEnv);
  await sendText(chat, "Robot", "une fois", { id });
  await chat.append([{ t: "chat-draft", agent, text: "une fois" }]);
  await sendText(chat, "Robot", "une fois", { id, draft: "autre chose" });
  assert.equal(chat.state.drafts.get(agent), "une fois", "another draft stays");
  await sendText(chat, "Robot", "une fois", { id, draft: "une fois" });
  assert.equal(chat.state.drafts.has(agent), false);
  assert.equal([...chat.state.log.all()].length, 1);
});

Deno.test("what waited for an agent that has come since leaves at the next run, however slowly the relay tells of it", async () => {
  await using place = await Place.make();
  const { relay } = place;
  let queued = "";
  {
    await using chat = await place.open("a");
    await signUp(chat, given("a"));
    const { id, token } = await createAgent(chat, "Robot");
    queued = (await sendText(chat, "Robot", "plus tard", { isPatient: false })).id;
    const { bearer, pairingKey } = await deriveTokenSecrets(token, id);
    const { identity } = await makeIdentity(systemEnv);
    const agent = { relay, id, identity, credential: bearer, secrets: new Map() };
    const card = await macCard({ agent: id, key: identity.key, createdAt: 1 }, pairingKey);
    await call(agent, "publishCard", { card });
    await publishPrekeys(agent);
  }
  await using chat = await place.open("a", relay.url, network, slowEnv);
  const { call: usual } = chat;
  chat.call = async (name, input) => {
    // Longer than the silence after which a run has caught up.
    if (name === "listAgents") await slowEnv.sleep(3 * QUIET_MS);
    return await usual(name, input);
  };
  assert.equal(await catchUp(chat), true);
  await flush(chat);
  assert.equal(chat.state.log.get(queued)?.state, "submitted");
});

Deno.test("catchUp() waits for what the relay said that it has, however slowly it comes", async () => {
  await using place = await Place.make();
  const { relay } = place;
  await using first = await place.open("a");
  await signUp(first, given("a"));
  const { id, token } = await createAgent(first, "Robot");
  const { bearer, pairingKey } = await deriveTokenSecrets(token, id);
  const { identity } = await makeIdentity(systemEnv);
  const card = await macCard({ agent: id, key: identity.key, createdAt: 1 }, pairingKey);
  const agent = { relay, id, identity, credential: bearer, secrets: new Map() };
  await call(agent, "publishCard", { card });
  await publishPrekeys(agent);
  {
    await using second = await place.open("b");
    const { account } = await logIn(second, given("b"));
    const waiting = waitForApproval(second, PATIENCE_MS);
    await approveDevice(first, account.pairing!.code);
    assert.equal(await waiting, true);
  }
  for (const text of ["un", "deux"]) await sendText(first, "Robot", text);
  await first.until(() => first.state.endpoint.outbox.peersWith("sealed").length === 0, PATIENCE_MS);
  const late: typeof network = (url, events) =>
    network(url, {
      onClose: () => events.onClose(),
      onMessage: (text) =>
        void (text.includes('"deliver"')
          ? setTimeout(() => events.onMessage(text), 3 * QUIET_MS * SLOWER)
          : events.onMessage(text)),
    });
  await using second = await place.open("b", relay.url, late, slowEnv);
  assert.equal(await catchUp(second), true);
  const { id: robot } = findAgent(second, "Robot");
  assert.deepEqual(second.state.log.of(robot).map(({ body }) => "text" in body && body.text), ["un", "deux"]);
});
