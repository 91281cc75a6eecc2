/**
 * What passes over HTTP between an endpoint and the relay: account matters. Each route is `POST /v1/<name>` with a JSON
 * body; who calls is told by `Authorization: Bearer`, a device's session or an agent's bearer.
 * @module
 */
import * as z from "zod/mini";
import { MacedCard } from "./card.ts";
import { type Bytes, fromBase64url } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { base64urlOf, Signature } from "./identity.ts";
import { AccountId, AgentId, DeviceId, EndpointId, ShortId } from "./ids.ts";
import {
  MAX_AGENTS,
  MAX_DEVICES,
  MAX_ITEMS,
  MAX_PASSWORD,
  MAX_PREKEYS_HELD,
  MAX_PREKEYS_PER_BATCH,
  MAX_ROSTER_VERSION,
  MAX_ROSTERS_PER_FETCH,
  MIN_PASSWORD,
} from "./limits.ts";
import { Presence } from "./live.ts";
import { SignedPrekey } from "./prekey.ts";
import { FileAnnouncement, MissingChunks } from "./file/announcement.ts";
import { PushStatus, PushSubscription } from "./push.ts";
import { Hash, RosterAnchor, RosterDevice, SignedRoster } from "./roster.ts";

/** An e-mail address, compared in lower case. */
export const Email = z.pipe(z.email().check(z.maxLength(254)), z.transform((email) => email.toLowerCase()));

/** What a device presents; random, 32 bytes. */
export const Session = base64urlOf(32);

const at = z.int().check(z.gte(0));
const nothing = z.object({});
/** `nonce` comes from `challenge`; `proof` is the device's signature of {@linkcode loginBytes}. */
const Credentials = {
  email: Email,
  password: z.string().check(z.maxLength(MAX_PASSWORD)),
  device: RosterDevice,
  nonce: base64urlOf(32),
  proof: Signature,
};
const SessionGiven = z.object({ account: AccountId, session: Session, roster: z.int().check(z.gte(1)) });

/** A device that has logged in. Only those in the roster are `approved`. */
export const DeviceEntry = z.extend(RosterDevice, { approved: z.boolean(), createdAt: at });
export type DeviceEntry = z.output<typeof DeviceEntry>;

/** An agent; its card is null until it first connected. */
export const AgentEntry = z.object({
  id: AgentId,
  createdAt: at,
  card: z.nullable(MacedCard),
  presence: Presence,
});
export type AgentEntry = z.output<typeof AgentEntry>;

/**
 * Who may call. `session`: a device that has logged in; `device`: one of the roster; `endpoint`: one of the roster or an
 * agent; `known`: any of these.
 */
export type RouteAccess = "anyone" | "session" | "device" | "agent" | "endpoint" | "known";

const AgentSecret = { agent: AgentId, bearerHash: Hash, anchor: RosterAnchor };

/** Every route: who may call it, what it takes and what it answers. */
export const ROUTES = {
  /** A nonce for one log-in or sign-up, good for five minutes. */
  challenge: { access: "anyone", request: nothing, response: z.object({ nonce: base64urlOf(32) }) },
  /** Makes an account with its first device, its roster and a session. */
  signUp: {
    access: "anyone",
    request: z.object({
      ...Credentials,
      password: z.string().check(z.minLength(MIN_PASSWORD), z.maxLength(MAX_PASSWORD)),
      roster: SignedRoster,
    }),
    response: SessionGiven,
  },
  /** Opens a session for a device, known or new; a new one waits for approval by one of the roster. */
  logIn: { access: "anyone", request: z.object(Credentials), response: SessionGiven },
  logOut: { access: "session", request: nothing, response: nothing },
  /** Another password, told beside the present one. Devices that wait for approval are forgotten. */
  changePassword: {
    access: "device",
    request: z.object({
      current: z.string().check(z.maxLength(MAX_PASSWORD)),
      next: z.string().check(z.minLength(MIN_PASSWORD), z.maxLength(MAX_PASSWORD)),
    }),
    response: nothing,
  },
  listDevices: {
    access: "session",
    request: nothing,
    response: z.object({ devices: z.array(DeviceEntry).check(z.maxLength(MAX_DEVICES * 2)) }),
  },
  /** Forgets a device that is not in the roster, and ends its sessions. */
  forgetDevice: { access: "device", request: z.object({ device: DeviceId }), response: nothing },
  /** Rosters above a version, oldest first, and the caller's anchor if it has one. */
  fetchRosters: {
    access: "known",
    request: z.object({ after: z.int().check(z.gte(0), z.lte(MAX_ROSTER_VERSION)) }),
    response: z.object({
      rosters: z.array(SignedRoster).check(z.maxLength(MAX_ROSTERS_PER_FETCH)),
      latest: z.int().check(z.gte(1)),
      anchor: z.nullable(RosterAnchor),
    }),
  },
  /**
   * Publishes the next roster, with an anchor for a device that it adds. Open to a device that waits, since a recovery
   * key may sign it in.
   */
  publishRoster: {
    access: "session",
    request: z.object({ roster: SignedRoster, anchor: z.optional(RosterAnchor) }),
    response: z.object({ version: z.int().check(z.gte(1)) }),
  },
  createAgent: { access: "device", request: z.object(AgentSecret), response: nothing },
  /** A new token: the old one ends, and the card and prekeys under it are forgotten. */
  rotateAgent: { access: "device", request: z.object(AgentSecret), response: nothing },
  removeAgent: { access: "device", request: z.object({ agent: AgentId }), response: nothing },
  listAgents: {
    access: "device",
    request: nothing,
    response: z.object({ agents: z.array(AgentEntry).check(z.maxLength(MAX_AGENTS)) }),
  },
  /** Publishes an agent's card, once per token. The same card again changes nothing. */
  publishCard: { access: "agent", request: z.object({ card: MacedCard }), response: nothing },
  /** Adds prekeys and withdraws some; a new last-resort one takes the place of the old. */
  publishPrekeys: {
    access: "endpoint",
    request: z.object({
      prekeys: z.array(SignedPrekey).check(z.maxLength(MAX_PREKEYS_PER_BATCH)),
      withdraw: z.optional(z.array(ShortId).check(z.maxLength(MAX_PREKEYS_HELD))),
    }),
    response: z.object({ oneTime: z.int().check(z.gte(0)), lastResort: z.nullable(ShortId) }),
  },
  /** One prekey for each endpoint, in the order asked for; null where there is none. */
  claimPrekeys: {
    access: "endpoint",
    request: z.object({ endpoints: z.array(EndpointId).check(z.minLength(1), z.maxLength(MAX_DEVICES)) }),
    response: z.object({
      prekeys: z.array(z.object({ endpoint: EndpointId, prekey: z.nullable(SignedPrekey) })).check(
        z.maxLength(MAX_DEVICES),
      ),
    }),
  },
  /**
   * Announces a file that a message will tell of, or asks how far its upload came. Chunks go to {@linkcode chunkPath}
   * (wire/file/chunk_call.ts) in any order and as often as needed. Nothing missing: the relay has all of it, durably.
   */
  announceFile: { access: "endpoint", request: FileAnnouncement, response: MissingChunks },
  /** The caller needs these files no more: when no recipient does, they are deleted. Its own are taken back at once. */
  releaseFiles: {
    access: "endpoint",
    request: z.object({ files: z.array(ShortId).check(z.minLength(1), z.maxLength(MAX_ITEMS)) }),
    response: nothing,
  },
  /** The key that a browser's subscription is made for (`applicationServerKey`): P-256, uncompressed, base64url. */
  pushKey: { access: "device", request: nothing, response: z.object({ key: base64urlOf(65) }) },
  /** Takes the place of the device's subscription before. */
  subscribePush: { access: "device", request: PushSubscription, response: nothing },
  unsubscribePush: { access: "device", request: nothing, response: nothing },
  /** What the relay knows of pushes to this device: never that one was shown. */
  pushStatus: { access: "device", request: nothing, response: PushStatus },
} as const satisfies Readonly<
  Record<
    string,
    { readonly access: RouteAccess; readonly request: z.ZodMiniType; readonly response: z.ZodMiniType }
  >
>;

/** The routes' names. */
export type RouteName = keyof typeof ROUTES;
/** What a caller gives to a route. */
export type RouteInput<Name extends RouteName> = z.input<typeof ROUTES[Name]["request"]>;
/** What a route's handler gets. */
export type RouteRequest<Name extends RouteName> = z.output<typeof ROUTES[Name]["request"]>;
/** What a route answers. */
export type RouteResponse<Name extends RouteName> = z.output<typeof ROUTES[Name]["response"]>;

/**
 * What a device signs to sign up or log in: a password alone never speaks in the name of a device that is there already.
 * `email` in lower case.
 */
export function loginBytes(nonce: string, email: string, device: { id: string; key: string }): Bytes {
  return canonical(
    "pacerelle/login/1",
    fromBase64url(nonce),
    email.toLowerCase(),
    device.id,
    fromBase64url(device.key),
  );
}

/** Where a route is served. */
export function routePath(name: RouteName): string {
  return `/v1/${name}`;
}

/** Longest body of a request, in bytes: a full batch of prekeys, a full roster. */
export const MAX_REQUEST_BYTES = 64 * 1024;
