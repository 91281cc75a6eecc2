/**
 * Administration › Sites, as routes.
 * @covers messagerie-web.sites
 */
import assert from "node:assert/strict";
import { createInboxHandler } from "../../../../server/messagerie/inbox/handler.ts";
import { siteRoutes } from "../../../../server/messagerie/inbox/site_routes.ts";
import type { SignedIn } from "../../../../server/messagerie/inbox/signed_in.ts";
import { openDesk } from "../../../service/messagerie/desk.ts";

/** The routes over a desk, asked by a person of this role. */
async function openRoutes(role: "agent" | "supervisor", secretKey: Uint8Array | null = new Uint8Array(32)) {
  const desk = await openDesk();
  const claire = await desk.agent({ name: "Claire", role });
  const actor = { ...desk.person(claire), role };
  const session: SignedIn = { actor, sessionId: claire.id, csrf: "", expiresAt: Infinity };
  const handle = createInboxHandler({
    desk,
    gate: { signedIn: () => Promise.resolve(session) },
    routes: siteRoutes({ secretKey, publicUrl: () => "https://desk.example" }),
    strict: true,
  });
  return {
    desk,
    async call(method: string, path: string, body?: unknown) {
      const response = await handle(
        new Request(`http://desk/api/inbox/admin${path.startsWith("/files") ? "" : "/sites"}${path}`, {
          method,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
        }),
        "127.0.0.1",
      );
      return { status: response.status, ...await response.json() };
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

Deno.test("a supervisor, and nobody else, sees what files take of their room [@covers messagerie-web.widget.file-room]", async () => {
  await using routes = await openRoutes("supervisor");
  await routes.desk.contact({ site: await routes.desk.site() });
  await routes.desk.conversation({
    messages: [{ from: "visitor", text: "Voici", files: ["a"] }],
  });
  await routes.desk.store.write((trx) =>
    trx.updateTable("attachment").set({ content: new Uint8Array(1_234) }).execute()
  );
  assert.deepEqual(await routes.call("GET", "/files"), {
    status: 200,
    data: { bytes: 1_234, waitingBytes: 0, maxBytes: 5_368_709_120 },
  });
  await using others = await openRoutes("agent");
  assert.equal((await others.call("GET", "/files")).code, "SUPERVISOR_ONLY");
});

Deno.test("a supervisor adds a site, sets its widget up, and is given what to paste", async () => {
  await using routes = await openRoutes("supervisor");
  const { call, desk } = routes;
  const inbox = await desk.inbox();
  const added = await call("POST", "", {
    name: " Boutique ",
    origins: ["https://Boutique.example", "https://boutique.example/", "http://localhost:3000"],
    accent: "#1D4ED8",
    inboxId: inbox.id,
  });
  assert.equal(added.status, 201);
  const site = added.data;
  assert.deepEqual(
    [site.name, site.country, site.ai, site.enabled, site.accent, site.inboxId, site.origins],
    ["Boutique", "FR", false, true, "#1d4ed8", inbox.id, [
      "https://boutique.example",
      "http://localhost:3000",
    ]],
  );
  assert.equal(
    site.snippet,
    `<script async src="https://desk.example/widget.js" data-site="${site.key}"></script>`,
  );
  const changed = await call("PATCH", `/${site.id}`, {
    enabled: false,
    ai: true,
    inboxId: null,
    greeting: { fr: "Bonjour", en: "Hello" },
  });
  assert.deepEqual(
    [
      changed.data.enabled,
      changed.data.ai,
      changed.data.inboxId,
      changed.data.greeting.en,
      changed.data.name,
    ],
    [false, true, null, "Hello", "Boutique"],
  );
  assert.deepEqual((await call("GET", "")).data, [changed.data]);
  assert.deepEqual((await call("GET", `/${site.id}`)).data, changed.data);
});

Deno.test("what cannot be is refused, named, and leaves nothing behind", async () => {
  await using routes = await openRoutes("supervisor");
  const { call } = routes;
  const id = crypto.randomUUID();
  const bad: readonly (readonly [unknown, string])[] = [
    [{ name: " " }, "name"],
    [{ name: "x", country: "F1" }, "country"],
    [{ name: "x", accent: "red" }, "accent"],
    [{ name: "x", origins: ["*"] }, "origins[0]"],
    [{ name: "x", origins: ["https://*.example"] }, "origins[0]"],
    [{ name: "x", origins: ["https://a.example/page"] }, "origins[0]"],
    [{ name: "x", origins: ["https://user@a.example"] }, "origins[0]"],
    [{ name: "x", origins: ["null"] }, "origins[0]"],
    [{ name: "x", origins: ["javascript:alert(1)"] }, "origins[0]"],
    [{ name: "x", greeting: { fr: "x".repeat(501), en: "" } }, "greeting.fr"],
  ];
  for (const [body, field] of bad) {
    const { status, details } = await call("POST", "", body);
    assert.deepEqual([status, details?.issues?.[0]?.field], [400, field], JSON.stringify(body).slice(0, 60));
  }
  assert.equal((await call("POST", "", { name: "x", inboxId: id })).code, "INBOX_NOT_FOUND");
  assert.deepEqual((await call("GET", "")).data, []);
  assert.equal((await call("PATCH", `/${id}`, { name: "x" })).code, "SITE_NOT_FOUND");
  assert.equal((await call("POST", `/${id}/secrets`)).code, "SITE_NOT_FOUND");
});

Deno.test("a secret is shown once; changes are written down with who made them, never with a secret", async () => {
  await using routes = await openRoutes("supervisor");
  const { call, desk } = routes;
  const { id } = (await call("POST", "", { name: "Boutique" })).data;
  const made = await call("POST", `/${id}/secrets`);
  assert.equal(made.status, 201);
  assert.match(made.data.secret, /^[0-9A-Za-z]{43}$/);
  const listed = JSON.stringify((await call("GET", "")).data);
  assert.ok(listed.includes(made.data.id) && !listed.includes(made.data.secret));
  assert.equal((await call("DELETE", `/${id}/secrets/${made.data.id}`)).status, 200);
  assert.equal((await call("DELETE", `/${id}/secrets/${made.data.id}`)).status, 400);
  const audit = await desk.store.read.selectFrom("audit").selectAll().orderBy("no").execute();
  assert.deepEqual(
    audit.map(({ action, subject, by_name: by }) => [action, subject, by]),
    [
      ["site.created", "Boutique", "Claire"],
      ["site.secret_created", "Boutique", "Claire"],
      ["site.secret_deleted", "Boutique", "Claire"],
    ],
  );
  assert.ok(!JSON.stringify(audit).includes(made.data.secret));
});

Deno.test("an advisor may not; a server without a key says so", async () => {
  await using advisors = await openRoutes("agent");
  for (
    const [method, path] of [["GET", ""], ["POST", ""], ["POST", `/${crypto.randomUUID()}/secrets`]] as const
  ) {
    assert.equal(
      (await advisors.call(method, path, method === "POST" ? {} : undefined)).code,
      "SUPERVISOR_ONLY",
    );
  }
  await using keyless = await openRoutes("supervisor", null);
  const { data } = await keyless.call("POST", "", { name: "Boutique" });
  assert.equal(data.secretsPossible, false);
  assert.equal((await keyless.call("POST", `/${data.id}/secrets`)).code, "SECRET_KEY_MISSING");
});
