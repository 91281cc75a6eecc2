/**
 * A served desk whose database is on a libSQL server, which a stand-in plays that refuses what a server's published rules
 * refuse: everything that the desk does is done once, so that each of its statements is looked at. The scenarios of files
 * run on it too, with `DESK_ON=server` (`tests/place_desk.ts`).
 * @covers messagerie.data.remote
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { diagnose } from "../../../server/messagerie/diagnose.ts";
import { type Server, startServer } from "../../../server/messagerie/serve.ts";
import { readSettings } from "../../../server/messagerie/settings.ts";
import { generateDemo } from "../../../service/messagerie/demo/generate.ts";
import { exportDesk } from "../../../service/messagerie/transfer/export_desk.ts";
import { importDesk } from "../../../service/messagerie/transfer/import_desk.ts";
import { readDeskFile } from "../../../service/messagerie/transfer/read_desk_file.ts";
import { createToken } from "../../../service/messagerie/tokens/manage_tokens.ts";
import { type DeskStore, openDeskStore } from "../../../store/messagerie/open.ts";
import { searchMessages } from "../../../store/messagerie/search/mod.ts";
import { CATALOGUE } from "../../../tools/messagerie/catalogue.ts";
import { serveHrana } from "../../store/libsql/hrana_stand.ts";
import { until } from "../../until.ts";
import { startTwilio, type TwilioStand } from "./channels/twilio_stand.ts";
import { listen } from "./inbox/listening.ts";
import { Browser, PASSWORD, secretOf } from "./inbox/people_server.ts";
import { setUpLink } from "../../../service/messagerie/accounts/set_up.ts";
import { callOk } from "./served.ts";
import type { Any } from "../../any.ts";

const TOKEN = "jeton-de-la-base";

/** A server for databases, and one desk's store on it. */
async function onServer(): Promise<
  { readonly url: string; readonly seen: readonly string[]; readonly store: DeskStore } & AsyncDisposable
> {
  const folder = await Deno.makeTempDir();
  const stand = serveHrana(`${folder}/server.db`, TOKEN);
  const store = await openDeskStore({ url: stand.url, authToken: TOKEN, env: systemEnv });
  return {
    url: stand.url,
    seen: stand.seen,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await stand[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const deskOf = (store: DeskStore) => ({
  store,
  env: systemEnv,
  log: silentLogger,
  channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
  wakeOutbound: () => {},
  wakeFeed: () => {},
});

async function exported(store: DeskStore): Promise<string> {
  let text = "";
  await exportDesk(deskOf(store), (more) => {
    text += more;
    return Promise.resolve();
  });
  return text;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

const demo = () =>
  generateDemo({ conversations: 12, messages: 80, seed: 1, until: systemEnv.now() - 86_400_000 });

Deno.test("a demo is imported on a server, exported, imported elsewhere and over itself, and is the same", async () => {
  await using first = await onServer();
  await importDesk(deskOf(first.store), demo(), { update: false });
  const text = await exported(first.store);
  await using second = await onServer();
  await importDesk(deskOf(second.store), readDeskFile(bytesOf(text)), { update: false });
  assert.deepEqual(JSON.parse(await exported(second.store)), JSON.parse(text));
  // Its conversations again, in the other order: what waits is put aside, and messages are numbered anew.
  const { conversations, ...rest } = JSON.parse(text);
  const turned = { conversations: conversations.toReversed(), ...rest };
  await importDesk(deskOf(second.store), readDeskFile(bytesOf(JSON.stringify(turned))), { update: true });
  await using third = await onServer();
  await importDesk(deskOf(third.store), readDeskFile(bytesOf(JSON.stringify(turned))), { update: false });
  const byId = (desk: string) => {
    const { conversations } = JSON.parse(desk) as { conversations: { id: string }[] };
    return conversations.toSorted((a, b) => a.id < b.id ? -1 : 1);
  };
  assert.deepEqual(byId(await exported(second.store)), byId(text));
  assert.deepEqual(byId(await exported(third.store)), byId(text));
  for (const { store } of [first, second, third]) {
    const { rows } = await store.read.introspection.getTables().then((tables) => ({
      rows: tables.filter(({ name }) => /^import_|^renumbered/.test(name)),
    }));
    assert.deepEqual(rows, [], "what an import kept in mind is gone");
  }
  assert.ok(third.seen.some((sql) => sql.includes("renumbered")), "messages were numbered anew");
});

Deno.test("a thread that is more than one answer holds is imported, exported, and found", async () => {
  const [site, contact, conversation] = [1, 2, 3].map((n) => `00000000-000${n}-7000-8000-000000000001`);
  // Long texts come from e-mail. All of them come to more than the 10 MB that a server answers with.
  const text = "Bonjour à tous. ".repeat(6_000);
  const messages = Array.from({ length: 108 }, (_, n) => ({
    id: `00000000-0004-7000-8000-${String(n).padStart(12, "0")}`,
    at: new Date(1_750_000_000_000 + n).toISOString(),
    from: "visitor",
    text: `${text}message${n}`,
  }));
  const file = JSON.stringify({
    sites: [{ id: site, name: "Boutique" }],
    inboxes: [],
    agents: [],
    tags: [],
    contacts: [{ id: contact, site, name: "Léa" }],
    conversations: [{ id: conversation, contact, site, status: "open", messages }],
  });
  await using desk = await onServer();
  await importDesk(deskOf(desk.store), readDeskFile(bytesOf(file)), { update: false });
  const { conversations: [back] } = JSON.parse(await exported(desk.store));
  assert.deepEqual(back.messages.map((one: { text: string }) => one.text), messages.map(({ text }) => text));
  const found = await searchMessages(desk.store.read, { query: "message107", scope: null, limit: 20 });
  assert.deepEqual(found.map(({ messageId }) => messageId), [messages[107]?.id]);
});

Deno.test("an import that fails on a server leaves nothing", async () => {
  await using desk = await onServer();
  const broken = function* () {
    yield* demo();
    yield { section: "contacts", index: 0, value: { id: "pas un identifiant" } } as never;
  };
  await assert.rejects(importDesk(deskOf(desk.store), broken(), { update: false }));
  const names = (await desk.store.read.introspection.getTables()).map(({ name }) => name);
  assert.deepEqual(names.filter((name) => name.startsWith("import_")), []);
  assert.deepEqual(await desk.store.read.selectFrom("contact").selectAll().execute(), []);
  await importDesk(deskOf(desk.store), demo(), { update: false });
});

Deno.test("a desk on a server is served: tools, REST, pages, a visit, SMS, live streams, two servers, the doctor", async () => {
  await using desk = await onServer();
  await importDesk(deskOf(desk.store), demo(), { update: false });
  await using twilio = startTwilio();
  const variables: Readonly<Record<string, string>> = {
    MESSAGERIE_PORT: "0",
    MESSAGERIE_DATABASE_URL: desk.url,
    MESSAGERIE_DATABASE_TOKEN: TOKEN,
    MESSAGERIE_SECRET_KEY: "00".repeat(32),
    MESSAGERIE_TWILIO_ACCOUNT_SID: twilio.accountSid,
    MESSAGERIE_TWILIO_AUTH_TOKEN: twilio.authToken,
    MESSAGERIE_TWILIO_FROM: "+33700000000",
    MESSAGERIE_TWILIO_URL: twilio.url,
  };
  const settings = readSettings({ environment: (name) => variables[name] });
  const server = await startServer(settings, { env: systemEnv, log: silentLogger });
  const other = await startServer(settings, { env: systemEnv, log: silentLogger });
  try {
    await callTools(desk.store, server, twilio);
    await askPages(desk.store, server, other);
    for await (const check of diagnose({ environment: (name) => variables[name] }, systemEnv)) {
      assert.notEqual(check.kind, "fault", check.text);
    }
  } finally {
    await server.close();
    await other.close();
  }
});

/** Every tool, and REST's reads. */
async function callTools(store: DeskStore, server: Server, twilio: TwilioStand): Promise<void> {
  const { token } = await createToken(deskOf(store), {
    label: "Robot",
    access: "write",
    surfaces: ["mcp", "rest"],
    inboxIds: null,
    expiresAt: null,
    createdBy: 1,
  });
  const called = new Set<string>();
  const call = (name: string, args = {}) => {
    called.add(name);
    return callOk(server.url, token, name, args);
  };
  await call("whoami");
  await call("list_inboxes");
  const [agent] = await call("list_agents");
  const [contact] = await call("list_contacts", { query: "a" });
  await call("get_contact", { contact_id: contact.id });
  const started = await call("start_conversation", {
    channel: "sms",
    phone: "+33612345678",
    name: "Léa",
    text: "Bonjour, votre colis est arrivé.",
  });
  const conversation_id = started.id;
  await call("send_reply", { conversation_id, text: "Il vous attend à l’accueil." });
  await call("add_note", { conversation_id, text: "Rappeler demain." });
  await call("assign_conversation", { conversation_id, agent_id: agent.id });
  await call("add_tag", { conversation_id, label: "Colis" });
  await call("remove_tag", { conversation_id, label: "Colis" });
  await call("resolve_conversation", { conversation_id });
  await call("get_conversation", { conversation_id });
  await call("list_conversations", { status: "all", assignee_id: agent.id });
  const found = await call("search_messages", { query: "accueil" });
  assert.ok(
    found.some((one: { conversationId: string }) => one.conversationId === conversation_id),
  );
  assert.deepEqual([...called].sort(), CATALOGUE.map(({ name }) => name).sort());
  await until(() => twilio.messages.length === 2, () => twilio.messages);
  await until(async () => {
    const rows = await store.read.selectFrom("outbound").select("state").execute();
    return rows.length === 2 && rows.every(({ state }) => state === "sent");
  });

  const paths = ["/me", "/inboxes", "/agents", "/conversations", "/contacts", "/search?q=colis"];
  for (const path of [...paths, `/conversations/${conversation_id}`, `/contacts/${contact.id}`]) {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200, `${path}: ${await response.text()}`);
  }
}

/** A supervisor's pages, a visitor's widget, and what one server's page is told of another's. */
async function askPages(store: DeskStore, server: Server, other: Server): Promise<void> {
  await store.write(async (trx) => {
    await trx.updateTable("agent").set({ active: 0 }).execute();
  });
  const link = await setUpLink(server.desk);
  const browser = new Browser(server.url, server.publicUrl, {});
  await browser.ok("POST", "/links/set-up", {
    secret: secretOf(link?.url ?? ""),
    name: "Sophie Martin",
    login: "sophie.nouvelle",
    password: PASSWORD,
  });
  assert.equal((await browser.signIn("sophie.nouvelle", "mauvais mot de passe")).status, 401);
  await browser.ok("DELETE", "/session");
  assert.equal((await browser.signIn("sophie.nouvelle")).status, 200);

  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const origin = new URL(server.publicUrl).origin;
  const ask = async (method: string, path: string, body?: unknown): Promise<Any> => {
    const response = await fetch(`${server.url}/api/inbox${path}`, {
      method,
      headers: {
        cookie,
        origin,
        "x-csrf-token": browser.csrf,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text).data;
  };

  await using live = await listen(`${other.url}/api/inbox/live`, { cookie });
  const [site] = await ask("GET", "/admin/sites");
  await ask("PATCH", `/admin/sites/${site.id}`, { origins: ["https://www.boutique.example"] });
  await ask("POST", `/admin/sites/${site.id}/secrets`, {});
  const visitor = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/widget/${site.key}${path}`, {
      method,
      headers: {
        origin: "https://www.boutique.example",
        authorization: `Bearer vis_${"A".repeat(43)}`,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  const json = { "content-type": "application/json" };
  const upload = (bytes: number) => {
    const content = new Uint8Array(bytes);
    content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return visitor("POST", "/files", content, { "x-file-name": "photo.png" });
  };
  // As much as pages are told that a file may have passes, with its row around it; one byte more does not.
  const { data: config } = await (await visitor("GET", "/config")).json();
  assert.equal(config.files.bytes, 4 * 1_048_576);
  const refused = await upload(config.files.bytes + 1);
  const { code, details } = await refused.json();
  assert.deepEqual([refused.status, code, details.maxBytes, details.reason.fr], [
    413,
    "FILE_TOO_LARGE",
    config.files.bytes,
    "Ce fichier est trop lourd : 4 Mio au plus.",
  ]);
  const uploaded = await upload(config.files.bytes);
  assert.ok(uploaded.ok, await uploaded.clone().text());
  const file = (await uploaded.json()).data;
  const sent = await visitor(
    "POST",
    "/messages",
    JSON.stringify({ key: crypto.randomUUID(), text: "Où est mon colis ?", files: [file.id] }),
    json,
  );
  assert.ok(sent.ok, await sent.clone().text());
  await sent.body?.cancel();
  const told = await live.next("message");
  assert.partialDeepStrictEqual(told.message, { from: "visitor", text: "Où est mon colis ?" });

  for (const path of ["/counts", "/conversations", "/tags", "/notifications", "/colleagues"]) {
    await ask("GET", path);
  }
  const { conversationId } = told;
  await ask("GET", `/conversations/${conversationId}`);
  await ask("GET", `/conversations/${conversationId}/messages`);
  await ask("POST", `/conversations/${conversationId}/take`);
  await ask("POST", `/conversations/${conversationId}/replies`, {
    key: crypto.randomUUID(),
    text: "Je regarde.",
  });
  await ask("PUT", `/conversations/${conversationId}/priority`, { priority: "high" });
  await ask("PUT", `/conversations/${conversationId}/read`, { read: false });
  await ask("GET", "/search?q=colis");
  await ask("GET", "/admin/audit");
  await ask("GET", "/admin/files");
}
