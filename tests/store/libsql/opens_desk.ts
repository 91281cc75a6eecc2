/**
 * A process of its own that opens the desk, writes to it, and says when it could: started by tests.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";

const [url = "", name = "", times = "1"] = Deno.args;
const store = await openDeskStore({ url, env: systemEnv });
for (let time = 0; time < Number(times); time++) {
  await store.write(async (trx) => {
    const { id } = await trx.insertInto("inbox").values({ id: `${name}-${time}`, name, created_at: 1 })
      .returning("id").executeTakeFirstOrThrow();
    // Away from SQLite for a moment, in the middle of a transaction.
    await systemEnv.sleep(1);
    await trx.updateTable("inbox").set({ description: "written" }).where("id", "=", id).execute();
  });
}
await store.close();
