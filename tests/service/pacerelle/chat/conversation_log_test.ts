/**
 * Conversations as the journal's records make them: states that never go back, copies, widgets, progress, bounds.
 * @covers pacerelle.chat.talk, pacerelle.widgets.answers, pacerelle.delivery.every-device
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../../../base/env.ts";
import { personState } from "../../../../service/pacerelle/chat/entry.ts";
import { ConversationLog } from "../../../../service/pacerelle/chat/conversation_log.ts";
import { MAX_ENTRIES } from "../../../../service/pacerelle/chat/limits.ts";
import type { IncomingRecord, OutgoingMessage } from "../../../../wire/endpoint/records.ts";
import { newId, newShortId } from "../../../../wire/ids.ts";
import type { Payload } from "../../../../wire/payload.ts";

const AGENT = newId("agent", env);
const SELF = newId("device", env);
const OTHER = newId("device", env);
const CONVERSATION = newId("conversation", env);
const roster = { version: 1, hash: "A".repeat(43) };

type Part = { [Kind in Payload["kind"]]: Pick<Extract<Payload, { kind: Kind }>, "kind" | "body"> }[
  Payload["kind"]
];

function incoming(
  from: string,
  part: Part,
  rest: { id?: string; re?: string; agent?: string; at?: number } = {},
): IncomingRecord {
  const { id = newShortId(env), at = 5, ...more } = rest;
  const payload = { v: 1, id, n: 1, at, roster, ...more, ...part } as Payload;
  return {
    t: "in",
    from,
    id,
    conversation: CONVERSATION,
    sentAt: 0,
    at: 0,
    spent: null,
    owed: true,
    payload,
  };
}

function written(content: OutgoingMessage["content"], id = newShortId(env)): OutgoingMessage {
  return { id, conversation: CONVERSATION, at: 1, audience: { to: "agent", agent: AGENT }, content };
}

const text = (value: string): Extract<Part, { kind: "message" }> => ({
  kind: "message",
  body: { text: value },
});
const confirm = { format: "widget.standard", version: 1, kind: "confirm", id: "w1", title: "Ok ?" } as const;

Deno.test("an own message says what its agent or the relay said, and never goes back from what the agent said", () => {
  const log = new ConversationLog();
  const message = written(text("bonjour"));
  log.write(message, SELF);
  const { id } = message;
  const state = () => personState(log.get(id)!);
  assert.equal(state(), "waiting");
  for (const step of ["uncertain", "queued", "submitted"] as const) {
    log.advance({ id, state: step, at: 2 });
    assert.equal(state(), "waiting");
    assert.equal(log.get(id)!.state, step);
  }
  // Another device's word for the agent's counts for nothing.
  log.advance({ id, state: "processed", at: 2, by: OTHER });
  assert.equal(state(), "waiting");
  log.advance({ id, state: "delivered", at: 2, by: AGENT });
  assert.equal(state(), "received");
  log.advance({ id, state: "processed", at: 2, by: AGENT });
  log.advance({ id, state: "delivered", at: 3, by: AGENT });
  log.advance({ id, state: "queued", at: 3 });
  log.advance({ id, state: "refused", at: 3, code: "DROPPED" });
  assert.equal(state(), "processed");
});

Deno.test("a copy of another device is shown as such until the agent says that it is processed", () => {
  const log = new ConversationLog();
  const copy = incoming(OTHER, text("de l’autre"), { agent: AGENT });
  log.take(copy);
  assert.equal(personState(log.get(copy.id)!), "elsewhere");
  log.advance({ id: copy.id, state: "processed", at: 2, by: AGENT });
  assert.equal(personState(log.get(copy.id)!), "processed");
  // One that names no agent belongs to no conversation.
  log.take(incoming(OTHER, text("à personne")));
  assert.equal(log.of(AGENT).length, 1);
});

Deno.test("an agent cannot speak in another's conversation, nor say of its own messages that they are processed", () => {
  const log = new ConversationLog();
  const stray = incoming(AGENT, text("moi"), { agent: newId("agent", env) });
  log.take(stray);
  assert.equal(log.get(stray.id)!.agent, AGENT);
  log.advance({ id: stray.id, state: "processed", at: 2, by: AGENT });
  assert.equal(personState(log.get(stray.id)!), null);
});

Deno.test("only agents ask and only people answer; the answer that stands is one's own unless it was refused", () => {
  const log = new ConversationLog();
  const asked = incoming(AGENT, { kind: "widget", body: confirm });
  log.take(asked);
  log.take(incoming(OTHER, { kind: "widget", body: confirm }, { agent: AGENT }));
  const answer = (value: boolean) =>
    ({ kind: "answer", body: { ref: "w1", value, cancelled: false } }) as const;
  log.take(incoming(AGENT, answer(true), { re: asked.id }));
  assert.equal(log.of(AGENT).length, 1);
  assert.equal(log.answerTo(log.get(asked.id)!), undefined);
  const own = written({ ...answer(true), re: asked.id });
  log.write(own, SELF);
  const copy = incoming(OTHER, answer(false), { re: asked.id, agent: AGENT });
  log.take(copy);
  assert.equal(log.answerTo(log.get(asked.id)!)?.id, own.id);
  log.advance({ id: own.id, state: "refused", at: 3, code: "closed" });
  assert.equal(log.answerTo(log.get(asked.id)!)?.id, copy.id);
  assert.equal(log.get(own.id)!.code, "closed");
});

Deno.test("progress moves the widget that it names, of its own agent alone", () => {
  const log = new ConversationLog();
  const bar = {
    format: "widget.standard",
    version: 1,
    kind: "progress",
    id: "p",
    title: "Copie",
    value: 0,
  } as const;
  const shown = incoming(AGENT, { kind: "widget", body: bar });
  log.take(shown);
  const value = () => {
    const entry = log.get(shown.id)!;
    return entry.kind === "widget" && entry.body.kind === "progress" ? entry.body.value : undefined;
  };
  log.take(incoming(newId("agent", env), { kind: "progress", body: { ref: "p", value: 90 } }));
  assert.equal(value(), 0);
  log.take(incoming(AGENT, { kind: "progress", body: { ref: "p", value: 40, label: "fichier 2" } }));
  assert.equal(value(), 40);
  log.take(incoming(AGENT, { kind: "widget", body: { ...bar, value: 100, done: true } }));
  assert.equal(value(), 100);
  assert.equal(log.of(AGENT).length, 1);
});

Deno.test("history comes once, in the order of its writing, before what came alive", () => {
  const log = new ConversationLog();
  log.take(incoming(AGENT, text("vivant"), { at: 50 }));
  const known = log.of(AGENT)[0]!;
  const entry = (id: string, at: number) => ({
    id,
    conversation: CONVERSATION,
    agent: AGENT,
    from: AGENT,
    at,
    kind: "message" as const,
    body: { text: `à ${at}` },
  });
  const entries = [entry(newShortId(env), 10), entry(newShortId(env), 20), entry(known.id, 50)];
  const history = (from: string) =>
    incoming(from, { kind: "history", body: { part: 1, parts: 1, entries, agents: [] } });
  log.take(history(AGENT));
  assert.equal(log.of(AGENT).length, 1, "an agent passes on no history");
  log.take(history(OTHER));
  log.take(history(OTHER));
  assert.deepEqual(log.of(AGENT).map(({ at }) => at), [10, 20, 50]);
});

Deno.test("what the person was shown is seen; what was only written down is not", () => {
  const log = new ConversationLog();
  const shown = incoming(AGENT, text("lis-moi"));
  log.take(shown);
  const receipt = (state: "received" | "read") => ({
    ...written({ kind: "receipt", body: { ids: [shown.id], state } }),
    audience: { to: "endpoint", endpoint: AGENT } as const,
  });
  log.write(receipt("received"), SELF);
  assert.equal(log.get(shown.id)!.state, "arrived");
  log.write(receipt("read"), SELF);
  assert.equal(log.get(shown.id)!.state, "seen");
});

Deno.test("a conversation is bounded; what waits for its agent outlives what does not", () => {
  const log = new ConversationLog();
  const waiting = written(text("j’attends"));
  log.write(waiting, SELF);
  for (let index = 0; index < MAX_ENTRIES + 10; index++) {
    const message = incoming(OTHER, text(String(index)), { agent: AGENT });
    log.take(message);
  }
  const entries = log.of(AGENT);
  assert.equal(entries.length, MAX_ENTRIES);
  assert.equal(entries[0]!.id, waiting.id);
  assert.equal(entries.at(-1)!.kind === "message" && entries.at(-1)!.at, 5);
});
