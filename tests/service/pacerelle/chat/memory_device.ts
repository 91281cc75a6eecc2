/**
 * A person's device whose journal is in memory, at a real relay: closed and opened again like any other.
 * @module
 */
import { systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import { Chat, type ChatEvents } from "../../../../service/pacerelle/chat/chat.ts";
import { ChatState } from "../../../../service/pacerelle/chat/chat_state.ts";
import type { JournalRecord } from "../../../../service/pacerelle/chat/records.ts";
import type { OpenState } from "../../../../service/pacerelle/chat/state_opening.ts";
import { loadConnect } from "../../../../server/pacerelle/connect.ts";

const connect = await loadConnect();

/** One device. */
export class MemoryDevice {
  readonly #records: string[] = [];

  async open(relay: string, events: ChatEvents = {}): Promise<Chat & AsyncDisposable> {
    const chat = await Chat.open({
      open: () => Promise.resolve(this.#state()),
      relay,
      defaultRelay: relay,
      env: systemEnv,
      log: silentLogger,
      connect,
      client: "test 1",
      events,
    });
    return Object.assign(chat, { [Symbol.asyncDispose]: () => chat.close() });
  }

  #state(): OpenState {
    const state = new ChatState();
    const apply = (text: string) => state.apply(JSON.parse(text) as JournalRecord);
    this.#records.forEach(apply);
    return {
      state,
      append: async (records) => {
        const texts = records.map((record) => JSON.stringify(record));
        await Promise.resolve();
        this.#records.push(...texts);
        texts.forEach(apply);
      },
      isWanted: () => Promise.resolve(false),
      close: () => Promise.resolve(),
    };
  }
}

/** Credentials for a device of that name. */
export const given = (deviceName: string) => ({
  email: "ada@example.org",
  password: "une phrase bien assez longue",
  deviceName,
});
