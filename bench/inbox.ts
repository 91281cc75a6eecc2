/**
 * The advisors' API as their pages use it: opening the list with its counts on a large desk and a thread of 2,000 messages,
 * each beside the same SQL given straight to the driver; and what is written reaching 500 open pages, beside a server that
 * does nothing but pass ready bytes to 500 streams.
 *
 *     deno run -A bench/inbox.ts [--conversations 100000] [--messages 1000000] [--calls 200] [--pages 500] [--events 60]
 */
import { parseArgs } from "node:util";
import NativeDatabase from "libsql";
import { systemEnv } from "../base/env.ts";
import { silentLogger } from "../base/log.ts";
import { createInboxHandler } from "../server/messagerie/inbox/handler.ts";
import { DESK_ROUTES } from "../server/messagerie/inbox/routes.ts";
import type { SignedIn } from "../server/messagerie/inbox/signed_in.ts";
import type { Reach } from "../service/messagerie/actor.ts";
import type { Desk } from "../service/messagerie/desk.ts";
import { bindable } from "../store/libsql/connection.ts";
import { openDeskStore } from "../store/messagerie/open.ts";
import { fanOut } from "./inbox/fan_out.ts";
import { longThread } from "./inbox/long_thread.ts";
import { openBenchDesk } from "./store/desk.ts";
import { HEAD, row, Stopwatch } from "./store/measure.ts";

const { values } = parseArgs({
  options: {
    conversations: { type: "string", default: "100000" },
    messages: { type: "string", default: "1000000" },
    calls: { type: "string", default: "200" },
    pages: { type: "string", default: "500" },
    events: { type: "string", default: "60" },
  },
});
const CALLS = Number(values.calls);
const WARM_UP = 3;
const say = (line: string) => void Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));

/** The routes over a database, with no sockets; what they ask of it is written down. */
async function openRoutes(path: string) {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const store = await openDeskStore({
    url: `file:${path}`,
    env: systemEnv,
    onStatement: (sql, parameters) => asked.push({ sql, parameters }),
  });
  const desk: Desk = {
    store,
    env: systemEnv,
    log: silentLogger,
    channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
    wakeOutbound: () => {},
    wakeFeed: () => {},
  };
  let reach: Reach = { all: true };
  const signedIn = (): Promise<SignedIn> =>
    Promise.resolve({
      actor: { kind: "person", agentNo: 1, agentId: "", name: "Ana", role: "supervisor", reach },
      sessionId: "",
      csrf: "",
      expiresAt: 0,
    });
  const handle = createInboxHandler({ desk, gate: { signedIn }, routes: DESK_ROUTES });
  const bare = new NativeDatabase(path);
  bare.exec("pragma cache_size = -16384");
  const prepared = new Map<string, ReturnType<typeof bare.prepare>>();

  /** Asks for these paths, one after the other as one call; then what they asked of the database. */
  async function beside(name: string, as: Reach, paths: readonly string[], target: number): Promise<void> {
    reach = as;
    const [ours, reference] = [new Stopwatch(), new Stopwatch()];
    let most = 0;
    // The first calls compile the queries and fill the caches: a server does that once.
    for (let call = -WARM_UP; call < CALLS; call++) {
      asked.length = 0;
      const [stopwatch, beside] = call < 0 ? [new Stopwatch(), new Stopwatch()] : [ours, reference];
      await stopwatch.time(async () => {
        for (const target of paths) {
          const response = await handle(new Request(`http://desk/api/inbox${target}`), "");
          if (response.status !== 200) throw new Error(`${target}: ${await response.text()}`);
          await response.text();
        }
      });
      most = Math.max(most, asked.length);
      const statements = asked.filter(({ sql }) => !/^(begin|commit)/.test(sql)).map(
        ({ sql, parameters }) => {
          const statement = prepared.get(sql) ?? bare.prepare(sql);
          prepared.set(sql, statement);
          return { statement, bound: parameters.map(bindable) };
        },
      );
      await beside.time(() => {
        for (const { statement, bound } of statements) statement.all(bound);
      });
    }
    say(row(name, ours.measured, { statements: `${most}`, reference: reference.measured, target }));
  }
  return { store, desk, beside };
}

const size = { conversations: Number(values.conversations), messages: Number(values.messages) };
const { store, path } = await openBenchDesk(size, say);
const [some] = await store.read.selectFrom("conversation").select("id").where("status", "<>", "resolved")
  .limit(1)
  .execute();
await store.close();
say(HEAD);
{
  const { store, beside } = await openRoutes(path);
  const five: Reach = { all: false, inboxNos: [1, 4, 7, 18, 20] };
  // A second each way is promised to people; a browser and a network come on top.
  await beside(
    "opening: first page and counts, all inboxes",
    { all: true },
    ["/conversations", "/counts"],
    20,
  );
  await beside("opening: first page and counts, five inboxes", five, ["/conversations", "/counts"], 20);
  await beside("the queue", five, ["/conversations?tab=queue"], 20);
  await beside("on hold", { all: true }, ["/conversations?tab=pending"], 20);
  await beside("a label of every third", five, ["/conversations?tab=all&tag=livraison"], 20);
  await beside("details and thread", { all: true }, [
    `/conversations/${some?.id}`,
    `/conversations/${some?.id}/messages`,
  ], 20);
  await store.close();
}
const thread = await longThread(2_000);
{
  const { store, beside } = await openRoutes(thread.path);
  const at = `/conversations/${thread.id}/messages`;
  await beside("thread of 2,000: newest 50", { all: true }, [at], 20);
  await beside("thread of 2,000: newest 500", { all: true }, [`${at}?limit=500`], 50);
  await beside("thread of 2,000: 50 from the middle", { all: true }, [`${at}?before=${thread.middle}`], 20);
  await store.close();
}
say("");
await fanOut({ pages: Number(values.pages), events: Number(values.events), say });
await thread.remove();
