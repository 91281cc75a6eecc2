/**
 * A real relay on a free port, and small honest endpoints that speak to it through `wire/` alone.
 * @module
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../base/env.ts";
import { createLogger } from "../../../base/log.ts";
import { DEFAULT_LIMITS, type RelayLimits } from "../../../server/relay/limits.ts";
import { type Relay, type RelayParts, startRelay } from "../../../server/relay/start.ts";
import { loginBytes, type RouteInput, type RouteName, type RouteResponse } from "../../../wire/account.ts";
import type { Bytes } from "../../../wire/bytes.ts";
import { macCard } from "../../../wire/card.ts";
import { type Envelope, openEnvelope, sealEnvelope } from "../../../wire/envelope.ts";
import { type Identity, makeIdentity } from "../../../wire/identity.ts";
import { newId, newShortId } from "../../../wire/ids.ts";
import type { Payload } from "../../../wire/payload.ts";
import { makePrekeys, type PrekeySecret, type SignedPrekey } from "../../../wire/prekey.ts";
import { callRelay, RelayRefusal } from "../../../wire/relay_call.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import {
  anchorRoster,
  nextRoster,
  pinFirstRoster,
  type PinnedRoster,
  type RosterDevice,
  signRoster,
} from "../../../wire/roster.ts";
import { deriveTokenSecrets, makeToken } from "../../../wire/token.ts";

export { Live } from "./live_client.ts";

export const env = systemEnv;
export const PASSWORD = "un mot de passe assez long";

/** A relay in a folder of its own, which can be stopped and started again over the same database. */
export class TestRelay implements AsyncDisposable {
  readonly folder: string;
  readonly #limits: RelayLimits;
  readonly #parts: RelayParts;
  readonly log: string[] = [];
  #relay: Relay | undefined;

  private constructor(folder: string, limits: RelayLimits, parts: RelayParts) {
    this.folder = folder;
    this.#limits = limits;
    this.#parts = parts;
  }

  static async start(limits: Partial<RelayLimits> = {}, parts: RelayParts = {}): Promise<TestRelay> {
    const folder = await Deno.makeTempDir({ prefix: "relay-" });
    // A cheap hash; what it costs in earnest is not what these tests are about.
    const relay = new TestRelay(folder, { ...DEFAULT_LIMITS, hashCost: 10, ...limits }, parts);
    await relay.up();
    return relay;
  }

  get url(): string {
    if (!this.#relay) throw new Error("the relay is down");
    return this.#relay.address;
  }

  /** Starts it, with other limits than before where that is said. */
  async up(limits: Partial<RelayLimits> = {}): Promise<void> {
    const log = createLogger({ level: "debug", env, write: (line) => void this.log.push(line) });
    this.#relay = await startRelay({
      host: "127.0.0.1",
      port: 0,
      databaseUrl: `file:${this.folder}/relay.db`,
      publicUrl: "http://127.0.0.1",
      limits: { ...this.#limits, ...limits },
    }, { log, ...this.#parts });
  }

  async down(): Promise<void> {
    await this.#relay?.shutdown();
    this.#relay = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.down();
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Where a relay is: endpoints need no more of it. */
export interface RelayAddress {
  readonly url: string;
}

/** What an endpoint needs to speak. */
export interface Endpoint {
  readonly relay: RelayAddress;
  readonly id: string;
  readonly identity: Identity;
  credential: string;
  readonly secrets: Map<string, PrekeySecret>;
}

export function call<Name extends RouteName>(
  endpoint: { readonly relay: RelayAddress; readonly credential?: string },
  name: Name,
  input: RouteInput<Name>,
): Promise<RouteResponse<Name>> {
  return callRelay({ baseUrl: endpoint.relay.url, credential: endpoint.credential }, name, input);
}

export interface Device extends Endpoint {
  readonly entry: RosterDevice;
  account: string;
  roster: PinnedRoster | undefined;
  readonly email: string;
}

let people = 0;

/** A device that no relay knows yet. */
export async function makeDevice(
  relay: RelayAddress,
  email = `p${people++}@example.org`,
): Promise<Device> {
  const { identity } = await makeIdentity(env);
  const id = newId("device", env);
  return {
    relay,
    id,
    identity,
    credential: "",
    secrets: new Map(),
    entry: { id, name: "Téléphone", key: identity.key },
    account: newId("account", env),
    roster: undefined,
    email,
  };
}

export async function credentials(device: Device, password = PASSWORD) {
  const { nonce } = await call({ relay: device.relay }, "challenge", {});
  const proof = await device.identity.sign(loginBytes(nonce, device.email, device.entry));
  return { email: device.email, password, device: device.entry, nonce, proof };
}

export async function signUp(relay: RelayAddress): Promise<Device> {
  const device = await makeDevice(relay);
  const roster = await signRoster(
    nextRoster(device.account, undefined, [device.entry]),
    device.id,
    device.identity,
  );
  const { session } = await call({ relay }, "signUp", { ...await credentials(device), roster });
  device.credential = session;
  device.roster = await pinFirstRoster(roster);
  return device;
}

export async function logIn(device: Device, password = PASSWORD): Promise<void> {
  const { session, account } = await call(
    { relay: device.relay },
    "logIn",
    await credentials(device, password),
  );
  device.credential = session;
  device.account = account;
}

export interface Agent extends Endpoint {
  readonly token: string;
  readonly pairingKey: Bytes;
}

/** An agent made by `owner`, with its card published. */
export async function createAgent(owner: Device): Promise<Agent> {
  const id = newId("agent", env);
  const token = await makeToken(env);
  const { bearer, bearerHash, pairingKey } = await deriveTokenSecrets(token, id);
  if (!owner.roster) throw new Error("no roster");
  const anchor = await anchorRoster(owner.roster.roster, id, pairingKey);
  await call(owner, "createAgent", { agent: id, bearerHash, anchor });
  const { identity } = await makeIdentity(env);
  const agent: Agent = {
    relay: owner.relay,
    id,
    identity,
    credential: bearer,
    secrets: new Map(),
    token,
    pairingKey,
  };
  const card = await macCard({ agent: id, key: identity.key, createdAt: env.now() }, pairingKey);
  await call(agent, "publishCard", { card });
  return agent;
}

export async function publishPrekeys(endpoint: Endpoint, count = 5, lastResort = false): Promise<string[]> {
  const made = await makePrekeys(env, endpoint.id, endpoint.identity, { count, lastResort });
  for (const secret of made.secrets) endpoint.secrets.set(secret.id, secret);
  await call(endpoint, "publishPrekeys", { prekeys: made.prekeys });
  return made.prekeys.map(({ id }) => id);
}

export async function claim(by: Endpoint, of: string): Promise<SignedPrekey | null> {
  const { prekeys } = await call(by, "claimPrekeys", { endpoints: [of] });
  return prekeys[0]?.prekey ?? null;
}

const counters = new Map<string, number>();

/** A message of `from` sealed to a claimed prekey of `to`. */
export async function seal(
  from: Endpoint,
  to: Endpoint,
  text: string,
  prekey?: SignedPrekey,
): Promise<Envelope> {
  const key = prekey ?? await claim(from, to.id);
  if (!key) throw new Error("no prekey");
  const n = (counters.get(`${from.id} ${to.id}`) ?? 0) + 1;
  counters.set(`${from.id} ${to.id}`, n);
  const payload: Payload = {
    v: 1,
    id: newShortId(env),
    n,
    at: env.now(),
    roster: { version: 1, hash: "A".repeat(43) },
    kind: "message",
    body: { text },
  };
  const conversation = `conversation_${"0".repeat(32)}`;
  return await sealEnvelope({ from: from.id, to: to.id, conversation }, payload, key, from.identity);
}

/** Another envelope of the same shape that costs no prekey: its header differs, so that nobody could open it. */
export function forge(envelope: Envelope): Envelope {
  return { ...envelope, id: newShortId(env), n: envelope.n + 1 };
}

export async function open(by: Endpoint, from: Endpoint, envelope: Envelope): Promise<string> {
  const payload = await openEnvelope(envelope, {
    self: by.id,
    senderKey: (id) => id === from.id ? from.identity.key : undefined,
    prekeyPrivate: (id) => by.secrets.get(id)?.private,
  });
  return payload.kind === "message" ? payload.body.text : "";
}

/** Asserts that the relay refuses with `code`. */
export function refuses(call: Promise<unknown>, code: RelayErrorCode): Promise<void> {
  return assert.rejects(call, (error) => {
    assert.ok(error instanceof RelayRefusal, String(error));
    assert.equal(error.code, code);
    return true;
  });
}
