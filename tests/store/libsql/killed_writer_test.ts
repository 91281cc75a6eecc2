/**
 * A process is killed in the middle of its writes, again and again: what it said is written is there, found, and in step
 * with the index; what it had not finished left nothing.
 * @covers messagerie.data.kill
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { systemEnv } from "../../../base/env.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";
import { findSeqs } from "../../../store/messagerie/search/find_seqs.ts";
import { insertOneConversation } from "../messagerie/one_conversation.ts";

Deno.test("a writer that is killed loses nothing that it had committed, and leaves the index in step", async () => {
  const folder = await Deno.makeTempDir();
  const url = `file:${folder}/desk.db`;
  const first = await openDeskStore({ url, env: systemEnv });
  await first.write(async (trx) => {
    await insertOneConversation(trx);
  });
  await first.close();
  const script = new URL("./writes_messages.ts", import.meta.url).pathname;
  let told = 0;
  for (let round = 0; round < (Deno.env.get("FAULTS") === "long" ? 40 : 3); round++) {
    const writer = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", "--quiet", script, url],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const wanted = 3 + Math.floor(Math.random() * 40);
    let output = "";
    for await (const text of writer.stdout.pipeThrough(new TextDecoderStream())) {
      output += text;
      if (output.split("\n").length > wanted) break;
    }
    writer.kill("SIGKILL");
    await writer.status;
    // The last line may have been cut.
    told = Math.max(told, ...output.split("\n").slice(0, -1).map(Number));

    const store = await openDeskStore({ url, env: systemEnv });
    const rows = await store.read.selectFrom("message").select(["seq", "body", "deleted_at"]).orderBy("seq")
      .execute();
    assert.ok(rows.length >= told, `${rows.length} messages of ${told} that were told`);
    assert.deepEqual(rows.map((row) => row.seq), rows.map((_, at) => at + 1), "dense");
    const alive = rows.filter((row) => row.deleted_at === null).map((row) => row.seq);
    assert.ok(rows.every((row) => row.deleted_at !== null || row.body === `bonjour numero${row.seq}x`));
    const turns = { firstLook: 1, longLook: 0, few: 0, maxTerms: 600, listCost: 0, maxShare: 1 };
    const found = await findSeqs(store.read, { query: "bonjour", scope: null, limit: 100_000 }, turns);
    assert.deepEqual(found, alive.toReversed());
    for (const seq of alive.slice(-20)) {
      assert.deepEqual(await findSeqs(store.read, { query: `numero${seq}x`, scope: [0], limit: 5 }, turns), [
        seq,
      ]);
    }
    const { rows: [check] } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
      store.read,
    );
    assert.equal(check?.integrity_check, "ok");
    await store.close();
  }
  assert.ok(told > 9);
  await Deno.remove(folder, { recursive: true });
});
