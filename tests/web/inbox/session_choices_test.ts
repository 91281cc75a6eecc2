/**
 * What was chosen several times while the server is away, and another person at the page.
 * @covers messagerie-web.inbox.page-orders
 */
import assert from "node:assert/strict";
import { until } from "../../until.ts";
import { WHO } from "./who.ts";

const answers: PromiseWithResolvers<Response>[] = [];
Object.assign(globalThis, {
  fetch: () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  },
});
const { isOver, me, prefer, preferences, sessionState, signedIn } = await import(
  "../../../web/inbox/session/session.ts"
);

Deno.test("what failed twice is as the account has it, not as it was chosen first; what is on its way stays chosen", async () => {
  signedIn(WHO);
  const chosen = [prefer({ theme: "dark" }), prefer({ theme: "light" })];
  for (const [n, one] of chosen.entries()) {
    await until(() => answers.length === n + 1);
    assert.equal(preferences.value?.theme, "light");
    answers[n]!.reject(new TypeError("no network"));
    await assert.rejects(one);
  }
  assert.equal(preferences.value?.theme, "auto");

  // The same thing chosen again before it is known that it failed the first time.
  const [first, , third] = [prefer({ sound: true }), prefer({ sound: false }), prefer({ sound: true })];
  await until(() => answers.length === 3);
  answers[2]!.reject(new TypeError("no network"));
  await assert.rejects(first);
  assert.equal(preferences.value?.sound, true);
  for (const n of [3, 4]) {
    await until(() => answers.length === n + 1);
    answers[n]!.resolve(Response.json({ data: null }));
  }
  await third;
  assert.equal(preferences.value?.sound, true);
});

Deno.test("where another person is signed in, the page shows nothing any more before it goes", async () => {
  signedIn(WHO);
  const left = Promise.withResolvers<unknown>();
  const { location } = globalThis;
  Object.defineProperty(globalThis, "location", {
    configurable: true,
    value: { replace: (to: string) => left.resolve([to, sessionState.value, me.value]) },
  });
  try {
    signedIn({ ...WHO, person: { ...WHO.person, id: "another" } });
    assert.equal(isOver.value, true);
    assert.deepEqual(await left.promise, ["/", { is: "asking" }, undefined]);
  } finally {
    Object.defineProperty(globalThis, "location", { configurable: true, value: location });
  }
});
