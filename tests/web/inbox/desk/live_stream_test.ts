/**
 * The live stream: events however they are cut, and coming back after everything that can end it.
 * @covers messagerie-web.inbox.page-recovers
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { EventReader } from "../../../../web/kit/event_reader.ts";
import { claim, type Locks } from "../../../../web/inbox/desk/bell/claims.ts";

Deno.test("EventReader gives the same events however the stream is cut", () => {
  const stream =
    'retry: 1000\n\n: quiet\n\nevent: ready\ndata: {}\n\nid: 7\n\nevent: message\r\ndata: {"a":1}\r\n\r\n' +
    "data: un\ndata: deux\nid: 9\n\nevent: none\n\n";
  fc.assert(fc.property(fc.array(fc.nat(stream.length), { maxLength: 20 }), (cuts) => {
    const reader = new EventReader();
    const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
    const events = at.slice(1).flatMap((end, index) => [...reader.take(stream.slice(at[index], end))]);
    assert.deepEqual(events, [
      { event: "ready", data: "{}" },
      { event: "message", data: '{"a":1}' },
      { event: "message", data: "un\ndeux" },
    ]);
    assert.equal(reader.lastId, "9");
  }));
});

Deno.test("EventReader knows an id only once all that stands before it was read", () => {
  const reader = new EventReader();
  reader.take("id: 5\n");
  assert.equal(reader.lastId, "");
  reader.take("\n");
  assert.equal(reader.lastId, "5");
});

Deno.test("claim() lets one tab ring, also while tabs do not see each other's storage yet", async () => {
  const shelf = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      size: () => [...kept.values()].join("").split(" ").length,
    };
  };
  const held = new Set<string>();
  const locks = {
    // A lock that is asked for if available, and held for good.
    request: ((name: string, _: unknown, callback: (lock: unknown) => unknown) => {
      const isFree = !held.has(name);
      held.add(name);
      void callback(isFree ? {} : null);
      return Promise.resolve();
    }) as Locks["request"],
  };
  const [one, other] = [shelf(), shelf()];
  assert.deepEqual(
    await Promise.all([claim("a", one, locks), claim("a", other, locks), claim("b", other, locks)]),
    [true, false, true],
  );
  // Without locks, what one tab remembers is what another reads.
  assert.equal(await claim("c", one, null), true);
  assert.equal(await claim("c", one, null), false);
  for (let n = 0; n < 300; n++) await claim(`n${n}`, one, null);
  assert.ok(one.size() <= 100);
});
