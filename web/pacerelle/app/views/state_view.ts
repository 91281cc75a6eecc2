/**
 * A device's facts as the state that pages show. A part that says the same as before keeps its identity, so that only what
 * changed is drawn again.
 * @module
 */
import type { ListedAgent } from "../../../../service/pacerelle/chat/agents.ts";
import type { Chat } from "../../../../service/pacerelle/chat/chat.ts";
import type { ListedDevice } from "../../../../service/pacerelle/chat/devices.ts";
import { RECOVERY_NAME } from "../../../../service/pacerelle/chat/recovery.ts";
import type { ConnectionStatus, Endpoint } from "../../../../wire/endpoint/api.ts";
import type { Presence } from "../../../../wire/live.ts";
import { findDevice } from "../../../../wire/roster.ts";
import type { AccountView, AlertView, ConnectionView, DeviceView, Phase } from "../state_types.ts";
import type { Told } from "../told.ts";
import type { PairingDesk } from "../pairing_desk.ts";
import type { SharedState } from "../tab_state.ts";
import { alertWords } from "../words/alert_words.ts";
import { tellConnection } from "../words/tell.ts";
import { agentViews } from "./agent_views.ts";
import { conversationViews } from "./conversation_views.ts";

/** All that the views of a device are made of. */
export interface DeviceFacts {
  readonly chat: Chat | undefined;
  readonly isOpening: boolean;
  readonly fault: Told | null;
  readonly status: ConnectionStatus | null;
  readonly alerts: Endpoint["alerts"];
  readonly agents: readonly ListedAgent[];
  readonly presences: ReadonlyMap<string, Presence>;
  readonly devices: readonly ListedDevice[] | null;
  readonly pairing: PairingDesk;
  /** Let in a moment ago: history may still come. */
  readonly isFresh: boolean;
  readonly now: number;
}

const OFFLINE: ConnectionView = { state: "offline", since: 0, heardAt: null, error: null };

function phaseOf({ chat, fault, isOpening }: DeviceFacts): Phase {
  if (fault) return "unusable";
  if (isOpening) return "opening";
  if (!chat?.state.account?.session) return "signed-out";
  if (chat.state.removedAt !== undefined) return "removed";
  return chat.state.isApproved ? "ready" : "waiting";
}

function accountView({ chat }: DeviceFacts): AccountView | null {
  const account = chat?.state.account;
  const id = chat?.state.endpoint.self;
  if (!account?.session || id === undefined) return null;
  const roster = chat?.state.endpoint.roster;
  return {
    id: account.account,
    email: account.email,
    device: { id, name: account.name },
    hasRecoveryKey: roster ? roster.roster.devices.some(({ name }) => name === RECOVERY_NAME) : null,
  };
}

function connectionView({ status }: DeviceFacts): ConnectionView {
  if (!status) return OFFLINE;
  const { state, since, heardAt, error } = status;
  // To the second: each frame that is heard would change it.
  const heard = heardAt === null ? null : Math.floor(heardAt / 10_000) * 10_000;
  return { state, since, heardAt: heard, error: error && tellConnection(error) };
}

function deviceViews({ chat, devices, pairing }: DeviceFacts): readonly DeviceView[] | null {
  const roster = chat?.state.endpoint.roster;
  return devices && devices.map(({ id, name, isSelf, standing, createdAt }) => {
    // Another device may have let it in since the relay was asked.
    const isIn = standing === "roster" || (roster !== undefined && findDevice(roster, id) !== undefined);
    return {
      id,
      name,
      isSelf,
      isRecoveryKey: isIn && name === RECOVERY_NAME,
      standing: isIn ? "approved" : "waiting",
      createdAt,
      wantsDigits: !isIn && pairing.wants(id),
    };
  });
}

function alertViews({ chat, alerts }: DeviceFacts): readonly AlertView[] {
  const { agents, roster } = chat?.state.endpoint ?? {};
  return alerts.map(({ kind, peer, since }) => {
    const name = peer === null
      ? null
      : agents?.get(peer)?.name ?? roster?.roster.devices.find(({ id }) => id === peer)?.name ?? peer;
    return { kind, peer, peerName: name, since, ...alertWords(kind, name) };
  });
}

/** The state of `facts`; `before` itself where nothing has changed. */
export function stateView(
  { facts }: { readonly facts: DeviceFacts },
  before: SharedState | undefined,
): SharedState {
  const { chat } = facts;
  const phase = phaseOf(facts);
  const isConnected = facts.status?.state === "connected";
  const conversations = chat ? conversationViews(chat.state) : [];
  const next: SharedState = {
    phase,
    fault: facts.fault,
    account: accountView(facts),
    connection: connectionView(facts),
    agents: chat
      ? agentViews(chat.state, facts.agents, { isConnected, now: facts.now, presences: facts.presences })
      : [],
    devices: deviceViews(facts),
    conversations,
    unsent: conversations.reduce((sum, { unsent }) => sum + unsent, 0),
    alerts: alertViews(facts),
    pairing: facts.pairing.view(
      phase === "waiting" ? chat?.state.account?.pairing?.code ?? null : undefined,
    ),
    handover: chat && facts.isFresh && !chat.state.isHandedOver ? chat.state.handover : null,
  };
  return before === undefined ? next : keepParts(before, next);
}

/** `next` with each part of `before` that says the same. */
function keepParts(before: SharedState, next: SharedState): SharedState {
  const names = Object.keys(next) as (keyof SharedState)[];
  const same = names.filter((name) => JSON.stringify(before[name]) === JSON.stringify(next[name]));
  if (same.length === names.length) return before;
  return { ...next, ...Object.fromEntries(same.map((name) => [name, before[name]])) };
}
