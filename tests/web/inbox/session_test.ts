/**
 * What a person chose while what they chose before is on its way; what a session said that was over before this one began.
 * @covers messagerie-web.inbox.page-orders
 */
import assert from "node:assert/strict";
import { until } from "../../until.ts";
import { WHO } from "./who.ts";

const sent: string[] = [];
const answers: PromiseWithResolvers<Response>[] = [];
Object.assign(globalThis, {
  fetch: (_asked: string, { method, body }: { method: string; body?: string }) => {
    sent.push(body ?? method);
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  },
});
const { askAgain, prefer, preferences, sessionState, signedIn } = await import(
  "../../../web/inbox/session/session.ts"
);

Deno.test("a choice that failed is undone, and none that was made since; they reach the account in their order", async () => {
  signedIn(WHO);
  const first = prefer({ sound: true });
  const second = prefer({ desktop: true });
  await until(() => answers.length >= 1);
  answers[0]!.reject(new TypeError("no network"));
  await assert.rejects(first);
  await until(() => answers.length === 2);
  answers[1]!.resolve(Response.json({ data: null }));
  await second;
  assert.deepEqual(sent, ['{"sound":true}', '{"desktop":true}']);
  assert.deepEqual([preferences.value?.sound, preferences.value?.desktop], [false, true]);
});

Deno.test("what is asked for anew takes back no choice that was made meanwhile", async () => {
  signedIn(WHO);
  sent.length = answers.length = 0;
  const asking = askAgain();
  await until(() => answers.length === 1);
  const chosen = prefer({ theme: "dark" });
  await until(() => answers.length === 2);
  // Read before the choice was kept.
  answers[0]!.resolve(Response.json({ data: WHO }));
  answers[1]!.resolve(Response.json({ data: null }));
  await chosen;
  await until(() => answers.length === 3);
  assert.equal(preferences.value?.theme, "dark");
  answers[2]!.resolve(
    Response.json({ data: { ...WHO, preferences: { ...WHO.preferences, theme: "dark" } } }),
  );
  await asking;
  assert.equal(preferences.value?.theme, "dark");
  assert.deepEqual(sent, ["GET", '{"theme":"dark"}', "GET"]);
});

Deno.test("an answer to the session before does not end the one that was opened since", async () => {
  signedIn({ ...WHO, csrf: "before" });
  answers.length = 0;
  const [early, late] = [prefer({ sound: true }), askAgain()];
  await until(() => answers.length === 1);
  const refuse = () => Response.json({ code: "NOT_SIGNED_IN", message: "?" }, { status: 401 });
  const [first] = answers;
  // Asked in the same session: this one says that it has ended.
  first!.resolve(refuse());
  await assert.rejects(early);
  assert.equal(sessionState.value.is, "ended");
  await until(() => answers.length === 2);
  signedIn({ ...WHO, csrf: "after" });
  answers[1]!.resolve(refuse());
  await late;
  assert.equal(sessionState.value.is, "in");
});
