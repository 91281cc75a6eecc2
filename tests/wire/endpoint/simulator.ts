/**
 * A run of a household in which things go wrong, decided by one seed: connections are cut or fall silent, frames come twice,
 * late or in another order, answers get lost, calls fail, processes are killed between any two steps, old backups are
 * restored, devices come and go. Then the way is made whole, and what must hold is looked at.
 */
import type { IncomingRecord } from "../../../wire/endpoint/records.ts";
import type { SendChange } from "../../../wire/endpoint/api.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { type Bytes, concat, equalBytes } from "../../../wire/bytes.ts";
import { openFile } from "../../../wire/file/seal_file.ts";
import { newShortId } from "../../../wire/ids.ts";
import { type Household, makeDevice, makeHousehold, publishRoster } from "./household.ts";
import { NO_FAULTS, type RelayFaults } from "./model_relay.ts";
import { NO_CRASH, type Party, type PartyEvents } from "./party.ts";
import { Chance, World } from "./virtual_world.ts";

/** What a seed makes happen. */
export interface Plan {
  readonly faults: RelayFaults;
  readonly crash: { readonly disk: number; readonly network: number };
  readonly messages: number;
  readonly restores: number;
  readonly addsDevice: boolean;
  readonly removesDevice: boolean;
}

/** What was counted, so that a run which shows nothing is seen. */
export interface Outcome {
  readonly violations: readonly string[];
  readonly accepted: number;
  readonly crashes: number;
  readonly restores: number;
  /** Messages with a file that were accepted. */
  readonly files: number;
}

export function planOf(seed: number): Plan {
  const chance = new Chance(seed ^ 0x5eed);
  const some = (most: number) => chance.is(0.6) ? chance.next() * most : 0;
  return {
    faults: {
      cut: some(0.03),
      deaf: some(0.005),
      double: some(0.3),
      reorder: some(0.3),
      mute: some(0.1),
      busy: some(0.15),
      call: some(0.15),
      delay: chance.pick([5, 50, 500, 3_000]),
    },
    crash: { disk: some(0.03), network: some(0.01) },
    messages: chance.between(5, 25),
    restores: chance.is(0.3) ? chance.between(1, 2) : 0,
    addsDevice: chance.is(0.4),
    removesDevice: chance.is(0.3),
  };
}

const CHAOS_MS = 300_000;
const CALM_MS = 3_600_000;

interface Accepted {
  readonly by: Party;
  readonly id: string;
  readonly order: number | undefined;
}

class Simulation {
  readonly world: World;
  readonly plan: Plan;
  readonly violations: string[] = [];
  readonly accepted = new Map<string, Accepted>();
  /** `party id`: stored on a disk at some time. */
  readonly everStored = new Set<string>();
  /** `party id`: given a receipt `processed` or `read` for. */
  readonly given = new Set<string>();
  readonly shown = new Map<string, number>();
  /** Files by the messages that tell of them. */
  readonly files = new Map<string, { readonly attachment: Attachment; readonly content: Bytes }>();
  /** What a restored backup took away: from inboxes and outboxes. */
  readonly forgiven = new Set<string>();
  readonly recipients = new Map<string, Set<string>>();
  readonly removed = new Set<string>();
  home!: Household;
  crashes = 0;
  restores = 0;
  #calm = false;
  #order = 0;

  constructor(seed: number, plan: Plan) {
    this.world = new World(seed);
    this.plan = plan;
  }

  async run(): Promise<Outcome> {
    const { world, plan } = this;
    this.home = await makeHousehold(world, this.#events);
    const { parties, relay } = this.home;
    for (const party of parties) {
      party.crash = plan.crash;
      world.after(world.chance.between(0, 20_000), () => void party.start());
    }
    relay.faults = plan.faults;
    for (let count = 0; count < plan.messages; count++) {
      world.after(world.chance.between(0, CHAOS_MS), () => this.#personWrites());
    }
    for (let count = 0; count < plan.restores; count++) this.#planRestore();
    if (plan.addsDevice) world.after(world.chance.between(30_000, CHAOS_MS), () => void this.#addDevice());
    if (plan.removesDevice) {
      world.after(world.chance.between(30_000, CHAOS_MS), () => void this.#removeDevice());
    }
    this.#watch();
    await world.pass(CHAOS_MS);
    await this.#settle();
    this.#judge();
    await this.#judgeFiles();
    return {
      violations: this.violations,
      accepted: this.accepted.size,
      crashes: this.crashes,
      restores: this.restores,
      files: this.files.size,
    };
  }

  get #events(): PartyEvents {
    return {
      onShown: (party, message) => this.#onShown(party, message),
      onSend: (party, change) => this.#onSend(party, change),
      onRecord: (party, record) => {
        if (record.t === "in") this.everStored.add(`${party.name} ${record.id}`);
        if (record.t === "out") this.recipients.set(record.message.id, new Set(record.recipients));
        if (record.t === "recipients") {
          for (const to of record.added) this.recipients.get(record.id)?.add(to);
        }
      },
    };
  }

  /** Brings the dead back, sooner or later. */
  #watch(): void {
    const { world, home } = this;
    for (const party of home.parties) {
      if (!party.isAlive && !this.removed.has(party.id)) {
        this.crashes++;
        if (world.chance.is(0.2)) party.compact();
        world.after(world.chance.between(0, 20_000), () => {
          if (!party.isAlive) void party.start();
        });
      }
    }
    world.after(5_000, () => this.#watch());
  }

  async #settle(): Promise<void> {
    const { world, home } = this;
    this.#calm = true;
    home.relay.faults = NO_FAULTS;
    for (const party of home.parties) party.crash = NO_CRASH;
    await world.pass(60_000);
    // A connection on which something got lost ends some time.
    for (const party of home.parties) home.relay.cut(party.id);
    await world.pass(CALM_MS);
  }

  #personWrites(): void {
    const { world, home } = this;
    const devices = home.parties.filter((party) =>
      party !== home.agent && party.isAlive && !this.removed.has(party.id)
    );
    if (devices.length === 0) return;
    this.#write(world.chance.pick(devices), "agent");
  }

  #write(by: Party, to: "agent" | "devices", re?: string): void {
    const { home, world } = this;
    const id = newShortId(world.env());
    if (world.chance.is(0.2)) return void this.#writeWithFile(id, by, to, re);
    const order = this.#order++;
    const size = world.chance.pick([1, 10, 400, 5_000]);
    const content = { kind: "message", body: { text: "x".repeat(size) }, ...(re ? { re } : {}) } as const;
    by.send(id, home.conversation, to, content, home.agent.id).then(
      () => this.accepted.set(id, { by, id, order }),
      (error) => this.#violate(`${by.name} could not write: ${error}`),
    );
  }

  /** Its order is not judged: what waits for a file is overtaken. */
  async #writeWithFile(id: string, by: Party, to: "agent" | "devices", re?: string): Promise<void> {
    const { home, world } = this;
    const content = world.chance.bytes(world.chance.pick([0, 100, 150_000]));
    const read = (offset: number, length: number) =>
      Promise.resolve(content.subarray(offset, offset + length));
    const desk = by.endpoint?.files;
    if (!desk) return;
    const attachment = await desk.attach({ name: "f", mimeType: "text/plain", size: content.length, read });
    const body = { text: "", attachments: [attachment] };
    await by.send(id, home.conversation, to, { kind: "message", body, ...(re ? { re } : {}) }, home.agent.id);
    this.accepted.set(id, { by, id, order: undefined });
    this.files.set(id, { attachment, content });
  }

  #onShown(party: Party, message: IncomingRecord): void {
    const key = `${party.name} ${message.id}`;
    const times = (this.shown.get(key) ?? 0) + 1;
    this.shown.set(key, times);
    if (times > 1) this.#violate(`${key} was shown ${times} times`);
    if (!this.everStored.has(key)) this.#violate(`${key} was shown before it was stored`);
    if (message.payload.kind !== "message") return;
    const isAgent = party === this.home.agent;
    if (this.world.chance.is(0.5)) this.#giveReceipt(party, message, isAgent ? "processed" : "read");
    if (isAgent && !this.#calm && this.world.chance.is(0.7)) this.#write(party, "devices", message.id);
  }

  #giveReceipt(party: Party, message: IncomingRecord, state: "processed" | "read"): void {
    this.given.add(`${party.name} ${message.id}`);
    party.endpoint?.send({
      conversation: this.home.conversation,
      audience: { to: "endpoint", endpoint: message.from },
      content: { kind: "receipt", body: { ids: [message.id], state } },
    }).catch(() => {});
  }

  /** A state never says more than is true. */
  #onSend(party: Party, { id, state }: SendChange): void {
    const { relay, agent, parties } = this.home;
    const primary = party === agent ? parties.filter((other) => other !== agent) : [agent];
    const isTrue = {
      queued: () => true,
      uncertain: () => true,
      refused: () => this.removed.size > 0,
      submitted: () => primary.some((other) => relay.stored.has(`${party.id} ${other.id} ${id}`)),
      delivered: () => primary.some((other) => this.everStored.has(`${other.name} ${id}`)),
      processed: () => primary.some((other) => this.given.has(`${other.name} ${id}`)),
      read: () => primary.some((other) => this.given.has(`${other.name} ${id}`)),
    }[state]();
    if (!isTrue) this.#violate(`${party.name} said ${state} of ${id}`);
  }

  #planRestore(): void {
    const { world, home } = this;
    const takenAt = world.chance.between(0, CHAOS_MS / 2);
    const restoredAt = world.chance.between(takenAt, CHAOS_MS);
    const party = world.chance.pick(home.parties);
    let backup: { disk: string[]; rows: Set<string>; accepted: Set<string> } | undefined;
    world.after(takenAt, () => {
      // The folder as it is at some moment.
      backup = {
        disk: [...party.disk],
        rows: new Set(party.rows.keys()),
        accepted: new Set(this.accepted.keys()),
      };
    });
    world.after(restoredAt, () => {
      if (!backup || this.removed.has(party.id)) return;
      this.restores++;
      party.kill();
      for (const key of party.rows.keys()) {
        if (!backup.rows.has(key)) this.forgiven.add(`${party.name} ${key.split(" ")[1]}`);
      }
      for (const id of this.accepted.keys()) {
        if (!backup.accepted.has(id) && this.accepted.get(id)?.by === party) this.forgiven.add(id);
      }
      for (const key of this.shown.keys()) if (key.startsWith(party.name)) this.shown.delete(key);
      party.disk = backup.disk;
    });
  }

  async #addDevice(): Promise<void> {
    const { home } = this;
    const device = await makeDevice(home, "tablet", this.#events);
    device.crash = this.#calm ? NO_CRASH : this.plan.crash;
    const devices = home.parties.filter((party) => party !== home.agent && !this.removed.has(party.id));
    await publishRoster(home, [...devices, device], home.phone);
    home.parties.push(device);
    await device.start();
  }

  async #removeDevice(): Promise<void> {
    const { home } = this;
    const { laptop } = home;
    this.removed.add(laptop.id);
    const devices = home.parties.filter((party) => party !== home.agent && party !== laptop);
    await publishRoster(home, devices, home.phone);
  }

  #violate(what: string): void {
    if (this.violations.length < 20) this.violations.push(`${Math.round(this.world.time)} ms: ${what}`);
  }

  #judge(): void {
    const { home } = this;
    const byId = new Map(home.parties.map((party) => [party.id, party]));
    const present = home.parties.filter((party) => !this.removed.has(party.id));
    for (const { by, id } of this.accepted.values()) {
      if (this.forgiven.has(id) || this.removed.has(by.id)) continue;
      for (const to of this.recipients.get(id) ?? []) {
        const party = byId.get(to);
        if (!party || this.removed.has(to) || this.forgiven.has(`${party.name} ${id}`)) continue;
        if (!party.rows.has(`${by.id} ${id}`)) {
          this.#violate(`${id} of ${by.name} never came to ${party.name}`);
        }
      }
    }
    for (const counter of home.relay.reused) this.#violate(`counter ${counter} was used twice`);
    for (const party of present) {
      for (const bug of party.bugs) this.#violate(`${party.name}: ${bug}`);
      if (party.endpoint?.status.state !== "connected") this.#violate(`${party.name} is not connected`);
      if (party.state.roster?.hash !== home.roster.hash) this.#violate(`${party.name} holds an old roster`);
      this.#judgeKeys(party);
      this.#judgeAlerts(party);
      if (this.restores === 0) this.#judgeOutbox(party);
    }
    // A relay that refuses one of several and takes the next reorders them.
    const { reorder, busy } = this.plan.faults;
    if (reorder + busy + this.plan.restores === 0) present.forEach((party) => this.#judgeOrder(party));
  }

  /** Of every message that arrived the files are at the relay, whole; nothing stays on a shelf. */
  async #judgeFiles(): Promise<void> {
    const { relay, parties } = this.home;
    for (const file of relay.conflicts) this.#violate(`${file} was sent with other bytes`);
    for (const [id, { attachment, content }] of this.files) {
      if (this.forgiven.has(id)) continue;
      if (!parties.some((party) => [...party.rows.keys()].some((key) => key.endsWith(id)))) continue;
      const held = relay.files.get(attachment.id)?.held;
      try {
        const opened = openFile(attachment, (index) => Promise.resolve(held?.get(index) ?? new Uint8Array()));
        if (!equalBytes(concat(...await Array.fromAsync(opened)), content)) {
          this.#violate(`${id} has another file`);
        }
      } catch {
        this.#violate(`${id} came without its file`);
      }
    }
    for (const party of parties) {
      if (this.removed.has(party.id) || this.restores > 0) continue;
      if (party.state.files.size > 0) this.#violate(`${party.name} still has files to send`);
      if (party.shelf.files.size > 0) {
        this.#violate(`${party.name} left ${party.shelf.files.size} files on its shelf`);
      }
    }
  }

  /** Everything that the relay may hand out can be opened, and there is enough of it. */
  #judgeKeys(party: Party): void {
    const held = this.home.relay.heldPrekeys(party.id);
    const lost = [...held.oneTime, held.lastResort ?? ""].filter((id) => !party.state.prekeys.has(id));
    if (lost.length > 0) {
      this.#violate(`${party.name} lost ${lost.length} keys of prekeys that are at the relay`);
    }
    if (held.oneTime.length < 20) {
      this.#violate(`${party.name} has ${held.oneTime.length} prekeys at the relay`);
    }
    if (party.state.prekeys.lastResorts.length !== 1) this.#violate(`${party.name} has several last resorts`);
  }

  /** An honest relay is not called a liar. */
  #judgeAlerts(party: Party): void {
    const restored = this.restores > 0;
    const allowed = restored ? ["restored", "messages-lost", "held-back"] : [];
    // A removed device may still have said something that nobody knows it by.
    if (this.removed.size > 0) allowed.push("sender-unknown");
    for (const { kind } of party.state.alerts) {
      if (!allowed.includes(kind)) this.#violate(`${party.name} raised ${kind}`);
    }
  }

  #judgeOutbox(party: Party): void {
    for (const { message, recipients } of party.state.outbox.entries()) {
      const open = [...recipients].filter(([to, { state }]) =>
        !this.removed.has(to) && !["received", "processed", "read", "done", "refused"].includes(state)
      );
      if (open.length > 0) {
        const [to, { state }] = open[0] as NonNullable<typeof open[0]>;
        this.#violate(`${party.name} still has a ${message.content.kind} ${state} for ${to.slice(0, 12)}`);
      }
    }
    for (const [peer, gaps] of party.state.counters.gaps()) {
      if (!this.removed.has(peer)) this.#violate(`${party.name} misses ${gaps.length} ranges`);
    }
  }

  /** Of each sender, the inbox has its messages in the order in which they were written. */
  #judgeOrder(party: Party): void {
    const last = new Map<string, number>();
    for (const key of party.rows.keys()) {
      const [from = "", id = ""] = key.split(" ");
      const order = this.accepted.get(id)?.order;
      if (order === undefined) continue;
      if (order < (last.get(from) ?? -1)) this.#violate(`${party.name} has ${id} out of order`);
      last.set(from, order);
    }
  }
}

/** Runs one seed. The same seed does the same again. */
export async function simulate(seed: number, plan: Plan = planOf(seed)): Promise<Outcome> {
  return await new Simulation(seed, plan).run();
}
