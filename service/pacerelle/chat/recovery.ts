/**
 * The recovery key: a device of the roster that exists on paper only (contract: channel "Devices"). It lets a new device in
 * when every other one is lost, and opens no history. Its text carries the seed of its identity and the hash of the roster
 * that took it in, so that no other account can be shown for it.
 * @module
 */
import { type Bytes, concat, equalBytes, fromBase64url, toBase64url } from "../../../wire/bytes.ts";
import { sha256 } from "../../../wire/hash.ts";
import { type Identity, identityFromSeed, makeIdentity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";
import { MAX_DEVICES } from "../../../wire/limits.ts";
import { advanceRoster, nextRoster, signRoster } from "../../../wire/roster.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import type { Chat } from "./chat.ts";
import { publishNextRoster } from "./devices.ts";
import { ROSTER_ATTEMPTS } from "./limits.ts";
import { refuse } from "./refusals.ts";
import { requireApproval } from "./sign_in.ts";
import { walkChain } from "./walk_chain.ts";

const PREFIX = "pcr1_";
const CHECK_BYTES = 4;
/** How rosters call it, and by which it is found. */
export const RECOVERY_NAME = "Clé de secours";

const checkOf = async (content: Bytes) => (await sha256(content)).subarray(0, CHECK_BYTES);

async function writeKey(seed: Bytes, hash: string): Promise<string> {
  const content = concat(seed, fromBase64url(hash));
  return PREFIX + toBase64url(concat(content, await checkOf(content)));
}

/** @throws {Refusal} RECOVERY_REFUSED for a mistyped key */
async function readKey(text: string): Promise<{ readonly identity: Identity; readonly hash: string }> {
  // People copy from paper in groups, or over several lines.
  const compact = text.replaceAll(/\s+/g, "");
  let bytes: Bytes;
  try {
    bytes = fromBase64url(compact.startsWith(PREFIX) ? compact.slice(PREFIX.length) : "");
  } catch {
    throw refuse("RECOVERY_REFUSED");
  }
  const content = bytes.slice(0, 64);
  if (
    bytes.length !== 64 + CHECK_BYTES || !equalBytes(bytes.subarray(64), await checkOf(content))
  ) throw refuse("RECOVERY_REFUSED");
  return { identity: await identityFromSeed(content.slice(0, 32)), hash: toBase64url(content.slice(32)) };
}

/**
 * Makes the account's recovery key; told this once and kept nowhere.
 * @throws {Refusal} RECOVERY_EXISTS, NOT_APPROVED, ROSTER_BUSY, ROSTER_UNTRUSTED; RelayRefusal, RelayUnreachable
 */
export async function createRecoveryKey(chat: Chat): Promise<string> {
  requireApproval(chat);
  const { identity, seed } = await makeIdentity(chat.env);
  const device = { id: newId("device", chat.env), name: RECOVERY_NAME, key: identity.key };
  const { hash } = await publishNextRoster(chat, (before) => {
    if (before.some(({ name }) => name === RECOVERY_NAME)) throw refuse("RECOVERY_EXISTS");
    return [...before, device];
  });
  return await writeKey(seed, hash);
}

/**
 * Lets this device in by the recovery key. The password has opened a session before.
 * @throws {Refusal} NOT_SIGNED_IN, RECOVERY_REFUSED, ROSTER_UNTRUSTED, ROSTER_BUSY; RelayRefusal, RelayUnreachable
 */
export async function useRecoveryKey(chat: Chat, text: string): Promise<void> {
  const { account } = chat;
  if (chat.state.isApproved) return;
  const { identity: recovery, hash } = await readKey(text);
  const { identity } = await chat.endpoint();
  for (let attempt = 0; attempt < ROSTER_ATTEMPTS; attempt++) {
    const before = (await walkChain(chat, hash))?.latest;
    if (!before) throw refuse("RECOVERY_REFUSED");
    const signer = before.roster.devices.find(({ key }) => key === recovery.key);
    if (!signer || before.roster.devices.length >= MAX_DEVICES) throw refuse("RECOVERY_REFUSED");
    const device = { id: chat.self, name: account.name, key: identity.key };
    const others = before.roster.devices.filter(({ id }) => id !== device.id);
    const roster = nextRoster(before.roster.account, before, [...others, device]);
    const signed = await signRoster(roster, signer.id, recovery);
    try {
      await chat.call("publishRoster", { roster: signed });
    } catch (error) {
      if (error instanceof RelayRefusal && error.code === "ROSTER_CONFLICT") continue;
      throw error;
    }
    await chat.append([
      { t: "roster", pinned: await advanceRoster(before, [signed]) },
      { ...account, pairing: null },
    ]);
    return;
  }
  throw refuse("ROSTER_BUSY");
}
