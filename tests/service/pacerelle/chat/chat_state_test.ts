/**
 * The whole of what a device knows, rebuilt from its snapshot.
 * @covers pacerelle.store.compaction, pacerelle.chat.talk
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { systemEnv as env } from "../../../../base/env.ts";
import { ChatState } from "../../../../service/pacerelle/chat/chat_state.ts";
import type { JournalRecord } from "../../../../service/pacerelle/chat/records.ts";
import { newIdentityRecord } from "../../../../wire/endpoint/identity_record.ts";
import type { EndpointRecord } from "../../../../wire/endpoint/records.ts";
import { newId, newShortId } from "../../../../wire/ids.ts";

const AGENT = newId("agent", env);
const SELF = newId("device", env);
const OTHER = newId("device", env);
const CONVERSATION = newId("conversation", env);
const roster = { version: 1, hash: "A".repeat(43) };

/** What happened, drawn by lot: records as an endpoint and this client write them. */
function history(steps: readonly number[]): JournalRecord[] {
  const records: JournalRecord[] = [
    newIdentityRecord(env, SELF),
    {
      t: "chat-account",
      account: newId("account", env),
      email: "a@example.org",
      relay: "http://127.0.0.1:1",
      session: "s",
      name: "a",
      pairing: null,
    },
    { t: "agent", agent: { id: AGENT, name: "Robot", pairingKey: "A".repeat(43), card: null } },
  ];
  const own: string[] = [];
  const theirs: string[] = [];
  let n = 0;
  const incoming = (from: string, part: object, id = newShortId(env)): EndpointRecord =>
    ({
      t: "in",
      from,
      id,
      conversation: CONVERSATION,
      sentAt: n,
      at: n,
      spent: null,
      owed: true,
      payload: { v: 1, id, n: ++n, at: n, roster, ...part },
    }) as EndpointRecord;
  for (const step of steps) {
    const last = own.at(-1);
    const id = newShortId(env);
    if (step === 0) {
      own.push(id);
      const content = { kind: "message", body: { text: `moi ${n}` } } as const;
      const message = {
        id,
        conversation: CONVERSATION,
        at: n,
        audience: { to: "agent", agent: AGENT } as const,
        content,
      };
      records.push({ t: "out", message, recipients: [AGENT, OTHER] });
    } else if (step === 1 && last) {
      records.push({ t: "progress", id: last, to: AGENT, from: ["pending"], state: "submitted", at: n });
    } else if (step === 2 && last) {
      const state = n % 2 === 0 ? "received" : "processed";
      records.push(incoming(AGENT, { kind: "receipt", body: { ids: [last], state } }));
    } else if (step === 3) {
      theirs.push(id);
      records.push(incoming(AGENT, { kind: "message", body: { text: "lui" } }, id));
    } else if (step === 4) {
      records.push(incoming(OTHER, { kind: "message", agent: AGENT, body: { text: "ailleurs" } }));
    } else if (step === 5) {
      const body = {
        format: "widget.standard",
        version: 1,
        kind: "progress",
        id: "p",
        title: "t",
        value: n % 100,
      };
      records.push(incoming(AGENT, { kind: "widget", body }));
    } else if (step === 6 && theirs.length > 0) {
      const content = { kind: "receipt", body: { ids: theirs.splice(0), state: "read" } } as const;
      const audience = { to: "endpoint", endpoint: AGENT } as const;
      const message = { id, conversation: CONVERSATION, at: n, audience, content };
      records.push({ t: "out", message, recipients: [AGENT] });
    } else if (step === 7) records.push({ t: "chat-removed", at: n });
  }
  return records;
}

function replay(records: readonly JournalRecord[]): ChatState {
  const state = new ChatState();
  for (const record of records) state.apply(structuredClone(record));
  return state;
}

Deno.test("a snapshot rebuilds what the records had built, and goes on as they would", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 40 });
  fc.assert(fc.property(steps, steps, (before, after) => {
    const records = history([...before, ...after]);
    const cut = Math.min(records.length, 3 + before.length);
    const whole = replay(records);
    const rebuilt = replay([...replay(records.slice(0, cut)).snapshot(), ...records.slice(cut)]);
    assert.deepEqual(rebuilt.log.of(AGENT), whole.log.of(AGENT));
    assert.deepEqual(rebuilt.account, whole.account);
    assert.equal(rebuilt.removedAt, whole.removedAt);
    assert.deepEqual(rebuilt.snapshot(), whole.snapshot());
  }));
});
