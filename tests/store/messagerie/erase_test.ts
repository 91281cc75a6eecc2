/**
 * What is left in the database's file of a message that was deleted for all.
 * @covers messagerie.data.erased
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { sql } from "kysely";
import { systemEnv } from "../../../base/env.ts";
import { eraseMessage, insertAttachments, insertMessage } from "../../../store/messagerie/messages.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";
import { mergeAll, refreshStatistics } from "../../../store/messagerie/search/tend_search.ts";
import { placeDesk } from "../../place_desk.ts";
import { insertOneConversation } from "./one_conversation.ts";

/** Longer than a page, so that what it held lies on pages of its own. */
const long = (sentence: string) => `${sentence} `.repeat(300);

Deno.test("of an erased message no sentence and no file is left in the database's file, and in the end no word", async () => {
  await using place = await placeDesk("file");
  const store = await openDeskStore({ url: place.url, env: systemEnv });
  const found = async (text: string) => {
    await sql`pragma wal_checkpoint(truncate)`.execute(store.read);
    const [file, log] = await Promise.all(["", "-wal"].map((end) => Deno.readFile(place.path + end)));
    return [file, log].some((bytes) => bytes !== undefined && Buffer.from(bytes).includes(text));
  };
  const texts = ["la girafe danse", long("un zanzibarium secret"), "le colis est parti"];
  await store.write(async (trx) => {
    await insertOneConversation(trx);
    for (const [n, body] of texts.entries()) {
      const message = { conversationNo: 1, inboxNo: 0, kind: 0, author: 0, body, at: 1 };
      await insertMessage(trx, { ...message, id: `m${n}` });
      const content = new TextEncoder().encode(`pièce jointe ${n} `.repeat(1_000));
      await insertAttachments(trx, `m${n}`, [
        { id: `a${n}`, name: "a.txt", mimeType: "text/plain", content },
      ]);
    }
  });
  assert.ok(await found("zanzibarium secret") && await found("girafe danse") && await found("jointe 1 pi"));
  await store.write(async (trx) => {
    for (const seq of [1, 2]) await eraseMessage(trx, { seq, id: `m${seq - 1}` }, 2);
  });
  for (const gone of ["zanzibarium secret", "girafe danse", "jointe 0 pi", "jointe 1 pi"]) {
    assert.equal(await found(gone), false, gone);
  }
  assert.ok(await found("colis est parti") && await found("jointe 2 pi"), "nothing else went");
  // Words by themselves: those of the vocabulary when it is counted, those of the index when it is merged.
  await store.write(async (trx) => {
    for (let after: string | null = ""; after !== null;) after = await refreshStatistics(trx, after);
    await mergeAll(trx);
  });
  // What the merges left on free pages goes as these are used again; a copy has none.
  const copy = `${place.folder}/copy.db`;
  await sql`vacuum into ${copy}`.execute(store.read);
  const bytes = Buffer.from(await Deno.readFile(copy));
  assert.equal(bytes.includes("zanzibarium"), false);
  assert.ok(bytes.includes("colis"));
  await store.close();
});
