/** A desk for accounts on a database file of its own, whose clock stands still and whose hashes are counted. */
import { systemEnv } from "../../../../base/env.ts";
import { createLogger } from "../../../../base/log.ts";
import type { AccountDesk } from "../../../../service/messagerie/accounts/account_desk.ts";
import { Passwords } from "../../../../service/messagerie/accounts/passwords.ts";
import {
  type DeriveKey,
  deriveKey,
  type HashCost,
  hashPassword,
} from "../../../../service/messagerie/directory/password.ts";
import { openDeskStore } from "../../../../store/messagerie/open.ts";
import { placeDesk } from "../../../place_desk.ts";

export const PASSWORD = "trois chevaux bleus";

/** A desk with Sophie and Zoé (supervisors), Awa (agent), Inès who left, and Paul who never chose a password. */
export interface TestAccounts extends AccountDesk, AsyncDisposable {
  time: number;
  readonly url: string;
  readonly logs: string[];
  /** The cost of every hash that was computed. */
  readonly hashes: HashCost[];
  /** Another process on the same database. */
  another(): Promise<AccountDesk & AsyncDisposable>;
}

/** A hash that costs next to nothing. */
export const quickKey: DeriveKey = (password, salt) => deriveKey(password, salt, { log2N: 1, r: 1, p: 1 });

/** One hash for everybody. */
const kept = await hashPassword(PASSWORD, systemEnv);
const quicklyKept = await hashPassword(PASSWORD, systemEnv, quickKey);

export async function openAccounts(derive: DeriveKey = deriveKey): Promise<TestAccounts> {
  const place = await placeDesk();
  const { url } = place;
  const clock = { time: Date.UTC(2026, 0, 1) };
  const env = { ...systemEnv, now: () => clock.time, monotonic: () => clock.time };
  const logs: string[] = [];
  const hashes: HashCost[] = [];
  const password = derive === quickKey ? quicklyKept : kept;
  const open = async (): Promise<AccountDesk & AsyncDisposable> => {
    const store = await openDeskStore({ url, env });
    return {
      store,
      env,
      log: createLogger({ level: "debug", write: (line) => logs.push(line), env }),
      wakeFeed: () => {},
      passwords: new Passwords(env, (password, salt, cost) => {
        hashes.push(cost);
        return derive(password, salt, cost);
      }),
      mail: undefined,
      publicUrl: () => "http://127.0.0.1:8810",
      [Symbol.asyncDispose]: () => store.close(),
    };
  };
  const desk = await open();
  await desk.store.write((tx) =>
    tx.insertInto("agent").values(
      ([["sophie", "supervisor", 1, password], ["zoé", "supervisor", 1, password], [
        "awa",
        "agent",
        1,
        password,
      ], [
        "ines",
        "agent",
        0,
        password,
      ], ["paul", "agent", 1, null]] as const).map(([login, role, active, password_hash], at) => ({
        no: at + 1,
        id: `018f0000-0000-7000-8000-00000000000${at + 1}`,
        login,
        name: login,
        role,
        active,
        password_hash,
        created_at: 0,
      })),
    ).execute()
  );
  return {
    ...desk,
    url,
    logs,
    hashes,
    another: open,
    get time() {
      return clock.time;
    },
    set time(at) {
      clock.time = at;
    },
    async [Symbol.asyncDispose]() {
      await desk.store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** An attempt to sign in, from one network and an unknown browser unless told otherwise. */
export function attempt(
  login: string,
  password = PASSWORD,
  more: { network?: string; device?: string } = {},
) {
  return {
    login,
    password,
    network: more.network ?? "192.0.2.1",
    userAgent: "",
    device: more.device,
    replaces: undefined,
  };
}
