/**
 * Whether an agent is there: never seen, online, offline since, deaf by the relay's word or by what its receipts do not say.
 * @covers pacerelle-web.agents.presence
 */
import assert from "node:assert/strict";
import { ChatState } from "../../../../service/pacerelle/chat/chat_state.ts";
import type { ListedAgent } from "../../../../service/pacerelle/chat/agents.ts";
import type { Presence } from "../../../../wire/live.ts";
import { agentViews, SILENT_MS } from "../../../../web/pacerelle/app/views/agent_views.ts";

const AGENT = "agent_" + "b".repeat(32);
const SELF = "device_" + "a".repeat(32);
const MESSAGE = "c".repeat(32);
const NOW = 1_800_000_000_000;

const listed = (given: Partial<ListedAgent> = {}): ListedAgent => ({
  id: AGENT,
  name: "Robot",
  createdAt: 1,
  presence: "offline",
  since: null,
  isPinned: true,
  ...given,
});

function seen(
  agent: ListedAgent,
  live: Pick<Presence, "state" | "since"> | undefined,
  { state = new ChatState(), isConnected = true, now = NOW } = {},
) {
  const presences = new Map(live ? [[AGENT, { endpoint: AGENT, ...live }]] : []);
  return agentViews(state, [agent], { isConnected, now, presences })[0]!.presence;
}

/** A state in which the relay has had a message for the agent since `at`. */
function withSubmitted(at: number): ChatState {
  const state = new ChatState();
  state.apply({ t: "identity", self: SELF, seed: null, at: 1 });
  const message = {
    id: MESSAGE,
    conversation: "conversation_" + "d".repeat(32),
    at,
    audience: { to: "agent", agent: AGENT },
    content: { kind: "message", body: { text: "là ?" } },
  } as const;
  state.apply({ t: "out", message, recipients: [AGENT] });
  state.apply({ t: "progress", id: MESSAGE, to: AGENT, from: ["pending"], state: "submitted", at });
  return state;
}

Deno.test("online, offline since, never seen, missing and unknown are told apart", () => {
  assert.deepEqual(seen(listed(), { state: "online", since: 5 }), { state: "online", since: 5, by: null });
  assert.deepEqual(seen(listed(), { state: "offline", since: 7 }), { state: "offline", since: 7, by: null });
  const fresh = listed({ presence: "never", isPinned: false });
  assert.equal(seen(fresh, { state: "offline", since: null }).state, "never");
  assert.equal(seen(fresh, undefined).state, "never");
  assert.equal(seen(fresh, { state: "online", since: 9 }).state, "online");
  assert.equal(seen(listed({ presence: "missing" }), undefined).state, "missing");
  assert.equal(seen(listed(), { state: "online", since: 5 }, { isConnected: false }).state, "unknown");
});

Deno.test("an agent that is there and takes nothing is deaf: by the relay's ping, or by receipts that do not come", () => {
  assert.deepEqual(seen(listed(), { state: "deaf", since: 5 }), { state: "deaf", since: 5, by: "relay" });
  const at = NOW - SILENT_MS;
  const online = { state: "online", since: at - 1_000 } as const;
  assert.deepEqual(seen(listed(), online, { state: withSubmitted(at) }), {
    state: "deaf",
    since: at,
    by: "receipts",
  });
  assert.equal(seen(listed(), online, { state: withSubmitted(at + 1) }).state, "online", "not yet");
  // It has just come back: what waited for it is on its way.
  const back = { state: "online", since: NOW - 1_000 } as const;
  assert.equal(seen(listed(), back, { state: withSubmitted(at - 3_600_000) }).state, "online");
  const received = withSubmitted(at);
  received.apply({
    t: "in",
    from: AGENT,
    id: "e".repeat(32),
    conversation: "conversation_" + "d".repeat(32),
    sentAt: NOW,
    at: NOW,
    spent: null,
    owed: false,
    payload: {
      v: 1,
      id: "e".repeat(32),
      n: 1,
      at: NOW,
      roster: { version: 1, hash: "A".repeat(43) },
      kind: "receipt",
      body: { ids: [MESSAGE], state: "received" },
    },
  });
  assert.equal(seen(listed(), online, { state: received }).state, "online");
});
