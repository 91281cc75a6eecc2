/**
 * The roster: which devices speak for an account. Each one is signed by a device of the one before; whoever pinned one
 * only moves forward along the chain. An agent or a new device enters the chain through an anchor, a roster MACed with its pairing
 * key.
 * @module
 */
import * as z from "zod/mini";
import { type Bytes, fromBase64url, toBase64url } from "./bytes.ts";
import { canonical, type CanonicalField } from "./canonical.ts";
import { ChannelFault } from "./fault.ts";
import { hmac, sha256, verifyHmac } from "./hash.ts";
import { base64urlOf, type Identity, PublicKey, Signature, verifySignature } from "./identity.ts";
import { AccountId, DeviceId, EndpointId } from "./ids.ts";
import { MAX_DEVICES, MAX_ROSTER_VERSION } from "./limits.ts";

/** A SHA-256 value. */
export const Hash = base64urlOf(32);

/** A device as rosters list it. */
export const RosterDevice = z.object({
  id: DeviceId,
  name: z.string().check(
    z.minLength(1),
    z.maxLength(100),
    z.refine((name) => name.isWellFormed(), "lone surrogate"),
  ),
  key: PublicKey,
});
export type RosterDevice = z.output<typeof RosterDevice>;

/** Devices are in ascending order of their ids. `previous` is null in version 1 alone. */
export const Roster = z.object({
  account: AccountId,
  version: z.int().check(z.gte(1), z.lte(MAX_ROSTER_VERSION)),
  devices: z.array(RosterDevice).check(z.minLength(1), z.maxLength(MAX_DEVICES)),
  previous: z.nullable(Hash),
});
export type Roster = z.output<typeof Roster>;

/** A roster, the device that signed it and its signature. */
export const SignedRoster = z.object({ roster: Roster, signer: DeviceId, signature: Signature });
export type SignedRoster = z.output<typeof SignedRoster>;

/** MACs a roster for an endpoint that enters the chain there: an agent, or a device that is being added. */
export const RosterAnchor = z.object({
  endpoint: EndpointId,
  version: z.int().check(z.gte(1), z.lte(MAX_ROSTER_VERSION)),
  mac: base64urlOf(32),
});
export type RosterAnchor = z.output<typeof RosterAnchor>;

/** A verified roster, as an endpoint keeps it. */
export interface PinnedRoster {
  readonly roster: Roster;
  /** {@linkcode rosterHash} of it. */
  readonly hash: string;
}

/** What a payload says of its sender's roster. */
export const RosterClaim = z.object({
  version: z.int().check(z.gte(1), z.lte(MAX_ROSTER_VERSION)),
  hash: Hash,
});
export type RosterClaim = z.output<typeof RosterClaim>;

function rosterBytes(roster: Roster): Bytes {
  const fields: CanonicalField[] = [roster.account, roster.version];
  fields.push(roster.previous === null ? new Uint8Array() : fromBase64url(roster.previous));
  fields.push(roster.devices.length);
  for (const device of roster.devices) fields.push(device.id, device.name, fromBase64url(device.key));
  return canonical("pacerelle/roster/1", ...fields);
}

const anchorBytes = (endpoint: string, hash: string) =>
  canonical("pacerelle/roster-anchor/1", endpoint, fromBase64url(hash));

/** SHA-256 of the roster's canonical bytes, base64url. */
export async function rosterHash(roster: Roster): Promise<string> {
  return toBase64url(await sha256(rosterBytes(roster)));
}

/** The same devices in the order that rosters need. */
export function sortDevices(devices: readonly RosterDevice[]): RosterDevice[] {
  return devices.toSorted((a, b) => a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The roster that follows `before` (version 1 when there is none), unsigned. */
export function nextRoster(
  account: string,
  before: PinnedRoster | undefined,
  devices: readonly RosterDevice[],
): Roster {
  return {
    account,
    version: (before?.roster.version ?? 0) + 1,
    devices: sortDevices(devices),
    previous: before?.hash ?? null,
  };
}

/** Signs `roster` as the device `signer`. */
export async function signRoster(roster: Roster, signer: string, identity: Identity): Promise<SignedRoster> {
  return { roster, signer, signature: await identity.sign(rosterBytes(roster)) };
}

/** MACs `roster` for `endpoint`, with the pairing key of its token (agent) or pairing code (device). */
export async function anchorRoster(
  roster: Roster,
  endpoint: string,
  pairingKey: Bytes,
): Promise<RosterAnchor> {
  const mac = await hmac(pairingKey, anchorBytes(endpoint, await rosterHash(roster)));
  return { endpoint, version: roster.version, mac: toBase64url(mac) };
}

function checkShape(roster: Roster): void {
  const sorted = roster.devices.every((device, index) =>
    index === 0 || (roster.devices[index - 1]?.id ?? "") < device.id
  );
  const keys = new Set(roster.devices.map((device) => device.key));
  if (
    !sorted || keys.size !== roster.devices.length || (roster.version === 1) !== (roster.previous === null)
  ) {
    throw new ChannelFault("ROSTER_INVALID");
  }
}

async function checkSignature(signed: SignedRoster, signers: readonly RosterDevice[]): Promise<void> {
  const signer = signers.find((device) => device.id === signed.signer);
  if (!signer || !(await verifySignature(signer.key, signed.signature, rosterBytes(signed.roster)))) {
    throw new ChannelFault("ROSTER_FORGED");
  }
}

const pin = async (roster: Roster): Promise<PinnedRoster> => ({ roster, hash: await rosterHash(roster) });

/**
 * Pins version 1, signed by its own device. Who calls it must know by other means that this is the right account: it is
 * the device itself, or the relay, which has nobody to protect.
 * @throws {ChannelFault} ROSTER_INVALID, ROSTER_FORGED
 */
export async function pinFirstRoster(signed: SignedRoster): Promise<PinnedRoster> {
  checkShape(signed.roster);
  if (signed.roster.version !== 1) throw new ChannelFault("ROSTER_INVALID");
  await checkSignature(signed, signed.roster.devices);
  return pin(signed.roster);
}

/**
 * Pins the roster that `anchor` MACs: the first contact of the endpoint `self`.
 * @throws {ChannelFault} ROSTER_INVALID, ROSTER_FORGED
 */
export async function pinAnchoredRoster(
  signed: SignedRoster,
  anchor: RosterAnchor,
  self: string,
  pairingKey: Bytes,
): Promise<PinnedRoster> {
  checkShape(signed.roster);
  const pinned = await pin(signed.roster);
  if (
    anchor.endpoint !== self ||
    !(await verifyHmac(pairingKey, fromBase64url(anchor.mac), anchorBytes(self, pinned.hash)))
  ) throw new ChannelFault("ROSTER_FORGED");
  return pinned;
}

/**
 * Moves a pin along `chain`, oldest first. What is already pinned may stand at its head; nothing is skipped.
 * @throws {ChannelFault} ROSTER_ROLLED_BACK, ROSTER_FORKED, ROSTER_GAP, ROSTER_INVALID, ROSTER_FORGED; the pin stays.
 */
export async function advanceRoster(
  pinned: PinnedRoster,
  chain: readonly SignedRoster[],
): Promise<PinnedRoster> {
  let current = pinned;
  for (const signed of chain) {
    const { roster } = signed;
    checkShape(roster);
    if (roster.account !== current.roster.account) throw new ChannelFault("ROSTER_FORGED");
    if (roster.version < current.roster.version) throw new ChannelFault("ROSTER_ROLLED_BACK");
    if (roster.version === current.roster.version) {
      if (await rosterHash(roster) !== current.hash) throw new ChannelFault("ROSTER_FORKED");
      continue;
    }
    if (roster.version > current.roster.version + 1) throw new ChannelFault("ROSTER_GAP");
    if (roster.previous !== current.hash) throw new ChannelFault("ROSTER_FORKED");
    const keys = new Map(current.roster.devices.map((device) => [device.id, device.key]));
    // A device that stays keeps its key: a new key is a new device.
    if (roster.devices.some((device) => (keys.get(device.id) ?? device.key) !== device.key)) {
      throw new ChannelFault("ROSTER_INVALID");
    }
    await checkSignature(signed, current.roster.devices);
    current = await pin(roster);
  }
  return current;
}

/**
 * How a sender's roster stands to the pinned one: `ahead` means that a newer one exists, so that a relay which does not
 * show it hides it; `forked` that two rosters of one version exist.
 */
export function compareRoster(
  pinned: PinnedRoster,
  claim: RosterClaim,
): "same" | "behind" | "ahead" | "forked" {
  if (claim.version > pinned.roster.version) return "ahead";
  if (claim.version < pinned.roster.version) return "behind";
  return claim.hash === pinned.hash ? "same" : "forked";
}

/** The device `id` of a roster, if it is in it. */
export function findDevice(pinned: PinnedRoster, id: string): RosterDevice | undefined {
  return pinned.roster.devices.find((device) => device.id === id);
}
