/**
 * Account: sign-up, log-in, log-out, password, recovery key.
 * @module
 */
import { changePassword } from "../../../../service/pacerelle/chat/change_password.ts";
import { logOut, previewLogOut } from "../../../../service/pacerelle/chat/log_out.ts";
import { createRecoveryKey, useRecoveryKey } from "../../../../service/pacerelle/chat/recovery.ts";
import { logIn, signUp } from "../../../../service/pacerelle/chat/sign_in.ts";
import type { CommandName } from "../api.ts";
import type { CommandRun } from "./commands.ts";

type Names =
  | "signUp"
  | "logIn"
  | "previewLogOut"
  | "logOut"
  | "changePassword"
  | "createRecoveryKey"
  | "useRecoveryKey";

export const accountCommands: { readonly [Name in Names & CommandName]: CommandRun<Name> } = {
  async signUp(device, given) {
    await signUp(await device.begin(), given);
    await device.goOnline();
    return {};
  },

  async logIn(device, given) {
    const chat = await device.begin();
    const { approved } = await logIn(chat, given);
    await device.reconnectAnew();
    return { isApproved: approved };
  },

  previewLogOut: (device) => Promise.resolve(previewLogOut(device.chat)),

  async logOut(device, { force }) {
    const isRelayTold = await logOut(device.chat, force);
    await device.erase();
    return { isRelayTold };
  },

  async changePassword(device, { current, next }) {
    await changePassword(device.chat, current, next);
    return {};
  },

  async createRecoveryKey(device) {
    const key = await createRecoveryKey(device.chat);
    await device.listDevices().catch(() => {});
    return { key };
  },

  async useRecoveryKey(device, { key }) {
    await useRecoveryKey(device.chat, key);
    await device.reconnectAnew();
    return {};
  },
};
