/**
 * The count of what files take, beside adding them up.
 * @covers pacerelle-web.files.room
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { systemEnv as env } from "../../../base/env.ts";
import { openDatabase } from "../../../store/libsql/database.ts";
import {
  addRecipients,
  allFileBytes,
  deleteOldFiles,
  findFile,
  insertFile,
  releaseAllOf,
  releaseFiles,
} from "../../../store/relay/files.ts";
import { openRelayStore, RELAY, type RelayQuerier } from "../../../store/relay/open.ts";
import type { RelaySchema } from "../../../store/relay/schema.ts";
import { withStore } from "./with_store.ts";

const ACCOUNT = "account_a";

async function addAccount(db: RelayQuerier): Promise<void> {
  await db.insertInto("account").values({
    id: ACCOUNT,
    email: "a@b.example",
    password_hash: "",
    roster_version: 0,
    created_at: 1,
  }).execute();
}

const file = (n: number, sender: string, sealedBytes = 100) => ({
  id: `file_${n}`,
  account: ACCOUNT,
  sender,
  chunks: n % 3 + 1,
  sealedBytes,
  at: n,
});

async function addedUp(db: RelayQuerier): Promise<number | undefined> {
  const { rows: [row] } = await sql<{ bytes: number }>`
    select coalesce(sum(chunks * sealed_bytes), 0) as bytes from file`.execute(db);
  return row?.bytes;
}

Deno.test("allFileBytes() is what the files that are there come to, whatever is done with them", async () => {
  const ends = ["agent_a", "device_b", "device_c"] as const;
  const end = fc.constantFrom(...ends);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("add"), n: fc.nat(20), end, bytes: fc.integer({ min: 1, max: 131_088 }) }),
    fc.record({ kind: fc.constant("release"), n: fc.nat(20), end, bytes: fc.constant(0) }),
    fc.record({ kind: fc.constantFrom("leave", "old"), n: fc.nat(20), end, bytes: fc.constant(0) }),
  );
  await withStore(async (store) => {
    await store.write(addAccount);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await store.write(async (db) => {
          for (const { kind, n, end, bytes } of steps) {
            const { id } = file(n, end);
            if (kind === "add" && await findFile(db, id) === undefined) {
              await insertFile(db, file(n, end, bytes));
              await addRecipients(db, id, ends.filter((other) => other !== end));
            }
            if (kind === "release") await releaseFiles(db, [id], { account: ACCOUNT, endpoint: end });
            if (kind === "leave") await releaseAllOf(db, end);
            if (kind === "old") await deleteOldFiles(db, n, 4);
            assert.equal(await allFileBytes(db), await addedUp(db));
          }
        });
      }),
      { numRuns: 50 },
    );
  });
});

Deno.test("the files of a relay of the version before are counted", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relay-files-" });
  try {
    const url = `file:${folder}/relay.db`;
    const { "0003_file_room": _, ...migrations } = RELAY.migrations;
    const old = await openDatabase<RelaySchema>({ ...RELAY, migrations, url, env });
    await old.write(async (db) => {
      await addAccount(db);
      await insertFile(db, file(1, "agent_a"));
      await insertFile(db, file(2, "agent_a", 7));
    });
    await old.close();
    const store = await openRelayStore({ url, env });
    assert.equal(await allFileBytes(store.read), 2 * 100 + 3 * 7);
    await store.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
