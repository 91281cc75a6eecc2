/**
 * The API reference is what runs: tools as clients get them, routes as the OpenAPI document has them, samples that hold.
 * @covers messagerie-web.admin.reference
 */
import { deepEqual, equal, ok } from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { OBJECTS } from "../../../../../server/messagerie/rest/objects.ts";
import { ROUTES } from "../../../../../server/messagerie/rest/routes.ts";
import { REST_ARGUMENTS } from "../../../../../server/messagerie/rest/samples.ts";
import { CATALOGUE } from "../../../../../tools/messagerie/catalogue.ts";
import { TOOL_SAMPLES } from "../../../../../tools/messagerie/samples/tool_samples.ts";
import { furnish } from "../../furnished.ts";
import { callOk } from "../../served.ts";
import { setUp, startPeople } from "../people_server.ts";

/** The fields of a value and of what it holds; of a list, its first item's. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0])];
  if (typeof value !== "object" || value === null) return "value";
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, shape(held)]).sort());
}

/** Metadata and attributes are whatever a desk keeps; messages differ by kind. */
const free = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(
      value,
      (key, held) => ["data", "attributes", "tags", "messages"].includes(key) ? key : held,
    ),
  );

Deno.test("every tool is there as clients are told it, at this server's address", async () => {
  await using people = await startPeople();
  const { create } = await furnish(people.databaseUrl);
  const { token } = await create();
  const sophie = await setUp(people);
  const reference = await sophie.ok("GET", "/reference");
  equal(reference.mcp.url, `${people.url}/mcp`);
  const client = new Client({ name: "essai", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(reference.mcp.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }) as never,
  );
  try {
    const { tools } = await client.listTools();
    deepEqual(
      reference.mcp.tools.map((
        { name, title, description, inputSchema, hints }: Record<string, unknown>,
      ) => ({
        name,
        title,
        description,
        inputSchema,
        annotations: hints,
      })),
      tools.map(({ name, title, description, inputSchema, annotations }: Record<string, unknown>) => ({
        name,
        title,
        description,
        inputSchema,
        annotations,
      })),
    );
    equal(reference.mcp.instructions, client.getInstructions());
  } finally {
    await client.close();
  }
});

Deno.test("every REST route is there as the OpenAPI document has it, and its command for curl is sound", async () => {
  await using people = await startPeople();
  const { create } = await furnish(people.databaseUrl);
  const { token } = await create();
  const sophie = await setUp(people);
  const { rest } = await sophie.ok("GET", "/reference");
  deepEqual(rest.openapi.servers, [{ url: `${people.url}/api/v1` }]);
  const documented = Object.entries(rest.openapi.paths as Record<string, Record<string, unknown>>)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  deepEqual(
    rest.routes.map(({ method, path }: Record<string, string>) => `${method} ${path}`).sort(),
    documented.sort(),
  );
  for (const { sample, operation } of rest.routes) {
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", sample.curl],
      env: { MESSAGERIE_TOKEN: token },
      stderr: "null",
    }).output();
    const answer = JSON.parse(new TextDecoder().decode(stdout));
    // The samples' ids are nobody's here: then the refusal is that, and not that the request was malformed.
    ok(
      answer.data !== undefined || answer.openapi !== undefined ||
        /_NOT_FOUND$|_UNAVAILABLE$/.test(answer.code),
      `${operation}: ${JSON.stringify(answer)}`,
    );
  }
});

Deno.test("the samples of tools pass their schemas, and answer with the fields of real answers", async () => {
  await using people = await startPeople();
  const { create, conversationIds: [conversation_id = ""] } = await furnish(people.databaseUrl);
  const { token } = await create();
  const call = (name: string, args: object) => callOk(people.url, token, name, args);
  const [contact] = await call("list_contacts", {});
  const team = await call("list_agents", {});
  const agent_id = team.find(({ role }: { role: string }) => role === "supervisor").id;
  const [{ text = "" } = {}] = (await call("get_conversation", { conversation_id })).messages;
  const real: Record<string, object> = {
    search_messages: { query: text.slice(0, 5) },
    list_contacts: {},
    list_conversations: { status: "all" },
    get_contact: { contact_id: contact.id },
    assign_conversation: { conversation_id, agent_id },
    add_tag: { conversation_id, label: "Essai" },
    remove_tag: { conversation_id, label: "Essai" },
  };
  deepEqual(Object.keys(TOOL_SAMPLES), CATALOGUE.map(({ name }) => name));
  for (const tool of CATALOGUE) {
    const sample = TOOL_SAMPLES[tool.name];
    const read = tool.input.strict().safeParse(sample?.arguments);
    ok(read.success, `${tool.name}: ${read.error?.message}`);
    // It would have to send: its answer is one as any conversation's.
    const name = tool.name === "start_conversation" ? "get_conversation" : tool.name;
    const given = "conversation_id" in (sample?.arguments ?? {})
      ? { ...sample?.arguments, conversation_id }
      : sample?.arguments;
    const answer = await call(name, name === tool.name ? real[name] ?? given ?? {} : { conversation_id });
    deepEqual(shape(free(sample?.answer)), shape(free(answer)), tool.name);
  }
});

Deno.test("the samples of REST routes pass their schemas, and answer with what the route says", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const { rest } = await sophie.ok("GET", "/reference");
  for (const route of ROUTES) {
    const read = route.input.strict().safeParse(REST_ARGUMENTS[route.operation]);
    ok(read.success, `${route.operation}: ${read.error?.message}`);
    const { sample } = rest.routes.find(({ operation }: { operation: string }) =>
      operation === route.operation
    );
    if (route.answer === "document") continue;
    const name = "one" in route.answer ? route.answer.one : route.answer.many;
    const answers = "one" in route.answer ? [sample.answer.data] : sample.answer.data;
    ok(answers.length > 0);
    for (const answer of answers) OBJECTS[name].parse(answer);
  }
});
