/**
 * What logs may hold.
 * @covers messagerie.logs
 */
import assert from "node:assert/strict";
import { createLogger, errorName } from "../../base/log.ts";
import { DatabaseFault } from "../../store/libsql/fault.ts";

Deno.test("errorName() tells what an error is and never what it says", () => {
  const secret = "msg_k3v9x2ma_secret";
  const withCode = (code: unknown) => Object.assign(new TypeError(secret), { code });
  assert.equal(errorName(new RangeError(secret)), "RangeError");
  assert.equal(errorName(new DatabaseFault("full", { cause: new Error(secret) })), "DatabaseFault full");
  assert.equal(errorName(withCode("SQLITE_FULL")), "TypeError SQLITE_FULL");
  for (const code of [secret + " and more", 7, "", null, "x".repeat(61)]) {
    assert.equal(errorName(withCode(code)), "TypeError");
  }
  assert.equal(errorName(secret), "string");
  assert.equal(errorName(undefined), "undefined");
});

Deno.test("a logger writes one JSON line per event at and above its level, whatever the values hold", () => {
  const lines: string[] = [];
  const log = createLogger({ level: "warn", write: (line) => lines.push(line), env: { now: () => 0 } });
  log.info("unheard");
  log.warn("heard", { text: "a\nb\u2028" });
  log.error("heard");
  assert.equal(lines.length, 2);
  assert.ok(lines.every((line) => /^[^\n]+\n$/.test(line)));
  assert.deepEqual(JSON.parse(lines[0] ?? ""), {
    at: "1970-01-01T00:00:00.000Z",
    level: "warn",
    event: "heard",
    text: "a\nb\u2028",
  });
});

Deno.test("a logger whose sink fails stops nothing", () => {
  const log = createLogger({
    level: "error",
    write: () => {
      throw new Error("the disk is full");
    },
    env: { now: () => 0 },
  });
  assert.doesNotThrow(() => log.error("lost"));
});
