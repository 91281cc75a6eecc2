/**
 * No secret that a person or program carries is in the database's files or in the logs.
 * @covers messagerie-web.accounts.secrets
 */
import { equal, ok } from "node:assert/strict";
import { setUpLink } from "../../../../../service/messagerie/accounts/set_up.ts";
import { Browser, join, OTHER_PASSWORD, PASSWORD, secretOf, setUp, startPeople } from "../people_server.ts";

Deno.test("neither the database nor the logs hold a cookie, a link, a CSRF token, a password or a token", async () => {
  await using people = await startPeople();
  const secrets = new Set<string>([PASSWORD, OTHER_PASSWORD]);
  const note = (browser: Browser) => {
    for (const value of browser.cookies.values()) secrets.add(value);
    secrets.add(browser.csrf);
  };
  secrets.add(secretOf((await setUpLink(people.server.desk))?.url ?? ""));
  const sophie = await setUp(people, "sophie@exemple.fr");
  note(sophie);
  const { browser: awa, id } = await join(people, sophie, { login: "awa@exemple.fr" });
  note(awa);
  const { link } = await sophie.ok("POST", `/admin/people/${id}/link`);
  secrets.add(secretOf(link.url));
  const pending = await sophie.ok("POST", "/admin/people", {
    login: "zoe",
    name: "Zoé",
    role: "agent",
    inboxIds: [],
  });
  secrets.add(secretOf(pending.link.url));
  await awa.ok("POST", "/password", { current: PASSWORD, password: OTHER_PASSWORD });
  note(awa);
  const { token } = await sophie.ok("POST", "/admin/tokens", {
    label: "Robot",
    access: "read",
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: null,
  });
  secrets.add(token.split("_")[2] ?? "");
  const lost = people.browser();
  await lost.signIn("awa@exemple.fr", "un essai qui rate");
  secrets.add("un essai qui rate");
  await lost.call("GET", "/session", undefined, { cookie: `messagerie=${"Z".repeat(43)}` });
  secrets.add("Z".repeat(43));

  equal(secrets.has(""), false);
  ok(secrets.size >= 14);
  const files: string[] = [];
  for await (const entry of Deno.readDir(people.folder)) {
    files.push(new TextDecoder("latin1").decode(await Deno.readFile(`${people.folder}/${entry.name}`)));
  }
  const kept = files.join("\n");
  ok(kept.includes("sophie@exemple.fr"), "the scan sees what is kept");
  const logged = people.logs.join("");
  ok(logged.includes("signed_in") || logged.includes("server_started"));
  for (const secret of secrets) {
    equal(kept.includes(secret), false, "in the database");
    equal(logged.includes(secret), false, "in the logs");
  }
  equal(logged.includes("exemple.fr"), false, "nor does a log hold an address");
});
