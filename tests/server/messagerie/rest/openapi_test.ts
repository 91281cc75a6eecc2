/**
 * The OpenAPI document is sound: valid by the official schema, whole, and compilable by a JSON Schema validator.
 * @covers messagerie.rest.openapi
 */
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "../../../../server/messagerie/rest/openapi.ts";
import { pathNames } from "../../../../server/messagerie/rest/route.ts";
import { ROUTES } from "../../../../server/messagerie/rest/routes.ts";
import { REFUSALS } from "../../../../service/messagerie/refusals.ts";
import { assertSnapshot } from "../../../snapshot.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: { "application/json": { schema: object } } };
  readonly responses: Record<
    string,
    { description: string; content: { "application/json": { schema: object } } }
  >;
}

const document = openApiDocument() as unknown as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
);

Deno.test("openApiDocument() is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const copy = { ...structuredClone(document) };
  const result = await validator.validate(copy);
  assert.deepEqual(result.errors, undefined);
  assert.equal(result.valid, true);
  assert.equal(validator.version, "3.1");
});

Deno.test("openApiDocument() describes each route once, and itself", () => {
  const expected = [...ROUTES.map((route) => `${route.method} ${route.path}`), "GET /openapi.json"];
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  assert.deepEqual(described.toSorted(), expected.toSorted());
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(expected.toSorted(), [
    "DELETE /conversations/{id}/tags/{label}",
    "GET /agents",
    "GET /contacts",
    "GET /contacts/{id}",
    "GET /conversations",
    "GET /conversations/{id}",
    "GET /inboxes",
    "GET /me",
    "GET /openapi.json",
    "GET /search",
    "POST /conversations",
    "POST /conversations/{id}/assign",
    "POST /conversations/{id}/messages",
    "POST /conversations/{id}/resolve",
    "POST /conversations/{id}/tags",
  ]);
});

Deno.test("openApiDocument() names every placeholder, and only arguments that the route takes", () => {
  for (const route of ROUTES) {
    const operation = document.paths[route.path]![route.method.toLowerCase()]!;
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    assert.deepEqual(inPath.map(({ name }) => name), pathNames(route.path));
    assert.ok(inPath.every(({ required }) => required));
    const body = operation.requestBody?.content["application/json"].schema as
      | { properties: Record<string, unknown> }
      | undefined;
    const named = [...operation.parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
    assert.deepEqual(named.toSorted(), Object.keys(route.input.shape).toSorted(), route.operation);
    if (route.method === "GET") assert.equal(operation.requestBody, undefined);
  }
});

Deno.test("openApiDocument() gives each refusal under its own status", () => {
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status.startsWith("2")) continue;
      for (const code of response.description.split(", ")) {
        assert.equal(REFUSALS[code as keyof typeof REFUSALS].status, Number(status), code);
      }
    }
    assert.ok("401" in operation.responses && "429" in operation.responses && "500" in operation.responses);
  }
});

Deno.test("openApiDocument() holds schemas that compile strictly, with no dangling reference", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  ajv.addFormat("uuid", true).addFormat("date-time", true);
  ajv.addVocabulary(["openapi", "info", "servers", "security", "paths", "components"]);
  ajv.addSchema({ ...document, $id: "openapi" });
  for (const { operation } of operations) {
    for (const response of Object.values(operation.responses)) {
      const schema = JSON.stringify(response.content["application/json"].schema);
      ajv.compile(JSON.parse(schema.replaceAll('"#/', '"openapi#/')));
    }
    if (operation.requestBody) ajv.compile(operation.requestBody.content["application/json"].schema);
    for (const parameter of operation.parameters) ajv.compile(parameter.schema);
  }
});

Deno.test("openApiDocument() changes only on purpose", async () => {
  await assertSnapshot("messagerie/openapi", document);
});
