/**
 * What passes over the WebSocket between an endpoint and the relay: one JSON object per text frame. The relay speaks
 * first (challenge), the endpoint answers (hello), the relay welcomes or refuses; then both speak when they have to.
 * @module
 */
import * as z from "zod/mini";
import { Envelope } from "./envelope.ts";
import { base64urlOf, Signature } from "./identity.ts";
import { AgentId, DeviceId, EndpointId, ShortId } from "./ids.ts";
import { MAX_AGENTS, MAX_DEVICES, MAX_ENVELOPE_BYTES, MAX_ITEMS, MAX_PREKEYS_HELD } from "./limits.ts";
import { canonical } from "./canonical.ts";
import { type Bytes, fromBase64url } from "./bytes.ts";
import { RelayErrorCode } from "./relay_error.ts";

/** Version of this protocol; an endpoint of another one is refused with `VERSION_UNSUPPORTED`. */
export const PROTOCOL_VERSION = 1;
/** Where the WebSocket is served. */
export const LIVE_PATH = "/v1/live";
/** Longest frame, in UTF-16 units; an envelope and its wrapping. */
export const MAX_FRAME = MAX_ENVELOPE_BYTES + 1_024;

const at = z.int().check(z.gte(0));
const EnvelopeName = z.object({ to: EndpointId, id: ShortId });

/** Proves the identity key and the credential; `credential` is an agent's bearer or a device's session. */
export const Hello = z.object({
  type: z.literal("hello"),
  v: z.int().check(z.gte(1), z.lte(255)),
  endpoint: EndpointId,
  credential: base64urlOf(32),
  /** Random per process: the same one connecting again takes the place of its own lost connection. */
  instance: ShortId,
  /** For people: which program, such as `pacerelle-mcp 0.1.0`. */
  client: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The identity key's over {@linkcode helloBytes}. */
  signature: Signature,
});

/**
 * Hands an envelope over. The same one again changes nothing. `quiet`: nothing that a person would look at (a receipt, a
 * progress): no push is sent for it.
 */
export const Submit = z.object({
  type: z.literal("submit"),
  envelope: Envelope,
  quiet: z.optional(z.literal(true)),
});

/**
 * Envelopes that the relay can forget. `stored`: durably written, or seen before. `unreadable`: no key for it; a new
 * envelope of the same id is taken again.
 */
export const Ack = z.object({
  type: z.literal("ack"),
  items: z.array(
    z.object({ from: EndpointId, id: ShortId, outcome: z.enum(["stored", "unreadable"]) }),
  ).check(z.minLength(1), z.maxLength(MAX_ITEMS)),
});

/** What became of envelopes that this endpoint sent; settles uncertain ones. */
export const Ask = z.object({
  type: z.literal("ask"),
  items: z.array(EnvelopeName).check(z.minLength(1), z.maxLength(MAX_ITEMS)),
});

/** Answered with a pong of the same `t`; sent by either side. */
export const Ping = z.object({ type: z.literal("ping"), t: z.int().check(z.gte(0)) });
export const Pong = z.object({ type: z.literal("pong"), t: z.int().check(z.gte(0)) });

const pairing = { type: z.literal("pairing"), body: z.string().check(z.minLength(1), z.maxLength(1_000)) };

/** One step of adding a device by a typed code; passed to another connected device of the account, never kept. */
export const Pairing = z.object({ ...pairing, to: DeviceId });

/** Everything that an endpoint sends. A device that waits for approval sends hello, pairing, ping and pong alone. */
export const ClientFrame = z.discriminatedUnion("type", [Hello, Submit, Ack, Ask, Pairing, Ping, Pong]);
export type ClientFrame = z.output<typeof ClientFrame>;

/** The relay's first frame. `heartbeatMs`: how often it pings; silence for twice as long means that it is gone. */
export const Challenge = z.object({
  type: z.literal("challenge"),
  v: z.int().check(z.gte(1), z.lte(255)),
  nonce: base64urlOf(32),
  heartbeatMs: z.int().check(z.gte(1)),
});

/** `deaf`: connected, but a ping went unanswered. `since` is null when it never was here. */
export const Presence = z.object({
  endpoint: EndpointId,
  state: z.enum(["online", "offline", "deaf"]),
  since: z.nullable(at),
});
export type Presence = z.output<typeof Presence>;

/** After a good hello, before anything else. */
export const Welcome = z.object({
  type: z.literal("welcome"),
  v: z.int().check(z.gte(1), z.lte(255)),
  at,
  /** Version of the account's roster. */
  roster: z.int().check(z.gte(1)),
  /** The highest counter that the relay has seen from this endpoint, per peer. One above its own = its state is older. */
  marks: z.array(z.object({ peer: EndpointId, n: z.int().check(z.gte(1)) })).check(
    z.maxLength(MAX_AGENTS + MAX_DEVICES),
  ),
  prekeys: z.object({
    oneTime: z.array(ShortId).check(z.maxLength(MAX_PREKEYS_HELD)),
    lastResort: z.nullable(ShortId),
  }),
  queue: z.object({ count: z.int().check(z.gte(0)), oldestAt: z.nullable(at) }),
  /** Of the account's agents, for devices; empty for agents. */
  presence: z.array(Presence).check(z.maxLength(MAX_AGENTS)),
});
export type Welcome = z.output<typeof Welcome>;

/** An envelope for this endpoint; comes again after reconnecting until it is acknowledged. `at`: when the relay got it. */
export const Deliver = z.object({ type: z.literal("deliver"), at, envelope: Envelope });

/** The relay has stored it durably. */
export const Submitted = z.object({ type: z.literal("submitted"), ...EnvelopeName.shape, at });

/** The relay did not take it. */
export const Refused = z.object({
  type: z.literal("refused"),
  ...EnvelopeName.shape,
  code: RelayErrorCode,
  retryAfterMs: z.optional(z.int().check(z.gte(0))),
});

/** Where an envelope stands. `held`: waits for its recipient. `dropped`: held for 30 days in vain. */
export const Standing = z.object({
  type: z.literal("standing"),
  items: z.array(z.extend(EnvelopeName, {
    state: z.enum(["held", "acknowledged", "dropped", "unknown"]),
  })).check(z.maxLength(MAX_ITEMS)),
});

/** Envelopes of this endpoint that the relay gave up. */
export const Dropped = z.object({
  type: z.literal("dropped"),
  items: z.array(EnvelopeName).check(z.minLength(1), z.maxLength(MAX_ITEMS)),
});

/**
 * Something to fetch over HTTP. `agent`, `devices`: one of them is new, another or gone, or has prekeys for the first time.
 * `prekeys`: few are left, publish more.
 */
export const Changed = z.discriminatedUnion("what", [
  z.object({ type: z.literal("changed"), what: z.literal("roster"), version: z.int().check(z.gte(1)) }),
  z.object({ type: z.literal("changed"), what: z.literal("agent"), agent: AgentId }),
  z.object({ type: z.literal("changed"), what: z.literal("prekeys"), held: z.int().check(z.gte(0)) }),
  z.object({ type: z.literal("changed"), what: z.literal("devices") }),
]);

/** A step of pairing from another device of the account. */
export const PairingFrom = z.object({ ...pairing, from: DeviceId });

/** A peer came, went or fell silent. */
export const PresenceFrame = z.object({ type: z.literal("presence"), ...Presence.shape });

/** Who holds an agent's one connection, when a second one is refused. */
export const ConnectionHolder = z.object({ client: z.string().check(z.maxLength(100)), since: at });

/** The connection ends after this one. Do not come back by yourself after one of `FINAL_ERRORS`. */
export const ErrorFrame = z.object({
  type: z.literal("error"),
  code: RelayErrorCode,
  message: z.string().check(z.maxLength(500)),
  holder: z.optional(ConnectionHolder),
  retryAfterMs: z.optional(z.int().check(z.gte(0))),
});

/** Everything that the relay sends. */
export const RelayFrame = z.discriminatedUnion("type", [
  Challenge,
  Welcome,
  Deliver,
  Submitted,
  Refused,
  Standing,
  Dropped,
  Changed,
  PairingFrom,
  PresenceFrame,
  Ping,
  Pong,
  ErrorFrame,
]);
export type RelayFrame = z.output<typeof RelayFrame>;

/** What the signature of a hello is over. The nonce makes each one good once. */
export function helloBytes(nonce: string, endpoint: string, instance: string): Bytes {
  return canonical("pacerelle/hello/1", fromBase64url(nonce), endpoint, instance);
}
