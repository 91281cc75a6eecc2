/**
 * REST as a program meets it, on the desk known by heart. Every answer is held against the OpenAPI document: its status is
 * described, its body is what the document says.
 */
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createAdmission } from "../../../../server/messagerie/admission.ts";
import { createFailures } from "../../../../server/messagerie/failures.ts";
import { createLimiter } from "../../../../server/messagerie/limiter.ts";
import { createRestHandler } from "../../../../server/messagerie/rest/handler.ts";
import { openApiDocument, openApiRoute } from "../../../../server/messagerie/rest/openapi.ts";
import { createRouter } from "../../../../server/messagerie/rest/router.ts";
import { ROUTES } from "../../../../server/messagerie/rest/routes.ts";
import type { TokenActor } from "../../../../service/messagerie/actor.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import { refuse } from "../../../../service/messagerie/refusals.ts";
import type { Any } from "../../../any.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
ajv.addFormat("uuid", UUID).addFormat("date-time", ISO_DATE);
ajv.addVocabulary(["openapi", "info", "servers", "security", "paths", "components"]);
ajv.addSchema({ ...openApiDocument(), $id: "openapi" });

const find = createRouter([...ROUTES, openApiRoute]);
const compiled = new Map<string, ValidateFunction>();

/** The document's schema of an answer; undefined where the document says nothing of the status. */
function described(method: string, path: string, status: number): ValidateFunction | undefined {
  const found = find(method, path);
  if (found === undefined || "allowed" in found) return undefined;
  const key = `${method} ${found.route.path} ${status}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const operation = (openApiDocument() as Any).paths[found.route.path][method.toLowerCase()];
  const schema = operation.responses[status]?.content["application/json"].schema;
  assert.ok(schema !== undefined, `${key} is not described`);
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
  compiled.set(key, validate);
  return validate;
}

/** What a request got. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Any;
}

/** How a request is written. */
export interface Asked {
  readonly actor?: TokenActor | "TOKEN_INVALID" | "TOKEN_REVOKED" | "TOKEN_EXPIRED";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

/** Sends requests to one handler. */
export type Api = (method: string, pathAndQuery: string, asked?: Asked) => Promise<Got>;

/** REST over a desk; `actor` acts where a request names no other. */
export function restOf(desk: Desk, actor: TokenActor): Api {
  let acting: NonNullable<Asked["actor"]> = actor;
  const handler = createRestHandler({
    desk,
    admit: createAdmission({
      authenticate: (_authorization, surface) => {
        assert.equal(surface, "rest");
        if (typeof acting === "string") throw refuse(acting);
        return Promise.resolve(acting);
      },
      limiter: createLimiter({ env: desk.env, log: desk.log }),
      failures: createFailures(desk.env),
    }),
  });
  return async (method, pathAndQuery, asked = {}) => {
    acting = asked.actor ?? actor;
    const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const request = new Request(`http://desk.test/api/v1${pathAndQuery}`, {
      method,
      headers: {
        ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
        ...asked.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const response = await handler(request, asked.address ?? "192.0.2.1");
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(response.headers.get("cache-control"), "no-store");
    for (const [name] of response.headers) assert.doesNotMatch(name, /^access-control-/);
    const got = { status: response.status, headers: response.headers, body: await response.json() };
    const validate = described(method, new URL(request.url).pathname.slice("/api/v1".length), got.status);
    if (validate !== undefined && !validate(got.body)) {
      assert.fail(`${method} ${pathAndQuery} ${got.status}: ${ajv.errorsText(validate.errors)}`);
    }
    return got;
  };
}
