/**
 * @covers messagerie.demo
 */
import { deepEqual, equal, notDeepEqual, ok } from "node:assert/strict";
import { generateDemo } from "../../../../service/messagerie/demo/generate.ts";
import { readInput } from "../../../../base/issues.ts";
import { type ConversationRecord, SECTIONS } from "../../../../service/messagerie/transfer/desk_file.ts";

const UNTIL = Date.UTC(2026, 5, 1, 12);

function demo(options: { conversations?: number; messages?: number; seed?: number; until?: number } = {}) {
  return [...generateDemo({ conversations: 200, messages: 2_000, seed: 1, until: UNTIL, ...options })];
}

function conversations(...options: Parameters<typeof demo>): ConversationRecord[] {
  return demo(...options).filter(({ section }) => section === "conversations").map(({ value }) => {
    const read = readInput(SECTIONS.conversations, value);
    ok(read.ok, JSON.stringify(read));
    return read.value;
  });
}

Deno.test("the same seed and day give the same desk, to the last id; another seed another", () => {
  deepEqual(demo(), demo());
  notDeepEqual(demo(), demo({ seed: 2 }));
  notDeepEqual(demo(), demo({ until: UNTIL + 86_400_000 }));
});

Deno.test("there are as many conversations and messages as were asked for", () => {
  for (const [count, messages] of [[1, 1], [1, 50], [7, 7], [40, 41], [200, 2_000], [30, 3_000]] as const) {
    const made = conversations({ conversations: count, messages });
    equal(made.length, count);
    equal(made.reduce((sum, conversation) => sum + conversation.messages.length, 0), messages);
  }
});

Deno.test("everything is a desk file, nothing is after the demo's day, no gap is left in a phrase", () => {
  for (const { section, value } of demo()) {
    const read = readInput(SECTIONS[section], value);
    ok(read.ok, JSON.stringify(read));
  }
  for (const { messages } of conversations()) {
    let before = 0;
    for (const { at, text } of messages) {
      ok(at >= before && at <= UNTIL);
      before = at;
      ok(!/[{}]/.test(text ?? ""), text ?? "");
    }
  }
});

Deno.test("it looks like a desk in use: every status, channel and kind of message occurs", () => {
  const made = conversations({ conversations: 400, messages: 4_000 });
  const seen = (values: readonly unknown[]) => new Set(values);
  deepEqual(seen(made.map(({ status }) => status)), new Set(["ai", "open", "pending", "resolved"]));
  deepEqual(seen(made.map(({ channel }) => channel)), new Set(["web", "sms", "email"]));
  deepEqual(
    seen(made.flatMap(({ messages }) => messages.map(({ from }) => from))),
    new Set(["visitor", "agent", "ai", "note", "event", "handoff"]),
  );
  ok(made.some(({ inbox }) => inbox === undefined) && made.some(({ unread }) => unread));
  ok(made.some(({ messages }) => messages.some(({ files }) => files)));
});
