/**
 * Who calls: found by the hash of what it presents, so that the lookup compares no secret.
 * @module
 */
import { findAgentByBearer } from "../../store/relay/agents.ts";
import { findSession, needsTouch, SESSION_IDLE_MS, touchSession } from "../../store/relay/accounts.ts";
import type { RelayStore } from "../../store/relay/open.ts";
import { hashCredential } from "../../wire/token.ts";

/** A device or an agent of an account. */
export interface Principal {
  readonly kind: "device" | "agent";
  readonly endpoint: string;
  readonly account: string;
  /** Identity key, base64url; null for an agent without a card. */
  readonly key: string | null;
  /** An agent, or a device of the roster. */
  readonly approved: boolean;
  /** Hash of what it presented. */
  readonly credentialHash: string;
}

/** Whom `credential` stands for; undefined when nobody. */
export async function findPrincipal(
  store: RelayStore,
  credential: string,
  now: number,
): Promise<Principal | undefined> {
  let credentialHash: string;
  try {
    credentialHash = await hashCredential(credential);
  } catch {
    return undefined;
  }
  const device = await findSession(store.read, credentialHash);
  if (device) {
    if (now - device.used_at > SESSION_IDLE_MS) return undefined;
    if (needsTouch(device.used_at, now)) {
      await store.write((transaction) => touchSession(transaction, credentialHash, now));
    }
    const { id: endpoint, account, key } = device;
    return { kind: "device", endpoint, account, key, approved: device.approved === 1, credentialHash };
  }
  const agent = await findAgentByBearer(store.read, credentialHash);
  if (!agent) return undefined;
  const { id: endpoint, account, card } = agent;
  return { kind: "agent", endpoint, account, key: card?.card.key ?? null, approved: true, credentialHash };
}
