/**
 * Account: sign-up, log-in, log-out, password, recovery key.
 * @module
 */
import { changePassword } from "../../../../service/pacerelle/chat/change_password.ts";
import { logOut, previewLogOut } from "../../../../service/pacerelle/chat/log_out.ts";
import { createRecoveryKey, useRecoveryKey } from "../../../../service/pacerelle/chat/recovery.ts";
import { logIn, signUp } from "../../../../service/pacerelle/chat/sign_in.ts";
import type { CommandName } from "../api.ts";
import type { CommandRun } from "./command_run.ts";

type Names =
  | "signUp"
  | "logIn"
  | "previewLogOut"
  | "logOut"
  | "changePassword"
  | "createRecoveryKey"
  | "useRecoveryKey";

export const accountCommands: { readonly [Name in Names & CommandName]: CommandRun<Name> } = {
  signUp: (device, given) =>
    device.alone(async () => {
      await signUp(await device.begin(), given);
      await device.goOnline();
      return {};
    }),

  logIn: (device, given) =>
    device.alone(async () => {
      const { approved } = await logIn(await device.begin(), given);
      await device.reconnectAnew();
      return { isApproved: approved };
    }),

  previewLogOut: (device) => Promise.resolve(previewLogOut(device.chat)),

  logOut: (device, { force }) =>
    device.alone(async () => {
      const isRelayTold = await logOut(device.chat, force);
      await device.erase();
      return { isRelayTold };
    }),

  async changePassword(device, { current, next }) {
    await changePassword(device.chat, current, next);
    return {};
  },

  async createRecoveryKey(device) {
    const key = await createRecoveryKey(device.chat);
    await device.listDevices().catch(() => {});
    return { key };
  },

  useRecoveryKey: (device, { key }) =>
    device.alone(async () => {
      await useRecoveryKey(device.chat, key);
      await device.reconnectAnew();
      return {};
    }),
};
