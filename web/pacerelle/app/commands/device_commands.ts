/**
 * Devices: let in from either side, listed, removed.
 * @module
 */
import { removeDevice } from "../../../../service/pacerelle/chat/devices.ts";
import type { CommandRun } from "./command_run.ts";

type Names =
  | "askDigits"
  | "confirmDigits"
  | "beginDigits"
  | "approveDigits"
  | "approveCode"
  | "endPairing"
  | "refreshDevices"
  | "removeDevice";

export const deviceCommands: { readonly [Name in Names]: CommandRun<Name> } = {
  async askDigits({ pairing }) {
    await pairing.ask();
    return {};
  },

  confirmDigits({ pairing }) {
    pairing.confirm();
    return Promise.resolve({});
  },

  async beginDigits({ pairing }, { device }) {
    await pairing.begin(device);
    return {};
  },

  async approveDigits(device, { digits }) {
    const approved = await device.pairing.approveDigits(digits);
    await device.listDevices().catch(() => {});
    return approved;
  },

  async approveCode(device, { code }) {
    const approved = await device.pairing.approveCode(code);
    await device.listDevices().catch(() => {});
    return approved;
  },

  endPairing({ pairing }) {
    pairing.end();
    return Promise.resolve({});
  },

  async refreshDevices(device) {
    await device.listDevices();
    return {};
  },

  async removeDevice(device, { device: id }) {
    const { name } = await removeDevice(device.chat, id);
    await device.listDevices().catch(() => {});
    return { name };
  },
};
