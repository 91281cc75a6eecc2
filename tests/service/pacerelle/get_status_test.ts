/**
 * What `get_status` says in each situation.
 * @covers pacerelle.get_status
 */
import assert from "node:assert/strict";
import { getStatus, markProcessed, saveCheckpoint } from "../../../service/pacerelle/mod.ts";
import { ALERT_KINDS } from "./alert_kinds.ts";
import { alertSentence } from "../../../service/pacerelle/alert_words.ts";
import { AGENT, CONVERSATION, FakeInbox, idOf } from "./fake_inbox.ts";

const iso = "2026-01-01T00:00:00.000Z";

Deno.test("getStatus() of an inbox where all is well", () => {
  const fake = new FakeInbox();
  assert.deepEqual(getStatus(fake.inbox), {
    agent: { id: AGENT, name: null },
    connection: {
      state: "connected",
      since: "1970-01-01T00:00:00.000Z",
      lastReceivedAt: null,
      lastAcknowledgedAt: null,
    },
    pending: { count: 0, oldestAt: null },
    uncertainSends: [],
    queuedSends: 0,
    checkpoints: 0,
    store: {
      root: "/racine",
      holder: { pid: 1, app: "Atelier", since: iso },
      generation: 1,
      bytes: 512,
    },
    next: "Appelez wait_for_messages et continuez d’écouter : tout est traité.",
  });
});

Deno.test("getStatus() counts what waits and names the one thing to do, the most pressing first", async () => {
  const fake = new FakeInbox();
  const next = () => getStatus(fake.inbox).next;
  const request = fake.ask("Bonjour");
  assert.match(next(), /^Appelez wait_for_messages sans cursor/);
  const { pending, connection } = getStatus(fake.inbox);
  assert.deepEqual(pending, { count: 1, oldestAt: iso });
  assert.deepEqual([connection.lastReceivedAt, connection.lastAcknowledgedAt], [iso, iso]);

  await saveCheckpoint(fake.inbox, { sourceMessageId: request, summary: "s", nextAction: "n" });
  assert.match(next(), /get_checkpoints/);
  assert.equal(getStatus(fake.inbox).checkpoints, 1);

  fake.alerts.push({ kind: "held-back", peer: null, since: 0, count: 1 });
  assert.match(next(), /retenus/);
  assert.deepEqual(getStatus(fake.inbox).alerts, [
    { kind: "held-back", since: "1970-01-01T00:00:00.000Z", message: alertSentence("held-back") },
  ]);

  fake.outcome = "sealed";
  const send = (content: Parameters<typeof fake.inbox.channel.send>[0]["content"]) =>
    fake.inbox.channel.send({ conversation: CONVERSATION, audience: { to: "devices" }, content });
  const { id } = await send({ kind: "message", re: request, body: { text: "Salut" } });
  await send({ kind: "receipt", body: { ids: [request], state: "processed" } });
  assert.deepEqual(getStatus(fake.inbox).uncertainSends, [
    { messageId: id, sourceMessageId: request, kind: "message", at: iso },
  ]);
  assert.match(next(), /get_history/);
  assert.equal(getStatus(fake.inbox).queuedSends, 0);

  fake.status = { state: "refused", since: 0, heardAt: null, error: { code: "REVOKED", final: true } };
  assert.match(next(), /PACERELLE_AGENT_TOKEN/);
  assert.equal(getStatus(fake.inbox).connection.error?.["code"], "REVOKED");
});

Deno.test("getStatus() counts what is queued, and says that it leaves by itself", async () => {
  const fake = new FakeInbox();
  const request = fake.ask("Bonjour");
  fake.outcome = "pending";
  fake.status = {
    state: "offline",
    since: 0,
    heardAt: null,
    error: { code: "UNREACHABLE", final: false },
  };
  await fake.inbox.channel.send({
    conversation: CONVERSATION,
    audience: { to: "devices" },
    content: { kind: "message", re: request, body: { text: "Salut" } },
  });
  await markProcessed(fake.inbox, { messageId: request });
  const { queuedSends, next, connection } = getStatus(fake.inbox);
  assert.equal(queuedSends, 1);
  assert.match(next, /partira/);
  assert.deepEqual(connection.error, {
    code: "UNREACHABLE",
    message: "Le relais ne répond pas ; le serveur réessaie tout seul.",
  });
});

Deno.test("getStatus() says what to expect while there is no connection yet", () => {
  const fake = new FakeInbox();
  for (const [state, expected] of [["connecting", /se fait/], ["offline", /réessaie/]] as const) {
    fake.status = { state, since: 0, heardAt: null, error: null };
    assert.match(getStatus(fake.inbox).next, expected);
  }
});

Deno.test("getStatus() names the request behind an update of a widget", async () => {
  const fake = new FakeInbox();
  const request = fake.ask("Bonjour");
  fake.outcome = "sealed";
  const head = { format: "widget.standard", version: 1, kind: "progress", title: "t", id: "p" } as const;
  const audience = { to: "devices" } as const;
  const widget = { kind: "widget", re: request, body: { ...head, value: 1 } } as const;
  const { id } = await fake.inbox.channel.send({ conversation: CONVERSATION, audience, content: widget });
  const update = { kind: "progress", re: id, body: { ref: "p", value: 2 } } as const;
  await fake.inbox.channel.send({ conversation: CONVERSATION, audience, content: update });
  assert.deepEqual(
    getStatus(fake.inbox).uncertainSends.map(({ kind, sourceMessageId }) => [kind, sourceMessageId]),
    [["widget", request], ["progress", request]],
  );
});

Deno.test("every alert has a sentence of its own kind", () => {
  for (const kind of ALERT_KINDS) {
    const fake = new FakeInbox();
    fake.alerts.push({ kind, peer: idOf(1), since: 0, count: 1 });
    const { alerts, next } = getStatus(fake.inbox);
    assert.equal(next, alertSentence(kind));
    assert.equal(alerts?.[0]?.["peer"], idOf(1));
    assert.match(next, /\.$/);
  }
});
