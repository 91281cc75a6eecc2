/**
 * A household that is watched: what was shown to whom, how far each message came.
 */
import type { IncomingRecord } from "../../../wire/endpoint/records.ts";
import type { SendChange, SendState } from "../../../wire/endpoint/api.ts";
import { newShortId } from "../../../wire/ids.ts";
import { type Household, makeHousehold } from "./household.ts";
import type { Party, PartyEvents } from "./party.ts";
import { World } from "./virtual_world.ts";

export interface Scene extends Household {
  readonly shown: { readonly by: Party; readonly message: IncomingRecord }[];
  readonly states: Map<string, SendState[]>;
  readonly changes: SendChange[];
  readonly events: PartyEvents;
}

export async function makeScene(seed: number): Promise<Scene> {
  const shown: Scene["shown"] = [];
  const states: Scene["states"] = new Map();
  const changes: SendChange[] = [];
  const events: PartyEvents = {
    onShown: (by, message) => shown.push({ by, message }),
    onSend: (_party, change) => {
      states.set(change.id, [...states.get(change.id) ?? [], change.state]);
      changes.push(change);
    },
  };
  return Object.assign(await makeHousehold(new World(seed), events), { shown, states, changes, events });
}

/** Texts that a party was shown. */
export const texts = ({ shown }: Scene, party: Party): string[] =>
  shown.flatMap(({ by, message }) =>
    by === party && message.payload.kind === "message" ? [message.payload.body.text] : []
  );

/** Kinds of the alerts that stand. */
export const alerts = (party: Party): string[] => party.endpoint?.alerts.map(({ kind }) => kind) ?? [];

/** The agent writes to the devices, a device to the agent; then `ms` go by. */
export async function write(scene: Scene, from: Party, text: string, ms = 10_000): Promise<string> {
  const id = newShortId(scene.world.env());
  const to = from === scene.agent ? "devices" : "agent";
  const sent = from.send(id, scene.conversation, to, { kind: "message", body: { text } }, scene.agent.id);
  await scene.world.pass(ms);
  await sent;
  return id;
}

export const stateOf = ({ states }: Scene, id: string): SendState | undefined => states.get(id)?.at(-1);

/** Lets time go by until `promise` is settled. */
export async function through<Value>({ world }: Household, promise: Promise<Value>): Promise<Value> {
  let done = false;
  const settled = promise.finally(() => done = true);
  settled.catch(() => {});
  for (let step = 0; step < 1_000 && !done; step++) await world.pass(10);
  return await settled;
}
