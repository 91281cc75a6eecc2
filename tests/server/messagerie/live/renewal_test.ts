/**
 * Nothing lets a stream live on after its session: a database that failed just then, changes that were too many to be told.
 * @covers messagerie-web.live.session
 */
import type { Feed, FeedListener } from "../../../../server/messagerie/live/feed.ts";
import { InboxStreams } from "../../../../server/messagerie/live/inbox_streams.ts";
import { Presence } from "../../../../server/messagerie/live/presence.ts";
import type { SignedIn } from "../../../../server/messagerie/inbox/signed_in.ts";
import { sessionChange } from "../../../../service/messagerie/directory/directory_desk.ts";
import type { Change } from "../../../../store/messagerie/changes.ts";
import { openDesk } from "../../../service/messagerie/desk.ts";
import { until } from "../../../until.ts";

/** A person's stream over a feed that the test writes itself. */
async function follow() {
  const desk = await openDesk();
  const awa = await desk.agent({ inboxes: [await desk.inbox()] });
  const who: SignedIn = {
    actor: desk.person(awa, []),
    sessionId: "018f0000-0000-7000-8000-000000000001",
    csrf: "",
    expiresAt: desk.time + 1e9,
  };
  const gate = { renewed: (): Promise<SignedIn | undefined> => Promise.resolve(who) };
  let listener: FeedListener | undefined;
  const feed: Feed = {
    follow: (follower) => {
      listener = follower;
      return Promise.resolve({ from: 0, stop: () => {} });
    },
    missed: () => Promise.resolve([]),
    wake: () => {},
    close: () => Promise.resolve(),
  };
  const streams = new InboxStreams({ desk, feed, gate, presence: new Presence(desk.env) });
  const response = await streams.open(who, undefined);
  let text = "";
  const read = (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk);
  })();
  const said = async (part: string) => {
    await until(() => text.includes(part), () => `${part} in ${text}`);
  };
  await said("event: ready");
  const ended: Change = { no: 1, ...sessionChange(desk.env, awa.no) };
  return {
    gate,
    said,
    ended,
    listener: listener!,
    async [Symbol.asyncDispose]() {
      await streams.close();
      await read;
      await desk[Symbol.asyncDispose]();
    },
  };
}

const over = () => Promise.resolve(undefined);

Deno.test("a session that ends while the database fails ends its stream once the database answers", async () => {
  await using stream = await follow();
  stream.gate.renewed = () => Promise.reject(new Error("disk"));
  stream.listener.changes([stream.ended]);
  await stream.said("event: reset");
  stream.gate.renewed = over;
  await stream.said('event: bye\ndata: {"reason":"session"}');
});

Deno.test("a session's end among more changes than can be told ends its stream", async () => {
  await using stream = await follow();
  stream.gate.renewed = over;
  const more = Array.from({ length: 6_000 }, (_, at): Change => ({
    ...stream.ended,
    no: at + 2,
    kind: "token",
    agent_no: null,
  }));
  stream.listener.changes([stream.ended, ...more]);
  await stream.said('event: bye\ndata: {"reason":"session"}');
});

Deno.test("a session's end among changes that nobody knows any more ends its stream", async () => {
  await using stream = await follow();
  stream.gate.renewed = over;
  stream.listener.reset();
  await stream.said('event: bye\ndata: {"reason":"session"}');
});
