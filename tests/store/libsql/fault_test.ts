/**
 * Kinds of fault by the driver's codes.
 * @covers messagerie.data.faults
 */
import assert from "node:assert/strict";
import { DatabaseFault, isBusy, toDatabaseFault } from "../../../store/libsql/fault.ts";

function kindOf(code: string): string {
  const error = Object.assign(new Error("driver"), { code });
  const fault = toDatabaseFault(error);
  return fault instanceof DatabaseFault ? fault.kind : fault === error ? "none" : "another";
}

Deno.test("a fault is told by the code's name, and by its number where the driver has no name for it", () => {
  for (
    const [code, kind] of [
      ["SQLITE_READONLY", "readonly"],
      ["SQLITE_IOERR_WRITE", "unreachable"],
      ["SQLITE_CONSTRAINT_UNIQUE", "none"],
      // READONLY_DIRECTORY: a folder in which the log cannot be made.
      ["UNKNOWN_SQLITE_ERROR_1544", "readonly"],
      // READONLY_DBMOVED, CORRUPT_INDEX, CANTOPEN_ISDIR, BUSY_TIMEOUT, IOERR_CORRUPTFS.
      ["UNKNOWN_SQLITE_ERROR_1032", "readonly"],
      ["UNKNOWN_SQLITE_ERROR_779", "corrupt"],
      ["UNKNOWN_SQLITE_ERROR_526", "unreachable"],
      ["UNKNOWN_SQLITE_ERROR_773", "locked"],
      ["UNKNOWN_SQLITE_ERROR_8458", "unreachable"],
      // CONSTRAINT_DATATYPE: the program's own fault.
      ["UNKNOWN_SQLITE_ERROR_3091", "none"],
      ["ENOENT", "none"],
    ] as const
  ) assert.equal(kindOf(code), kind, code);
  assert.equal(kindOf("UNKNOWN_SQLITE_ERROR_"), "none");
});

Deno.test("a lock of another connection is told from every other fault, named or not", () => {
  const busy = (code: string) => isBusy(Object.assign(new Error("driver"), { code }));
  assert.deepEqual(
    ["SQLITE_BUSY", "SQLITE_LOCKED_SHAREDCACHE", "UNKNOWN_SQLITE_ERROR_517", "UNKNOWN_SQLITE_ERROR_773"].map(
      busy,
    ),
    [true, true, true, true],
  );
  assert.deepEqual(["SQLITE_FULL", "UNKNOWN_SQLITE_ERROR_1544", "5"].map(busy), [false, false, false]);
  assert.equal(isBusy(undefined), false);
});
