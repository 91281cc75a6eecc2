/**
 * Tabs of one device: one holds it, the others follow as full clients and take over; nothing is lost or done twice.
 * @covers pacerelle-web.tabs, pacerelle-web.device.fenced, pacerelle-web.device.storage-lost
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { newShortId } from "../../../../wire/ids.ts";
import { TestRelay } from "../../../server/relay/harness.ts";
import type { AppState } from "../../../../web/pacerelle/app/state_types.ts";
import { done } from "../store/fake_browser.ts";
import { FakeProfile, type FakeTab, given } from "./fake_tabs.ts";

async function signedUp(profile: FakeProfile): Promise<{ tab: FakeTab; agent: string }> {
  const tab = profile.open();
  await tab.until(({ phase }) => phase === "signed-out");
  await tab.done("signUp", given("téléphone"));
  const { id } = await tab.done("createAgent", { name: "Robot" });
  await tab.until(({ connection }) => connection.state === "connected");
  return { tab, agent: id };
}

Deno.test("a first tab holds the device; a second follows, and both show and do the same", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  assert.equal(first.state.tab, "holds");
  assert.equal(first.state.account?.email, "ada@example.org");
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  assert.equal(second.state.tab, "follows");
  const shown = ({ tab: _role, ...state }: AppState) => JSON.stringify(state);
  await second.until((state) => shown(state) === shown(first.state));
  const seen: string[][] = [];
  const watch = second.app.watch(agent, ({ entries }) => {
    seen.push(entries.map((entry) => entry.kind === "message" ? entry.text : entry.kind));
  });
  await second.done("setDraft", { agent, text: "à moitié" });
  await first.until(({ conversations }) => conversations[0]?.draft === "à moitié");
  const { standing } = await second.done("sendText", { agent, text: "du second" });
  assert.equal(standing.state, "here");
  await first.done("sendText", { agent, text: "du premier" });
  await second.until(() => watch.entries.length === 2);
  assert.deepEqual(seen.at(-1), ["du second", "du premier"]);
  assert.equal(second.state.conversations[0]?.draft, "", "sending clears the draft");
  // What another tab has typed meanwhile is no draft of this message.
  await second.done("setDraft", { agent, text: "tapé à côté" });
  await first.done("sendText", { agent, text: "parti d’ici", draft: "parti d’" });
  await second.until(() => watch.entries.length === 3);
  assert.equal(first.state.conversations[0]?.draft, "tapé à côté");
  await second.done("sendText", { agent, text: "tapé à côté aussi", draft: "tapé à côté" });
  await first.until(({ conversations }) => conversations[0]?.draft === "");
  assert.equal(await second.refused("sendText", { agent, text: "  " }), "EMPTY_MESSAGE");
  watch.close();
});

Deno.test("the holder closes: another tab takes over, and a draft and unsent messages are there", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  await first.done("setDraft", { agent, text: "brouillon" });
  await first.done("sendText", { agent, text: "gardé" });
  await first.done("setDraft", { agent, text: "brouillon" });
  await first.close();
  const state = await second.until(({ tab, phase }) => tab === "holds" && phase === "ready");
  assert.equal(state.conversations[0]?.draft, "brouillon");
  assert.equal(state.unsent, 1);
  await second.until(({ connection }) => connection.state === "connected");
});

Deno.test("signing up twice at once, in one tab or two, makes one device that works after a restart", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const [first, second] = [profile.open(), profile.open()];
  for (const tab of [first, second]) await tab.until(({ phase }) => phase === "signed-out");
  const outcomes = await Promise.all(
    [first, second, first].map((tab) => tab.app.run("signUp", given("téléphone"))),
  );
  assert.deepEqual(outcomes.map((one) => one.ok ? "" : one.refusal.code).toSorted(), [
    "",
    "ALREADY_SIGNED_IN",
    "ALREADY_SIGNED_IN",
  ]);
  const isConnected = ({ phase, connection }: AppState) =>
    phase === "ready" && connection.state === "connected";
  await first.until(isConnected);
  await first.close();
  await second.until((state) => state.tab === "holds" && isConnected(state));
  await second.done("createAgent", { name: "Robot" });
});

Deno.test("what is asked of a tab while it opens the device is done once it has it", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  await first.close();
  const tab = profile.open();
  const asked = [];
  for (let count = 0; tab.state.tab !== "holds"; count++) {
    asked.push(tab.app.run("setDraft", { agent, text: `frappe ${count}` }));
    await systemEnv.sleep(1);
  }
  for (const outcome of await Promise.all(asked)) assert.ok(outcome.ok, JSON.stringify(outcome));
  assert.equal(tab.state.conversations[0]?.draft, `frappe ${asked.length - 1}`);
});

Deno.test("the holder dies with a command under way: what repeats is done once, what might not is told as cut off", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  first.freeze();
  const id = newShortId(systemEnv);
  const sent = second.app.run("sendText", { agent, text: "une fois", id });
  const made = second.app.run("createAgent", { name: "Autre" });
  await systemEnv.sleep(50);
  first.kill();
  const outcome = await sent;
  assert.ok(outcome.ok && outcome.value.id === id);
  const other = await made;
  assert.ok(!other.ok && other.refusal.code === "INTERRUPTED");
  assert.ok(other.refusal.words.fr !== "" && other.refusal.advice?.en !== "");
  const { entries } = await second.done("page", { agent });
  assert.equal(entries.length, 1);
});

Deno.test("the holder dies between doing and answering: asked again, it is still one message", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  first.isMute = true;
  const sent = second.app.run("sendText", { agent, text: "une seule fois" });
  await first.until(({ unsent }) => unsent === 1);
  first.kill();
  const outcome = await sent;
  assert.ok(outcome.ok);
  const { entries } = await second.done("page", { agent });
  assert.deepEqual(entries.map(({ id }) => id), [outcome.ok && outcome.value.id]);
});

Deno.test("a tab that wakes does nothing of what was asked of it while it slept", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  first.freeze();
  const made = await second.app.run("createAgent", { name: "Autre" });
  assert.ok(!made.ok && made.refusal.code === "INTERRUPTED");
  first.thaw();
  await first.until(({ tab }) => tab === "follows");
  await systemEnv.sleep(300);
  await second.done("refreshAgents", {});
  assert.deepEqual(second.state.agents.map(({ name }) => name), ["Robot"]);
});

Deno.test("a frozen holder is passed over; when it wakes it writes nothing and follows", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  first.freeze();
  // Asked of the frozen one, done by the next.
  const sent = second.app.run("sendText", { agent, text: "pendant son sommeil" });
  await second.until(({ tab }) => tab === "holds", "takes over");
  assert.ok((await sent).ok);
  first.thaw();
  await first.until(({ tab, phase }) => tab === "follows" && phase === "ready");
  await first.done("sendText", { agent, text: "au réveil" });
  const texts = (await first.done("page", { agent })).entries.map((entry) =>
    entry.kind === "message" ? entry.text : ""
  );
  assert.deepEqual(texts, ["pendant son sommeil", "au réveil"]);
  assert.equal(second.state.tab, "holds");
  await second.until(({ connection }) => connection.state === "connected");
});

Deno.test("a hidden tab takes nothing from a holder that it cannot hear", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  second.isVisible = false;
  first.freeze();
  await systemEnv.sleep(8_000);
  assert.equal(second.state.tab, "follows");
  first.thaw();
  await first.until(({ tab }) => tab === "holds");
});

Deno.test("storage that goes while the app runs is told in every tab; the person begins anew, nothing does by itself", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  await done(profile.browser.factory.deleteDatabase("pacerelle"));
  for (const tab of [first, second]) {
    const { storage } = await tab.until(({ phase }) => phase === "unusable");
    assert.equal(storage.fault?.code, "STORAGE_CLOSED");
  }
  assert.equal(await second.refused("sendText", { agent, text: "perdu ?" }), "STORAGE_CLOSED");
  await second.done("retry", {});
  const { storage } = await second.until(({ storage }) => storage.fault?.code === "STORAGE_CLEARED");
  assert.match(storage.fault!.words.fr, /effacé/);
  assert.equal(await second.refused("logIn", given("téléphone")), "STORAGE_CLEARED");
  await second.done("erase", {});
  await first.until(({ phase }) => phase === "signed-out");
  const { isApproved } = await second.done("logIn", given("téléphone bis"));
  assert.equal(isApproved, false);
  const waiting = await first.until(({ phase }) => phase === "waiting");
  assert.ok(waiting.pairing?.side === "new" && waiting.pairing.code?.startsWith("pcd1_"));
});

Deno.test("logging out tells what would be lost, and every tab is signed out", async () => {
  await using relay = await TestRelay.start();
  await using profile = new FakeProfile(relay.url);
  const { tab: first, agent } = await signedUp(profile);
  const second = profile.open();
  await second.until(({ phase }) => phase === "ready");
  await second.done("sendText", { agent, text: "pas parti" });
  await second.done("setDraft", { agent, text: "en cours" });
  assert.deepEqual(await second.done("previewLogOut", {}), {
    entries: 1,
    drafts: 1,
    unsent: 1,
    isLastDevice: true,
    hasRecoveryKey: false,
  });
  assert.equal(await second.refused("logOut", { force: false }), "UNSENT");
  assert.deepEqual(await second.done("logOut", { force: true }), { isRelayTold: true });
  for (const tab of [first, second]) {
    const state = await tab.until(({ phase }) => phase === "signed-out");
    assert.deepEqual([state.account, state.agents, state.conversations], [null, [], []]);
  }
  assert.equal(profile.browser.isMarked, false);
});
