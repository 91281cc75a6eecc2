/**
 * Endpoints and the real relay over real sockets: what the model relay of the other tests stands for.
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { call, logIn, makeDevice, signUp, TestRelay } from "../../server/relay/harness.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import type { Endpoint, SendState } from "../../../wire/endpoint/api.ts";
import { newIdentityRecord } from "../../../wire/endpoint/identity_record.ts";
import { openEndpoint } from "../../../wire/endpoint/open_endpoint.ts";
import type { EndpointRecord } from "../../../wire/endpoint/records.ts";
import { type WebSocketLike, webSockets } from "../../../wire/endpoint/socket.ts";
import { EndpointState } from "../../../wire/endpoint/state.ts";
import type { Identity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";
import { callRelay, liveUrl } from "../../../wire/relay_call.ts";
import { anchorRoster, nextRoster, signRoster } from "../../../wire/roster.ts";
import { until } from "../../until.ts";
import { deriveTokenSecrets, makeToken } from "../../../wire/token.ts";

interface Side {
  readonly endpoint: Endpoint;
  readonly state: EndpointState;
  readonly texts: string[];
  readonly states: Map<string, SendState>;
}

async function open(
  relay: TestRelay,
  credential: string,
  records: readonly EndpointRecord[],
  more: { identity?: Identity; pairingKey?: Uint8Array<ArrayBuffer> } = {},
): Promise<Side> {
  const state = new EndpointState();
  for (const record of records) state.apply(record);
  const texts: string[] = [];
  const states = new Map<string, SendState>();
  const endpoint = await openEndpoint({
    env,
    log: silentLogger,
    state,
    store: {
      append: (batch) => {
        for (const record of batch) state.apply(record as EndpointRecord);
        return Promise.resolve();
      },
    },
    call: (name, input) => callRelay({ baseUrl: relay.url, credential }, name, input),
    // A relay that starts again has another port here.
    connect: webSockets(() => new WebSocket(liveUrl(relay.url)) as WebSocketLike),
    url: "ws://relay",
    credential,
    client: "test",
    ...more,
    events: {
      onIncoming: ({ payload }) => {
        if (payload.kind === "message") texts.push(payload.body.text);
      },
      onSend: ({ id, state }) => states.set(id, state),
    },
  });
  return { endpoint, state, texts, states };
}

Deno.test("two devices and an agent talk over the real relay, also over its restart [@covers pacerelle.delivery.every-device, pacerelle.delivery.reconnect, pacerelle.delivery.second-connection]", async () => {
  await using relay = await TestRelay.start();
  const phone = await signUp(relay);
  const laptop = await makeDevice(relay, phone.email);
  await logIn(laptop);
  assert.ok(phone.roster);
  const id = newId("agent", env);
  const { bearer, bearerHash, pairingKey } = await deriveTokenSecrets(await makeToken(env), id);
  const anchor = await anchorRoster(phone.roster.roster, id, pairingKey);
  await call(phone, "createAgent", { agent: id, bearerHash, anchor });
  const next = nextRoster(phone.account, phone.roster, [phone.entry, laptop.entry]);
  await call(phone, "publishRoster", { roster: await signRoster(next, phone.id, phone.identity) });
  const known: EndpointRecord[] = [
    { t: "roster", pinned: phone.roster },
    { t: "agent", agent: { id, name: "Assistant", pairingKey: toBase64url(pairingKey), card: null } },
  ];
  const device = (self: typeof phone) =>
    open(relay, self.credential, [{ t: "identity", self: self.id, seed: null, at: 0 }, ...known], {
      identity: self.identity,
    });
  const first = await device(phone);
  const second = await device(laptop);
  const identity = newIdentityRecord(env, id);
  const agent = await open(relay, bearer, [identity], { pairingKey });
  const sides = [first, second, agent];
  const conversation = newId("conversation", env);
  const draft = (text: string) => ({ conversation, content: { kind: "message" as const, body: { text } } });
  try {
    for (const { endpoint } of sides) endpoint.start();
    await until(
      () => sides.every(({ endpoint }) => endpoint.status.state === "connected"),
      "all are connected",
    );
    const question = await first.endpoint.send({
      ...draft("question"),
      audience: { to: "agent", agent: id },
    });
    await until(() => first.states.get(question.id) === "delivered", "the question is delivered");
    await until(() => second.texts.length > 0, "the other device has its copy");
    assert.deepEqual([agent.texts, second.texts], [["question"], ["question"]]);
    const answer = await agent.endpoint.send({ ...draft("answer"), audience: { to: "devices" } }, {
      waitMs: 10_000,
    });
    await until(() => [first, second].every(({ texts }) => texts.includes("answer")), "both have the answer");
    const stateOf = (id: string) => agent.states.get(id) ?? "";
    await until(() => ["submitted", "delivered"].includes(stateOf(answer.id)), () => stateOf(answer.id));
    // Another process of the same agent.
    const other = await open(relay, bearer, [identity], { pairingKey });
    other.endpoint.start();
    await until(() => other.endpoint.status.state === "refused", "the second is refused");
    assert.equal(other.endpoint.status.error?.holder?.client, "test");
    await other.endpoint.stop();
    assert.equal(agent.endpoint.status.state, "connected");
    await relay.down();
    await until(
      () => sides.every(({ endpoint }) => endpoint.status.state !== "connected"),
      "it is seen to be gone",
    );
    const late = await agent.endpoint.send({ ...draft("late"), audience: { to: "devices" } }, {
      waitMs: 10_000,
    });
    assert.equal(late.state, "queued");
    await relay.up();
    for (const { endpoint } of sides) endpoint.reconnect();
    await until(
      () => [first, second].every(({ texts }) => texts.includes("late")),
      "both have the late answer",
    );
    await until(() => agent.states.get(late.id) === "delivered", "receipts are back");
    for (const { endpoint } of sides) assert.deepEqual(endpoint.alerts, []);
  } finally {
    for (const { endpoint } of sides) await endpoint.stop();
  }
});
