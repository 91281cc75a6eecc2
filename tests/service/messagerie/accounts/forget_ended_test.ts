/**
 * What ends sessions and links besides people themselves: time, and an import that changes who they are for.
 * @covers messagerie-web.accounts.lifetime
 * @covers messagerie-web.accounts.ended-at-once
 */
import { deepEqual, equal } from "node:assert/strict";
import { forgetEnded } from "../../../../service/messagerie/accounts/forget_ended.ts";
import { makeLink } from "../../../../service/messagerie/accounts/links.ts";
import { sessionOf } from "../../../../service/messagerie/accounts/sessions.ts";
import { signIn } from "../../../../service/messagerie/accounts/sign_in.ts";
import { INVITATION_MS, SESSION_MS } from "../../../../service/messagerie/limits.ts";
import { importDesk } from "../../../../service/messagerie/transfer/import_desk.ts";
import { attempt, openAccounts, quickKey, type TestAccounts } from "./account_desk.ts";

async function kept(desk: TestAccounts): Promise<readonly [sessions: number, links: number]> {
  const rows = async (table: "session" | "one_time_link") =>
    (await desk.store.read.selectFrom(table).select("no").execute()).length;
  return [await rows("session"), await rows("one_time_link")];
}

Deno.test("forgetEnded() forgets what has ended and nothing that lives", async () => {
  await using desk = await openAccounts(quickKey);
  await signIn(desk, attempt("awa"));
  await desk.store.write((tx) => makeLink(tx, desk, { kind: "reset", agentNo: 3, forMs: INVITATION_MS }));
  equal(await forgetEnded(desk), false);
  deepEqual(await kept(desk), [1, 1]);
  desk.time += INVITATION_MS;
  await forgetEnded(desk);
  deepEqual(await kept(desk), [1, 0]);
  desk.time += SESSION_MS - INVITATION_MS;
  await forgetEnded(desk);
  deepEqual(await kept(desk), [0, 0]);
});

/** Imports Awa, changed, into the desk. */
async function importAwa(desk: TestAccounts, change: object): Promise<void> {
  const awa = {
    id: "018f0000-0000-7000-8000-000000000003",
    login: "awa",
    name: "Awa",
    role: "agent",
    ...change,
  };
  await importDesk(desk, [{ section: "agents", index: 0, value: awa }], { update: true });
}

Deno.test("an import that gives somebody another role or password, or none of the desk, ends their sessions", async () => {
  await using desk = await openAccounts(quickKey);
  const { session: sophie } = await signIn(desk, attempt("sophie"));
  const lives = async (change: object) => {
    await desk.store.write((tx) =>
      tx.updateTable("agent").set({ role: "agent", active: 1 }).where("no", "=", 3).execute()
    );
    const { session } = await signIn(desk, attempt("awa"));
    await importAwa(desk, change);
    return await sessionOf(desk, session.secret) !== undefined;
  };
  equal(await lives({ name: "Awa D." }), true, "another name");
  equal(await lives({ role: "supervisor" }), false, "another role");
  equal(await lives({ active: false }), false, "gone");
  equal(await lives({ password: "cinq canards roses" }), false, "another password");
  equal(await sessionOf(desk, sophie.secret) !== undefined, true, "nobody else's");
});
