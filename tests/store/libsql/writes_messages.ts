/**
 * A process of its own that writes messages and their place in the search until it is killed: started by a test.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";
import { indexMessages, unindexMessages } from "../../../store/messagerie/search/mod.ts";

const [url = ""] = Deno.args;
const store = await openDeskStore({ url, env: systemEnv });
for (;;) {
  const seq = await store.write(async (trx) => {
    const { seq } = await trx.insertInto("message").values({
      id: crypto.randomUUID(),
      conversation_no: 1,
      inbox_no: 0,
      kind: 0,
      author: 0,
      body: "",
      created_at: 1,
    }).returning("seq").executeTakeFirstOrThrow();
    const body = `bonjour numero${seq}x`;
    await trx.updateTable("message").set({ body }).where("seq", "=", seq).execute();
    await indexMessages(trx, [{ seq, inboxNo: 0, body }]);
    if (seq % 7 === 0) {
      await trx.updateTable("message").set({ body: "", deleted_at: 1 }).where("seq", "=", seq - 3).execute();
      await unindexMessages(trx, [seq - 3]);
    }
    return seq;
  });
  Deno.stdout.writeSync(new TextEncoder().encode(`${seq}\n`));
}
