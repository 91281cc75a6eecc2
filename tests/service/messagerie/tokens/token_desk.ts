/** A desk on a database file of its own, with two inboxes, a supervisor and an agent who serves one of them. */
import { systemEnv } from "../../../../base/env.ts";
import { createLogger } from "../../../../base/log.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import { openDeskStore } from "../../../../store/messagerie/open.ts";
import { placeDesk } from "../../../place_desk.ts";

/** A desk whose clocks stand still until the test moves them. */
export interface TestDesk extends Desk, AsyncDisposable {
  readonly url: string;
  readonly logs: string[];
  readonly statements: string[];
  time: number;
  readonly inboxes: readonly [string, string];
  readonly supervisor: number;
  readonly agent: number;
}

export async function openTestDesk(): Promise<TestDesk> {
  const place = await placeDesk();
  const { url } = place;
  const statements: string[] = [];
  const logs: string[] = [];
  const clock = { time: Date.UTC(2026, 0, 1) };
  const env = { ...systemEnv, now: () => clock.time, monotonic: () => clock.time };
  const store = await openDeskStore({ url, env, onStatement: (sql) => statements.push(sql) });
  const inboxes = ["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"] as const;
  await store.read.insertInto("inbox")
    .values(inboxes.map((id, at) => ({ no: at + 1, id, name: `Boîte ${at}`, site_no: null, created_at: at })))
    .execute();
  await store.read.insertInto("agent").values([
    { no: 1, id: "s", login: "sophie", name: "Sophie", role: "supervisor", created_at: 0, active: 1 },
    { no: 2, id: "a", login: "awa", name: "Awa", role: "agent", created_at: 0, active: 1 },
  ].map((row) => ({ ...row, password_hash: null } as const)) as never).execute();
  await store.read.insertInto("agent_inbox").values({ agent_no: 2, inbox_no: 2 }).execute();
  return {
    url,
    store,
    env,
    logs,
    statements,
    inboxes,
    supervisor: 1,
    agent: 2,
    log: createLogger({ level: "debug", write: (line) => logs.push(line), env }),
    channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
    wakeOutbound: () => {},
    wakeFeed: () => {},
    get time() {
      return clock.time;
    },
    set time(at) {
      clock.time = at;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
