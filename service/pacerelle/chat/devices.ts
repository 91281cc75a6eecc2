/**
 * The devices of an account: listed, approved by their code, removed (contract: channel "Devices"). Each change is a roster
 * that this device signs; the relay can neither make nor alter one.
 * @module
 */
import { ChannelFault } from "../../../wire/fault.ts";
import { readPairingCode } from "../../../wire/pairing.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import {
  anchorRoster,
  findDevice,
  nextRoster,
  type PinnedRoster,
  type RosterAnchor,
  type RosterDevice,
  signRoster,
} from "../../../wire/roster.ts";
import type { Bytes } from "../../../wire/bytes.ts";
import type { Chat } from "./chat.ts";
import { HAND_OVER_MS, ROSTER_ATTEMPTS, SETTLE_IN_MS } from "./limits.ts";
import { sameName } from "./names.ts";
import { refuse } from "./refusals.ts";
import { passHistory } from "./share.ts";
import { requireApproval } from "./sign_in.ts";
import { syncTrust } from "./sync_trust.ts";

/** A device of the account. */
export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
  /** `roster`: speaks for the account, as this device has checked. `waiting`: has the password and waits for approval. */
  readonly standing: "roster" | "waiting";
  readonly createdAt: number | null;
}

/** Devices of the checked roster, and those that the relay says are waiting. */
export async function listDevices(chat: Chat): Promise<readonly ListedDevice[]> {
  const roster = await syncTrust(chat);
  const { devices } = await chat.call("listDevices", {});
  const shown = new Map(devices.map((device) => [device.id, device]));
  return [
    ...roster.roster.devices.map(({ id, name }) => ({
      id,
      name,
      isSelf: id === chat.self,
      standing: "roster" as const,
      createdAt: shown.get(id)?.createdAt ?? null,
    })),
    ...devices.filter(({ id }) => !findDevice(roster, id)).map(({ id, name, createdAt }) => ({
      id,
      name,
      isSelf: false,
      standing: "waiting" as const,
      createdAt,
    })),
  ];
}

/**
 * Signs and publishes the next roster, with `change` made to the devices of the last one; anew when another device was
 * faster. Returns the roster as it is pinned then.
 * @throws {Refusal} ROSTER_BUSY, ROSTER_UNTRUSTED, ROSTER_HIDDEN
 */
export async function publishNextRoster(
  chat: Chat,
  change: (devices: readonly RosterDevice[]) => readonly RosterDevice[],
  added?: { readonly id: string; readonly pairingKey: Bytes },
): Promise<PinnedRoster> {
  const { identity } = await chat.endpoint();
  for (let attempt = 0; attempt < ROSTER_ATTEMPTS; attempt++) {
    const before = await syncTrust(chat);
    const roster = nextRoster(before.roster.account, before, change(before.roster.devices));
    const anchor: RosterAnchor | undefined = added &&
      await anchorRoster(roster, added.id, added.pairingKey);
    try {
      await chat.call("publishRoster", {
        roster: await signRoster(roster, chat.self, identity),
        ...(anchor ? { anchor } : {}),
      });
    } catch (error) {
      if (error instanceof RelayRefusal && error.code === "ROSTER_CONFLICT") continue;
      throw error;
    }
    const after = await syncTrust(chat);
    // The relay took it and shows another: it is not believed.
    if (after.roster.version < roster.version) throw refuse("ROSTER_HIDDEN");
    return after;
  }
  throw refuse("ROSTER_BUSY");
}

/** A device that was let in. `isHandedOver`: agents and history have left; otherwise they do at the next run. */
export interface ApprovedDevice {
  readonly id: string;
  readonly name: string;
  readonly isHandedOver: boolean;
}

/** How much of what is passed to a new device has left. */
export type PassProgress = (sent: number, parts: number, device: RosterDevice) => void;

/**
 * Lets the device in that shows `code`, and passes agents and history to it.
 * @throws {Refusal} PAIRING_REFUSED, NOT_APPROVED, ROSTER_BUSY, ROSTER_UNTRUSTED, ROSTER_HIDDEN; RelayRefusal, RelayUnreachable
 */
export async function approveDevice(
  chat: Chat,
  code: string,
  onProgress?: PassProgress,
): Promise<ApprovedDevice> {
  requireApproval(chat);
  const { devices } = await chat.call("listDevices", {});
  const waiting = devices.filter(({ approved }) => !approved);
  const { device, pairingKey } = await readPairingCode(code.trim(), waiting).catch((error) => {
    throw error instanceof ChannelFault ? refuse("PAIRING_REFUSED") : error;
  });
  return await letIn(chat, device, pairingKey, onProgress);
}

/**
 * Signs a device into the account, whose key the person has checked, and passes agents and history to it. `pairingKey` MACs
 * the roster for it; a device that was compared by six digits knows the roster before and needs none.
 * @throws {Refusal} ROSTER_BUSY, ROSTER_UNTRUSTED, ROSTER_HIDDEN; RelayRefusal, RelayUnreachable
 */
export async function letIn(
  chat: Chat,
  device: RosterDevice,
  pairingKey: Bytes | undefined,
  onProgress: PassProgress = () => {},
): Promise<ApprovedDevice> {
  const { id, name, key } = device;
  // Written before the roster is: a crash in between leaves a device out, never one in that is told nothing. Nothing is
  // sealed to it before its key is pinned.
  await syncTrust(chat);
  let passed = await passHistory(chat, id);
  await publishNextRoster(
    chat,
    (before) => before.some((known) => known.id === id) ? before : [...before, { id, name, key }],
    pairingKey && { id, pairingKey },
  );
  // A roster of another device's came between, in which this one was not: it was given up then.
  if (passed.some((message) => chat.state.endpoint.outbox.recipient(message, id) === undefined)) {
    passed = await passHistory(chat, id);
  }
  onProgress(0, passed.length, device);
  await chat.env.sleep(SETTLE_IN_MS);
  await chat.connect();
  const hasLeft = (message: string) => {
    const recipient = chat.state.endpoint.outbox.recipient(message, id);
    return recipient === undefined || (recipient.state !== "pending" && recipient.state !== "sealed");
  };
  const isHandedOver = await chat.until(() => {
    const sent = passed.filter(hasLeft).length;
    onProgress(sent, passed.length, device);
    return sent === passed.length;
  }, HAND_OVER_MS);
  return { id, name, isHandedOver };
}

/** The device called `name` or whose id it is. @throws {Refusal} DEVICE_NOT_FOUND */
function findListed(devices: readonly ListedDevice[], name: string): ListedDevice {
  const byId = devices.find(({ id }) => id === name);
  const named = devices.filter((device) => sameName(device.name, name));
  const found = byId ?? (named.length === 1 ? named[0] : undefined);
  if (!found) throw refuse("DEVICE_NOT_FOUND");
  return found;
}

/**
 * Removes a device: nobody seals to it or believes it any more, and the relay ends its sessions.
 * @throws {Refusal} DEVICE_NOT_FOUND, DEVICE_IS_SELF, ROSTER_BUSY, ROSTER_UNTRUSTED, ROSTER_HIDDEN; RelayRefusal, RelayUnreachable
 */
export async function removeDevice(
  chat: Chat,
  name: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const { id, name: called, isSelf, standing } = findListed(await listDevices(chat), name);
  if (isSelf) throw refuse("DEVICE_IS_SELF");
  if (standing === "waiting") await chat.call("forgetDevice", { device: id });
  else await publishNextRoster(chat, (before) => before.filter((device) => device.id !== id));
  return { id, name: called };
}
