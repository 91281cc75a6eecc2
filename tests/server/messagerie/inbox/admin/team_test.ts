/**
 * The team and its inboxes as supervisors keep them, and what is written down of it.
 * @covers messagerie-web.admin.people
 * @covers messagerie-web.admin.last-supervisor
 * @covers messagerie-web.admin.inboxes
 * @covers messagerie-web.admin.audit
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { onDesk } from "../../furnished.ts";
import { join, setUp, startPeople } from "../people_server.ts";

Deno.test("the last supervisor who can sign in is neither demoted nor deactivated", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const { id } = (await sophie.ok("GET", "/session")).person;
  // Invited, but without a password: they could not sign in.
  await sophie.ok("POST", "/admin/people", { login: "paul", name: "Paul", role: "supervisor", inboxIds: [] });
  for (const change of [{ role: "agent" }, { active: false }, { role: "agent", active: false }]) {
    const { status, code } = await sophie.call("PATCH", `/admin/people/${id}`, change);
    deepEqual([status, code], [409, "LAST_SUPERVISOR"], JSON.stringify(change));
  }
  equal((await sophie.ok("GET", "/session")).person.role, "supervisor", "and nothing of it was done");
  const { browser: zoe } = await join(people, sophie, { login: "zoé", role: "supervisor" });
  await sophie.ok("PATCH", `/admin/people/${id}`, { role: "agent" });
  equal((await sophie.call("GET", "/session")).status, 401);
  const hers = (await zoe.ok("GET", "/session")).person.id;
  equal((await zoe.call("PATCH", `/admin/people/${hers}`, { active: false })).code, "LAST_SUPERVISOR");
});

Deno.test("of two supervisors who demote each other at once one stays, through two processes", async () => {
  await using people = await startPeople();
  await using other = await people.another();
  const sophie = await setUp(people);
  const { id } = (await sophie.ok("GET", "/session")).person;
  const { id: zoeId } = await join(people, sophie, { login: "zoe", role: "supervisor" });
  const zoe = other.browser();
  await zoe.signIn("zoe");
  const answers = await Promise.all([
    sophie.call("PATCH", `/admin/people/${zoeId}`, { role: "agent" }),
    zoe.call("PATCH", `/admin/people/${id}`, { role: "agent" }),
  ]);
  equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(answers));
  const roles = await people.server.desk.store.read.selectFrom("agent").select("role").execute();
  deepEqual(roles.map(({ role }) => role).sort(), ["agent", "supervisor"]);
});

Deno.test("people are invited with a role and inboxes, renamed, given others; what cannot be is told by its field", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const inbox = await sophie.ok("POST", "/admin/inboxes", { name: "Ventes", description: "Boutique" });
  const wanted = { login: "awa", name: "Awa", role: "agent", inboxIds: [inbox.id] };
  const { person } = await sophie.ok("POST", "/admin/people", wanted);
  deepEqual(person.inboxIds, [inbox.id]);
  const nowhere = "018f0000-0000-7000-8000-0000000000ff";
  for (
    const [change, field] of [
      [{ login: "AWA" }, "login"],
      [{ login: "a b" }, "login"],
      [{ login: "b", name: " " }, "name"],
      [{ login: "b", name: "\u200b\u202e" }, "name"],
      [{ login: "b", name: "é".repeat(201) }, "name"],
      [{ login: "b", inboxIds: [nowhere] }, "inboxIds"],
    ] as const
  ) {
    const { status, details } = await sophie.call("POST", "/admin/people", { ...wanted, ...change });
    deepEqual([status, details.issues[0].field], [400, field]);
  }
  equal((await sophie.ok("GET", "/admin/people")).length, 2, "a refusal adds nobody");
  const path = `/admin/people/${person.id}`;
  equal((await sophie.call("PATCH", path, { inboxIds: [nowhere] })).details.issues[0].field, "inboxIds");
  deepEqual((await sophie.ok("GET", "/admin/people"))[1].inboxIds, [inbox.id], "nor changes anything");
  const changed = await sophie.ok("PATCH", path, { name: "Awa Diop", inboxIds: [] });
  deepEqual([changed.name, changed.inboxIds], ["Awa Diop", []]);
  equal((await sophie.call("PATCH", `/admin/people/${nowhere}`, { name: "x" })).code, "UNKNOWN_ITEM");
});

Deno.test("an inbox is renamed at once; it is deleted only when nothing stands in it, and why not is told", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const inbox = await sophie.ok("POST", "/admin/inboxes", { name: "Ventes" });
  const empty = await sophie.ok("POST", "/admin/inboxes", { name: "Vide" });
  await sophie.ok("POST", "/admin/canned-replies", {
    shortcut: "a",
    title: "A",
    body: "A",
    inboxId: empty.id,
  });
  await join(people, sophie, { login: "awa", inboxIds: [inbox.id, empty.id] });
  await onDesk(people.databaseUrl, async ({ store }) => {
    await store.write(async (tx) => {
      const at = { created_at: 0 };
      const site = await tx.insertInto("site").values({ id: "s", name: "Site", ...at }).returning("no")
        .executeTakeFirstOrThrow();
      const { no } = await tx.selectFrom("inbox").where("id", "=", inbox.id).select("no")
        .executeTakeFirstOrThrow();
      const contact = await tx.insertInto("contact").values({
        id: "c",
        site_no: site.no,
        name: "Léa",
        search: "lea",
        updated_at: 0,
        email: null,
        phone: null,
        external_id: null,
        segment: null,
        last_message_at: null,
        ...at,
      }).returning("no").executeTakeFirstOrThrow();
      await tx.insertInto("conversation").values({
        id: "v",
        contact_no: contact.no,
        site_no: site.no,
        inbox_no: no,
        status: "resolved",
        last_message_at: 0,
        ...at,
      } as never).execute();
    });
  });
  const listed = await sophie.ok("GET", "/admin/inboxes");
  deepEqual(
    listed.map(({ name, conversations, people }: Record<string, unknown>) => [name, conversations, people]),
    [["Ventes", 1, 1], ["Vide", 0, 1]],
  );
  equal((await sophie.ok("PATCH", `/admin/inboxes/${inbox.id}`, { name: "Boutique" })).name, "Boutique");
  const refused = await sophie.call("DELETE", `/admin/inboxes/${inbox.id}`);
  deepEqual([refused.status, refused.code, refused.details.conversations], [409, "INBOX_IN_USE", 1]);
  match(refused.details.reason.fr, /1 conversation/);
  const lead = (id: string | null) =>
    onDesk(people.databaseUrl, ({ store }) =>
      store.write(async (tx) => {
        const inbox = await tx.selectFrom("inbox").where("id", "=", id ?? "").select("no").executeTakeFirst();
        await tx.updateTable("widget").set({ inbox_no: inbox?.no ?? null }).execute();
      }));
  await lead(empty.id);
  const widget = await sophie.call("DELETE", `/admin/inboxes/${empty.id}`);
  deepEqual([widget.code, widget.details.widgets], ["INBOX_IN_USE", 1], "a site's widget leads to it");
  await lead(null);
  await sophie.ok("DELETE", `/admin/inboxes/${empty.id}`);
  equal((await sophie.call("DELETE", `/admin/inboxes/${empty.id}`)).code, "UNKNOWN_ITEM");
  deepEqual((await sophie.ok("GET", "/admin/people"))[1].inboxIds, [inbox.id]);
  deepEqual(await sophie.ok("GET", "/canned-replies"), [], "its canned replies go with it");
});

Deno.test("an inbox that a channel leads to is not deleted", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const inbox = await sophie.ok("POST", "/admin/inboxes", { name: "SMS" });
  await using other = await startPeople({ MESSAGERIE_SMS_INBOX: inbox.id.toUpperCase() }, people);
  const there = other.browser();
  await there.signIn("sophie");
  const refused = await there.call("DELETE", `/admin/inboxes/${inbox.id}`);
  deepEqual([refused.code, refused.details.channels], ["INBOX_IN_USE", ["sms"]]);
  match(refused.details.reason.fr, /MESSAGERIE_SMS_INBOX/);
});

Deno.test("every change is written down with who and when, the latest first, page by page; refusals are not", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const inbox = await sophie.ok("POST", "/admin/inboxes", { name: "Ventes" });
  const { browser: awa, id } = await join(people, sophie, { login: "awa", inboxIds: [inbox.id] });
  const { id: token } = await awa.ok("POST", "/admin/tokens", {
    label: "Robot",
    access: "read",
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: null,
  });
  await awa.ok("DELETE", `/admin/tokens/${token}`);
  await sophie.ok("PATCH", `/admin/people/${id}`, { active: false });
  await sophie.call("PATCH", `/admin/people/${id}`, { inboxIds: ["018f0000-0000-7000-8000-0000000000ff"] });
  await sophie.call("POST", "/admin/inboxes", { name: " " });
  const { changes, more } = await sophie.ok("GET", "/admin/audit");
  equal(more, false);
  deepEqual(
    changes.map((
      { by, action, subject }: Record<"by" | "action" | "subject", string>,
    ) => [by, action, subject.replace(/msg_\w+/, "…")]),
    [
      ["Sophie Martin", "person.deactivated", "awa"],
      ["awa", "token.revoked", "… Robot"],
      ["awa", "token.created", "… Robot"],
      ["awa", "person.joined", "awa"],
      ["Sophie Martin", "person.invited", "awa"],
      ["Sophie Martin", "inbox.created", "Ventes"],
      ["Sophie Martin", "person.set_up", "sophie"],
    ],
  );
  const first = await sophie.ok("GET", "/admin/audit?limit=3");
  deepEqual([first.changes.length, first.more], [3, true]);
  const rest = await sophie.ok("GET", `/admin/audit?before=${first.changes[2].no}&limit=200`);
  deepEqual([...first.changes, ...rest.changes], changes);
  equal((await sophie.call("GET", "/admin/audit?limit=201")).status, 400);
});
