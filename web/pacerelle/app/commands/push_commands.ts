/**
 * Pushes to this device: what the relay was told, and what it says became of them.
 * @module
 */
import type { CommandRun } from "./command_run.ts";

type Names = "pushStatus" | "setPush";

export const pushCommands: { readonly [Name in Names]: CommandRun<Name> } = {
  async pushStatus({ chat }) {
    const [{ key }, status] = await Promise.all([chat.call("pushKey", {}), chat.call("pushStatus", {})]);
    return { key, status };
  },

  async setPush({ chat }, { endpoint }) {
    if (endpoint === null) await chat.call("unsubscribePush", {});
    else await chat.call("subscribePush", { endpoint });
    return { status: await chat.call("pushStatus", {}) };
  },
};
