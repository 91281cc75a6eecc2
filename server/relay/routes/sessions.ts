/**
 * Sign-up, log-in, log-out, passwords. Each device proves its key; a password alone opens a session for a new device only, and
 * that one waits for approval.
 * @module
 */
import {
  deleteDevice,
  deleteSession,
  deleteSessionsOf,
  findAccount,
  findAccountByEmail,
  findDevice,
  insertAccount,
  insertDevice,
  insertSession,
  listDevices,
  setPasswordHash,
} from "../../../store/relay/accounts.ts";
import { forgetEndpoint } from "../../../store/relay/envelopes.ts";
import type { RelayQuerier } from "../../../store/relay/open.ts";
import type { AccountTable } from "../../../store/relay/schema.ts";
import { insertRoster } from "../../../store/relay/rosters.ts";
import { loginBytes, type RouteRequest } from "../../../wire/account.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { verifySignature } from "../../../wire/identity.ts";
import { MAX_DEVICES } from "../../../wire/limits.ts";
import { pinFirstRoster, type RosterDevice, type SignedRoster } from "../../../wire/roster.ts";
import { hashCredential } from "../../../wire/token.ts";
import { refuse } from "../refusals.ts";
import type { Handlers, RouteContext } from "./handler.ts";

/** Whether the device holds its key, said for this nonce. */
async function checkProof(context: RouteContext, input: RouteRequest<"logIn">): Promise<void> {
  const { nonce, email, device, proof } = input;
  if (
    !context.nonces.take(nonce) ||
    !(await verifySignature(device.key, proof, loginBytes(nonce, email, device)))
  ) throw refuse("LOGIN_REFUSED");
}

async function openSession(db: RelayQuerier, context: RouteContext, device: string): Promise<string> {
  const session = toBase64url(context.env.randomBytes(32));
  // One per device: an earlier one was the same device's, which has just proved its key.
  await deleteSessionsOf(db, device);
  await insertSession(db, { hash: await hashCredential(session), device, at: context.env.now() });
  return session;
}

/** @throws {Refusal} ROSTER_REFUSED unless it is a version 1 signed by `device`, which is in it. */
async function checkFirstRoster(signed: SignedRoster, device: RosterDevice): Promise<void> {
  try {
    await pinFirstRoster(signed);
  } catch (error) {
    if (error instanceof ChannelFault) throw refuse("ROSTER_REFUSED", { reason: error.code });
    throw error;
  }
  const own = signed.roster.devices.find(({ id }) => id === device.id);
  if (signed.signer !== device.id || own?.key !== device.key) throw refuse("ROSTER_REFUSED");
}

async function insertSignUp(
  db: RelayQuerier,
  context: RouteContext,
  input: RouteRequest<"signUp">,
  passwordHash: string,
): Promise<string> {
  const { account, devices } = input.roster.roster;
  const now = context.env.now();
  if (await findAccountByEmail(db, input.email)) throw refuse("EMAIL_TAKEN");
  if (await findAccount(db, account)) throw refuse("ROSTER_CONFLICT");
  await insertAccount(db, {
    id: account,
    email: input.email,
    password_hash: passwordHash,
    roster_version: 1,
    created_at: now,
  });
  await insertRoster(db, input.roster);
  for (const { id, name, key } of devices) {
    if (await findDevice(db, id)) throw refuse("DEVICE_CONFLICT");
    await insertDevice(db, { id, account, name, key, approved: 1, created_at: now });
  }
  return await openSession(db, context, input.device.id);
}

/** Writes down a device that was not known, waiting for approval. */
async function admitDevice(
  db: RelayQuerier,
  account: string,
  device: RosterDevice,
  now: number,
): Promise<boolean> {
  const known = await findDevice(db, device.id);
  if (known) {
    if (known.account !== account || known.key !== device.key) throw refuse("DEVICE_CONFLICT");
    return false;
  }
  // As many may wait as may be in a roster: room for mistakes, not for a flood.
  const waiting = (await listDevices(db, account)).filter(({ approved }) => approved === 0);
  if (waiting.length >= MAX_DEVICES) throw refuse("DEVICE_LIMIT");
  await insertDevice(db, { ...device, account, approved: 0, created_at: now });
  return true;
}

/**
 * Opens a session by the password. What was checked is looked at again where it is used: another password may have taken its
 * place while the hash was worked out, and whoever knows the old one must not come in after it.
 * @throws {Refusal} LOGIN_REFUSED
 */
async function enter(
  context: RouteContext,
  { email, password, device }: RouteRequest<"logIn">,
  address: string,
): Promise<{ readonly account: AccountTable; readonly session: string; readonly isNew: boolean }> {
  const { store, hasher, throttle, env } = context;
  // Once more, since a log-in at the same time may have hashed the same password anew.
  for (let attempt = 0; attempt < 2; attempt++) {
    const account = await findAccountByEmail(store.read, email);
    // An unknown address takes as long as a wrong password.
    const isOwner = await hasher.verify(password, account?.password_hash);
    if (!account || !isOwner) throw refuse("LOGIN_REFUSED");
    const newHash = hasher.isOutdated(account.password_hash) ? await hasher.hash(password) : undefined;
    const entered = await store.write(async (db) => {
      if (!(await hasPasswordHash(db, account))) return undefined;
      if (newHash !== undefined) await setPasswordHash(db, account.id, newHash);
      const isNew = await admitDevice(db, account.id, device, env.now());
      return { account, session: await openSession(db, context, device.id), isNew };
    });
    if (!entered) continue;
    throttle.succeed(email, address);
    return entered;
  }
  throw refuse("LOGIN_REFUSED");
}

/** Whether the account's password is still the one of `known`. */
async function hasPasswordHash(db: RelayQuerier, known: AccountTable): Promise<boolean> {
  return (await findAccount(db, known.id))?.password_hash === known.password_hash;
}

/** Forgets the devices that wait for approval, or `only` where that is one of them; answers which. */
async function forgetWaiting(db: RelayQuerier, account: string, only?: string): Promise<string[]> {
  const waiting = (await listDevices(db, account))
    .filter(({ id, approved }) => approved === 0 && (only === undefined || id === only));
  for (const { id } of waiting) {
    await deleteDevice(db, id);
    await forgetEndpoint(db, id);
  }
  return waiting.map(({ id }) => id);
}

export const sessionHandlers: Pick<
  Handlers,
  "challenge" | "signUp" | "logIn" | "logOut" | "changePassword"
> = {
  challenge: (context) => ({ nonce: context.nonces.issue() }),

  async signUp(context, _caller, input) {
    await checkProof(context, input);
    await checkFirstRoster(input.roster, input.device);
    if (context.hasher.isBusy) throw refuse("UNAVAILABLE", { retryAfterMs: 5_000 });
    const passwordHash = await context.hasher.hash(input.password);
    const session = await context.store.write((db) => insertSignUp(db, context, input, passwordHash));
    return { account: input.roster.roster.account, session, roster: 1 };
  },

  async logIn(context, { address }, input) {
    const { email } = input;
    const retryAfterMs = context.throttle.attempt(email, address);
    if (retryAfterMs > 0) throw refuse("TOO_MANY_ATTEMPTS", { retryAfterMs });
    await checkProof(context, input);
    if (context.hasher.isBusy) throw refuse("UNAVAILABLE", { retryAfterMs: 5_000 });
    const { account, session, isNew } = await enter(context, input, address);
    if (isNew) context.hub.tell(account.id, { type: "changed", what: "devices" });
    return { account: account.id, session, roster: account.roster_version };
  },

  async logOut(context, caller) {
    // One that leaves before it was let in waits no more: nobody is asked to approve it.
    const forgotten = await context.store.write(async (db) => {
      await deleteSession(db, caller.credentialHash);
      return await forgetWaiting(db, caller.account, caller.endpoint);
    });
    const connection = context.hub.connectionOf(caller.endpoint);
    if (connection?.principal.credentialHash === caller.credentialHash) connection.end("REVOKED");
    if (forgotten.length > 0) context.hub.tell(caller.account, { type: "changed", what: "devices" });
    return {};
  },

  async changePassword(context, caller, { current, next }) {
    const account = await findAccount(context.store.read, caller.account);
    if (!account) throw refuse("UNAUTHORIZED");
    // A device in other hands guesses no faster than a stranger.
    const retryAfterMs = context.throttle.attempt(account.email, caller.endpoint);
    if (retryAfterMs > 0) throw refuse("TOO_MANY_ATTEMPTS", { retryAfterMs });
    if (context.hasher.isBusy) throw refuse("UNAVAILABLE", { retryAfterMs: 5_000 });
    if (!(await context.hasher.verify(current, account.password_hash))) throw refuse("LOGIN_REFUSED");
    context.throttle.succeed(account.email, caller.endpoint);
    const hash = await context.hasher.hash(next);
    const forgotten = await context.store.write(async (db) => {
      if (!(await hasPasswordHash(db, account))) throw refuse("LOGIN_REFUSED");
      await setPasswordHash(db, account.id, hash);
      return await forgetWaiting(db, account.id);
    });
    for (const id of forgotten) context.hub.connectionOf(id)?.end("REVOKED");
    if (forgotten.length > 0) context.hub.tell(account.id, { type: "changed", what: "devices" });
    return {};
  },
};
