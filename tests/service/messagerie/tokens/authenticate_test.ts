/**
 * @covers messagerie.tokens.order
 * @covers messagerie.tokens.next-request, messagerie.source.no-session
 * @covers messagerie.tokens.last-used
 * @covers messagerie.reach.creator
 */
import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { Transaction } from "kysely";
import { Refusal } from "../../../../base/refusal.ts";
import { authenticate } from "../../../../service/messagerie/tokens/authenticate.ts";
import {
  createToken,
  type NewToken,
  revokeToken,
} from "../../../../service/messagerie/tokens/manage_tokens.ts";
import { findToken } from "../../../../store/messagerie/tokens.ts";
import type { DeskSchema } from "../../../../store/messagerie/schema.ts";
import { openDeskStore } from "../../../../store/messagerie/open.ts";
import { openTestDesk, type TestDesk } from "./token_desk.ts";
import { until } from "../../../until.ts";

function create(desk: TestDesk, wanted: Partial<NewToken> = {}) {
  return createToken(desk, {
    label: "Robot",
    access: "write",
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: null,
    createdBy: desk.supervisor,
    ...wanted,
  });
}

/** The code that authentication is refused with, or "ok". */
async function outcome(desk: TestDesk, token: string, surface: "mcp" | "rest" = "mcp"): Promise<string> {
  try {
    await authenticate(desk, `Bearer ${token}`, surface);
    return "ok";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Changes rows in a write of its own, which waits for the one that `authenticate` may have left under way. */
async function change(
  desk: TestDesk,
  query: (trx: Transaction<DeskSchema>) => { execute(): Promise<unknown> },
): Promise<void> {
  await desk.store.write(async (trx) => void await query(trx).execute());
}

/** Waits for what `authenticate` left for later. */
async function later(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function lastUsed(desk: TestDesk): Promise<number | null> {
  await later();
  return (await desk.store.read.selectFrom("token").select("last_used_at").executeTakeFirstOrThrow())
    .last_used_at;
}

Deno.test("authenticate() tells who the token is", async () => {
  await using desk = await openTestDesk();
  const made = await create(desk, { expiresAt: desk.time + 1000, surfaces: ["mcp", "rest"], access: "read" });
  const actor = await authenticate(desk, `bearer ${made.token}`, "rest");
  deepEqual(actor, {
    kind: "token",
    tokenNo: 1,
    tokenId: made.id,
    label: "Robot",
    prefix: made.prefix.slice(4),
    access: "read",
    surfaces: ["rest", "mcp"],
    inboxIds: null,
    expiresAt: desk.time + 1000,
    reach: { all: true },
  });
  await later();
});

Deno.test("authenticate() refuses in the contract's order", async () => {
  await using desk = await openTestDesk();
  const { token, prefix } = await create(desk, { expiresAt: desk.time + 1000, createdBy: desk.agent });
  const other = await create(desk);
  equal(await outcome(desk, token), "ok");
  equal(await outcome(desk, "msg_x"), "TOKEN_INVALID");
  equal(await outcome(desk, "${MESSAGERIE_TOKEN}"), "TOKEN_INVALID");
  equal(await outcome(desk, `msg_zzzzzzzz_${"0".repeat(43)}`), "TOKEN_INVALID");
  equal(
    await outcome(desk, token.slice(0, 13) + other.token.slice(13)),
    "TOKEN_INVALID",
    "another's secret",
  );
  equal(await outcome(desk, token, "rest"), "TOKEN_INVALID", "not this surface");

  desk.time += 999;
  equal(await outcome(desk, token), "ok", "until the last millisecond");
  desk.time += 1;
  equal(await outcome(desk, token), "TOKEN_EXPIRED");
  await revokeToken(desk, prefix);
  equal(await outcome(desk, token), "TOKEN_REVOKED", "revoked goes before expired");
  equal(await outcome(desk, token, "rest"), "TOKEN_INVALID", "the surface goes before revoked");
  await change(desk, (trx) => trx.updateTable("agent").set({ active: 0 }).where("no", "=", desk.agent));
  equal(await outcome(desk, token), "TOKEN_INVALID", "the creator goes before revoked");
  await later();
});

Deno.test("authenticate() sees a revocation by another process at once", async () => {
  await using desk = await openTestDesk();
  const { token, prefix } = await create(desk);
  equal(await outcome(desk, token), "ok");
  const store = await openDeskStore({ url: desk.url, env: desk.env });
  await revokeToken({ ...desk, store }, prefix);
  await store.close();
  equal(await outcome(desk, token), "TOKEN_REVOKED");
  await later();
});

Deno.test("authenticate() crosses the token's list with what its creator reaches now", async () => {
  await using desk = await openTestDesk();
  const [first, second] = desk.inboxes;
  const tokens = {
    supervisorAll: await create(desk),
    supervisorOne: await create(desk, { inboxIds: [first] }),
    agentAll: await create(desk, { createdBy: desk.agent }),
    agentOne: await create(desk, { createdBy: desk.agent, inboxIds: [second] }),
  };
  const see = async () => {
    const seen: Record<string, unknown> = {};
    for (const [name, { token }] of Object.entries(tokens)) {
      const { reach, inboxIds } = await authenticate(desk, `Bearer ${token}`, "mcp");
      seen[name] = [reach.all ? "all" : reach.inboxNos, inboxIds];
    }
    return seen;
  };
  deepEqual(await see(), {
    supervisorAll: ["all", null],
    supervisorOne: [[1], [first]],
    agentAll: [[2], null],
    agentOne: [[2], [second]],
  });
  await change(desk, (trx) => trx.updateTable("agent_inbox").set({ inbox_no: 1 }));
  deepEqual(await see(), {
    supervisorAll: ["all", null],
    supervisorOne: [[1], [first]],
    agentAll: [[1], null],
    agentOne: [[], []],
  }, "an agent's tokens follow the inboxes that they serve");
  await change(
    desk,
    (trx) => trx.updateTable("agent").set({ role: "agent" }).where("no", "=", desk.supervisor),
  );
  deepEqual(await see(), {
    supervisorAll: [[], null],
    supervisorOne: [[], []],
    agentAll: [[1], null],
    agentOne: [[], []],
  }, "whoever is no longer a supervisor reaches what they serve, from the next request on");
  await later();
});

Deno.test("findToken() lists inboxes only for a token that has a limit", async () => {
  await using desk = await openTestDesk();
  const [first, second] = desk.inboxes;
  const reached = async (wanted: Partial<NewToken>) => {
    const { prefix } = await create(desk, wanted);
    return (await findToken(desk.store.read, prefix.slice(4)))?.reached;
  };
  equal(await reached({}), null);
  equal(await reached({ inboxIds: [second, first] }), JSON.stringify([[1, first], [2, second]]));
  equal(await reached({ createdBy: desk.agent }), JSON.stringify([[2, second]]));
  equal(await reached({ createdBy: desk.agent, inboxIds: [second] }), JSON.stringify([[2, second]]));
});

Deno.test("authenticate() reads one statement, and writes lastUsedAt at most every five minutes", async () => {
  await using desk = await openTestDesk();
  const { token } = await create(desk);
  const start = desk.time;
  desk.statements.length = 0;
  equal(await outcome(desk, token), "ok");
  equal(desk.statements.length, 1);
  equal(await lastUsed(desk), start);

  desk.time = start + 299_999;
  desk.statements.length = 0;
  equal(await outcome(desk, token), "ok");
  equal(await lastUsed(desk), start);
  equal(desk.statements.filter((sql) => /update/.test(sql)).length, 0);

  // Another process, which has not written it itself, does not even try.
  const statements: string[] = [];
  const store = await openDeskStore({
    url: desk.url,
    env: desk.env,
    onStatement: (sql) => statements.push(sql),
  });
  statements.length = 0;
  await authenticate({ ...desk, store }, `Bearer ${token}`, "mcp");
  await later();
  equal(statements.length, 1);
  await store.close();

  desk.time = start + 300_000;
  equal(await outcome(desk, token), "ok");
  equal(await lastUsed(desk), start + 300_000);

  desk.time = start - 86_400_000;
  equal(await outcome(desk, token), "ok");
  equal(await lastUsed(desk), start + 300_000, "not before five minutes by the clock that goes forward");
});

Deno.test("authenticate() does not wait for a write lock that another process holds", async () => {
  await using desk = await openTestDesk();
  const { token } = await create(desk);
  const store = await openDeskStore({ url: desk.url, env: desk.env });
  await store.write(async () => {
    equal(await outcome(desk, token), "ok");
    await later();
  });
  await store.close();
  await until(async () => await lastUsed(desk) !== null, "written once the lock is free");
});

Deno.test("createToken() stores no secret, and refuses what could not work", async () => {
  await using desk = await openTestDesk();
  const made = await create(desk, { label: "  Robot de nuit ", surfaces: ["mcp", "rest", "mcp"] });
  equal(made.label, "Robot de nuit");
  deepEqual(made.surfaces, ["rest", "mcp"]);
  const rows = JSON.stringify(await desk.store.read.selectFrom("token").selectAll().execute());
  ok(!rows.includes(made.token.slice(13)));
  const [first] = desk.inboxes;
  for (
    const [wanted, code] of [
      [{ label: " " }, "INVALID_REQUEST"],
      [{ label: "x".repeat(201) }, "INVALID_REQUEST"],
      [{ surfaces: [] }, "INVALID_REQUEST"],
      [{ expiresAt: 9e15 }, "INVALID_REQUEST"],
      [{ createdBy: 99 }, "AGENT_NOT_FOUND"],
      [{ inboxIds: ["none"] }, "INBOX_NOT_FOUND"],
      [{ inboxIds: [first, "x"] }, "INBOX_NOT_FOUND"],
      [{ inboxIds: [first], createdBy: desk.agent }, "INBOX_NOT_FOUND"],
    ] as const
  ) await rejects(create(desk, wanted), { code }, JSON.stringify(wanted));
  equal((await desk.store.read.selectFrom("token").select("no").execute()).length, 1);
});

Deno.test("revokeToken() takes the prefix with or without its head, or a whole token; unknown is refused", async () => {
  await using desk = await openTestDesk();
  for (const form of [(t: string) => t.slice(0, 12), (t: string) => t.slice(4, 12), (t: string) => t]) {
    const { token } = await create(desk);
    await revokeToken(desk, form(token));
    equal(await outcome(desk, token), "TOKEN_REVOKED");
    const at = desk.time;
    desk.time += 5;
    await revokeToken(desk, form(token));
    const row = await desk.store.read.selectFrom("token").select("revoked_at").orderBy("no", "desc")
      .executeTakeFirstOrThrow();
    equal(row.revoked_at, at, "the first revocation stands");
  }
  for (const form of ["msg_zzzzzzzz", "", "msg_", "%", "x".repeat(9)]) {
    await rejects(revokeToken(desk, form), { code: "TOKEN_INVALID" });
  }
});
