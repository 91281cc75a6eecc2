/**
 * A real process that keeps a mailbox, for runtimes_test.ts: `keeper.ts ROOT FROM`. It tells what it found, then appends
 * batches from number FROM on until it is killed, and prints each number once it is stored. It compacts all the time.
 * @module
 */
import process from "node:process";
import { nodeFs } from "../../../store/mailbox/node_fs.ts";
import { batchesIn, batchOf, openDesk } from "./desk.ts";

const [root = "", from = "0"] = process.argv.slice(2);
const { journal, entries } = await openDesk({ fs: nodeFs, root, floorBytes: 20_000 });
process.stdout.write(JSON.stringify({ found: batchesIn(entries), generation: journal.generation }) + "\n");
for (let batch = Number(from);; batch++) {
  await journal.append(batchOf(batch, 1 + batch % 3));
  process.stdout.write(`${batch}\n`);
}
