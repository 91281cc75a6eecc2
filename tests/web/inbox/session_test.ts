/**
 * What a person chose while what they chose before is on its way.
 * @covers messagerie-web.inbox.page-orders
 */
import assert from "node:assert/strict";

const sent: string[] = [];
const answers: PromiseWithResolvers<Response>[] = [];
Object.assign(globalThis, {
  fetch: (_asked: string, { body }: { body: string }) => {
    sent.push(body);
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  },
});
const { prefer, preferences, signedIn } = await import("../../../web/inbox/session/session.ts");

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("a choice that failed is undone, and none that was made since; they reach the account in their order", async () => {
  signedIn(
    {
      person: { id: "me", name: "Ana", role: "advisor" },
      preferences: { language: "fr", theme: "auto", sound: false, desktop: false },
    } as unknown as Parameters<typeof signedIn>[0],
  );
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
