/**
 * Sessions over a served port: cookies, fixation, CSRF, what ends a session and when it holds.
 * @covers messagerie-web.accounts.cookies
 * @covers messagerie-web.accounts.fixation
 * @covers messagerie-web.accounts.csrf
 * @covers messagerie-web.accounts.ended-at-once
 * @covers messagerie-web.accounts.lifetime
 * @covers messagerie-web.accounts.own-sessions
 * @covers messagerie-web.accounts.preferences
 */
import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { until } from "../../../../until.ts";
import { join, OTHER_PASSWORD, PASSWORD, ROUTES, setUp, startPeople } from "../people_server.ts";

const HOUR = 3_600_000;

Deno.test("cookies of an https address are __Host-, Secure, HttpOnly, Lax; over plain http they have other names", async () => {
  for (
    const [publicUrl, name, secure] of [
      ["https://chat.exemple.fr", "__Host-messagerie", true],
      ["", "messagerie", false],
    ] as const
  ) {
    await using people = await startPeople({ MESSAGERIE_PUBLIC_URL: publicUrl });
    const browser = await setUp(people);
    const { headers } = await browser.signIn("sophie");
    const [session = "", device = ""] = headers.getSetCookie();
    for (const [cookie, expected] of [[session, name], [device, `${name}-device`]] as const) {
      const [pair = "", ...attributes] = cookie.split("; ");
      equal(pair.split("=")[0], expected);
      match(pair, /=[0-9A-Za-z]{43}$/);
      deepEqual(
        attributes.filter((attribute) => !attribute.startsWith("Max-Age=")).sort(),
        ["HttpOnly", "Path=/", "SameSite=Lax", ...(secure ? ["Secure"] : [])],
      );
    }
    equal((await browser.call("GET", "/session")).status, 200);
    // The cookie of the other kind of address opens nothing here.
    const secret = browser.cookies.get(name) ?? "";
    browser.cookies.clear();
    browser.cookies.set(secure ? "messagerie" : "__Host-messagerie", secret);
    equal((await browser.call("GET", "/session")).status, 401);
  }
});

Deno.test("a session that was planted before signing in is not taken over, and one that is replaced ends", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const planted = "A".repeat(43);
  const victim = people.browser();
  victim.cookies.set("messagerie", planted);
  await victim.signIn("sophie");
  notEqual(victim.cookies.get("messagerie"), planted);
  const attacker = people.browser();
  attacker.cookies.set("messagerie", planted);
  equal((await attacker.call("GET", "/session")).status, 401);

  const before = sophie.cookies.get("messagerie") ?? "";
  const csrf = sophie.csrf;
  await sophie.signIn("sophie");
  notEqual(sophie.cookies.get("messagerie"), before);
  notEqual(sophie.csrf, csrf);
  attacker.cookies.set("messagerie", before);
  equal((await attacker.call("GET", "/session")).status, 401, "the session before is over");
});

Deno.test("every route that writes wants the session's CSRF token and a page of this server", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const other = people.browser();
  await other.signIn("sophie");
  const writes = ROUTES.filter(({ method }) => method !== "GET");
  ok(writes.length > 20);
  for (const { method, path, access, body } of writes) {
    const there = path.replace(/\{\w+\}/g, "018f0000-0000-7000-8000-000000000001");
    const sent = body === undefined ? undefined : {};
    const refused = async (headers: Record<string, string | undefined>, why: string) => {
      const { status, code } = await sophie.call(method, there, sent, headers);
      deepEqual([status, code], [403, "CSRF_REFUSED"], `${method} ${path}: ${why}`);
    };
    if (access !== "anyone") {
      await refused({ "x-csrf-token": undefined }, "no token");
      await refused({ "x-csrf-token": other.csrf }, "another session's token");
      await refused({ "x-csrf-token": sophie.csrf + "x" }, "a longer token");
      await refused({ "sec-fetch-site": "cross-site" }, "another site's page");
      await refused({ "sec-fetch-site": "same-site" }, "a neighbour's page");
      await refused({ origin: "https://exemple.org" }, "another origin");
      await refused({ origin: "null" }, "an origin that hides");
      await refused({ origin: undefined }, "no origin");
    }
  }
  equal((await sophie.call("GET", "/session")).status, 200, "nothing of it ended the session");
});

Deno.test("what anybody may send is refused from another site's page, and as a form", async () => {
  await using people = await startPeople();
  await setUp(people);
  const bodies: Record<string, unknown> = {
    "/session": { login: "sophie", password: PASSWORD },
    "/links/look": { secret: "a" },
    "/links/set-up": { secret: "a", name: "a", login: "a", password: PASSWORD },
    "/links/invitation": { secret: "a", password: PASSWORD },
    "/links/reset": { secret: "a", password: PASSWORD },
    "/password/forgotten": { login: "sophie" },
  };
  const open = ROUTES.filter(({ method, access }) => method !== "GET" && access === "anyone");
  deepEqual(open.map(({ path }) => path).sort(), Object.keys(bodies).sort());
  for (const { method, path } of open) {
    for (
      const headers of [
        { "sec-fetch-site": "cross-site" },
        { origin: "https://exemple.org" },
        { origin: undefined },
      ]
    ) {
      const { status, code } = await people.browser().call(method, path, bodies[path], headers);
      deepEqual([status, code], [403, "CSRF_REFUSED"], path);
    }
    const form = await people.browser().call(method, path, "login=sophie", {
      "content-type": "application/x-www-form-urlencoded",
    });
    equal(form.status, 415, path);
  }
  // Sec-Fetch-Site is what a browser tells on a trustworthy address; it alone is enough.
  const { status } = await people.browser().call("POST", "/session", bodies["/session"], {
    origin: undefined,
    "sec-fetch-site": "same-origin",
  });
  equal(status, 200);
});

Deno.test("behind https a page of the same host over plain http is another origin", async () => {
  await using people = await startPeople({ MESSAGERIE_PUBLIC_URL: "https://chat.exemple.fr" });
  await setUp(people);
  const wanted = { login: "sophie", password: PASSWORD };
  const from = (origin: string) => people.browser().call("POST", "/session", wanted, { origin });
  equal((await from("https://chat.exemple.fr")).status, 200);
  equal((await from("http://chat.exemple.fr")).code, "CSRF_REFUSED");
  equal(
    (await from(people.url)).code,
    "CSRF_REFUSED",
    "nor is the address behind the proxy one of its pages",
  );
});

Deno.test("nobody signed in is 401 on every route of a person, an advisor 403 on every route of supervisors", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const { browser: awa } = await join(people, sophie, { login: "awa" });
  for (const { method, path, access } of ROUTES) {
    if (access === "anyone") continue;
    const there = path.replace(/\{\w+\}/g, "018f0000-0000-7000-8000-000000000001");
    const nobody = await people.browser().call(method, there, method === "GET" ? undefined : {});
    deepEqual([nobody.status, nobody.code], [401, "NOT_SIGNED_IN"], `${method} ${path}`);
    if (access !== "supervisor") continue;
    const advisor = await awa.call(method, there, method === "GET" ? undefined : {});
    deepEqual([advisor.status, advisor.code], [403, "SUPERVISOR_ONLY"], `${method} ${path}`);
  }
});

Deno.test("deactivation, another role and another password end sessions at the next request, in every process", async () => {
  await using people = await startPeople();
  await using other = await people.another();
  const sophie = await setUp(people);
  const { browser: awa, id } = await join(people, sophie, { login: "awa" });
  const elsewhere = other.browser();
  await elsewhere.signIn("awa");
  const signedIn = async () => [
    (await awa.call("GET", "/session")).status,
    (await elsewhere.call("GET", "/session")).status,
  ];
  deepEqual(await signedIn(), [200, 200]);

  await sophie.ok("PATCH", `/admin/people/${id}`, { role: "supervisor" });
  deepEqual(await signedIn(), [401, 401], "another role");
  await awa.signIn("awa");
  await elsewhere.signIn("awa");
  equal((await awa.call("GET", "/admin/people")).status, 200);

  await sophie.ok("PATCH", `/admin/people/${id}`, { name: "Awa Diop", inboxIds: [] });
  deepEqual(await signedIn(), [200, 200], "another name ends nothing");

  await awa.ok("POST", "/password", { current: PASSWORD, password: OTHER_PASSWORD });
  deepEqual(await signedIn(), [200, 401], "another password: only who changed it goes on");
  await elsewhere.signIn("awa", OTHER_PASSWORD);
  deepEqual(await signedIn(), [200, 200]);

  await sophie.ok("PATCH", `/admin/people/${id}`, { active: false });
  deepEqual(await signedIn(), [401, 401], "deactivated");
  equal((await awa.signIn("awa", OTHER_PASSWORD)).code, "SIGN_IN_REFUSED");
});

Deno.test("the old password is needed for another one, and a wrong one is told as such", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const wrong = await sophie.call("POST", "/password", { current: "autre chose", password: OTHER_PASSWORD });
  deepEqual([wrong.status, wrong.code], [403, "PASSWORD_WRONG"]);
  const weak = await sophie.call("POST", "/password", { current: PASSWORD, password: "motdepasse123" });
  deepEqual([weak.status, weak.details.issues[0].field], [400, "password"]);
  equal((await people.browser().signIn("sophie")).status, 200, "it stays");
});

Deno.test("a person sees their sessions, ends one or all; nobody else's", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const { browser: awa } = await join(people, sophie, { login: "awa" });
  const phone = people.browser({ "user-agent": "Phone/2" });
  await phone.signIn("sophie");
  const sessions = await sophie.ok("GET", "/sessions");
  deepEqual(sessions.map(({ userAgent }: { userAgent: string }) => userAgent).sort(), [
    "Essai/1",
    "Phone/2",
  ]);
  const { sessionId } = await phone.ok("GET", "/session");
  equal((await awa.call("DELETE", `/sessions/${sessionId}`)).status, 404);
  equal((await phone.call("GET", "/session")).status, 200);
  await sophie.ok("DELETE", `/sessions/${sessionId}`);
  equal((await phone.call("GET", "/session")).status, 401);

  await phone.signIn("sophie");
  await sophie.ok("DELETE", "/sessions");
  equal((await phone.call("GET", "/session")).status, 401);
  equal(sophie.cookies.has("messagerie"), false, "the cookie goes too");
  equal((await awa.call("GET", "/session")).status, 200);
  await awa.ok("DELETE", "/session");
  equal((await awa.call("GET", "/session")).status, 401);
});

Deno.test("a person's name and how they like the pages are kept, for them alone, on every browser", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const { browser: awa } = await join(people, sophie, { login: "awa" });
  const before = { language: "auto", theme: "auto", sound: false, desktop: false };
  deepEqual((await sophie.ok("GET", "/session")).preferences, before);
  await sophie.ok("PATCH", "/preferences", { theme: "dark", sound: true });
  deepEqual(await sophie.ok("PATCH", "/preferences", { language: "en" }), {
    ...before,
    theme: "dark",
    sound: true,
    language: "en",
  });
  equal((await sophie.call("PATCH", "/preferences", { language: "de" })).status, 400);
  equal((await sophie.ok("PATCH", "/account", { name: " Sophie M. " })).name, "Sophie M.");
  equal((await sophie.call("PATCH", "/account", { name: " " })).details.issues[0].field, "name");
  const phone = people.browser();
  const { data } = await phone.signIn("sophie");
  deepEqual([data.person.name, data.preferences.theme, data.preferences.language], [
    "Sophie M.",
    "dark",
    "en",
  ]);
  deepEqual((await awa.ok("GET", "/account")).preferences, before);
});

Deno.test("a session ends after twelve idle hours and after thirty days; no clock brings it back", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const now = () => Date.now() + people.clock.offset;
  const seenAt = async () =>
    (await people.server.desk.store.read.selectFrom("session").select("seen_at").orderBy("no", "desc")
      .executeTakeFirstOrThrow()).seen_at;
  const at = async (hours: number) => {
    people.clock.offset = hours * HOUR;
    const { status } = await sophie.call("GET", "/session");
    // That it was used is written a moment later.
    if (status === 200) {
      await until(async () => Math.abs(await seenAt() - now()) < HOUR, "its use is written");
    }
    return status;
  };
  equal(await at(11), 200);
  equal(await at(22), 200, "each use begins the twelve hours anew");
  equal(await at(35), 401);
  equal(await at(22), 401, "the clock goes back, the session does not come back");

  await sophie.signIn("sophie");
  const start = 22;
  for (let hours = start; hours < start + 720; hours += 10) equal(await at(hours), 200, `${hours}`);
  equal(await at(start + 720), 401, "thirty days");

  people.clock.offset = 0;
  await sophie.signIn("sophie");
  equal(await at(-1), 401, "made in a future that the clock has left");
});
