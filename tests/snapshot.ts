/**
 * Values kept in git, which change only on purpose: `UPDATE_SNAPSHOTS=1` rewrites them, and the difference is read in the
 * commit. A snapshot that is not there fails, so that none is ever made by accident.
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";

const FOLDER = join(import.meta.dirname ?? ".", "snapshots");
const UPDATE = Deno.env.get("UPDATE_SNAPSHOTS") === "1";

/** Holds `value` against `tests/snapshots/<name>.json`. */
export async function assertSnapshot(name: string, value: unknown): Promise<void> {
  const path = join(FOLDER, `${name}.json`);
  const text = JSON.stringify(value, null, 2) + "\n";
  if (UPDATE) {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, text);
    return;
  }
  let kept: string;
  try {
    kept = await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    assert.fail(`no snapshot ${name}: make it with UPDATE_SNAPSHOTS=1`);
  }
  // As text, so that the order of the keys is kept too.
  assert.equal(text, JSON.stringify(JSON.parse(kept), null, 2) + "\n");
}
