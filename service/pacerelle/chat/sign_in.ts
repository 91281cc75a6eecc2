/**
 * Sign-up and log-in (contract: pacerelle §7, channel "Devices"). The identity is durable before the relay hears of it,
 * so that an answer which was lost is asked for again by the same device.
 * @module
 */
import { codePointLength } from "../../../base/text.ts";
import { Email, loginBytes, type RouteResponse } from "../../../wire/account.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import type { Identity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "../../../wire/limits.ts";
import { makePairingCode } from "../../../wire/pairing.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import {
  findDevice,
  nextRoster,
  pinFirstRoster,
  type RosterDevice,
  signRoster,
} from "../../../wire/roster.ts";
import type { Chat } from "./chat.ts";
import { RECEIVE_MS } from "./limits.ts";
import { checkName } from "./names.ts";
import type { AccountRecord, JournalRecord } from "./records.ts";
import { refuse } from "./refusals.ts";

/** What a person gives. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** How this device is to be called. */
  readonly deviceName: string;
}

/** @throws {Refusal} EMAIL_INVALID */
export function checkEmail(email: string): string {
  const parsed = Email.safeParse(email.trim());
  if (!parsed.success) throw refuse("EMAIL_INVALID");
  return parsed.data;
}

/** @throws {Refusal} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG */
export function checkPassword(password: string): void {
  if (codePointLength(password) < MIN_PASSWORD) {
    throw refuse("PASSWORD_TOO_SHORT");
  }
  if (password.length > MAX_PASSWORD) throw refuse("PASSWORD_TOO_LONG");
}

interface Prepared {
  readonly identity: Identity;
  readonly account: AccountRecord;
  readonly device: RosterDevice;
}

/** Leaves an identity and the account's name on disk, those of an earlier attempt where there was one. */
async function prepare(chat: Chat, email: string, name: string): Promise<Prepared> {
  const { env, state } = chat;
  const records: JournalRecord[] = [];
  if (state.endpoint.self === undefined) records.push(await chat.newIdentity(newId("device", env)));
  const account: AccountRecord = {
    t: "chat-account",
    account: newId("account", env),
    session: null,
    pairing: null,
    ...state.account,
    email,
    relay: chat.relay,
    name: state.account?.session ? state.account.name : name,
  };
  await chat.append([...records, account]);
  const identity = await chat.identity();
  if (!identity) throw new Error("the journal holds no identity");
  return { identity, account, device: { id: chat.self, name: account.name, key: identity.key } };
}

async function proofOf(chat: Chat, prepared: Prepared, password: string) {
  const { identity, device, account: { email } } = prepared;
  const { nonce } = await chat.call("challenge", {});
  return {
    email,
    password,
    device,
    nonce,
    proof: await identity.sign(loginBytes(nonce, email, device)),
  };
}

/**
 * Makes an account whose first device this is.
 * @throws {Refusal} ALREADY_SIGNED_IN, EMAIL_INVALID, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, NAME_INVALID
 * @throws {RelayRefusal} EMAIL_TAKEN and others
 */
export async function signUp(chat: Chat, given: Credentials): Promise<AccountRecord> {
  const email = checkEmail(given.email);
  checkPassword(given.password);
  if (chat.state.account?.session) throw refuse("ALREADY_SIGNED_IN");
  const prepared = await prepare(chat, email, checkName(given.deviceName));
  const { identity, account, device } = prepared;
  const first = await signRoster(nextRoster(account.account, undefined, [device]), device.id, identity);
  const opened = await openAccount();
  if (opened.account !== account.account) throw new RelayRefusal("EMAIL_TAKEN", "another account's");
  const signedIn: AccountRecord = { ...account, session: opened.session };
  await chat.append([signedIn, { t: "roster", pinned: await pinFirstRoster(first) }]);
  return signedIn;

  async function openAccount(): Promise<RouteResponse<"signUp">> {
    try {
      return await chat.call("signUp", { ...await proofOf(chat, prepared, given.password), roster: first });
    } catch (error) {
      if (!(error instanceof RelayRefusal) || error.code !== "EMAIL_TAKEN") throw error;
      // An earlier attempt of this very device may have gone through without its answer; a log-in never tells a stranger.
      try {
        return await chat.call("logIn", await proofOf(chat, prepared, given.password));
      } catch {
        throw error;
      }
    }
  }
}

/** Brings the roster up to date; a device outside it may see rosters, and nothing else. */
async function lookAtRoster(chat: Chat): Promise<void> {
  try {
    await (await chat.endpoint()).sync();
  } catch (error) {
    if (!(error instanceof RelayRefusal) || error.code !== "FORBIDDEN") throw error;
  }
}

/** What a log-in came to. */
export interface LoggedIn {
  readonly account: AccountRecord;
  /** Whether this device speaks for the account; otherwise `account.pairing` holds the code to show. */
  readonly approved: boolean;
}

/**
 * Opens a session for this device. A new device then shows its code and waits ({@linkcode waitForApproval}).
 * @throws {Refusal} EMAIL_INVALID, NAME_INVALID
 * @throws {RelayRefusal} LOGIN_REFUSED and others
 */
export async function logIn(chat: Chat, given: Credentials): Promise<LoggedIn> {
  const email = checkEmail(given.email);
  const { state } = chat;
  if (state.account?.session && state.account.email !== email) throw refuse("ALREADY_SIGNED_IN");
  const prepared = await prepare(chat, email, checkName(given.deviceName));
  const { account, session } = await chat.call("logIn", await proofOf(chat, prepared, given.password));
  if (state.endpoint.roster && state.endpoint.roster.roster.account !== account) {
    throw refuse("ROSTER_UNTRUSTED");
  }
  const signedIn: AccountRecord = { ...prepared.account, account, session };
  await chat.append([signedIn]);
  // Known here as one of the account: it may have been removed since.
  if (state.endpoint.roster) await lookAtRoster(chat);
  if (state.isApproved || signedIn.pairing !== null) {
    return { account: signedIn, approved: state.isApproved };
  }
  const { code, pairingKey } = await makePairingCode(chat.env, chat.self, prepared.identity.key);
  const waiting: AccountRecord = { ...signedIn, pairing: { code, key: toBase64url(pairingKey) } };
  await chat.append([waiting]);
  return { account: waiting, approved: false };
}

/**
 * Waits until a device of the account has approved this one, and answers whether that has happened; then a little for the
 * agents and the history that it passes on.
 * @throws {Refusal} REMOVED
 */
export async function waitForApproval(chat: Chat, ms: number, signal?: AbortSignal): Promise<boolean> {
  const endpoint = await chat.endpoint();
  endpoint.start();
  await chat.until(() => chat.state.isApproved || isOver(), ms, signal);
  if (!chat.state.isApproved) {
    // Says that it was removed, if it was.
    void chat.account;
    return false;
  }
  await chat.append([{ ...chat.account, pairing: null }]);
  await chat.until(() => chat.state.isHandedOver || isOver(), RECEIVE_MS, signal);
  return true;

  function isOver(): boolean {
    return chat.state.removedAt !== undefined || endpoint.status.error?.final === true;
  }
}

/** The roster's entry of this device. @throws {Refusal} NOT_SIGNED_IN, REMOVED, NOT_APPROVED */
export function requireApproval(chat: Chat): RosterDevice {
  void chat.account;
  const { roster, self } = chat.state.endpoint;
  const own = roster && self !== undefined ? findDevice(roster, self) : undefined;
  if (!own) throw refuse(roster ? "REMOVED" : "NOT_APPROVED");
  return own;
}
