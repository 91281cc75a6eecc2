/**
 * Which part answers which path; starting and stopping.
 * @covers messagerie.http.routes
 * @covers messagerie.http.healthz
 * @covers messagerie.http.shutdown
 * @covers mcp-wire.habit-1
 */
import assert from "node:assert/strict";
import { fakeServer } from "./fake_server.ts";

Deno.test("every /.well-known path is a real 404, under /mcp too, whoever asks and however", async () => {
  await using server = fakeServer({ pages: () => new Response("<!doctype html>") });
  for (
    const path of [
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server",
      "/.well-known/openid-configuration",
      "/.well-known",
      "/mcp/.well-known/openid-configuration",
      "/mcp/.well-known/oauth-protected-resource?x=1",
    ]
  ) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const response = await fetch(server.url + path, { method, headers: { authorization: "Bearer write" } });
      assert.equal(response.status, 404, `${method} ${path}`);
      assert.match(response.headers.get("content-type") ?? "", /^text\/plain/);
      assert.equal(await response.text(), "not found\n");
    }
  }
});

Deno.test("each path goes to its part; the rest to the pages, or nowhere", async () => {
  const surface = {
    mcp: () => new Response("mcp"),
    rest: (request: Request) => new Response("rest " + new URL(request.url).pathname),
    pages: (request: Request) => new Response("pages " + new URL(request.url).pathname),
  };
  await using server = fakeServer(surface);
  const text = async (path: string) => await (await fetch(server.url + path)).text();
  assert.equal(await text("/mcp"), "mcp");
  assert.equal(await text("/mcp?x=/api/v1/"), "mcp");
  assert.equal(await text("/api/v1/me"), "rest /api/v1/me");
  assert.equal(await text("/api/v1"), "rest /api/v1");
  assert.equal(await text("/api/v10"), "pages /api/v10");
  assert.equal(await text("/api/inbox/x"), "pages /api/inbox/x");
  assert.equal(await text("/widget.js"), "pages /widget.js");
  assert.equal(await text("/"), "pages /");
  assert.equal(await text("/?q=1"), "pages /");
  assert.equal(await text("/mcpx"), "pages /mcpx");
  await using bare = fakeServer();
  const nowhere = await fetch(bare.url + "/nowhere");
  assert.equal(nowhere.status, 404);
  await nowhere.body?.cancel();
});

Deno.test("/healthz is 200 while the database answers, else 503", async () => {
  let healthy: () => Promise<boolean> = () => Promise.resolve(true);
  await using server = fakeServer({ healthy: () => healthy() });
  const status = async () => {
    const response = await fetch(server.url + "/healthz");
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await status(), 200);
  healthy = () => Promise.resolve(false);
  assert.equal(await status(), 503);
  healthy = () => Promise.reject(new Error("disk full"));
  assert.equal(await status(), 503);
});

Deno.test("a part that breaks answers 500, and says nothing of it", async () => {
  await using server = fakeServer({
    pages: () => {
      throw new Error("secret");
    },
  });
  const response = await fetch(server.url + "/");
  assert.equal(response.status, 500);
  assert.equal(await response.text(), "internal error\n");
  assert.match(server.lines.join(), /http_failed/);
  assert.ok(!server.lines.join().includes("secret"));
});

Deno.test("shutdown() answers what is in flight and takes nothing new", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const server = fakeServer({
    pages: async () => {
      arrive();
      await held;
      return new Response("late");
    },
  });
  const flying = fetch(server.url + "/");
  await arrived;
  const stopped = server.http.shutdown(10_000);
  const refused = await fetch(server.url + "/healthz");
  assert.deepEqual([refused.status, await refused.text()], [503, "shutting down\n"]);
  release();
  assert.equal(await (await flying).text(), "late");
  await stopped;
  await assert.rejects(async () => await (await fetch(server.url + "/healthz")).text());
  assert.deepEqual(server.lines, []);
});

Deno.test("shutdown() gives up on what does not end", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<Response>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const server = fakeServer({
    pages: () => {
      arrive();
      return held;
    },
  });
  const flying = fetch(server.url + "/");
  await arrived;
  await server.http.shutdown(20);
  assert.match(server.lines.join(), /shutdown_cut_off/);
  release(new Response("ok"));
  await (await flying).text();
  await server.http.shutdown();
});
