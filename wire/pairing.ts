/**
 * Adding a device (contract: channel, Devices). Two ways, both of which tell each device the other's key whatever the
 * relay does:
 * - a long code, shown as a QR or copied: hash of the new device's key and a secret, with which the approving device MACs
 *   the roster that it signs
 * - six digits that both devices show: commit, answer, reveal. A plain fingerprint of six digits could be collided in
 *   seconds; here the relay has one guess in a million for each try that the person starts.
 * @module
 */
import * as z from "zod/mini";
import type { Env } from "../base/env.ts";
import { type Bytes, concat, equalBytes, fromBase64url, toBase64url, utf8 } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { ChannelFault } from "./fault.ts";
import { hkdf, sha256 } from "./hash.ts";
import { base64urlOf, PublicKey } from "./identity.ts";
import { DeviceId } from "./ids.ts";
import { Hash } from "./roster.ts";

const PREFIX = "pcd1_";
const SECRET_BYTES = 16;
const CHECK_BYTES = 4;

const keyHash = (device: string, key: string) =>
  sha256(canonical("pacerelle/pairing-key/1", device, fromBase64url(key)));
const anchorKey = (secret: Bytes, device: string) => hkdf(secret, utf8(device), utf8("device-pairing"));
const checkOf = async (bytes: Bytes) => (await sha256(bytes)).subarray(0, CHECK_BYTES);

/** What the new device shows, and the key that it then expects its anchor to be MACed with. */
export async function makePairingCode(
  env: Pick<Env, "randomBytes">,
  device: string,
  key: string,
): Promise<{ readonly code: string; readonly pairingKey: Bytes }> {
  const secret = env.randomBytes(SECRET_BYTES);
  const content = concat(await keyHash(device, key), secret);
  const code = PREFIX + toBase64url(concat(content, await checkOf(content)));
  return { code, pairingKey: await anchorKey(secret, device) };
}

/**
 * Reads a code on the approving device and finds which of the waiting devices shows it.
 * @throws {ChannelFault} PAIRING_REFUSED for a mistyped code or when no waiting device has that key.
 */
export async function readPairingCode<Device extends { readonly id: string; readonly key: string }>(
  code: string,
  waiting: readonly Device[],
): Promise<{ readonly device: Device; readonly pairingKey: Bytes }> {
  let bytes: Bytes;
  try {
    bytes = fromBase64url(code.startsWith(PREFIX) ? code.slice(PREFIX.length) : "");
  } catch {
    throw new ChannelFault("PAIRING_REFUSED");
  }
  const content = bytes.slice(0, 32 + SECRET_BYTES);
  if (
    bytes.length !== 32 + SECRET_BYTES + CHECK_BYTES ||
    !equalBytes(bytes.subarray(content.length), await checkOf(content))
  ) throw new ChannelFault("PAIRING_REFUSED");
  for (const device of waiting) {
    if (equalBytes(await keyHash(device.id, device.key), content.subarray(0, 32))) {
      return { device, pairingKey: await anchorKey(content.slice(32), device.id) };
    }
  }
  throw new ChannelFault("PAIRING_REFUSED");
}

/** The three messages of pairing by six digits, as JSON in a `pairing` frame. */
export const PairingStep = z.discriminatedUnion("step", [
  z.object({ step: z.literal("commit"), device: DeviceId, commitment: Hash }),
  z.object({
    step: z.literal("answer"),
    device: DeviceId,
    key: PublicKey,
    nonce: base64urlOf(32),
    roster: Hash,
  }),
  z.object({ step: z.literal("reveal"), device: DeviceId, key: PublicKey, nonce: base64urlOf(32) }),
]);
export type PairingStep = z.output<typeof PairingStep>;
type Step<Name extends PairingStep["step"]> = Extract<PairingStep, { step: Name }>;

const commitmentOf = (device: string, key: string, nonce: string) =>
  sha256(canonical("pacerelle/pairing-commit/1", device, fromBase64url(key), fromBase64url(nonce)));

/** The new device begins. Keep the reveal secret until the answer is there. */
export async function commitPairing(
  env: Pick<Env, "randomBytes">,
  device: string,
  key: string,
): Promise<{ readonly commit: Step<"commit">; readonly reveal: Step<"reveal"> }> {
  const nonce = toBase64url(env.randomBytes(32));
  const commitment = toBase64url(await commitmentOf(device, key, nonce));
  return {
    commit: { step: "commit", device, commitment },
    reveal: { step: "reveal", device, key, nonce },
  };
}

/**
 * The six digits, once all three messages are known; the person compares them. They cover both keys and the approving
 * device's roster, so that the new device can pin what it is shown.
 * @throws {ChannelFault} PAIRING_REFUSED when the reveal is not what was committed to.
 */
export async function pairingDigits(
  commit: Step<"commit">,
  answer: Step<"answer">,
  reveal: Step<"reveal">,
): Promise<string> {
  const expected = await commitmentOf(reveal.device, reveal.key, reveal.nonce);
  if (commit.device !== reveal.device || !equalBytes(fromBase64url(commit.commitment), expected)) {
    throw new ChannelFault("PAIRING_REFUSED");
  }
  const digest = await sha256(
    canonical(
      "pacerelle/pairing-digits/1",
      reveal.device,
      fromBase64url(reveal.key),
      fromBase64url(reveal.nonce),
      answer.device,
      fromBase64url(answer.key),
      fromBase64url(answer.nonce),
      fromBase64url(answer.roster),
    ),
  );
  // 64 bits modulo a million: no digit is favoured by more than 2^-44.
  const number = new DataView(digest.buffer).getBigUint64(0) % 1_000_000n;
  return number.toString().padStart(6, "0");
}
