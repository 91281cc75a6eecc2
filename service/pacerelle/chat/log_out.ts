/**
 * Leaving an account: the list of devices is signed without this one, the relay ends its session. Erasing what is here is the
 * part of whoever keeps it.
 * @module
 */
import { RelayRefusal, RelayUnreachable } from "../../../wire/relay_call.ts";
import { Refusal } from "../../../base/refusal.ts";
import type { Chat } from "./chat.ts";
import { publishNextRoster } from "./devices.ts";
import { RECOVERY_NAME } from "./recovery.ts";
import { refuse } from "./refusals.ts";

/** What goes with a device. */
export interface LogOutPreview {
  readonly entries: number;
  readonly drafts: number;
  /** Own messages that have not left. */
  readonly unsent: number;
  /** No other device could let one in; the recovery key could, where there is one. */
  readonly isLastDevice: boolean;
  readonly hasRecoveryKey: boolean;
}

/** Looks at what leaving would lose. */
export function previewLogOut(chat: Chat): LogOutPreview {
  const { log, endpoint, drafts, isApproved } = chat.state;
  const entries = [...log.all()];
  const others = (endpoint.roster?.roster.devices ?? []).filter(({ id }) => id !== endpoint.self);
  return {
    entries: entries.length,
    drafts: drafts.size,
    unsent: entries.filter(({ state }) => state === "queued" || state === "uncertain").length,
    isLastDevice: isApproved && others.every(({ name }) => name === RECOVERY_NAME),
    hasRecoveryKey: others.some(({ name }) => name === RECOVERY_NAME),
  };
}

/**
 * Leaves: signs the roster without this device unless it is the last one, and ends its session. What the relay does not hear
 * of, a device that stays can do later (`device remove`).
 * @returns whether both were done
 * @throws {Refusal} UNSENT, LAST_DEVICE unless `force`
 */
export async function logOut(chat: Chat, force: boolean): Promise<boolean> {
  const preview = previewLogOut(chat);
  if (!force && preview.unsent > 0) throw refuse("UNSENT", { count: preview.unsent });
  if (!force && preview.isLastDevice) throw refuse("LAST_DEVICE");
  try {
    if (chat.state.isApproved && !preview.isLastDevice && chat.state.removedAt === undefined) {
      await leaveRoster(chat);
    }
    await chat.call("logOut", {});
    return true;
  } catch (error) {
    // A session that has ended already is what was wanted.
    if (error instanceof RelayRefusal && (error.code === "REVOKED" || error.code === "UNAUTHORIZED")) {
      return true;
    }
    if (error instanceof RelayRefusal || error instanceof RelayUnreachable || error instanceof Refusal) {
      return false;
    }
    throw error;
  }
}

async function leaveRoster(chat: Chat): Promise<void> {
  try {
    await publishNextRoster(chat, (before) => before.filter(({ id }) => id !== chat.self));
  } catch (error) {
    // The roster that follows is one without this device: that it is looked at and found so is the success.
    if (!(error instanceof Refusal) || error.code !== "REMOVED") throw error;
  }
}
