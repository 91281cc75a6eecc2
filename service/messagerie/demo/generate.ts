/**
 * A desk that looks like one in use: the elements of a desk file, one after the other, so that any number of messages
 * costs no memory. The same options give the same desk, to the last id (contract: messagerie §9).
 * @module
 */
import { uuidv7 } from "../../../base/uuid.ts";
import type { DeskFile, DeskItem, Section } from "../transfer/desk_file.ts";
import { generateConversation } from "./conversation.ts";
import { AGENTS, CITIES, FIRST_NAMES, INBOXES, LAST_NAMES, SITES, TAGS } from "./people.ts";
import { seededRandom } from "./random.ts";
import type { DemoContact, DemoWorld } from "./world.ts";

/** How large, and which. */
export interface DemoOptions {
  readonly conversations: number;
  /** At least as many as conversations. */
  readonly messages: number;
  readonly seed: number;
  /** The demo's today, in milliseconds since the epoch: everything happened before it. */
  readonly until: number;
}

/** Conversations began within this time before the demo's today. */
const SPAN_MS = 180 * 86_400_000;

type Element<Name extends Section> = DeskFile[Name][number];

/** The elements of the desk. */
export function* generateDemo(options: DemoOptions): Generator<DeskItem> {
  const random = seededRandom(options.seed);
  const id = (at: number) => uuidv7({ now: () => at, randomBytes: random.bytes });
  const start = options.until - SPAN_MS;
  const ids = (values: readonly unknown[]) => values.map(() => id(start));
  const world: DemoWorld = {
    random,
    until: options.until,
    id,
    siteIds: ids(SITES),
    inboxIds: ids(INBOXES),
    agentIds: ids(AGENTS),
  };
  yield* section("sites", SITES.map((site, at) => ({ id: world.siteIds[at] ?? "", ...site })));
  yield* section(
    "inboxes",
    INBOXES.map(({ site, ...inbox }, at) => ({
      id: world.inboxIds[at] ?? "",
      ...inbox,
      site: world.siteIds[site],
    })),
  );
  yield* section(
    "agents",
    AGENTS.map((agent, at) => ({
      id: world.agentIds[at] ?? "",
      login: agent.login,
      name: agent.name,
      role: agent.role,
      active: !("left" in agent),
      inboxes: agent.inboxes.map((inbox) => world.inboxIds[inbox] ?? ""),
    })),
  );
  yield* section("tags", TAGS);
  const contacts: DemoContact[] = [];
  // Some people come back: three conversations for two of them.
  const people = Math.max(1, Math.ceil(options.conversations * 2 / 3));
  for (let index = 0; index < people; index++) {
    const { element, contact } = generateContact(world, index, start);
    contacts.push(contact);
    yield { section: "contacts", index, value: element };
  }
  yield* conversations(world, options, contacts, start);
}

function* section<Name extends Section>(name: Name, elements: readonly Element<Name>[]): Generator<DeskItem> {
  for (const [index, value] of elements.entries()) yield { section: name, index, value };
}

function generateContact(
  { random, id, siteIds }: DemoWorld,
  index: number,
  at: number,
): { readonly element: Element<"contacts">; readonly contact: DemoContact } {
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const identified = random.chance(0.7);
  const site = random.chance(0.85) ? 0 : 1;
  const address = `${firstName}.${lastName}.${index}`.normalize("NFD").toLowerCase()
    .replaceAll("œ", "oe").replace(/[^a-z0-9.]/g, "");
  const contact: DemoContact = {
    id: id(at),
    site,
    firstName,
    // Domains and numbers that are kept for examples: nothing that is sent here reaches anybody.
    email: identified || random.chance(0.3)
      ? `${address}@${random.pick(["example.com", "example.net", "example.org"])}`
      : null,
    phone: random.chance(0.5) ? `+3363998${String(random.whole(0, 9_999)).padStart(4, "0")}` : null,
  };
  const known = identified
    ? {
      externalId: `CLI-${String(10_000 + index)}`,
      segment: random.pick(["Particulier", "Fidèle", "Nouveau client"]),
      attributes: [{ label: "Ville", value: random.pick(CITIES) }],
      data: { commandes: random.whole(1, 14), newsletter: random.chance(0.4) },
    }
    : {};
  const element = {
    id: contact.id,
    site: siteIds[site] ?? "",
    name: identified || random.chance(0.6) ? `${firstName} ${lastName}` : `Visiteur ${1_000 + index}`,
    email: contact.email,
    phone: contact.phone,
    identified,
    ...known,
    createdAt: new Date(at).toISOString(),
  };
  return { element, contact };
}

/** Conversations in order of their beginning, with as many messages as were asked for in all. */
function* conversations(
  world: DemoWorld,
  options: DemoOptions,
  contacts: readonly DemoContact[],
  start: number,
): Generator<DeskItem> {
  let left = options.messages;
  for (let index = 0; index < options.conversations; index++) {
    const remaining = options.conversations - index;
    const mean = left / remaining;
    const wished = Math.round(mean * (0.25 + 1.5 * world.random.fraction()));
    // Each of those that follow keeps one message at least; the last takes what is left.
    const length = remaining === 1 ? left : Math.max(1, Math.min(wished, left - (remaining - 1)));
    left -= length;
    const begins = start +
      Math.floor((index + world.random.fraction()) / options.conversations * SPAN_MS * 0.999);
    const contact = contacts[world.random.whole(0, contacts.length - 1)];
    if (contact === undefined) return;
    yield { section: "conversations", index, value: generateConversation(world, contact, begins, length) };
  }
}
