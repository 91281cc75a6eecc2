/**
 * @covers messagerie.demo
 */
import { deepEqual, equal } from "node:assert/strict";
import { progressOn } from "../../../../server/messagerie/cli/progress.ts";

function terminal(watched: boolean) {
  const written: string[] = [];
  return {
    written,
    watched,
    out: () => Promise.reject(new Error("progress is no output")),
    error: (text: string) => Promise.resolve(void written.push(text)),
    environment: () => undefined,
  };
}

Deno.test("progressOn() draws one line over and over, at most every tenth of a second, the end always", async () => {
  const screen = terminal(true);
  let now = 0;
  const progress = progressOn(screen, () => now);
  progress.bar("Messages", 0, 200);
  now = 99;
  progress.bar("Messages", 50, 200);
  now = 100;
  progress.bar("Messages", 100, 200);
  progress.bar("Messages", 200, 200);
  await progress.clear();
  deepEqual(screen.written, [
    `\r\x1b[KMessages ${"░".repeat(30)} 0 %`,
    `\r\x1b[KMessages ${"█".repeat(15)}${"░".repeat(15)} 50 %`,
    `\r\x1b[KMessages ${"█".repeat(30)} 100 %`,
    "\r\x1b[K",
  ]);
});

Deno.test("progressOn() shows nothing where nobody watches", async () => {
  const file = terminal(false);
  const progress = progressOn(file);
  progress.show("x");
  progress.bar("x", 1, 1);
  await progress.clear();
  equal(file.written.length, 0);
});
