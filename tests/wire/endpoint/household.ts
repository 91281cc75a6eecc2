/**
 * An account for tests: two devices, an agent, a relay, all in one world.
 */
import { toBase64url } from "../../../wire/bytes.ts";
import { newId } from "../../../wire/ids.ts";
import {
  advanceRoster,
  anchorRoster,
  nextRoster,
  pinFirstRoster,
  type PinnedRoster,
  type RosterDevice,
  signRoster,
} from "../../../wire/roster.ts";
import { ModelRelay } from "./model_relay.ts";
import { Party, type PartyEvents } from "./party.ts";
import type { World } from "./virtual_world.ts";

export interface Household {
  readonly world: World;
  readonly relay: ModelRelay;
  readonly phone: Party;
  readonly laptop: Party;
  readonly agent: Party;
  readonly conversation: string;
  /** The roster at the relay. */
  roster: PinnedRoster;
  /** Everyone that takes part. */
  readonly parties: Party[];
}

const entry = (party: Party): RosterDevice => ({ id: party.id, name: party.name, key: party.identity.key });

/** Signs and publishes a roster of these devices, as `signer` would. */
export async function publishRoster(
  home: Household,
  devices: readonly Party[],
  signer: Party,
): Promise<void> {
  const next = nextRoster(home.roster.roster.account, home.roster, devices.map(entry));
  const signed = await signRoster(next, signer.id, signer.identity);
  home.roster = await advanceRoster(home.roster, [signed]);
  home.relay.publish(signed);
}

/** Phone and laptop know the agent; nobody has started. */
export async function makeHousehold(world: World, events: PartyEvents = {}): Promise<Household> {
  const env = world.env();
  const relay = new ModelRelay(world);
  const account = newId("account", env);
  const pairingKey = world.chance.bytes(32);
  const agent = await Party.make(world, relay, {
    name: "agent",
    id: newId("agent", env),
    pairingKey,
    events,
  });
  const known = {
    t: "agent",
    agent: { id: agent.id, name: "Assistant", pairingKey: toBase64url(pairingKey), card: null },
  } as const;
  const phone = await Party.make(world, relay, {
    name: "phone",
    id: newId("device", env),
    events,
    records: [known],
  });
  const laptop = await Party.make(world, relay, {
    name: "laptop",
    id: newId("device", env),
    events,
    records: [known],
  });
  const first = await signRoster(nextRoster(account, undefined, [entry(phone)]), phone.id, phone.identity);
  const pin1 = await pinFirstRoster(first);
  const second = await signRoster(
    nextRoster(account, pin1, [entry(phone), entry(laptop)]),
    phone.id,
    phone.identity,
  );
  const pin2 = await advanceRoster(pin1, [second]);
  for (const device of [phone, laptop]) device.disk.push(JSON.stringify({ t: "roster", pinned: pin1 }));
  relay.agents.set(agent.id, null);
  relay.publish(first);
  relay.publish(second);
  // Made when there was one device: the agent walks the chain from there.
  relay.anchors.set(agent.id, await anchorRoster(first.roster, agent.id, pairingKey));
  const conversation = newId("conversation", env);
  return { world, relay, phone, laptop, agent, conversation, roster: pin2, parties: [phone, laptop, agent] };
}

/** A device that was just approved: it has the roster, and knows the agent. */
export async function makeDevice(home: Household, name: string, events: PartyEvents = {}): Promise<Party> {
  const { world, relay, agent } = home;
  const pairingKey = toBase64url(agent.pairingKey ?? new Uint8Array(32));
  const known = { t: "agent", agent: { id: agent.id, name: "Assistant", pairingKey, card: null } } as const;
  const id = newId("device", world.env());
  const device = await Party.make(world, relay, { name, id, events, records: [known] });
  device.disk.push(JSON.stringify({ t: "roster", pinned: home.roster }));
  return device;
}

/** Starts everyone and waits until they are connected and have their keys at the relay. */
export async function startAll(home: Household, ms = 30_000): Promise<void> {
  for (const party of home.parties) await party.start();
  await home.world.pass(ms);
}
