/**
 * The real server is killed (SIGKILL) at random moments while programs write through MCP, and starts again on the same
 * file. What was acknowledged is there exactly once; what was not is there once or not at all; nothing is half there.
 * @covers messagerie.data.kill
 * @covers messagerie.writes.one-transaction
 */
import { deepEqual, equal, ok } from "node:assert/strict";
import NativeDatabase from "libsql";
import { seededRandom } from "../../service/messagerie/demo/random.ts";
import { testFolder } from "../server/messagerie/cli/run_cli.ts";
import { furnish } from "../server/messagerie/furnished.ts";
import { callTool, serve } from "../server/messagerie/served.ts";
import type { Any } from "../any.ts";

const LONG = Deno.env.get("FAULTS") === "long";
const KILLS = LONG ? 500 : 8;
const WRITERS = 4;
/** A kill comes at most this long after the first answer. */
const LONGEST_MS = 400;

function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(line + "\n"));
}

/** What the writers asked for, by its text, and whether it was acknowledged. */
type Asked = Map<string, { acknowledged: boolean; readonly resolve: boolean }>;

/** Writes until the server is gone. */
async function writeOn(
  url: string,
  token: string,
  next: () => { readonly name: string; readonly args: { readonly text: string; readonly resolve?: boolean } },
  asked: Asked,
): Promise<void> {
  for (;;) {
    const { name, args } = next();
    const entry = { acknowledged: false, resolve: args.resolve === true };
    asked.set(args.text, entry);
    try {
      const { status, body } = await callTool(url, token, name, args);
      equal(status, 200, JSON.stringify(body));
      ok(body.result.isError === undefined, JSON.stringify(body));
      entry.acknowledged = true;
    } catch (error) {
      // The connection broke: the server is gone. Anything else is a failure of the test.
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
  }
}

/** Looks into the file itself. */
function inspect(path: string, asked: Asked): void {
  const database = new NativeDatabase(path);
  const all = (sql: string): Any[] => database.prepare(sql).all();
  try {
    deepEqual(all("pragma integrity_check").map((row) => row.integrity_check), ["ok"]);
    deepEqual(all("pragma foreign_key_check"), []);
    const rows = all(`select m.body, m.seq, m.conversation_no,
        (select count(*) from change c where c.message_id = m.id) as changes,
        (select t.folded from message_text t where t.seq = m.seq) as folded,
        (select f.rowid from message_fts f where f.rowid = m.seq) as indexed,
        (select n.event from message n where n.conversation_no = m.conversation_no and n.seq > m.seq
          order by n.seq limit 1) as then_event
      from message m where m.body like 'essai %'`);
    const seen = new Map<string, number>();
    for (const row of rows) {
      seen.set(row.body, (seen.get(row.body) ?? 0) + 1);
      equal(row.changes, 1, "the feed tells each message, in its own transaction");
      equal(row.folded, row.body, "the search holds each message");
      equal(row.indexed, row.seq);
      if (asked.get(row.body)?.resolve) {
        equal(JSON.parse(row.then_event).type, "resolved", "all of a write or nothing");
      }
    }
    for (const [text, { acknowledged }] of asked) {
      const times = seen.get(text) ?? 0;
      ok(
        acknowledged ? times === 1 : times <= 1,
        `${text}: acknowledged ${acknowledged}, there ${times} times`,
      );
    }
    equal(seen.size, new Set(rows.map(({ body }) => body)).size);
    ok([...seen.keys()].every((text) => asked.has(text)));
  } finally {
    database.close();
  }
}

Deno.test(`a server that is killed ${KILLS} times loses nothing that it acknowledged and doubles nothing`, async () => {
  const seed = Number(Deno.env.get("FAULTS_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  say(`FAULTS_SEED=${seed}`);
  const random = seededRandom(seed);
  await using folder = await testFolder();
  const { conversationIds, create } = await furnish(folder.url);
  const asked: Asked = new Map();
  let count = 0;
  const next = () => {
    const note = random.chance(0.3);
    const text = `essai ${++count} fin`;
    const args = { conversation_id: random.pick(conversationIds), text };
    return note
      ? { name: "add_note", args }
      : { name: "send_reply", args: { ...args, resolve: random.chance(0.5) } };
  };
  let kills = 0;
  for (; kills < KILLS; kills++) {
    // A new token each time: the limit of requests is not what is tried here.
    const tokens = await Promise.all(Array.from({ length: WRITERS }, () => create()));
    await using server = await serve(folder.url);
    const before = [...asked.values()].filter(({ acknowledged }) => acknowledged).length;
    const writing = Promise.all(tokens.map(({ token }) => writeOn(server.url, token, next, asked)));
    while ([...asked.values()].filter(({ acknowledged }) => acknowledged).length === before) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await new Promise((resolve) => setTimeout(resolve, random.fraction() * LONGEST_MS));
    await server.stop("SIGKILL");
    await writing;
    if (!LONG || kills % 25 === 24) inspect(`${folder.path}/desk.db`, asked);
  }
  inspect(`${folder.path}/desk.db`, asked);
  const acknowledged = [...asked.values()].filter((entry) => entry.acknowledged).length;
  say(`${kills} kills, ${count} writes asked for, ${acknowledged} acknowledged`);
  ok(acknowledged >= KILLS && acknowledged < count, "kills came in the middle of writes");
});
