/**
 * A person's devices at a real relay.
 */
import assert from "node:assert/strict";
import { type Env, systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import { Refusal } from "../../../../base/refusal.ts";
import { Chat } from "../../../../service/pacerelle/chat/chat.ts";
import { openState } from "../../../../service/pacerelle/chat/open_state.ts";
import { loadConnect } from "../../../../server/pacerelle/connect.ts";
import { RelayRefusal } from "../../../../wire/relay_call.ts";
import { TestRelay } from "../../../server/relay/harness.ts";

export const PASSWORD = "une phrase bien assez longue";
export const EMAIL = "ada@example.org";
export const network = await loadConnect();

export const SLOWER = 4;
/** A world whose time passes more slowly, so that a busy machine gets done what a run waits for. */
export const slowEnv: Env = {
  ...systemEnv,
  monotonic: () => systemEnv.monotonic() / SLOWER,
  sleep: (ms, signal) => systemEnv.sleep(ms * SLOWER, signal),
};

export class Place implements AsyncDisposable {
  readonly relay: TestRelay;
  readonly #root: string;

  private constructor(relay: TestRelay, root: string) {
    this.relay = relay;
    this.#root = root;
  }

  static async make(): Promise<Place> {
    return new Place(await TestRelay.start(), await Deno.makeTempDir({ prefix: "chat-" }));
  }

  async open(
    device: string,
    relay = this.relay.url,
    connect = network,
    env = systemEnv,
  ): Promise<Chat & AsyncDisposable> {
    const root = `${this.#root}/${device}`;
    const chat = await Chat.open({
      open: () => openState({ root, env: systemEnv, log: silentLogger, app: "test 1", create: true }),
      relay,
      defaultRelay: relay,
      env,
      log: silentLogger,
      connect,
      client: "test 1",
    });
    return Object.assign(chat, { [Symbol.asyncDispose]: () => chat.close() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.relay[Symbol.asyncDispose]();
    await Deno.remove(this.#root, { recursive: true });
  }
}

export const given = (deviceName: string, password = PASSWORD) => ({ email: EMAIL, password, deviceName });

export function refuses(work: Promise<unknown>, code: string): Promise<void> {
  return assert.rejects(work, (error) => {
    assert.ok(error instanceof Refusal || error instanceof RelayRefusal, String(error));
    assert.equal(error.code, code);
    return true;
  });
}
