/**
 * What happens in visitors' conversations, told to their pages as it happens: Server-Sent Events over `fetch`, so that the
 * visitor's secret goes in a header and never in an address (contract: messagerie §7; issue 5, point 5).
 *
 * One look at the desk a batch of changes and contact, however many pages are open. A change only says that something
 * happened; what the visitor may see of it is asked of the service.
 * @module
 */
import { errorName } from "../../../base/log.ts";
import { Refusal } from "../../../base/refusal.ts";
import { refuse } from "../../../service/messagerie/refusals.ts";
import { type VisitorActor, visitorActor } from "../../../service/messagerie/widget/visitor_actor.ts";
import {
  contactsOf,
  visitorNews,
  type VisitorPlace,
  visitorPlace,
} from "../../../service/messagerie/widget/visitor_reads.ts";
import { widgetSite } from "../../../service/messagerie/widget/widget_site.ts";
import type { Change } from "../../../store/messagerie/changes.ts";
import type { Feed, Following } from "../live/feed.ts";
import type { PresenceView } from "../live/presence.ts";
import { VisitorStream } from "./visitor_stream.ts";
import type { WidgetDesk } from "./widget_desk.ts";

/** Between two signs of life; also how late a stream ends once its site is closed or its visitor forgotten. */
const BEAT_MS = 20_000;
/** Open at once: of one browser (tabs), of one address (an office, a proxy), of this process. */
const MOST = { visitor: 12, address: 500, process: 10_000 };

/** What the streams stand on. */
export interface VisitorStreamsOptions {
  readonly desk: WidgetDesk;
  readonly feed: Pick<Feed, "follow">;
  /** Told when a visitor writes. */
  readonly onTyping?: (place: VisitorPlace) => void;
  /** Told when a visitor, by the contact's id, has sent what they wrote. */
  readonly onWritten?: (contactId: string) => void;
  readonly beatMs?: number;
}

/** Every open page of a visitor in this process. */
export class VisitorStreams {
  readonly #desk: WidgetDesk;
  readonly #feed: Pick<Feed, "follow">;
  readonly #beatMs: number;
  readonly #streams = new Set<VisitorStream>();
  readonly #onTyping: (place: VisitorPlace) => void;
  readonly #onWritten: (contactId: string) => void;
  #following: Promise<Following> | undefined;
  #telling: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    { desk, feed, onTyping = () => {}, onWritten = () => {}, beatMs = BEAT_MS }: VisitorStreamsOptions,
  ) {
    this.#onTyping = onTyping;
    this.#onWritten = onWritten;
    this.#desk = desk;
    this.#feed = feed;
    this.#beatMs = beatMs;
  }

  /** How many are open. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens one: `ready` once nothing is missed any more.
   * @throws {Refusal} `RATE_LIMITED` when too many are open
   */
  async open(
    actor: VisitorActor,
    from: { readonly address: string; readonly origin: string },
  ): Promise<Response> {
    this.#makeRoom(actor, from.address);
    const stream = new VisitorStream(actor, from, () => this.#leave(stream));
    this.#streams.add(stream);
    try {
      await (this.#following ??= this.#follow());
    } catch (error) {
      stream.end();
      throw error;
    }
    stream.tell("ready", {});
    void this.#beat(stream);
    return stream.response;
  }

  /** Who is at a conversation now: its visitor is told whether somebody of the team writes, and no more. */
  tellPresence(presence: PresenceView): void {
    if (this.#streams.size > 0) this.#inTurn(() => this.#tellPresence(presence));
  }

  async #tellPresence({ conversationId, people }: PresenceView): Promise<void> {
    const place = await visitorPlace(this.#desk, conversationId).catch(() => undefined);
    if (place === undefined) return;
    const writing = people.some(({ id, state }) => state === "writing" && id !== place.contact.id);
    for (const stream of this.#streams) {
      if (stream.actor.contact?.id === place.contact.id) stream.tellWriting(conversationId, writing);
    }
  }

  /** A visitor writes: the team is told. @throws {Refusal} `CONVERSATION_NOT_FOUND` */
  async typing(actor: VisitorActor, conversationId: string): Promise<void> {
    const place = await visitorPlace(this.#desk, conversationId);
    if (place === undefined || place.contact.id !== actor.contact?.id) throw refuse("CONVERSATION_NOT_FOUND");
    this.#onTyping(place);
  }

  /**
   * A visitor has seen a conversation: their other pages count it no more. Told through this process's own streams: a
   * number on a badge is worth no change.
   */
  seen(conversationNo: number): void {
    this.#inTurn(() => this.#tell(new Map([[conversationNo, new Set()]])));
  }

  /** A visitor has sent what they wrote: they write no more. */
  written(actor: VisitorActor): void {
    if (actor.contact) this.#onWritten(actor.contact.id);
  }

  /** Ends every stream; pages come back to another process, or to this one's successor. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const stream of [...this.#streams]) {
      stream.tell("bye", {});
      stream.end();
    }
    await this.#telling;
  }

  #makeRoom(actor: VisitorActor, address: string): void {
    const own = [...this.#streams].filter((stream) => stream.isOf(actor));
    // A page that lost its network comes back while its old stream still looks open: the oldest goes.
    if (own.length >= MOST.visitor) own[0]?.end();
    const fromThere = [...this.#streams].filter((stream) => stream.from.address === address).length;
    if (this.#closed || this.#streams.size >= MOST.process || fromThere >= MOST.address) {
      throw refuse("RATE_LIMITED", { retryAfter: 30 });
    }
  }

  #follow(): Promise<Following> {
    const following = this.#feed.follow({
      changes: (batch) => this.#inTurn(() => this.#tell(changedIn(batch))),
      reset: () => this.#resetAll(),
    });
    following.catch(() => {
      this.#following = undefined;
    });
    return following;
  }

  /** One after another: what is told of a conversation never goes back in time. */
  #inTurn(tell: () => Promise<void>): void {
    this.#telling = this.#telling.then(tell).catch((error) => {
      this.#desk.log.warn("visitors_not_told", { error: errorName(error) });
      this.#resetAll();
    });
  }

  #leave(stream: VisitorStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    void this.#following?.then((following) => following.stop(), () => {});
    this.#following = undefined;
  }

  #resetAll(): void {
    for (const stream of this.#streams) stream.tell("reset", {});
  }

  async #tell(changed: ReadonlyMap<number, ReadonlySet<string>>): Promise<void> {
    if (changed.size === 0 || this.#streams.size === 0) return;
    const contacts = await contactsOf(this.#desk, [...changed.keys()]);
    const touched = new Set(contacts.values());
    // Once for all pages of a contact.
    const byContact = Map.groupBy(this.#streams, ({ actor }) => actor.contact?.id);
    for (const [contactId, streams] of byContact) {
      const [first] = streams;
      if (contactId === undefined || first === undefined || !touched.has(contactId)) continue;
      for (const news of await visitorNews(this.#desk, first.actor, changed)) {
        for (const stream of streams) stream.tellNews(news);
      }
    }
  }

  /** Signs of life, and a look at whether the page may still listen, and to whom. */
  async #beat(stream: VisitorStream): Promise<void> {
    const { env, log } = this.#desk;
    while (!stream.ended.aborted) {
      await env.sleep(this.#beatMs, stream.ended).catch(() => {});
      if (stream.ended.aborted) return;
      try {
        const site = await widgetSite(this.#desk, { key: stream.actor.site.key, origin: stream.from.origin });
        const actor = await visitorActor(this.#desk, site, stream.actor.hash);
        if (stream.becomes(actor)) stream.tell("reset", {});
        else stream.beat();
      } catch (error) {
        if (!(error instanceof Refusal)) log.warn("visitor_not_renewed", { error: errorName(error) });
        else stream.end();
      }
    }
  }
}

/** The conversations that changed, by number, each with the messages that did. */
function changedIn(batch: readonly Change[]): ReadonlyMap<number, ReadonlySet<string>> {
  const changed = new Map<number, Set<string>>();
  for (const { kind, conversation_no: no, message_id: id } of batch) {
    if (no === null || (kind !== "message" && kind !== "conversation")) continue;
    const ids = changed.get(no) ?? new Set();
    if (id !== null) ids.add(id);
    changed.set(no, ids);
  }
  return changed;
}
