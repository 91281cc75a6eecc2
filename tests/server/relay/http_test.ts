/**
 * HTTP itself, from both ends.
 * @covers pacerelle.relay.limits
 * @module
 */
import assert from "node:assert/strict";
import { silentLogger } from "../../../base/log.ts";
import { Bodies } from "../../../server/relay/bodies.ts";
import { answerRoute, type HttpContext } from "../../../server/relay/http.ts";
import { DEFAULT_LIMITS } from "../../../server/relay/limits.ts";
import { TokenBuckets } from "../../../server/relay/token_bucket.ts";
import { type RouteName, routePath, ROUTES } from "../../../wire/account.ts";
import { callRelay, RelayUnreachable } from "../../../wire/relay_call.ts";
import { env, signUp, TestRelay } from "./harness.ts";

Deno.test("HTTP refuses other methods, large and broken bodies, and unknown callers, as JSON", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const post = (name: RouteName, body: BodyInit | null, credential?: string) =>
    fetch(relay.url + routePath(name), {
      method: "POST",
      body,
      headers: credential ? { authorization: `Bearer ${credential}` } : {},
    });
  const codeOf = async (response: Response) => [response.status, (await response.json()).error.code];
  assert.deepEqual(await codeOf(await fetch(relay.url + routePath("challenge"))), [
    405,
    "METHOD_NOT_ALLOWED",
  ]);
  assert.deepEqual(await codeOf(await post("challenge", "x".repeat(70_000))), [413, "TOO_LARGE"]);
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(8_192).fill(32));
    },
  });
  assert.deepEqual(await codeOf(await post("challenge", stream)), [413, "TOO_LARGE"]);
  for (const body of ["{", "[]", "null", Uint8Array.of(0xff), null]) {
    assert.deepEqual(await codeOf(await post("challenge", body)), [400, "INVALID_REQUEST"]);
  }
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    if (ROUTES[name].access === "anyone") continue;
    for (const credential of [undefined, "A".repeat(43), "short"]) {
      assert.deepEqual(await codeOf(await post(name, "{}", credential)), [401, "UNAUTHORIZED"], name);
    }
  }
  const preflight = await fetch(relay.url + routePath("logIn"), { method: "OPTIONS" });
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.equal(preflight.headers.get("access-control-allow-credentials"), null);
  assert.equal((await fetch(relay.url + "/nothing")).status, 404);
  assert.equal((await fetch(relay.url + "/v1/live")).status, 426);
  assert.equal((await post("listDevices", "{}", device.credential)).status, 200);
});

Deno.test("callRelay() tells a refusal from a relay that is away or is none", async () => {
  const relay = await TestRelay.start();
  const url = relay.url;
  await relay[Symbol.asyncDispose]();
  await assert.rejects(callRelay({ baseUrl: url }, "challenge", {}), RelayUnreachable);
  const answers = [
    new Response("<html>"),
    new Response("{}"),
    new Response('{"error":{"code":"X"}}', { status: 500 }),
  ];
  for (const answer of answers) {
    await assert.rejects(
      callRelay({ baseUrl: url, fetch: () => Promise.resolve(answer) }, "challenge", {}),
      RelayUnreachable,
    );
  }
  let pulled = 0;
  const endless = new Response(
    new ReadableStream({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    }),
  );
  await assert.rejects(
    callRelay({ baseUrl: url, fetch: () => Promise.resolve(endless) }, "challenge", {}),
    RelayUnreachable,
  );
  assert.ok(pulled < 4 * 1024 * 1024, "read no further than it must");
});

Deno.test("a disk that is full is told as something that passes, any other fault as a fault", async () => {
  const codes = [["SQLITE_FULL", 503, "UNAVAILABLE"], ["SQLITE_CORRUPT", 500, "INTERNAL_ERROR"]] as const;
  for (const [code, status, told] of codes) {
    const rate = new TokenBuckets(DEFAULT_LIMITS.callRate, env.monotonic);
    const store = {
      get read(): never {
        throw Object.assign(new Error("database or disk"), { code });
      },
    };
    // Of all that answering may need, what this call gets to.
    const context = { env, log: silentLogger, callRate: rate, bodies: new Bodies(), store } as object;
    const request = new Request(`http://relay${routePath("listDevices")}`, {
      method: "POST",
      body: "{}",
      headers: { authorization: `Bearer ${"A".repeat(43)}` },
    });
    const answer = await answerRoute(context as HttpContext, request, "203.0.113.9");
    assert.equal(answer?.status, status);
    assert.equal((await answer?.json()).error.code, told);
  }
});
