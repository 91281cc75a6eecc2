/**
 * A stream whose session could not be looked at again when it was told to is looked at again soon, not a minute later.
 * @covers messagerie-web.live.session
 */
import assert from "node:assert/strict";
import { createLive } from "../../../../server/messagerie/live/create_live.ts";
import type { SignedIn } from "../../../../server/messagerie/inbox/signed_in.ts";
import { sessionChange } from "../../../../service/messagerie/directory/directory_desk.ts";
import { appendChanges } from "../../../../store/messagerie/changes.ts";
import { openDesk } from "../../../service/messagerie/desk.ts";

Deno.test("a session that ends while the database fails ends its stream once the database answers", async () => {
  await using desk = await openDesk();
  const awa = await desk.agent({ inboxes: [await desk.inbox()] });
  const who: SignedIn = {
    actor: desk.person(awa, []),
    sessionId: "018f0000-0000-7000-8000-000000000001",
    csrf: "",
    expiresAt: desk.time + 1e9,
  };
  let answer: () => Promise<SignedIn | undefined> = () => Promise.resolve(who);
  const live = createLive(desk, { renewed: () => answer() });
  const response = await live.streams.open(who, undefined);
  let text = "";
  const read = (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk);
  })();
  const said = async (part: string) => {
    const until = performance.now() + 5_000;
    while (!text.includes(part) && performance.now() < until) await new Promise((r) => setTimeout(r, 20));
    assert.ok(text.includes(part), `${part} in ${text}`);
  };
  await said("event: ready");
  answer = () => Promise.reject(new Error("disk"));
  await desk.store.write((tx) => appendChanges(tx, [sessionChange(desk.env, awa.no)]));
  live.feed.wake();
  await said("event: reset");
  answer = () => Promise.resolve(undefined);
  await said("event: bye");
  await read;
  await live.close();
});
