/**
 * A watched conversation: whatever order pages, changes, clocks and another holder come in, it shows what the device has.
 * @covers pacerelle-web.app.orders
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { CommandValue } from "../../../../web/pacerelle/app/api.ts";
import type { EntryView } from "../../../../web/pacerelle/app/entry_types.ts";
import type { EntriesChange } from "../../../../web/pacerelle/app/tab_state.ts";
import type { Outcome } from "../../../../web/pacerelle/app/told.ts";
import { Watch } from "../../../../web/pacerelle/app/watch.ts";

const RUNS = Deno.env.get("FAULTS") === "long" ? 20_000 : 300;

type Page = Outcome<CommandValue<"page">>;

const entry = (id: string, at: number, text = id): EntryView => ({
  kind: "message",
  id,
  at,
  text,
  agent: "a",
  isMine: false,
  isSeen: true,
  standing: null,
  re: null,
  attachments: [],
});

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}

Deno.test("every order of pages, changes and clocks ends with what the device has", async () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const log = Array.from({ length: 120 }, (_, n) => entry(`e${n}`, n * 10));
      let clock = 1_200;
      // Changes and answers come through one channel, in order.
      const channel: (() => void)[] = [];
      const watch: Watch = new Watch({
        agent: "a",
        load: (before, limit) =>
          new Promise<Page>((resolve) => {
            channel.push(() => {
              const end = before === undefined ? log.length : log.findIndex(({ id }) => id === before);
              const start = Math.max(0, end - limit);
              const value = { entries: log.slice(start, end), hasMore: start > 0 };
              channel.push(() => resolve({ ok: true, value }));
            });
          }),
        onChange: () => {},
        onClose: () => {},
      });
      const tell = (change: Omit<EntriesChange, "agent">) =>
        channel.push(() => watch.take({ agent: "a", ...change }));
      for (const [what, n] of all) {
        if (what === 0) {
          const fresh = entry(`e${log.length}`, clock += 10);
          log.push(fresh);
          tell({ entries: [fresh], added: [fresh.id] });
        } else if (what === 1) {
          const at = Math.max(0, log.length - 1 - n * n * 2);
          const { id, at: when } = log[at]!;
          const changed = log[at] = entry(id, when, `changed ${n}`);
          tell({ entries: [changed], added: [] });
        } else if (what === 2) {
          log.unshift(...log.splice(log.length - 1 - n, 1));
          tell({ entries: null, added: [] });
        } else if (what === 3) clock = n * 200;
        else if (what === 4) void watch.loadOlder();
        else if (what === 5) void watch.reload();
        else channel.shift()?.();
        await settle();
      }
      while (channel.length > 0) {
        channel.shift()?.();
        await settle();
      }
      assert.deepEqual(watch.entries, log.slice(-watch.entries.length));
      assert.equal(watch.hasMore, watch.entries.length < log.length);
      assert.ok(watch.entries.length >= 50);
    }),
    { numRuns: RUNS },
  );
});
