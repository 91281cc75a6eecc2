/**
 * Paths and methods of REST.
 * @covers messagerie.rest.routes
 * @covers messagerie.rest.errors
 */
import assert from "node:assert/strict";
import * as z from "zod";
import { defineRoute, type Method, type Route } from "../../../../server/messagerie/rest/route.ts";
import { createRouter } from "../../../../server/messagerie/rest/router.ts";

function route(method: Method, path: `/${string}`): Route {
  return defineRoute({
    method,
    path,
    operation: `${method} ${path}`,
    summary: "",
    access: "read",
    input: z.object({}),
    status: 200,
    answer: { one: "Me" },
    run: () => Promise.resolve(null),
  });
}

const find = createRouter([
  route("GET", "/things"),
  route("POST", "/things"),
  route("GET", "/things/{id}"),
  route("DELETE", "/things/{id}/tags/{label}"),
]);

function found(method: string, path: string): unknown {
  const match = find(method, path);
  if (match === undefined) return undefined;
  return "allowed" in match ? match.allowed : [match.route.operation, match.path];
}

Deno.test("createRouter() finds a route by path and method", () => {
  assert.deepEqual(found("GET", "/things"), ["GET /things", {}]);
  assert.deepEqual(found("POST", "/things"), ["POST /things", {}]);
  assert.deepEqual(found("GET", "/things/1"), ["GET /things/{id}", { id: "1" }]);
});

Deno.test("createRouter() tells the methods of a known path", () => {
  assert.deepEqual(found("PUT", "/things"), ["GET", "POST"]);
  assert.deepEqual(found("GET", "/things/1/tags/x"), ["DELETE"]);
  assert.deepEqual(found("get", "/things"), ["GET", "POST"]);
});

Deno.test("createRouter() knows no other path", () => {
  for (
    const path of [
      "",
      "/",
      "/thing",
      "/things/",
      "/things/1/",
      "/things//tags/x",
      "/Things",
      "/things/1/tags/",
    ]
  ) {
    assert.equal(found("GET", path), undefined, path);
  }
});

Deno.test("createRouter() decodes a placeholder after cutting the path", () => {
  const label = (encoded: string) => found("DELETE", `/things/1/tags/${encoded}`);
  for (const text of ["a/b", "Sinistre été", "100 %", "?#&", "🙂", "a%2Fb", "+"]) {
    assert.deepEqual(label(encodeURIComponent(text)), [
      "DELETE /things/{id}/tags/{label}",
      { id: "1", label: text },
    ]);
  }
});

Deno.test("createRouter() refuses percent-encoding that is no UTF-8", () => {
  for (const bad of ["%", "%zz", "%E9", "%C3%28"]) {
    assert.throws(() => find("GET", `/things/${bad}`), { code: "INVALID_REQUEST" });
  }
});
