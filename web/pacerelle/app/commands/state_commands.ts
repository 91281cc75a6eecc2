/**
 * The device itself: alerts put away, the connection hurried, the storage opened again or given up.
 * @module
 */
import type { CommandRun } from "./command_run.ts";

type Names = "dismissAlert" | "reconnect" | "retry" | "erase";

export const stateCommands: { readonly [Name in Names]: CommandRun<Name> } = {
  async dismissAlert(device, { kind, peer }) {
    await (await device.chat.endpoint()).clearAlert(kind, peer);
    return {};
  },

  reconnect(device) {
    device.reconnect();
    return Promise.resolve({});
  },

  retry: (device) =>
    device.alone(async () => {
      await device.retry();
      return {};
    }),

  erase: (device) =>
    device.alone(async () => {
      await device.erase();
      return {};
    }),
};
