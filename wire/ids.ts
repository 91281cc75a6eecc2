/**
 * Names on the wire. Each is a kind and 16 random bytes in hexadecimal: one text per name, safe in file names, shells and
 * logs. Messages and prekeys have the 16 bytes alone.
 * @module
 */
import * as z from "zod/mini";
import type { Env } from "../base/env.ts";
import { toHex } from "./bytes.ts";

/** What a name can name. */
export type IdKind = "account" | "device" | "agent" | "conversation";

const idOf = (kind: IdKind) =>
  z.string().check(z.regex(new RegExp(`^${kind}_[0-9a-f]{32}$`), `not an ${kind} id`));

export const AccountId = idOf("account");
export const DeviceId = idOf("device");
export const AgentId = idOf("agent");
export const ConversationId = idOf("conversation");
/** Either end of an envelope. */
export const EndpointId = z.string().check(
  z.regex(/^(?:device|agent)_[0-9a-f]{32}$/, "not a device or agent id"),
);
/** 16 bytes: a message, a prekey, a process. */
export const ShortId = z.string().check(z.regex(/^[0-9a-f]{32}$/, "not 32 hexadecimal digits"));

/** A new random name, such as `agent_0f…`. */
export function newId(kind: IdKind, env: Pick<Env, "randomBytes">): string {
  return `${kind}_${newShortId(env)}`;
}

/** A new random message or prekey id. */
export function newShortId(env: Pick<Env, "randomBytes">): string {
  return toHex(env.randomBytes(16));
}

/** Whether an endpoint's id names an agent. */
export function isAgentId(id: string): boolean {
  return id.startsWith("agent_");
}
