/**
 * How tools refuse: every bad argument by its name, in French; the order of refusals; what is not reached.
 * @covers messagerie.refusals.bad-arguments
 * @covers messagerie.refusals.read-only
 * @covers messagerie.refusals.unknown-tool
 * @covers messagerie.refusals.internal
 * @covers messagerie.refusals.extra-arguments
 * @covers messagerie.refusals.order
 * @covers messagerie.refusals.one-table
 * @covers messagerie.source.refusal-shape
 * @covers messagerie.source.read-only-list
 * @covers messagerie.search.short
 * @covers messagerie.writes.text
 * @covers messagerie-web.full-disk
 */
import assert from "node:assert/strict";
import { REFUSALS } from "../../../service/messagerie/refusals.ts";
import { DatabaseFault } from "../../../store/libsql/fault.ts";
import { CATALOGUE } from "../../../tools/messagerie/catalogue.ts";
import { ACTORS, IDS, messageId, openSeededDesk } from "../../seeded_desk.ts";
import { ask, call } from "./calls.ts";

/** Arguments that each tool takes, to spoil one at a time. */
const GOOD: Readonly<Record<string, Record<string, unknown>>> = {
  whoami: {},
  list_inboxes: {},
  list_agents: {},
  list_conversations: {},
  get_conversation: { conversation_id: IDS.refund },
  search_messages: { query: "remboursement" },
  list_contacts: {},
  get_contact: { contact_id: IDS.lea },
  start_conversation: { channel: "email", text: "Bonjour", contact_id: IDS.lea },
  send_reply: { conversation_id: IDS.refund, text: "Bonjour" },
  add_note: { conversation_id: IDS.refund, text: "Note" },
  assign_conversation: { conversation_id: IDS.refund, agent_id: IDS.claire },
  resolve_conversation: { conversation_id: IDS.refund },
  add_tag: { conversation_id: IDS.refund, label: "À suivre" },
  remove_tag: { conversation_id: IDS.refund, label: "VIP" },
};

const NOT_A_UUID = ["", "x", `${IDS.refund} `, IDS.refund.slice(1), 5, true, {}, []];
const NOT_A_TEXT = [5, true, null, {}, []];
const uuidArguments = (name: string, args: readonly string[]) =>
  args.flatMap((argument) => NOT_A_UUID.map((value) => ({ name, argument, value })));
const textArguments = (name: string, args: readonly string[]) =>
  args.flatMap((argument) => NOT_A_TEXT.map((value) => ({ name, argument, value })));
const long = (length: number) => "🙂".repeat(length);

const BAD: readonly { readonly name: string; readonly argument: string; readonly value: unknown }[] = [
  ...uuidArguments("list_conversations", ["before"]),
  ...uuidArguments("get_conversation", ["conversation_id", "before"]),
  ...uuidArguments("get_contact", ["contact_id"]),
  ...uuidArguments("start_conversation", ["contact_id"]),
  ...uuidArguments("send_reply", ["conversation_id"]),
  ...uuidArguments("add_note", ["conversation_id"]),
  ...uuidArguments("assign_conversation", ["conversation_id", "agent_id"]),
  ...uuidArguments("resolve_conversation", ["conversation_id"]),
  ...uuidArguments("add_tag", ["conversation_id"]),
  ...uuidArguments("remove_tag", ["conversation_id"]),
  ...textArguments("list_conversations", ["status", "inbox_id", "assignee_id"]),
  ...textArguments("search_messages", ["query"]),
  ...textArguments("list_contacts", ["query"]),
  ...textArguments("start_conversation", ["channel", "text", "phone", "email", "name"]),
  ...textArguments("send_reply", ["text"]),
  ...textArguments("add_note", ["text"]),
  ...textArguments("add_tag", ["label"]),
  ...textArguments("remove_tag", ["label"]),
  ...[0, -1, 201, 1.5, "50", null].map((value) => ({ name: "list_conversations", argument: "limit", value })),
  ...[0, -1, 501, 1.5, "50", null].map((value) => ({ name: "get_conversation", argument: "limit", value })),
  ...["closed", "", "OPEN"].map((value) => ({ name: "list_conversations", argument: "status", value })),
  ...["web", "", "SMS"].map((value) => ({ name: "start_conversation", argument: "channel", value })),
  ...["oui", 1, null].map((value) => ({ name: "send_reply", argument: "resolve", value })),
  ...["", "  ", "ab", " ab ", long(2), long(1001)].map((value) => ({
    name: "search_messages",
    argument: "query",
    value,
  })),
  { name: "list_contacts", argument: "query", value: long(1001) },
  { name: "send_reply", argument: "text", value: long(10_001) },
  { name: "add_note", argument: "text", value: long(10_001) },
  { name: "start_conversation", argument: "text", value: long(4_001) },
  { name: "start_conversation", argument: "name", value: long(201) },
  { name: "start_conversation", argument: "email", value: `${"a".repeat(250)}@b.fr` },
  { name: "start_conversation", argument: "phone", value: "0".repeat(41) },
  ...["", "   ", long(61)].flatMap((value) => [
    { name: "add_tag", argument: "label", value },
    { name: "remove_tag", argument: "label", value },
  ]),
];

Deno.test("every bad argument is INVALID_REQUEST and named, in French", async () => {
  await using desk = await openSeededDesk();
  for (const { name, argument, value } of BAD) {
    const place = `${name}.${argument} = ${JSON.stringify(value)?.slice(0, 60)}`;
    const answer = await call(desk, ACTORS.writer, name, { ...GOOD[name], [argument]: value });
    assert.equal(answer.isError, true, place);
    const { code, message, details, ...rest } = answer.value;
    assert.deepEqual({ code, message, rest }, {
      code: "INVALID_REQUEST",
      message: REFUSALS.INVALID_REQUEST.message,
      rest: {},
    }, place);
    assert.deepEqual(Object.keys(details), ["issues"]);
    assert.deepEqual(details.issues.map(({ field }: { field: string }) => field), [argument], place);
    assert.match(details.issues[0].message, /^[A-ZÀÉ0-9][^]*\.$/, place);
    assert.doesNotMatch(details.issues[0].message, /expected|invalid|received|must|string/i, place);
  }
});

Deno.test("every argument that is required is missed by its name", async () => {
  await using desk = await openSeededDesk();
  for (const tool of CATALOGUE) {
    const required = Object.entries(tool.input.shape).filter(([, field]) =>
      !field.safeParse(undefined).success
    )
      .map(([name]) => name);
    const answer = await call(desk, ACTORS.writer, tool.name, {});
    assert.equal(answer.isError, required.length > 0, tool.name);
    if (required.length === 0) continue;
    assert.deepEqual(
      answer.value.details.issues,
      required.map((field) => ({ field, message: "Cet argument est obligatoire." })),
    );
  }
});

Deno.test("arguments at their boundaries are taken", async () => {
  await using desk = await openSeededDesk();
  const accepted: readonly [string, object][] = [
    ["list_conversations", { limit: 1 }],
    ["list_conversations", { limit: 200, status: "all", inbox_id: IDS.sales, assignee_id: "none" }],
    ["get_conversation", { ...GOOD["get_conversation"], limit: 1 }],
    ["get_conversation", { ...GOOD["get_conversation"], limit: 500, before: messageId(1, 1) }],
    ["get_conversation", { conversation_id: IDS.refund.toUpperCase() }],
    ["search_messages", { query: long(3) }],
    ["search_messages", { query: `  ${long(1000)}  ` }],
    ["list_contacts", { query: "" }],
    ["list_contacts", { query: long(1000) }],
    ["send_reply", { ...GOOD["send_reply"], text: `\n${long(10_000)}\n` }],
    ["add_note", { ...GOOD["add_note"], text: long(10_000) }],
    ["start_conversation", { ...GOOD["start_conversation"], text: long(4_000), name: long(200) }],
    ["add_tag", { ...GOOD["add_tag"], label: `  ${long(60)}  ` }],
    ["add_tag", { ...GOOD["add_tag"], label: "a" }],
    ["remove_tag", { ...GOOD["remove_tag"], label: long(60) }],
    ["remove_tag", { ...GOOD["remove_tag"], label: "absente" }],
    ["assign_conversation", { ...GOOD["assign_conversation"], agent_id: null }],
  ];
  for (const [name, args] of accepted) {
    const answer = await call(desk, ACTORS.writer, name, args);
    assert.equal(
      answer.isError,
      false,
      `${name} ${JSON.stringify(args).slice(0, 200)}: ${answer.text.slice(0, 200)}`,
    );
  }
});

Deno.test("filters that match nothing, or nothing reached, find nothing", async () => {
  await using desk = await openSeededDesk();
  const filters = [
    { inbox_id: IDS.unknown },
    { inbox_id: "nimporte" },
    { inbox_id: "" },
    { inbox_id: IDS.claims },
    { assignee_id: IDS.unknown },
    { assignee_id: "personne" },
  ];
  for (const filter of filters) {
    const answer = await call(desk, ACTORS.limited, "list_conversations", { status: "all", ...filter });
    assert.deepEqual([answer.isError, answer.value], [false, []], JSON.stringify(filter));
  }
});

Deno.test("extra arguments are ignored, and so is an absent arguments object", async () => {
  for (const { name, access } of CATALOGUE) {
    await using desk = await openSeededDesk();
    const extra = { ...GOOD[name], _meta: {}, reason: "parce que", __proto__: { status: 5 } };
    const answer = await call(desk, ACTORS.writer, name, extra);
    assert.equal(answer.isError, false, `${name}: ${answer.text}`);
    if (access === "write") continue;
    assert.equal(answer.text, (await call(desk, ACTORS.writer, name, GOOD[name])).text);
  }
  await using desk = await openSeededDesk();
  for (const params of [{ name: "whoami" }, { name: "whoami", arguments: null }]) {
    assert.equal((await ask(desk, ACTORS.reader, "tools/call", params)).result.isError, undefined);
  }
});

Deno.test("arguments that are no object are refused", async () => {
  await using desk = await openSeededDesk();
  for (const value of [[], "x", 5, true]) {
    const { result } = await ask(desk, ACTORS.reader, "tools/call", { name: "whoami", arguments: value });
    assert.equal(result.isError, true);
    assert.equal(JSON.parse(result.content[0].text).code, "INVALID_REQUEST");
  }
});

Deno.test("a read-only token is not shown the tools that write, and is refused them before anything else", async () => {
  await using desk = await openSeededDesk();
  const { result } = await ask(desk, ACTORS.reader, "tools/list", {});
  const shown: string[] = result.tools.map(({ name }: { name: string }) => name);
  assert.deepEqual(shown, CATALOGUE.filter(({ access }) => access === "read").map(({ name }) => name));
  for (const { name, access } of CATALOGUE) {
    for (const args of [GOOD[name] ?? {}, { conversation_id: "x" }, {}]) {
      const answer = await call(desk, ACTORS.reader, name, args);
      if (access === "write") {
        assert.deepEqual(answer.value, {
          code: "TOKEN_READ_ONLY",
          message: REFUSALS.TOKEN_READ_ONLY.message,
        });
      } else assert.notEqual(answer.value.code, "TOKEN_READ_ONLY");
    }
  }
  assert.equal(await desk.store.read.selectFrom("change").select("no").executeTakeFirst(), undefined);
});

Deno.test("bad arguments come before a blank text, a blank text before what is not found", async () => {
  await using desk = await openSeededDesk();
  const code = async (name: string, args: object) => (await call(desk, ACTORS.writer, name, args)).value.code;
  for (const name of ["send_reply", "add_note"]) {
    for (const text of ["", "  \n\t ", "\u00a0\u2003", " ".repeat(20_000)]) {
      assert.equal(await code(name, { conversation_id: "x", text }), "INVALID_REQUEST");
      assert.equal(await code(name, { conversation_id: IDS.unknown, text }), "EMPTY_MESSAGE");
      assert.equal(await code(name, { conversation_id: IDS.refund, text }), "EMPTY_MESSAGE");
    }
    assert.equal(await code(name, { conversation_id: IDS.unknown, text: "a" }), "CONVERSATION_NOT_FOUND");
  }
  const start = { channel: "email", contact_id: IDS.unknown };
  assert.equal(await code("start_conversation", { ...start, channel: "fax", text: " " }), "INVALID_REQUEST");
  assert.equal(await code("start_conversation", { ...start, text: " " }), "EMPTY_MESSAGE");
  assert.equal(await code("start_conversation", { ...start, text: "a" }), "CONTACT_NOT_FOUND");
});

Deno.test("what is unknown and what is not reached are refused alike", async () => {
  await using desk = await openSeededDesk();
  const refusedAlike = async (name: string, argument: string, hidden: string, expected: string) => {
    const answers = await Promise.all(
      [hidden, IDS.unknown].map((value) =>
        call(desk, ACTORS.limited, name, { ...GOOD[name], [argument]: value })
      ),
    );
    assert.equal(answers[0]?.value.code, expected, name);
    assert.equal(answers[0]?.text, answers[1]?.text, name);
  };
  for (const name of Object.keys(GOOD).filter((name) => "conversation_id" in (GOOD[name] ?? {}))) {
    await refusedAlike(name, "conversation_id", IDS.claim, "CONVERSATION_NOT_FOUND");
  }
  await refusedAlike("get_contact", "contact_id", IDS.ines, "CONTACT_NOT_FOUND");
  await refusedAlike("get_contact", "contact_id", IDS.nobody, "CONTACT_NOT_FOUND");
  await refusedAlike("start_conversation", "contact_id", IDS.ines, "CONTACT_NOT_FOUND");
  await refusedAlike("list_conversations", "before", IDS.claim, "CONVERSATION_NOT_FOUND");
});

Deno.test("faults that the service finds are named as the client wrote the arguments", async () => {
  await using desk = await openSeededDesk();
  const fields = async (name: string, args: object) => {
    const { value } = await call(desk, ACTORS.writer, name, args);
    assert.equal(value.code, "INVALID_REQUEST", JSON.stringify(value));
    return value.details.issues.map(({ field }: { field: string }) => field);
  };
  const page = { conversation_id: IDS.refund, before: messageId(4, 1) };
  assert.deepEqual(await fields("get_conversation", page), ["before"]);
  const outside = { conversation_id: IDS.refund, agent_id: IDS.elodie };
  assert.deepEqual(await fields("assign_conversation", outside), ["agent_id"]);
  const start = { channel: "sms", text: "Bonjour" };
  assert.deepEqual(await fields("start_conversation", { ...start, phone: "12" }), ["phone"]);
  assert.deepEqual(await fields("start_conversation", { ...start, channel: "email", email: "non" }), [
    "email",
  ]);
  for (const field of await fields("start_conversation", start)) {
    assert.ok(["contact_id", "phone", "email"].includes(field), field);
  }
});

Deno.test("an unknown or inactive advisor is AGENT_NOT_FOUND", async () => {
  await using desk = await openSeededDesk();
  for (const agent_id of [IDS.unknown, IDS.zoe]) {
    const args = { conversation_id: IDS.refund, agent_id };
    assert.equal(
      (await call(desk, ACTORS.writer, "assign_conversation", args)).value.code,
      "AGENT_NOT_FOUND",
    );
  }
});

Deno.test("channels that cannot send are refused, and nothing is written", async () => {
  const closed = { available: false, inboxId: null };
  await using desk = await openSeededDesk({ channels: { sms: closed, email: closed } });
  const start = { text: "Bonjour", contact_id: IDS.lea };
  const code = async (channel: string) =>
    (await call(desk, ACTORS.writer, "start_conversation", { ...start, channel })).value.code;
  assert.equal(await code("sms"), "NUMBER_UNAVAILABLE");
  assert.equal(await code("email"), "MAIL_UNAVAILABLE");
  assert.equal(await desk.store.read.selectFrom("change").select("no").executeTakeFirst(), undefined);
});

Deno.test("an unknown tool is a JSON-RPC error", async () => {
  await using desk = await openSeededDesk();
  for (const name of ["delete_conversation", "", 5, undefined, "constructor", "__proto__"]) {
    const { error } = await ask(desk, ACTORS.writer, "tools/call", { name, arguments: {} });
    assert.equal(error.code, -32602);
  }
});

Deno.test("an unexpected failure tells an incident id and nothing of itself", async () => {
  await using desk = await openSeededDesk();
  const secret = "SQLITE_SECRET de Léa";
  const store = new Proxy(desk.store, {
    get() {
      throw new Error(secret);
    },
  });
  const broken = { ...desk, store };
  for (const [name, args] of Object.entries(GOOD)) {
    if (name === "whoami") continue;
    const answer = await call(broken, ACTORS.writer, name, args);
    assert.equal(answer.isError, true, name);
    assert.equal(answer.value.code, "INTERNAL_ERROR");
    assert.ok(!answer.text.includes(secret));
    const { incident } = answer.value.details;
    const line = desk.logs.find((line) => line.includes(incident));
    assert.ok(line !== undefined, "the log holds the incident");
    assert.ok(!line.includes(secret), "but not what was wrong in words");
  }
});

Deno.test("a full disk is told an agent as such: nothing is written by half, reading goes on, the same passes later", async () => {
  await using desk = await openSeededDesk();
  const { store } = desk;
  // Full at the last statement, wherever the database is; `file_room_test.ts` fills a file.
  const write: typeof store.write = (work) =>
    store.write(async (trx) => {
      await work(trx);
      throw new DatabaseFault("full");
    });
  const full = { ...desk, store: { ...store, write } };
  const read = () => call(full, ACTORS.writer, "get_conversation", { conversation_id: IDS.refund });
  const before = await read();
  assert.equal(before.isError, false);
  const args = { conversation_id: IDS.refund, text: "Remboursé" };
  const { isError, value } = await call(full, ACTORS.writer, "send_reply", args);
  const { message } = REFUSALS.STORAGE_FULL;
  assert.deepEqual([isError, value.code, value.message], [true, "STORAGE_FULL", message]);
  assert.ok(desk.logs.some((line) => line.includes(value.details.incident)), "the log holds the incident");
  assert.deepEqual(await read(), before);
  assert.equal((await call(desk, ACTORS.writer, "send_reply", args)).isError, false);
});
