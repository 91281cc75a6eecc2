/**
 * Another password for the account.
 * @module
 */
import type { Chat } from "./chat.ts";
import { checkPassword, requireApproval } from "./sign_in.ts";

/**
 * Changes the password; every device in the account stays logged in, those that wait for approval are forgotten: whoever
 * knew the old password may have made one.
 * @throws {Refusal} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, NOT_APPROVED, REMOVED; RelayRefusal LOGIN_REFUSED,
 *   TOO_MANY_ATTEMPTS and others; RelayUnreachable
 */
export async function changePassword(chat: Chat, current: string, next: string): Promise<void> {
  requireApproval(chat);
  checkPassword(next);
  await chat.call("changePassword", { current, next });
}
