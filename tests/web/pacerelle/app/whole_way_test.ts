/**
 * The app under its pages, the whole way: its own store and tabs, a real relay in its own process, the stdio server under an
 * MCP client, started with what the app shows for pasting. Then the same with the relay gone, lying, and with a wrong clock.
 * @covers pacerelle-web.whole-way, pacerelle-web.agents.connect, pacerelle-web.states, pacerelle-web.widgets
 * @covers pacerelle-web.pairing.digits, pacerelle-web.recovery, pacerelle-web.offline, pacerelle-web.hostile
 * @covers pacerelle-web.clock, pacerelle-web.agents.rename
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { makeIdentity } from "../../../../wire/identity.ts";
import type { MadeAgentView } from "../../../../web/pacerelle/app/api.ts";
import type { EntryView } from "../../../../web/pacerelle/app/entry_types.ts";
import type { Any } from "../../../any.ts";
import { FakeProfile, type FakeTab, given } from "./fake_tabs.ts";
import { LyingRelay } from "../../../e2e/pacerelle/lying_relay.ts";
import { PASSWORD, World } from "../../../e2e/pacerelle/world.ts";
import { until } from "../../../until.ts";

/** The settings in the text that Claude Desktop is given. */
function pasted(agent: MadeAgentView): Any {
  const text = agent.hosts.find(({ id }) => id === "claude-desktop")!.text;
  return { server: { env: JSON.parse(text).mcpServers.pacerelle.env } };
}

const ready = (tab: FakeTab) =>
  tab.until(({ phase, connection }) => phase === "ready" && connection.state === "connected");

async function entriesOf(tab: FakeTab, agent: string): Promise<readonly EntryView[]> {
  return (await tab.done("page", { agent, limit: 200 })).entries;
}

async function entry<Kind extends EntryView["kind"]>(
  tab: FakeTab,
  agent: string,
  fits: (entry: EntryView) => boolean,
  what: string,
): Promise<Extract<EntryView, { kind: Kind }>> {
  let entries: readonly EntryView[] = [];
  let found: EntryView | undefined;
  await until(async () => {
    entries = await entriesOf(tab, agent);
    return (found = entries.find(fits)) !== undefined;
  }, () => [what, entries]);
  return found as Extract<EntryView, { kind: Kind }>;
}

const standing = (tab: FakeTab, agent: string, id: string, state: string) =>
  entry(tab, agent, (one) => one.id === id && one.standing?.state === state, `${id} ${state}`);

const head = { format: "widget.standard", version: 1 } as const;
const WIDGETS: readonly { readonly widget: Any; readonly value: Any }[] = [
  { widget: { ...head, kind: "confirm", title: "On y va ?" }, value: true },
  {
    widget: {
      ...head,
      kind: "choice",
      title: "Lequel ?",
      options: [{ id: "a", label: "A" }, { id: "b", label: "B" }],
    },
    value: "b",
  },
  {
    widget: {
      ...head,
      kind: "form",
      title: "Qui ?",
      fields: [{ id: "nom", label: "Nom", type: "text", required: true }],
    },
    value: { nom: "Ada" },
  },
  { widget: { ...head, kind: "datetime", title: "Quand ?", mode: "date" }, value: "2026-12-01" },
];

Deno.test("from sign-up to the recovery key, between apps, relay and a real stdio server", async (test) => {
  await using world = await World.make();
  await using phone = new FakeProfile(world.url);
  await using laptop = new FakeProfile(world.url);
  await using tablet = new FakeProfile(world.url);
  const first = phone.open();
  await first.until(({ phase }) => phase === "signed-out");
  await first.enter("signUp", given("téléphone"));
  await ready(first);
  const made = await first.done("createAgent", { name: "Robot" });
  const agent = made.id;

  await test.step("an agent that never came is told as that, and what is shown for pasting connects it", async () => {
    await first.until(({ agents }) => agents[0]?.presence.state === "never");
    const sent = await first.done("sendText", { agent, text: "Es-tu là ?" });
    assert.equal(sent.standing.state, "here");
    assert.equal(first.state.unsent, 1);
  });

  await using host = await world.host("v1", pasted(made));
  await host.tool("get_status");
  await first.until(({ agents: [one] }) => one?.presence.state === "online" && one.isVerified, "connected");
  const asked = await host.request((message) => message.text === "Es-tu là ?");

  await test.step("states are what the agent has said, sealed", async () => {
    await standing(first, agent, asked.id, "received");
    const reply = await host.tool("send_message", { sourceMessageId: asked.id, text: "Oui." });
    const shown = await entry(first, agent, (one) => one.kind === "message" && one.text === "Oui.", "reply");
    assert.equal(shown.isMine, false);
    await first.until(({ conversations: [row] }) => row?.unread === 1);
    await first.done("markSeen", { agent });
    await first.until(({ conversations: [row] }) => row?.unread === 0);
    await host.tool("mark_processed", { messageId: asked.id });
    await standing(first, agent, asked.id, "processed");
    await until(async () => {
      const { entries } = await host.tool("get_history", {});
      return entries.find((one: Any) => one.id === reply.messageId)?.state === "read";
    }, "the agent is told that its reply was read");
  });

  await test.step("a second device is let in by six digits, with agents and history", async () => {
    const second = laptop.open();
    await second.until(({ phase }) => phase === "signed-out");
    assert.deepEqual(await second.enter("logIn", given("portable")), { isApproved: false });
    await second.until(({ connection }) => connection.state === "connected");
    await second.done("askDigits", {});
    const { devices } = await first.until(({ devices }) => !!devices?.some(({ wantsDigits }) => wantsDigits));
    const device = devices!.find(({ wantsDigits }) => wantsDigits)!;
    assert.deepEqual([device.name, device.standing], ["portable", "waiting"]);
    await first.done("beginDigits", { device: device.id });
    const { pairing } = await second.until(({ pairing }) =>
      pairing?.side === "new" && pairing.digits !== null
    );
    assert.ok(pairing?.side === "new" && pairing.step === "compare");
    assert.equal(pairing.by, "téléphone");
    await first.until(({ pairing }) => pairing?.side === "old" && pairing.step === "type");
    const approved = await first.done("approveDigits", { digits: pairing.digits! });
    assert.equal(approved.name, "portable");
    assert.equal(second.state.phase, "waiting", "nobody has said there that the digits were taken");
    await second.done("confirmDigits", {});
    await ready(second);
    await second.until(({ agents: [one] }) => one?.name === "Robot");
    await entry(second, agent, (one) => one.id === asked.id, "history");
    await second.until(({ handover, pairing }) => handover === null && pairing === null);
    assert.ok(first.state.pairing?.side === "old" && first.state.pairing.step === "done");
    await first.done("endPairing", {});
  });
  const second = laptop.tabs[0]!;

  await test.step("what is written on one device is on the other, and so are questions and their answers", async () => {
    const { id } = await second.done("sendText", { agent, text: "Du portable" });
    const request = await host.request((message) => message.id === id);
    await standing(first, agent, id, "elsewhere");
    for (const { widget, value } of WIDGETS) {
      await host.tool("send_widget", { sourceMessageId: request.id, widget });
      const isIt = (one: EntryView) => one.kind === "widget" && one.widget.title === widget.title;
      const question = await entry<"widget">(first, agent, isIt, widget.kind);
      assert.equal(question.isOpen, true);
      await entry(second, agent, isIt, widget.kind);
      await first.done("answerWidget", { entry: question.id, value });
      assert.equal(await first.refused("answerWidget", { entry: question.id, value }), "WIDGET_CLOSED");
      const answer = await host.request((message) => message.widgetResponse?.ref === question.widget.id);
      assert.deepEqual(answer.widgetResponse, { ref: question.widget.id, value, cancelled: false });
      const closed = await entry<"widget">(
        second,
        agent,
        (one) => isIt(one) && one.kind === "widget" && !one.isOpen,
        "closed elsewhere",
      );
      assert.deepEqual([closed.answer?.value, closed.answer?.isHere], [value, false]);
      await host.tool("mark_processed", { messageId: answer.id });
    }
    const progress = { ...head, kind: "progress", id: "p1", title: "Travail", value: 10 };
    await host.tool("send_widget", { sourceMessageId: request.id, widget: progress });
    await host.tool("send_widget", { sourceMessageId: request.id, widget: { ...progress, value: 80 } });
    const bar = await entry<"widget">(
      first,
      agent,
      (one) => one.kind === "widget" && one.widget.kind === "progress" && one.widget.value === 80,
      "progress",
    );
    assert.equal(bar.isOpen, false);
    const bars = (await entriesOf(first, agent)).filter((one) =>
      one.kind === "widget" && one.widget.kind === "progress"
    );
    assert.equal(bars.length, 1, "an update moves the bar that is there");
  });

  await test.step("an answer that does not fit is refused with its place, and two answers are one", async () => {
    const { id } = await first.done("sendText", { agent, text: "Encore une question" });
    const request = await host.request((message) => message.id === id);
    await host.tool("send_widget", { sourceMessageId: request.id, widget: WIDGETS[2]!.widget });
    const question = await entry<"widget">(
      first,
      agent,
      (one) => one.kind === "widget" && one.isOpen && one.widget.kind === "form",
      "the question",
    );
    const outcome = await first.app.run("answerWidget", { entry: question.id, value: { nom: "" } });
    assert.ok(!outcome.ok && outcome.refusal.details.path === "value.nom");
    await entry(second, agent, (one) => one.id === question.id, "the question");
    await Promise.all([
      first.app.run("answerWidget", { entry: question.id, value: { nom: "Première" } }),
      second.app.run("answerWidget", { entry: question.id, value: { nom: "Seconde" } }),
    ]);
    const counts = (message: Any) => message.widgetResponse?.ref === question.widget.id;
    const answer = await host.request(counts);
    await host.tool("mark_processed", { messageId: answer.id });
    // The one that came too late is told so, and the question shows the one that counts.
    const late = await Promise.any(
      [first, second].map((tab) =>
        entry(tab, agent, (one) => one.kind === "answer" && one.standing?.state === "refused", "the late one")
      ),
    );
    assert.equal(late.standing?.refusal?.code, "closed");
    assert.deepEqual(
      (await host.tool("wait_for_messages", { timeoutSeconds: 1 })).messages.filter(counts),
      [],
    );
  });

  await test.step("the relay goes and comes: what is written meanwhile leaves once, by itself", async () => {
    await world.relayDown();
    await first.until(({ connection }) => connection.state !== "connected");
    const { id, standing: state } = await first.done("sendText", { agent, text: "Sans relais" });
    assert.equal(state.state, "here");
    await first.until(({ agents: [one] }) => one?.presence.state === "unknown");
    await world.relayUp();
    const request = await host.request((message) => message.id === id);
    await host.tool("mark_processed", { messageId: request.id });
    await standing(first, agent, id, "processed");
    await first.until(({ unsent }) => unsent === 0);
  });

  await test.step("another name reaches the other device and the agent", async () => {
    await first.done("renameAgent", { agent, name: "Relieuse" });
    await second.until(({ agents: [one] }) => one?.name === "Relieuse");
    await host.status((status) => status.agent?.name === "Relieuse");
  });

  await test.step("a removed device is told, and blind from then on", async () => {
    const { id } = first.state.devices!.find(({ name }) => name === "portable")!;
    assert.deepEqual(await first.done("removeDevice", { device: id }), { name: "portable" });
    await second.until(({ phase }) => phase === "removed");
    await first.done("sendText", { agent, text: "Entre nous" });
    await host.request((message) => message.text === "Entre nous");
    assert.equal(await second.refused("sendText", { agent, text: "Encore moi" }), "REMOVED");
    assert.ok(
      (await entriesOf(second, agent)).every((one) => one.kind !== "message" || one.text !== "Entre nous"),
    );
  });

  await test.step("the recovery key lets a third device in when no other is left", async () => {
    const { key } = await first.done("createRecoveryKey", {});
    await first.until(({ account }) => account?.hasRecoveryKey === true);
    await first.close();
    const third = tablet.open();
    await third.until(({ phase }) => phase === "signed-out");
    await third.enter("logIn", given("tablette"));
    assert.equal(await third.refused("useRecoveryKey", { key: key.slice(0, -1) + "?" }), "RECOVERY_REFUSED");
    await third.done("useRecoveryKey", { key });
    assert.equal((await ready(third)).handover, null, "nobody passes anything on");
    await third.done("refreshDevices", {});
    assert.deepEqual(
      third.state.devices!.map(({ isSelf, isRecoveryKey, standing }) => [isSelf, isRecoveryKey, standing])
        .filter(([isSelf, isRecoveryKey]) => isSelf || isRecoveryKey).toSorted(),
      [[false, true, "approved"], [true, false, "approved"]],
    );
    // It opens no history, and the agent it does not know gets a new token from it.
    assert.equal(third.state.agents[0]?.name, null);
    const renewed = await third.done("rotateAgent", { agent, name: "Robot" });
    assert.equal(renewed.id, agent);
    assert.notEqual(renewed.token, made.token);
  });
});

Deno.test("a relay that lies is told in words, in both languages, and nothing is sent to whom it made up", async () => {
  await using world = await World.make();
  await using liar = new LyingRelay(world.relayUrl);
  await using phone = new FakeProfile(liar.url);
  const tab = phone.open();
  await tab.until(({ phase }) => phase === "signed-out");
  await tab.enter("signUp", given("téléphone"));
  await ready(tab);
  const stranger = (await makeIdentity(systemEnv)).identity;
  liar.lies.answer = (route, answer) => {
    if (route !== "listAgents") return answer;
    for (const one of answer.agents) if (one.card) one.card.card.key = stranger.key;
    return answer;
  };
  const made = await tab.done("createAgent", { name: "Robot" });
  world.url = liar.url;
  await using host = await world.host("v2", pasted(made));
  await host.tool("get_status");
  const { alerts } = await tab.until(({ alerts }) => alerts.some(({ kind }) => kind === "card-forged"));
  const alert = alerts.find(({ kind }) => kind === "card-forged")!;
  assert.equal(alert.gravity, "danger");
  assert.match(alert.words.fr, /fausse identité pour Robot/);
  assert.match(alert.words.en, /false identity for Robot/);
  assert.ok(alert.advice);
  const { id } = await tab.done("sendText", { agent: made.id, text: "À qui ?" });
  await systemEnv.sleep(1_000);
  assert.deepEqual((await host.tool("wait_for_messages", { timeoutSeconds: 1 })).messages, []);
  liar.lies = {};
  await tab.done("refreshAgents", {});
  await host.request((message) => message.id === id);
  await tab.until(({ alerts }) => alerts.every(({ kind }) => kind !== "card-forged"));
});

Deno.test("a clock that is wrong is told, and costs nothing", async () => {
  await using world = await World.make();
  await using phone = new FakeProfile(world.url);
  const tab = phone.open();
  tab.clockOffMs = -40 * 86_400_000;
  await tab.until(({ phase }) => phase === "signed-out");
  await tab.enter("signUp", given("téléphone"));
  await ready(tab);
  const { alerts } = await tab.until(({ alerts }) => alerts.some(({ kind }) => kind === "clock-wrong"));
  assert.match(alerts[0]!.words.fr, /horloge/);
  const made = await tab.done("createAgent", { name: "Robot" });
  await using host = await world.host("v1", pasted(made));
  const { id } = await tab.done("sendText", { agent: made.id, text: "Quelle heure ?" });
  await host.request((message) => message.id === id);
  await standing(tab, made.id, id, "received");
});

Deno.test("a terminal lets an app in by six digits", async () => {
  await using world = await World.make();
  await world.signUp("bureau");
  await using phone = new FakeProfile(world.url);
  const tab = phone.open();
  await tab.until(({ phase }) => phase === "signed-out");
  await tab.enter("logIn", { ...given("téléphone"), password: PASSWORD });
  await tab.until(({ connection }) => connection.state === "connected");
  await tab.done("askDigits", {});
  // The person types what the phone shows, once it does.
  const typed = (async () => {
    const { pairing } = await tab.until(({ pairing }) => pairing?.side === "new" && pairing.digits !== null);
    return `${pairing?.side === "new" ? pairing.digits : ""}\n`;
  })();
  const approved = await world.json("bureau", ["device", "approve", "--digits"], typed);
  assert.deepEqual([approved.name, approved.historySent], ["téléphone", true]);
  await tab.done("confirmDigits", {});
  await ready(tab);
});
