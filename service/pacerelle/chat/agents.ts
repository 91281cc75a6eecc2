/**
 * A person's agents: made, listed, given a new token, removed (contract: pacerelle §7; channel "Keys and names"). A token is
 * made here and told once; neither the relay nor this state ever holds it.
 * @module
 */
import type { AgentEntry, RouteInput } from "../../../wire/account.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { newId } from "../../../wire/ids.ts";
import type { Presence } from "../../../wire/live.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import { anchorRoster, type PinnedRoster } from "../../../wire/roster.ts";
import { deriveTokenSecrets, makeToken, type TokenSecrets } from "../../../wire/token.ts";
import type { KnownAgent } from "../../../wire/endpoint/records.ts";
import type { Chat } from "./chat.ts";
import { checkName, sameName } from "./names.ts";
import { refuse } from "./refusals.ts";
import { shareAgents, tellName } from "./share.ts";
import { requireApproval } from "./sign_in.ts";
import { syncTrust } from "./sync_trust.ts";

/** A new or renewed agent. `token` is told this once. */
export interface MadeAgent {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** An agent as this device and the relay know it together. */
export interface ListedAgent {
  readonly id: string;
  /** Null: made by a device that has not told this one of it. */
  readonly name: string | null;
  readonly createdAt: number | null;
  /** Null when the relay was not asked. `missing`: the relay does not know it. */
  readonly presence: Presence["state"] | "missing" | "never" | null;
  readonly since: number | null;
  /** Whether its identity is checked and pinned; until then nothing can be sealed to it. */
  readonly isPinned: boolean;
}

/** The agent called `name`, or whose id it is. @throws {Refusal} AGENT_NOT_FOUND, AGENT_AMBIGUOUS */
export function findAgent(chat: Chat, name: string): KnownAgent {
  const { agents } = chat.state.endpoint;
  const byId = agents.get(name);
  if (byId) return byId;
  const named = [...agents.values()].filter((agent) => agent.name === name);
  const alike = named.length > 0 ? named : [...agents.values()].filter((agent) => sameName(agent.name, name));
  const [found, other] = alike;
  if (!found) throw refuse("AGENT_NOT_FOUND");
  if (other) throw refuse("AGENT_AMBIGUOUS");
  return found;
}

async function newSecrets(
  chat: Chat,
  id: string,
  roster: PinnedRoster,
): Promise<
  { readonly token: string; readonly secrets: TokenSecrets; readonly input: RouteInput<"rotateAgent"> }
> {
  const token = await makeToken(chat.env);
  const secrets = await deriveTokenSecrets(token, id);
  const anchor = await anchorRoster(roster.roster, id, secrets.pairingKey);
  return { token, secrets, input: { agent: id, bearerHash: secrets.bearerHash, anchor } };
}

async function keep(chat: Chat, id: string, name: string, secrets: TokenSecrets): Promise<void> {
  const endpoint = await chat.endpoint();
  await endpoint.keepAgent({ id, name, pairingKey: toBase64url(secrets.pairingKey) });
  await shareAgents(chat, [id]);
  await tellName(chat, id, name);
}

/**
 * Makes an agent.
 * @throws {Refusal} NAME_INVALID, AGENT_NAME_TAKEN, NOT_APPROVED, ROSTER_UNTRUSTED; RelayRefusal, RelayUnreachable
 */
export async function createAgent(chat: Chat, name: string): Promise<MadeAgent> {
  const checked = checkName(name);
  const taken = () => [...chat.state.endpoint.agents.values()].some((agent) => sameName(agent.name, checked));
  if (taken()) throw refuse("AGENT_NAME_TAKEN");
  const roster = await syncTrust(chat);
  if (taken()) throw refuse("AGENT_NAME_TAKEN");
  const id = newId("agent", chat.env);
  const { token, secrets, input } = await newSecrets(chat, id, roster);
  await chat.call("createAgent", input);
  await keep(chat, id, checked, secrets);
  return { id, name: checked, token };
}

/**
 * Gives an agent a new token: the old one ends at once, and the agent will come with a new identity. An agent that this
 * device does not know needs a `name`.
 * @throws {Refusal} AGENT_NOT_FOUND, AGENT_AMBIGUOUS, NAME_INVALID, NOT_APPROVED; RelayRefusal, RelayUnreachable
 */
export async function rotateAgent(chat: Chat, name: string, newName?: string): Promise<MadeAgent> {
  const roster = await syncTrust(chat);
  const { id, name: oldName } = await resolve(chat, name);
  const named = newName === undefined ? oldName : checkName(newName);
  if (named === null) throw refuse("NAME_INVALID");
  const { token, secrets, input } = await newSecrets(chat, id, roster);
  await chat.call("rotateAgent", input);
  await keep(chat, id, named, secrets);
  return { id, name: named, token };
}

/**
 * Calls an agent by another name, here, on the account's other devices and for itself; the relay never gets it.
 * @throws {Refusal} AGENT_NOT_FOUND, AGENT_AMBIGUOUS, AGENT_NAME_TAKEN, NAME_INVALID, NOT_APPROVED
 */
export async function renameAgent(chat: Chat, name: string, newName: string): Promise<void> {
  requireApproval(chat);
  const { id, pairingKey } = findAgent(chat, name);
  const checked = checkName(newName);
  const others = [...chat.state.endpoint.agents.values()].filter((agent) => agent.id !== id);
  if (others.some((agent) => sameName(agent.name, checked))) throw refuse("AGENT_NAME_TAKEN");
  await (await chat.endpoint()).keepAgent({ id, name: checked, pairingKey });
  await shareAgents(chat, [id]);
  await tellName(chat, id, checked);
}

/**
 * Removes an agent: its token ends, and its conversation goes from this device.
 * @throws {Refusal} AGENT_NOT_FOUND, AGENT_AMBIGUOUS, NOT_APPROVED; RelayRefusal, RelayUnreachable
 */
export async function removeAgent(chat: Chat, name: string): Promise<{ readonly id: string }> {
  requireApproval(chat);
  const { id } = await resolve(chat, name);
  try {
    await chat.call("removeAgent", { agent: id });
  } catch (error) {
    // Gone already: removed by another device.
    if (!(error instanceof RelayRefusal) || error.code !== "NOT_FOUND") throw error;
  }
  await (await chat.endpoint()).forgetAgent(id);
  return { id };
}

/** One that this device knows, or one that only the relay knows, by its id. */
async function resolve(chat: Chat, name: string): Promise<Pick<ListedAgent, "id" | "name">> {
  try {
    return findAgent(chat, name);
  } catch (error) {
    const { agents } = await chat.call("listAgents", {});
    const found = agents.find(({ id }) => id === name);
    if (!found) throw error;
    return { id: found.id, name: null };
  }
}

function presenceOf(entry: AgentEntry | undefined, asked: boolean): ListedAgent["presence"] {
  if (!asked) return null;
  if (!entry) return "missing";
  return entry.card === null ? "never" : entry.presence.state;
}

/** All agents. `relay` is null when it cannot be asked: then only what this device knows is told. */
export async function listAgents(chat: Chat): Promise<readonly ListedAgent[]> {
  requireApproval(chat);
  const { agents: relay } = await chat.call("listAgents", {});
  return mergeAgents(chat, relay);
}

/** What this device knows beside what the relay says. */
export function mergeAgents(chat: Chat, relay: readonly AgentEntry[] | null): readonly ListedAgent[] {
  const known = chat.state.endpoint.agents;
  const shown = new Map((relay ?? []).map((entry) => [entry.id, entry]));
  const ids = new Set([...known.keys(), ...shown.keys()]);
  return [...ids].map((id) => {
    const entry = shown.get(id);
    const agent = known.get(id);
    return {
      id,
      name: agent?.name ?? null,
      createdAt: entry?.createdAt ?? null,
      presence: presenceOf(entry, relay !== null),
      since: entry?.presence.since ?? null,
      isPinned: agent?.card !== undefined && agent.card !== null,
    };
  });
}
