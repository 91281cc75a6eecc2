/**
 * What nobody in particular can make the advisors' API hold or refuse: bodies that are long or never end, streams that are
 * all opened at once, addresses that others share.
 * @covers messagerie-web.accounts.guessing
 * @covers messagerie-web.accounts.no-lock-out
 * @covers messagerie-web.strangers
 */
import { equal, ok } from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import type { SignedIn } from "../../../../server/messagerie/inbox/signed_in.ts";
import { createInboxHandler } from "../../../../server/messagerie/inbox/handler.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import { refuse } from "../../../../service/messagerie/refusals.ts";
import { serveInbox } from "./served_inbox.ts";
import { join, PASSWORD, ROUTES, setUp, startPeople } from "./people_server.ts";

/** A handler that lets nobody in, with a clock that runs ahead of whoever waits. */
function strangersHandler() {
  const env = { ...systemEnv, sleep: () => Promise.resolve() };
  return createInboxHandler({
    desk: { env, log: silentLogger } as unknown as Desk,
    gate: { signedIn: () => Promise.reject(refuse("NOT_SIGNED_IN")) },
    routes: ROUTES,
  });
}

function post(path: string, body: BodyInit): Request {
  return new Request(`http://desk.example/api/inbox${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body,
  });
}

Deno.test("a stranger's body that stops coming is given up, on every route that asks for no session", async () => {
  const handler = strangersHandler();
  const open = ROUTES.filter(({ access, body }) => access === "anyone" && body !== undefined);
  ok(open.length >= 6);
  for (const { method, path } of open) {
    equal(method, "POST");
    let cancelled = false;
    const trickle = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      cancel: () => void (cancelled = true),
    });
    const response = await handler(post(path, trickle), "203.0.113.9");
    equal(response.status, 408, path);
    equal((await response.json()).code, "TOO_SLOW");
    ok(cancelled, "what it sent is let go of");
  }
});

Deno.test("a stranger's body is no longer than what such a route takes", async () => {
  const handler = strangersHandler();
  const long = JSON.stringify({ login: "sophie", password: PASSWORD, more: "x".repeat(64 * 1024) });
  const response = await handler(post("/session", long), "203.0.113.9");
  equal(response.status, 413);
});

Deno.test("streams that a person opens all at once are bounded as those opened one after another", async () => {
  await using served = await serveInbox();
  const { desk, live } = served;
  const awa = await desk.agent({ inboxes: [await desk.inbox()] });
  const { sessionId, csrf } = await served.signIn(awa);
  const reach = { all: false, inboxNos: [] } as const;
  const who: SignedIn = {
    actor: { kind: "person", agentNo: awa.no, agentId: awa.id, name: "Awa", role: "agent", reach },
    sessionId,
    csrf,
    expiresAt: desk.time + 1e9,
  };
  const open = () => Promise.allSettled(Array.from({ length: 60 }, () => live.streams.open(who, undefined)));
  const taken = (await open()).flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
  equal(taken.length, 50);
  // One that went away makes room for one.
  await taken[0]?.body?.cancel();
  equal((await open()).filter(({ status }) => status === "fulfilled").length, 1);
});

Deno.test("behind a proxy a stranger who guesses slows down their own address, not everybody's", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  await join(people, sophie, { login: "awa" });
  const stranger = people.browser({ "x-forwarded-for": "10.0.0.7, 203.0.113.9" });
  equal((await stranger.signIn("nobody", "not the password")).status, 401);
  // As after many failures: the wait is a minute from now.
  await people.server.desk.store.write((tx) =>
    tx.updateTable("guess").set({ failures: 80, until: Date.now() + 50_000 }).where(
      "key",
      "like",
      "address:%",
    )
      .execute()
  );
  equal((await stranger.signIn("awa")).status, 429);
  equal((await people.browser({ "x-forwarded-for": "203.0.113.10" }).signIn("awa")).status, 200);
  // What a client wrote before the proxy's own entry names nobody.
  equal((await people.browser({ "x-forwarded-for": "203.0.113.10, 203.0.113.9" }).signIn("awa")).status, 429);
});
