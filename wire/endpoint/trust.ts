/**
 * Whom to trust: keeps the pinned roster and cards up to date with what the relay shows, and tells when what it shows is
 * false or when it hides something (contract: channel, Keys and names, Devices).
 * @module
 */
import { pinCard } from "../card.ts";
import { type Bytes, fromBase64url } from "../bytes.ts";
import { ChannelFault } from "../fault.ts";
import {
  advanceRoster,
  compareRoster,
  findDevice,
  pinAnchoredRoster,
  type PinnedRoster,
  type RosterClaim,
} from "../roster.ts";
import type { AlertKind } from "./alerts.ts";
import type { Core } from "./core.ts";
import type { EndpointRecord, KnownAgent } from "./records.ts";
import { Serial } from "./pump.ts";
import { isThrough } from "./send_state.ts";

/** What a false roster is told as. */
const ROSTER_ALERTS: Readonly<Record<string, AlertKind>> = {
  ROSTER_FORKED: "roster-forked",
  ROSTER_ROLLED_BACK: "roster-rolled-back",
};

/** Rosters and cards. */
export class Trust {
  readonly #core: Core;
  readonly #pairingKey: Bytes | undefined;
  readonly #onChange: () => void;
  readonly #serial = new Serial();
  /** A sync that was asked for and has not begun: whoever asks meanwhile shares it. */
  #next: Promise<void> | undefined;
  /** Peers that claim a roster which the relay has not shown. */
  readonly #claims = new Map<string, RosterClaim>();

  constructor(core: Core, pairingKey: Bytes | undefined, onChange: () => void) {
    this.#core = core;
    this.#pairingKey = pairingKey;
    this.#onChange = onChange;
  }

  /** Asks the relay for rosters and cards. @throws what its calls throw; what is false is told as an alert. */
  sync(): Promise<void> {
    this.#next ??= this.#serial.run(async () => {
      this.#next = undefined;
      await this.#syncRosters();
      if (!this.#core.isAgent) await this.#syncAgents();
    });
    return this.#next;
  }

  /** What the relay said of the roster's version on its own. */
  shown(version: number): void {
    const pinned = this.#core.state.roster?.roster.version ?? 0;
    if (version < pinned) this.#core.raise("roster-rolled-back", null);
    else this.#core.clear("roster-rolled-back", null);
  }

  /** What a peer's payload says of its roster. */
  claimed(peer: string, claim: RosterClaim): void {
    const { roster } = this.#core.state;
    if (!roster) return;
    const standing = compareRoster(roster, claim);
    if (standing === "forked") this.#core.raise("roster-forked", peer);
    if (standing !== "ahead") return this.#settleClaim(peer);
    this.#claims.set(peer, claim);
    this.sync().catch(() => {}); // Tried again after the next hello.
  }

  /** Knows an agent, or gives it a new pairing key: then its next card is a new identity's. */
  async keepAgent(agent: Pick<KnownAgent, "id" | "name" | "pairingKey">): Promise<void> {
    await this.#serial.run(async () => {
      const known = this.#core.state.agents.get(agent.id);
      if (known?.pairingKey === agent.pairingKey && known.name === agent.name) return;
      await this.#core.append([{ t: "agent", agent: renew(known, agent) }]);
    });
  }

  /** Forgets an agent; what still waits for it is given up. */
  async forgetAgent(id: string): Promise<void> {
    await this.#core.addressing(async () => {
      const records: EndpointRecord[] = [];
      for (const { message, recipients } of this.#core.state.outbox.entries()) {
        if (!recipients.has(id)) continue;
        records.push({ t: "recipients", id: message.id, added: [], removed: [id], at: this.#core.env.now() });
      }
      await this.#core.append([...records, { t: "agent-forgotten", id }]);
    });
  }

  async #syncRosters(): Promise<void> {
    const core = this.#core;
    const before = core.state.roster;
    try {
      const fetched = await this.#fetchRoster(before);
      if (!fetched) return;
      const { pinned, latest } = fetched;
      for (const kind of ["roster-forged", "roster-forked"] as const) core.clear(kind, null);
      if (pinned.hash !== before?.hash) await this.#pin(pinned);
      this.shown(latest);
    } catch (error) {
      if (!(error instanceof ChannelFault)) throw error;
      core.raise(ROSTER_ALERTS[error.code] ?? "roster-forged", null);
    }
    for (const [peer, claim] of this.#claims) {
      const { roster } = core.state;
      if (!roster) continue;
      const standing = compareRoster(roster, claim);
      if (standing === "ahead") core.raise("roster-hidden", peer);
      else if (standing === "forked") core.raise("roster-forked", peer);
      if (standing !== "ahead") this.#settleClaim(peer);
    }
  }

  #settleClaim(peer: string): void {
    this.#claims.delete(peer);
    this.#core.clear("roster-hidden", peer);
  }

  /**
   * Walks the chain as far as the relay shows it; undefined for a device that waits for its anchor.
   * @throws {ChannelFault}
   */
  async #fetchRoster(before: PinnedRoster | undefined) {
    const { call } = this.#core;
    let pinned = before ?? await this.#enter();
    if (!pinned) return undefined;
    for (;;) {
      const { rosters, latest } = await call("fetchRosters", { after: pinned.roster.version });
      if (rosters.length === 0) return { pinned, latest };
      pinned = await advanceRoster(pinned, rosters);
    }
  }

  /** First contact: the anchor's roster, and no other. @throws {ChannelFault} ROSTER_FORGED */
  async #enter(): Promise<PinnedRoster | undefined> {
    const { call, self, isAgent } = this.#core;
    if (this.#pairingKey === undefined) throw new ChannelFault("ROSTER_FORGED");
    // The anchor says which roster to ask for.
    const { anchor } = await call("fetchRosters", { after: 0 });
    if (!anchor && !isAgent) return undefined;
    if (!anchor) throw new ChannelFault("ROSTER_FORGED");
    const { rosters: [signed] } = await call("fetchRosters", { after: anchor.version - 1 });
    if (!signed) throw new ChannelFault("ROSTER_FORGED");
    return await pinAnchoredRoster(signed, anchor, self, this.#pairingKey);
  }

  /** Pins a roster, and readdresses what is in the outbox, in one write. */
  async #pin(pinned: PinnedRoster): Promise<void> {
    const core = this.#core;
    await core.addressing(async () => {
      const records: EndpointRecord[] = [{ t: "roster", pinned }];
      const at = core.env.now();
      for (const { message, recipients } of core.state.outbox.entries()) {
        const { audience } = message;
        const added = audience.to === "endpoint" ? [] : pinned.roster.devices.map(({ id }) => id)
          .filter((id) => id !== core.self && !recipients.has(id));
        const removed = [...recipients].filter(([to, { state }]) =>
          !isThrough(state) && to.startsWith("device_") && !findDevice(pinned, to)
        ).map(([to]) => to);
        if (added.length + removed.length > 0) {
          records.push({ t: "recipients", id: message.id, added, removed, at });
        }
      }
      await core.append(records);
    });
    core.log.info("roster_pinned", { version: pinned.roster.version, devices: pinned.roster.devices.length });
    this.#onChange();
  }

  async #syncAgents(): Promise<void> {
    const core = this.#core;
    if (core.state.agents.size === 0) return;
    const { agents } = await core.call("listAgents", {});
    let changed = false;
    for (const { id, card } of agents) {
      const known = core.state.agents.get(id);
      if (!known || !card) continue;
      try {
        const pinned = await pinCard(known.card ?? undefined, card, id, fromBase64url(known.pairingKey));
        core.clear("card-forged", id);
        core.clear("card-changed", id);
        if (known.card) continue;
        const { previousKey, ...rest } = known;
        await core.append([{ t: "agent", agent: { ...rest, card: pinned } }]);
        if (previousKey !== undefined && previousKey !== pinned.key) core.raise("agent-renewed", id);
        changed = true;
      } catch (error) {
        if (!(error instanceof ChannelFault)) throw error;
        core.raise(error.code === "CARD_CHANGED" ? "card-changed" : "card-forged", id);
      }
    }
    if (changed) this.#onChange();
  }
}

/** An agent as it is known after `given`: under another pairing key its card has to be shown anew. */
export function renew(
  known: KnownAgent | undefined,
  given: Pick<KnownAgent, "id" | "name" | "pairingKey">,
): KnownAgent {
  const { id, name, pairingKey } = given;
  if (known?.pairingKey === pairingKey) return { ...known, name };
  const previousKey = known?.card?.key ?? known?.previousKey;
  return { id, name, pairingKey, card: null, ...(previousKey === undefined ? {} : { previousKey }) };
}
