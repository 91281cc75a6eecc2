/**
 * A person's devices at a real relay: sign-up and log-in that survive a lost answer, names, the recovery key, chunks of
 * history, what removal means.
 * @covers pacerelle.chat.account, pacerelle.chat.devices, pacerelle.channel.devices, pacerelle.channel.recovery, pacerelle.relay.accounts
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import {
  createAgent,
  findAgent,
  listAgents,
  removeAgent,
  rotateAgent,
} from "../../../../service/pacerelle/chat/agents.ts";
import { approveDevice, listDevices, removeDevice } from "../../../../service/pacerelle/chat/devices.ts";
import { createRecoveryKey, useRecoveryKey } from "../../../../service/pacerelle/chat/recovery.ts";
import { logIn, signUp, waitForApproval } from "../../../../service/pacerelle/chat/sign_in.ts";
import { chunkHistory } from "../../../../service/pacerelle/chat/share.ts";
import { sendText } from "../../../../service/pacerelle/chat/talk.ts";
import { makeIdentity } from "../../../../wire/identity.ts";
import { nextRoster, signRoster } from "../../../../wire/roster.ts";
import { HistoryBody } from "../../../../wire/payload.ts";
import { MAX_PADDED_BYTES } from "../../../../wire/limits.ts";
import { newId, newShortId } from "../../../../wire/ids.ts";
import { call } from "../../../server/relay/harness.ts";
import { PATIENCE_MS } from "../../../until.ts";
import { given, Place, refuses } from "./place.ts";

Deno.test("signUp() whose answer was lost is the same account and device the next time", async () => {
  await using place = await Place.make();
  let account: string;
  {
    await using chat = await place.open("a");
    const { call } = chat;
    chat.call = async (name, input) => {
      const answer = await call(name, input);
      if (name === "signUp") throw new Error("the answer is lost");
      return answer;
    };
    await assert.rejects(signUp(chat, given("a")), /lost/);
    account = chat.state.account!.account;
    assert.equal(chat.state.account!.session, null);
  }
  await using chat = await place.open("a");
  assert.equal((await signUp(chat, given("a"))).account, account);
  assert.ok(chat.state.isApproved);
  await refuses(signUp(chat, given("a")), "ALREADY_SIGNED_IN");
  await createAgent(chat, "Robot");
});

Deno.test("signUp() to a taken address is refused, with the right password too; nothing is signed in", async () => {
  await using place = await Place.make();
  await using first = await place.open("a");
  await signUp(first, given("a"));
  await using second = await place.open("b");
  await refuses(signUp(second, given("b")), "EMAIL_TAKEN");
  assert.equal(second.state.account!.session, null);
  await refuses(signUp(second, given("b", "autre mot de passe")), "EMAIL_TAKEN");
  await refuses(signUp(second, given("b", "court")), "PASSWORD_TOO_SHORT");
  await refuses(signUp(second, { ...given("b"), email: "pas une adresse" }), "EMAIL_INVALID");
  await refuses(logIn(second, given("b", "un tout autre mot")), "LOGIN_REFUSED");
});

Deno.test("names that would be taken for one another, or that hide something, are refused", async () => {
  await using place = await Place.make();
  await using chat = await place.open("a");
  await signUp(chat, given("a"));
  const { id } = await createAgent(chat, "Éléonore");
  await refuses(createAgent(chat, "eleonore"), "AGENT_NAME_TAKEN");
  for (const name of ["", "  ", "x".repeat(101), "a\u202eb", "a\nb", "\u200b"]) {
    await refuses(createAgent(chat, name), "NAME_INVALID");
  }
  assert.equal(findAgent(chat, "ELEONORE").id, id);
  assert.equal(findAgent(chat, id).id, id);
  assert.throws(() => findAgent(chat, "personne"), { code: "AGENT_NOT_FOUND" });
  await refuses(sendText(chat, "Éléonore", " \n "), "EMPTY_MESSAGE");
  await refuses(sendText(chat, "Éléonore", "é".repeat(20_001)), "MESSAGE_TOO_LONG");
});

Deno.test("a removed agent is gone here, and told as unknown to the relay elsewhere", async () => {
  await using place = await Place.make();
  await using chat = await place.open("a");
  await signUp(chat, given("a"));
  const { id } = await createAgent(chat, "Robot");
  const said = await sendText(chat, "Robot", "encore là ?");
  // Another device did it, or the relay forgets: what this device knows stays until a person says otherwise.
  await chat.call("removeAgent", { agent: id });
  assert.deepEqual((await listAgents(chat)).map(({ name, presence }) => [name, presence]), [[
    "Robot",
    "missing",
  ]]);
  assert.equal((await removeAgent(chat, "Robot")).id, id);
  assert.deepEqual(await listAgents(chat), []);
  assert.equal(chat.state.log.get(said.id), undefined);
  await refuses(removeAgent(chat, id), "AGENT_NOT_FOUND");
  await refuses(sendText(chat, "Robot", "et maintenant ?"), "AGENT_NOT_FOUND");
  // The name is free again.
  assert.notEqual((await createAgent(chat, "Robot")).id, id);
});

Deno.test("a device waits until it is approved; removed, it is told and is let in only by a new code", async () => {
  await using place = await Place.make();
  await using first = await place.open("bureau");
  await signUp(first, given("bureau"));
  await createAgent(first, "Robot");
  {
    await using second = await place.open("telephone");
    const { account, approved } = await logIn(second, given("telephone"));
    assert.equal(approved, false);
    await refuses(createAgent(second, "Autre"), "NOT_APPROVED");
    await refuses(approveDevice(first, "pcd1_" + "A".repeat(70)), "PAIRING_REFUSED");
    const waiting = waitForApproval(second, PATIENCE_MS);
    const { code } = account.pairing!;
    // A code of which one letter is wrong lets nobody in.
    await refuses(
      approveDevice(first, code.slice(0, -1) + (code.endsWith("A") ? "Q" : "A")),
      "PAIRING_REFUSED",
    );
    assert.equal((await approveDevice(first, code)).name, "telephone");
    assert.equal(await waiting, true);
    assert.equal(findAgent(second, "robot").name, "Robot");
    assert.equal(second.state.account!.pairing, null);
    await refuses(removeDevice(second, "telephone"), "DEVICE_IS_SELF");
    await removeDevice(first, "telephone");
    assert.ok(await second.until(() => second.state.removedAt !== undefined, PATIENCE_MS));
    await refuses(listAgents(second), "REMOVED");
  }
  await using again = await place.open("telephone");
  const { approved, account } = await logIn(again, given("telephone"));
  assert.equal(approved, false, "the password alone does not let a removed device in");
  assert.ok(account.pairing);
  assert.deepEqual(
    (await listDevices(first)).map(({ name, standing }) => [name, standing]),
    [["bureau", "roster"], ["telephone", "waiting"]],
  );
  const back = waitForApproval(again, PATIENCE_MS);
  await approveDevice(first, account.pairing.code);
  assert.equal(await back, true);
  await createAgent(again, "Autre");
  await removeDevice(first, "telephone");
  assert.equal((await listDevices(first)).length, 1);
});

Deno.test("an approval that is cut off after the roster was taken still hands everything over", async () => {
  await using place = await Place.make();
  await using second = await place.open("telephone");
  let waiting: Promise<boolean>;
  {
    await using first = await place.open("bureau");
    const { call } = first;
    first.call = async (name, input) => {
      const answer = await call(name, input);
      if (name === "publishRoster") throw new Error("cut off");
      return answer;
    };
    await signUp(first, given("bureau"));
    await createAgent(first, "Robot");
    const { account } = await logIn(second, given("telephone"));
    waiting = waitForApproval(second, PATIENCE_MS);
    await assert.rejects(approveDevice(first, account.pairing!.code), /cut off/);
  }
  await using again = await place.open("bureau");
  await again.connect();
  assert.equal(await waiting, true);
  assert.ok(await second.until(() => second.state.isHandedOver, PATIENCE_MS));
  assert.equal(findAgent(second, "Robot").name, "Robot");
});

Deno.test("a false roster stops what would be signed after it, at once and no longer than it is shown", async () => {
  await using place = await Place.make();
  await using chat = await place.open("bureau");
  const { call } = chat;
  let isLying = false;
  chat.call = async (name, input) => {
    const answer = await call(name, input);
    if (name !== "fetchRosters" || !isLying) return answer;
    return { rosters: [], latest: 1, anchor: null } as unknown as typeof answer;
  };
  await signUp(chat, given("bureau"));
  await createRecoveryKey(chat);
  for (let round = 0; round < 5; round++) {
    isLying = true;
    await refuses(listDevices(chat), "ROSTER_UNTRUSTED");
    isLying = false;
    assert.equal((await listDevices(chat)).length, 2);
  }
});

Deno.test("a removal that the relay hides is not told as done", async () => {
  await using place = await Place.make();
  await using chat = await place.open("bureau");
  const { call } = chat;
  let isHiding = false;
  chat.call = async (name, input) => {
    const answer = await call(name, input);
    if (name !== "fetchRosters" || !isHiding) return answer;
    // It shows what was there before, as if nothing had been published.
    return { rosters: [], latest: 2, anchor: null } as unknown as typeof answer;
  };
  await signUp(chat, given("bureau"));
  await createRecoveryKey(chat);
  isHiding = true;
  await refuses(removeDevice(chat, "Clé de secours"), "ROSTER_HIDDEN");
});

Deno.test("the recovery key lets a new device in when all others are lost, and opens no history", async () => {
  await using place = await Place.make();
  let key: string;
  let agent: string;
  {
    await using lost = await place.open("perdu");
    await signUp(lost, given("perdu"));
    agent = (await createAgent(lost, "Robot")).id;
    key = await createRecoveryKey(lost);
    await refuses(createRecoveryKey(lost), "RECOVERY_EXISTS");
  }
  await using found = await place.open("neuf");
  await logIn(found, given("neuf"));
  await refuses(useRecoveryKey(found, key.slice(0, -1)), "RECOVERY_REFUSED");
  await refuses(useRecoveryKey(found, "pcr1_" + "A".repeat(91)), "RECOVERY_REFUSED");
  // From paper: in groups.
  await useRecoveryKey(found, key.replace(/(.{8})/g, "$1 \n"));
  assert.ok(found.state.isApproved);
  assert.deepEqual(found.state.log.of(agent), []);
  assert.equal((await listAgents(found))[0]!.name, null);
  await refuses(rotateAgent(found, agent), "NAME_INVALID");
  assert.equal((await rotateAgent(found, agent, "Robot")).id, agent);
  await removeDevice(found, "perdu");
  assert.deepEqual((await listDevices(found)).map(({ name }) => name).toSorted(), ["Clé de secours", "neuf"]);
});

Deno.test("a chain that the relay made up around the recovery key is not taken for the account's", async () => {
  await using place = await Place.make();
  await using mine = await place.open("mien");
  await signUp(mine, given("mien"));
  const key = await createRecoveryKey(mine);
  const recovery = mine.state.endpoint.roster!.roster.devices.find(({ name }) => name === "Clé de secours")!;
  // The relay knows every public key, and can sign a first roster of its own with all of them in it.
  const { identity } = await makeIdentity(systemEnv);
  const eve = { id: newId("device", systemEnv), name: "Ève", key: identity.key };
  const made = nextRoster(newId("account", systemEnv), undefined, [eve, recovery]);
  const forged = await signRoster(made, eve.id, identity);
  await using found = await place.open("neuf");
  await logIn(found, given("neuf"));
  const answers: Readonly<Record<string, unknown>> = {
    fetchRosters: { rosters: [forged], latest: 1, anchor: null },
    publishRoster: { version: 2 },
  };
  const { call } = found;
  found.call = async (name, input) =>
    (answers[name] ?? await call(name, input)) as Awaited<ReturnType<typeof call<typeof name>>>;
  await refuses(useRecoveryKey(found, key), "RECOVERY_REFUSED");
  assert.ok(!found.state.isApproved);
});

Deno.test("chunks of history fit into a payload, in order, whatever is in them", () => {
  const agent = newId("agent", systemEnv);
  const conversation = newId("conversation", systemEnv);
  const entries = Array.from({ length: 40 }, (_, index) => ({
    id: newShortId(systemEnv),
    conversation,
    agent,
    from: agent,
    at: index,
    kind: "message" as const,
    body: { text: (index % 3 === 0 ? "\u0001" : "é👍").repeat(index % 3 === 0 ? 15_000 : 5_000) },
    state: "seen" as const,
  }));
  const chunks = chunkHistory(entries);
  assert.ok(chunks.length > 1);
  assert.deepEqual(chunks.flat().map(({ at }) => at), entries.map(({ at }) => at));
  for (const [index, chunk] of chunks.entries()) {
    const body = { part: index + 1, parts: chunks.length, entries: chunk, agents: [] };
    HistoryBody.parse(body);
    assert.ok(new TextEncoder().encode(JSON.stringify(body)).length < MAX_PADDED_BYTES - 1_024);
    assert.ok(!JSON.stringify(body).includes('"state"'));
  }
});
