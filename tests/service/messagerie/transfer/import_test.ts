/**
 * @covers messagerie.import.all-or-nothing
 * @covers messagerie.import.ids
 * @covers messagerie.data.metadata
 */
import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "node:assert/strict";
import { verifyPassword } from "../../../../service/messagerie/directory/password.ts";
import { bytesOf, load, openEmptyDesk, save } from "./empty_desk.ts";
import type { Any } from "../../../any.ts";

const SITE = "00000000-0001-7000-8000-000000000001";
const INBOX = "00000000-0002-7000-8000-000000000001";
const AGENT = "00000000-0003-7000-8000-000000000001";
const CONTACT = "00000000-0004-7000-8000-000000000001";
const CONVERSATION = "00000000-0005-7000-8000-000000000001";
const MESSAGE = "00000000-0006-7000-8000-000000000001";
const NOBODY = "00000000-0009-7000-8000-000000000009";

/** The least that the contract lets a file say of each thing. */
function smallest() {
  return {
    sites: [{ id: SITE, name: "Boutique" }],
    inboxes: [{ id: INBOX, name: "Support" }],
    agents: [{ id: AGENT, login: "claire", name: "Claire", role: "supervisor" }],
    tags: [{ name: "Sinistre", color: "#FF0000" }],
    contacts: [{ id: CONTACT, site: SITE, name: "Léa", phone: "06 39 98 00 00" }],
    conversations: [{
      id: CONVERSATION,
      contact: CONTACT,
      site: SITE,
      status: "open",
      tags: [" sinistre ", "SINISTRE", "autre"],
      messages: [
        { at: "2026-01-02T11:00:00+01:00", from: "visitor", text: "Bonjour" },
        { at: "2026-01-02T10:05:00Z", from: "note", author: AGENT, text: "À voir" },
      ],
    }],
  };
}

/** A file in which the value at `path` is another. */
function withValue(path: readonly (string | number)[], value: unknown) {
  const file = structuredClone(smallest());
  let holder: Any = file;
  for (const key of path.slice(0, -1)) holder = holder[key];
  holder[path.at(-1) ?? ""] = value;
  return file;
}

/** `conversations[3].messages[0].at` */
function written(path: readonly (string | number)[]): string {
  return path.map((key, at) => typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`).join("");
}

/** The path that an import is refused for. */
async function faultOf(file: unknown, update = false): Promise<string> {
  await using desk = await openEmptyDesk();
  const empty = await save(desk);
  try {
    await load(desk, file, { update });
  } catch (error) {
    const { code, details } = error as {
      code: string;
      details: { issues: { field: string; message: string }[] };
    };
    equal(code, "INVALID_REQUEST");
    equal(details.issues.length, 1);
    const [{ field, message }] = details.issues as [{ field: string; message: string }];
    match(message, /^[\p{Lu}\d].*\.$/u);
    doesNotMatch(message, /une autre forme|une autre sorte|ne convient pas/, `${field}: says what would do`);
    equal(await save(desk), empty, "nothing was loaded");
    return field;
  }
  return "accepted";
}

Deno.test("the least that the contract asks for is loaded, with its defaults", async () => {
  await using desk = await openEmptyDesk();
  const counts = await load(desk, smallest());
  deepEqual(counts, { sites: 1, inboxes: 1, agents: 1, tags: 1, contacts: 1, conversations: 1, messages: 2 });
  const file = JSON.parse(await save(desk));
  const [conversation] = file.conversations;
  deepEqual(
    { ...conversation, messages: conversation.messages.map((message: object) => ({ ...message, id: "" })) },
    {
      id: CONVERSATION,
      contact: CONTACT,
      site: SITE,
      channel: "web",
      status: "open",
      priority: "normal",
      unread: false,
      data: {},
      tags: ["Sinistre", "autre"],
      createdAt: "2026-01-02T10:00:00.000Z",
      messages: [
        { id: "", at: "2026-01-02T10:00:00.000Z", from: "visitor", text: "Bonjour" },
        { id: "", at: "2026-01-02T10:05:00.000Z", from: "note", author: AGENT, text: "À voir" },
      ],
    },
  );
  equal(file.contacts[0].phone, "+33639980000", "numbers are kept in their international form");
  equal(file.sites[0].country, "FR");
  equal(file.agents[0].active, true);
});

Deno.test("a fault names the path of the value, and nothing is loaded", async () => {
  const bad: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
    [["sites", 0, "id"], "x"],
    [["sites", 0, "name"], "  "],
    [["sites", 0, "country"], "FRA"],
    [["inboxes", 0, "site"], NOBODY],
    [["agents", 0, "role"], "boss"],
    [["agents", 0, "login"], "a b"],
    [["agents", 0, "password"], "court"],
    [["agents", 0, "inboxes"], [INBOX, NOBODY]],
    [["tags", 0, "color"], "red"],
    [["contacts", 0, "site"], NOBODY],
    [["contacts", 0, "email"], "a b@c"],
    [["contacts", 0, "data"], { a: null }],
    [["contacts", 0, "attributes"], [{ label: 3, value: "x" }]],
    [["conversations", 0, "contact"], NOBODY],
    [["conversations", 0, "inbox"], NOBODY],
    [["conversations", 0, "assignee"], NOBODY],
    [["conversations", 0, "status"], "closed"],
    [["conversations", 0, "channel"], "fax"],
    [["conversations", 0, "data"], Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`k${n}`, n]))],
    [["conversations", 0, "messages"], {}],
    [["conversations", 0, "messages", 0, "at"], "hier"],
    [["conversations", 0, "messages", 1, "author"], NOBODY],
    [["conversations", 0, "messages", 1, "confidence"], 2],
    [["conversations", 0, "messages", 1, "from"], "event"],
    [["conversations", 0, "messages", 1, "id"], 7],
  ];
  for (const [path, value] of bad) {
    const field = await faultOf(withValue(path, value));
    ok(
      field === written(path) || field.startsWith(`${written(path)}.`) ||
        field.startsWith(`${written(path)}[`) ||
        field === "conversations[0].messages[1].event",
      `${written(path)}: ${field}`,
    );
    if (path.at(-1) === "inboxes") equal(field, "agents[0].inboxes[1]");
  }
});

Deno.test("what exists is refused without --update, in the file as in the base", async () => {
  const twice = (
    section: "sites" | "inboxes" | "agents" | "tags" | "contacts" | "conversations",
    change = {},
  ) => {
    const file = smallest();
    (file[section] as object[]).push({ ...file[section][0], ...change });
    return faultOf(file);
  };
  equal(await twice("sites"), "sites[1].id");
  equal(await twice("inboxes"), "inboxes[1].id");
  equal(await twice("agents"), "agents[1].id");
  equal(await twice("agents", { id: NOBODY }), "agents[1].login");
  equal(await twice("tags", { name: "SINISTRE" }), "tags[1].name");
  equal(await twice("contacts"), "contacts[1].id");
  equal(await twice("conversations"), "conversations[1].id");
  equal(
    await twice("conversations", {
      id: NOBODY,
      messages: [{ id: MESSAGE, at: "2026-01-01T00:00:00Z", from: "ai" }, {
        id: MESSAGE,
        at: "2026-01-01T00:00:00Z",
        from: "ai",
      }],
    }),
    "conversations[1].messages[1].id",
  );

  await using desk = await openEmptyDesk();
  const file = withValue(["conversations", 0, "messages", 0, "id"], MESSAGE);
  Object.assign(file.contacts[0] ?? {}, { updatedAt: "2026-01-01T00:00:00Z" });
  await load(desk, file);
  const before = await save(desk);
  for (const section of ["sites", "inboxes", "agents", "tags", "contacts", "conversations"]) {
    await rejects(load(desk, { [section]: file[section as "sites"] }), { code: "INVALID_REQUEST" }, section);
  }
  equal(await save(desk), before);
  await load(desk, file, { update: true });
  equal(await save(desk), before, "--update with the same file changes nothing");
  await load(desk, smallest(), { update: true });
  equal(
    (JSON.parse(await save(desk)).conversations[0].messages as unknown[]).length,
    3,
    "but adds what is new",
  );
});

Deno.test("--update never takes a message from another conversation", async () => {
  await using desk = await openEmptyDesk();
  const file = withValue(["conversations", 0, "messages", 0, "id"], MESSAGE);
  await load(desk, file);
  const other = structuredClone(file);
  other.conversations[0] = { ...other.conversations[0], id: NOBODY } as typeof other.conversations[0];
  await rejects(load(desk, { conversations: other.conversations }, { update: true }), (error: unknown) => {
    deepEqual(
      (error as { details: { issues: { field: string }[] } }).details.issues[0]?.field,
      "conversations[0].messages[0].id",
    );
    return true;
  });
});

Deno.test("passwords are kept as hashes, never written back, and stay when a file has none", async () => {
  await using desk = await openEmptyDesk();
  await load(desk, withValue(["agents", 0, "password"], "correct horse"));
  const hash = async () =>
    (await desk.store.read.selectFrom("agent").select("password_hash").executeTakeFirstOrThrow())
      .password_hash;
  ok(await verifyPassword("correct horse", await hash()));
  ok(!(await save(desk)).includes("correct horse") && !(await save(desk)).includes("scrypt"));
  await load(desk, { agents: smallest().agents }, { update: true });
  ok(await verifyPassword("correct horse", await hash()));
});

Deno.test("an update moves messages to the conversation's inbox and empties those that are deleted", async () => {
  await using desk = await openEmptyDesk();
  const first = withValue(["conversations", 0, "messages", 0, "id"], MESSAGE);
  Object.assign(first.conversations[0]?.messages[0] ?? {}, { files: ["facture.pdf"] });
  await load(desk, first);
  const moved = structuredClone(first);
  Object.assign(moved.conversations[0] ?? {}, {
    inbox: INBOX,
    messages: [{ id: MESSAGE, at: "2026-01-02T10:00:00Z", from: "visitor", deleted: true }],
  });
  await load(desk, moved, { update: true });
  const rows = await desk.store.read.selectFrom("message").select(["inbox_no", "body"]).orderBy("seq")
    .execute();
  deepEqual(rows.map((row) => ({ ...row })), [{ inbox_no: 1, body: "" }, { inbox_no: 1, body: "À voir" }]);
  deepEqual(await desk.store.read.selectFrom("attachment").select("id").execute(), []);
  deepEqual(
    await desk.store.read.selectFrom("contact_inbox").select(["inbox_no", "conversations"]).execute().then((
      all,
    ) => all.map((row) => ({ ...row }))),
    [{ inbox_no: 1, conversations: 1 }],
  );
});

Deno.test("what is no desk file is told", async () => {
  for (
    const [text, field] of [
      ["", "fichier"],
      ["[]", "fichier"],
      ["[1]", "fichier"],
      ["7", "fichier"],
      ['{"sites": [', "fichier"],
      ['{"sites": []} {}', "fichier"],
      ['{"sites": [}', "fichier"],
      ['{"sites": 3}', "sites"],
      ['{"sites": {"a": {}}}', "sites"],
      ['{"site": []}', "site"],
      ['{"__proto__": [1]}', "__proto__"],
      ['{"sites": [[]]}', "sites[0]"],
      ['{"sites": [null]}', "sites[0]"],
    ]
  ) equal(await faultOf(text), field, text);
});

Deno.test("a file may begin with a byte order mark, and come one byte at a time", async () => {
  const { readDeskFile } = await import("../../../../service/messagerie/transfer/read_desk_file.ts");
  const seen = [];
  for await (const item of readDeskFile(bytesOf("\ufeff" + JSON.stringify(smallest()), 1))) seen.push(item);
  deepEqual(seen.map(({ value }) => value), Object.values(smallest()).flat());
});

Deno.test("an import that is cut short leaves nothing", async () => {
  await using desk = await openEmptyDesk();
  const before = await save(desk);
  const { importDesk } = await import("../../../../service/messagerie/transfer/import_desk.ts");
  function* cut() {
    yield { section: "sites", index: 0, value: smallest().sites[0] } as const;
    throw new Error("the disk went away");
  }
  await rejects(importDesk(desk, cut(), { update: false }), /went away/);
  equal(await save(desk), before);
  await load(desk, smallest());
});

Deno.test("what follows something that waits waits too, so that things keep their order", async () => {
  await using desk = await openEmptyDesk();
  const { importDesk } = await import("../../../../service/messagerie/transfer/import_desk.ts");
  await importDesk(desk, [
    { section: "inboxes", index: 0, value: { id: INBOX, name: "Première", site: SITE } },
    { section: "tags", index: 0, value: { name: "x", color: "#000000" } },
    { section: "inboxes", index: 1, value: { id: NOBODY, name: "Seconde" } },
    { section: "sites", index: 0, value: { id: SITE, name: "Boutique" } },
  ], { update: false });
  deepEqual(
    JSON.parse(await save(desk)).inboxes.map(({ name }: { name: string }) => name),
    ["Première", "Seconde"],
  );
});
