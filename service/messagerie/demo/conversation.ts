/**
 * One conversation of the demo: what is said, by whom, and what becomes of it.
 * @module
 */
import type { DeskFile } from "../transfer/desk_file.ts";
import { AGENTS, CITIES, FILES, INBOXES, PRODUCTS } from "./people.ts";
import type { Random } from "./random.ts";
import { SMALL_TALK, type Topic, TOPICS } from "./topics.ts";
import type { DemoContact, DemoWorld } from "./world.ts";

type Conversation = DeskFile["conversations"][number];
type Message = Conversation["messages"][number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = Object.freeze(["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"]);
const ROBOT = "Robot de tri";

/** What fills the gaps of a phrase, the same through one conversation. */
type Gaps = Readonly<Record<string, string>>;

function fill(text: string, gaps: Gaps): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => gaps[name] ?? whole);
}

/** Makes a conversation of `length` rows that begins at `begins`. */
export function generateConversation(
  world: DemoWorld,
  contact: DemoContact,
  begins: number,
  length: number,
): Conversation {
  const { random } = world;
  const topics = TOPICS.filter(({ inbox }) => INBOXES[inbox]?.site === contact.site);
  const topic = random.pick(topics);
  const channel = channelOf(random, contact);
  const serving = AGENTS.flatMap((agent, at) =>
    !("left" in agent) && (agent.inboxes as readonly number[]).includes(topic.inbox) ? [at] : []
  );
  const agent = random.pick(serving);
  const agentName = AGENTS[agent]?.name ?? "";
  const gaps: Gaps = {
    commande: `CMD-${random.whole(10_000, 99_999)}`,
    produit: random.pick(PRODUCTS),
    ville: random.pick(CITIES),
    montant: `${random.whole(19, 899)},${random.pick(["00", "50", "90"])}`,
    jour: random.pick(DAYS),
    prenom: contact.firstName,
    conseiller: agentName.split(" ")[0] ?? "",
  };
  const thread = new Thread(world, begins, gaps);
  const handled = writeThread(thread, {
    topic,
    channel,
    length,
    agentId: world.agentIds[agent] ?? "",
    agentName,
  });
  const state = stateOf(world, thread.at, handled);
  if (thread.messages.length < length) {
    if (state.status === "resolved") thread.event({ type: "resolved", agent: handled ? agentName : ROBOT });
    else thread.say("visitor", SMALL_TALK.visitor);
  }
  const inbox = random.chance(0.02) ? undefined : world.inboxIds[topic.inbox];
  return {
    id: world.id(begins),
    contact: contact.id,
    site: world.siteIds[contact.site] ?? "",
    ...(inbox === undefined ? {} : { inbox }),
    channel,
    ...state,
    ...(handled && random.chance(0.8) ? { assignee: world.agentIds[agent] ?? "" } : {}),
    priority: random.pick(["normal", "normal", "normal", "normal", "low", "high", "urgent"]),
    ...(random.chance(0.8) ? { sentiment: random.pick(["positive", "neutral", "neutral", "negative"]) } : {}),
    intent: topic.intent,
    ...(random.chance(0.6)
      ? { summary: `${topic.intent} : ${gaps["commande"]}, ${gaps["produit"]} (${gaps["ville"]}).` }
      : {}),
    data: { commande: gaps["commande"] ?? "", canal: channel },
    tags: [
      ...topic.tags,
      ...(random.chance(0.08) ? ["VIP"] : []),
      ...(random.chance(0.05) ? ["à rappeler"] : []),
    ],
    createdAt: new Date(begins).toISOString(),
    ...(state.status === "resolved" ? { resolvedAt: new Date(thread.at).toISOString() } : {}),
    messages: thread.messages,
  };
}

function channelOf(random: Random, { email, phone }: DemoContact): "web" | "sms" | "email" {
  const draw = random.fraction();
  if (draw < 0.12 && phone !== null) return "sms";
  if (draw < 0.34 && email !== null) return "email";
  return "web";
}

/** What became of it: nearly everything that is old is resolved. */
function stateOf(
  { random, until }: DemoWorld,
  lastAt: number,
  handled: boolean,
): Pick<Conversation, "status" | "unread" | "snoozedUntil"> {
  const old = until - lastAt > 10 * DAY;
  if (random.chance(old ? 0.97 : 0.35)) return { status: "resolved", unread: false };
  if (!handled) return { status: random.chance(0.6) ? "ai" : "open", unread: random.chance(0.5) };
  if (random.chance(0.15)) {
    return {
      status: "pending",
      unread: false,
      snoozedUntil: new Date(until + random.whole(1, 10) * DAY).toISOString(),
    };
  }
  return { status: "open", unread: random.chance(0.4) };
}

class Thread {
  readonly messages: Message[] = [];
  readonly #world: DemoWorld;
  readonly #gaps: Gaps;
  /** When the last message was written. */
  at: number;

  constructor(world: DemoWorld, begins: number, gaps: Gaps) {
    this.#world = world;
    this.#gaps = gaps;
    this.at = begins;
  }

  get random(): Random {
    return this.#world.random;
  }

  say(from: Message["from"], phrases: readonly string[], more: Partial<Message> = {}): void {
    this.#add({ from, text: fill(this.random.pick(phrases), this.#gaps), ...more });
  }

  event(event: { type: string } & Record<string, unknown>): void {
    this.#add({ from: "event", event });
  }

  handOff(): void {
    this.#add({ from: "handoff" });
  }

  #add(message: Omit<Message, "id" | "at">): void {
    const { random, id, until } = this.#world;
    // Minutes as a rule, hours now and then; nothing is written after the demo's today.
    const pause = random.chance(0.85) ? random.whole(20_000, 600_000) : random.whole(HOUR, 20 * HOUR);
    if (this.messages.length > 0) this.at = Math.min(this.at + pause, until);
    this.messages.push({ id: id(this.at), at: new Date(this.at).toISOString(), ...message });
  }
}

interface Plan {
  readonly topic: Topic;
  readonly channel: "web" | "sms" | "email";
  /** Rows to write, one of them kept for an end. */
  readonly length: number;
  readonly agentId: string;
  readonly agentName: string;
}

/** Writes what is said; tells whether a person took it over. */
function writeThread(thread: Thread, { topic, channel, length, agentId, agentName }: Plan): boolean {
  const { random } = thread;
  const body = Math.max(1, length - 1);
  const room = () => body - thread.messages.length;
  const files = () => random.chance(0.12) ? { files: [random.pick(FILES)] } : {};
  thread.say("visitor", topic.opening, files());
  if (channel === "web") {
    // The AI goes on to the end, or for some turns before it hands over.
    const alone = random.chance(0.3);
    for (let turns = random.whole(0, 2); (alone || turns > 0) && room() > 0; turns--) {
      thread.say("ai", topic.ai, { confidence: Math.round(random.fraction() * 45 + 53) / 100 });
      if (room() > 0) thread.say("visitor", [...topic.visitor, ...SMALL_TALK.visitor]);
    }
    if (room() === 0) return false;
    thread.handOff();
  }
  if (room() > 0 && random.chance(0.7)) {
    thread.event({ type: "assigned", agent: agentName, by: random.chance(0.5) ? ROBOT : "Claire Dubois" });
  }
  while (room() > 0) {
    if (random.chance(0.08)) thread.say("note", topic.note, { author: agentId, authorName: agentName });
    else if (thread.messages.at(-1)?.from === "visitor") {
      const phrases = random.chance(0.7) ? topic.agent : SMALL_TALK.agent;
      // Some answers are a program's, signed with its token's name.
      const author = random.chance(0.15) ? { authorName: ROBOT } : { author: agentId, authorName: agentName };
      thread.say("agent", phrases, { ...author, ...files() });
    } else thread.say("visitor", random.chance(0.7) ? topic.visitor : SMALL_TALK.visitor, files());
  }
  return true;
}
