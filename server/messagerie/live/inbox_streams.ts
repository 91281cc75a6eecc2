/**
 * The live streams of the advisors (contract: messagerie §7). However many listen, the feed is read once, what changed is
 * read and worded once, and each stream of one reach gets the same bytes.
 *
 * Everything that is told goes through one line, one after the other: who joins is placed exactly between two tellings, so
 * that nothing is missed or overtaken.
 * @module
 */
import type { Reach } from "../../../service/messagerie/actor.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { readBell } from "../../../service/messagerie/inbox/bell.ts";
import { refuse } from "../../../service/messagerie/refusals.ts";
import { errorName } from "../../../base/log.ts";
import type { Change } from "../../../store/messagerie/changes.ts";
import type { SessionGate, SignedIn } from "../inbox/signed_in.ts";
import { catchUp } from "./catch_up.ts";
import type { Feed, Following } from "./feed.ts";
import type { Presence } from "./presence.ts";
import { renderChanges, type RenderedChanges } from "./render_changes.ts";
import { bytesOf, EventStream, eventText, placeText } from "./sse.ts";

/** What the streams stand on. */
export interface StreamsOptions {
  readonly desk: Pick<Desk, "store" | "env" | "log">;
  readonly feed: Feed;
  readonly gate: Pick<SessionGate, "renewed">;
  readonly presence: Presence;
}

/** Between two looks at what time itself changes: sessions that end, people who went away. */
const TICK_MS = 500;
/** Comments keep proxies from closing a silent stream. */
const HEARTBEAT_MS = 15_000;
/** A session is looked at again this often, also when nothing tells of its end. */
const RENEW_MS = 60_000;
/** Streams of one person: many pages on many devices. */
const MAX_STREAMS = 50;
/** Changes that wait to be told: beyond them everybody looks anew, which costs less. */
const MAX_WAITING = 5_000;
/** An open stream and whose it is. */
interface Member {
  readonly stream: EventStream;
  who: SignedIn;
  /** By the clock that only goes forward. */
  heardAt: number;
  renewedAt: number;
}

/** What waits in the line. */
type Turn =
  | { readonly changes: readonly Change[] }
  | { readonly reset: true }
  | { readonly renew: readonly Member[] }
  | { readonly join: Member; readonly after: number | undefined };

/** The streams of one process. */
export class InboxStreams {
  readonly #desk: StreamsOptions["desk"];
  readonly #feed: Feed;
  readonly #gate: StreamsOptions["gate"];
  readonly #presence: Presence;
  readonly #members = new Set<Member>();
  /** Those and the ones that stand in the line still. */
  readonly #held = new Set<Member>();
  #line: Turn[] = [];
  #waiting = 0;
  #telling: Promise<void> | undefined;
  #following: Promise<Following> | undefined;
  /** The last change that was told. */
  #place = 0;
  /** Those who are open or about to be: while there are any, the feed is followed. */
  #wanted = 0;
  readonly #closing = new AbortController();
  #ticking: Promise<void> | undefined;

  constructor({ desk, feed, gate, presence }: StreamsOptions) {
    this.#desk = desk;
    this.#feed = feed;
    this.#gate = gate;
    this.#presence = presence;
    presence.onChange = (place, view) => this.#tellPresence(place.inboxNo, view);
  }

  /** How many are open. */
  get size(): number {
    return this.#members.size;
  }

  /**
   * Opens a stream to a person; `after`: the place that they had come to.
   * @throws {Refusal} `RATE_LIMITED` when they have too many; `SERVER_BUSY` when the server is about to stop
   */
  async open(who: SignedIn, after: number | undefined): Promise<Response> {
    if (this.#closing.signal.aborted) throw refuse("SERVER_BUSY");
    this.#wanted++;
    try {
      this.#following ??= this.#follow();
      await this.#following;
    } catch (error) {
      this.#following = undefined;
      this.#wanted--;
      throw error;
    }
    const own = [...this.#held].filter((held) => held.who.actor.agentNo === who.actor.agentNo).length;
    if (own >= MAX_STREAMS) {
      this.#wanted--;
      throw refuse("RATE_LIMITED", { retryAfter: 60 });
    }
    const now = this.#desk.env.monotonic();
    const member: Member = {
      stream: new EventStream(() => this.#left(member)),
      who,
      heardAt: now,
      renewedAt: now,
    };
    this.#held.add(member);
    this.#take({ join: member, after });
    return member.stream.response;
  }

  /** Ends every stream, and opens no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#telling;
    this.#bye([...this.#members], "stopping");
    await this.#ticking;
    await this.#stopFollowing();
  }

  async #follow(): Promise<Following> {
    const following = await this.#feed.follow({
      changes: (batch) => this.#take({ changes: batch }),
      reset: () => this.#take({ reset: true }),
    });
    this.#place = Math.max(this.#place, following.from);
    this.#ticking ??= this.#tick().finally(() => this.#ticking = undefined);
    return following;
  }

  async #stopFollowing(): Promise<void> {
    const following = this.#following;
    this.#following = undefined;
    (await following?.catch(() => undefined))?.stop();
  }

  #left(member: Member): void {
    this.#members.delete(member);
    this.#held.delete(member);
    this.#wanted--;
    const { agentNo, agentId } = member.who.actor;
    if (![...this.#members].some(({ who }) => who.actor.agentNo === agentNo)) {
      this.#presence.leaveSoon(agentId);
    }
    if (this.#wanted === 0) void this.#stopFollowing();
  }

  /** Puts something at the end of the line, and sees to it that the line moves. */
  #take(turn: Turn): void {
    if ("changes" in turn) this.#waiting += turn.changes.length;
    this.#line.push(turn);
    if (this.#waiting > MAX_WAITING) this.#shorten();
    this.#telling ??= this.#tell().finally(() => this.#telling = undefined);
  }

  /** More happens than can be told: everybody looks at the desk anew, and is told what comes after. */
  #shorten(): void {
    const last = this.#line.findLast((turn) => "changes" in turn);
    if (last === undefined || !("changes" in last)) return;
    this.#line = this.#line.filter((turn) => !("changes" in turn));
    this.#line.push({ reset: true }, { changes: last.changes.slice(-1) });
    this.#waiting = 1;
  }

  async #tell(): Promise<void> {
    for (;;) {
      const turn = this.#line.shift();
      if (turn === undefined) return;
      try {
        if ("join" in turn) await this.#join(turn.join, turn.after);
        else if ("reset" in turn) await this.#reset();
        else if ("renew" in turn) await this.#renew(turn.renew);
        else await this.#tellChanges(this.#gather(turn.changes));
      } catch (error) {
        // What could not be read is not passed over in silence: everybody asks again, and is looked at again.
        this.#desk.log.warn("live_failed", { error: errorName(error) });
        for (const member of this.#members) member.renewedAt = -Infinity;
        if (!("renew" in turn)) this.#send(this.#members, eventText("reset", "{}"));
      }
    }
  }

  /** Changes passed untold, ends of sessions perhaps among them. */
  async #reset(): Promise<void> {
    await this.#renew([...this.#members]);
    this.#send(this.#members, eventText("reset", "{}"));
  }

  /** These changes with those that came meanwhile and stand next in the line. */
  #gather(changes: readonly Change[]): readonly Change[] {
    const all = [...changes];
    for (let next = this.#line[0]; next !== undefined && "changes" in next; next = this.#line[0]) {
      all.push(...next.changes);
      this.#line.shift();
    }
    this.#waiting = Math.max(0, this.#waiting - all.length);
    return all;
  }

  async #tellChanges(changes: readonly Change[]): Promise<void> {
    await this.#renew(this.#touched(changes));
    const rendered = await renderChanges(this.#desk.store.read, changes);
    this.#place = Math.max(this.#place, changes.at(-1)?.no ?? 0);
    const personal = await this.#personal(rendered);
    const byReach = new Map<string, { readonly text: string; readonly bytes: Uint8Array }>();
    const place = placeText(this.#place);
    for (const member of [...this.#members]) {
      const { reach } = member.who.actor;
      const key = reachKey(reach);
      let shared = byReach.get(key);
      if (shared === undefined) {
        const text = rendered.forReach(reach);
        byReach.set(key, shared = { text, bytes: bytesOf(text + place) });
      }
      const own = personal.get(member);
      // An alert comes after what it is about, as after a cut; the place after both, so that neither gets lost.
      if (own !== undefined) member.stream.send(bytesOf(shared.text + own + place));
      else if (shared.text !== "") member.stream.send(shared.bytes);
    }
  }

  /** What concerns one person alone. */
  async #personal(rendered: RenderedChanges): Promise<ReadonlyMap<Member, string>> {
    const bells = new Map<number, string>();
    const personal = new Map<Member, string>();
    for (const member of [...this.#members]) {
      const { agentNo, reach } = member.who.actor;
      let text = rendered.forPerson(agentNo, reach);
      if (rendered.bells.has(agentNo)) {
        const bell = bells.get(agentNo) ??
          JSON.stringify(await readBell(this.#desk.store.read, member.who.actor));
        bells.set(agentNo, bell);
        text += eventText("notification", bell);
      }
      if (text !== "") personal.set(member, text);
    }
    return personal;
  }

  /** Those whose session or reach a change may have touched. */
  #touched(changes: readonly Change[]): readonly Member[] {
    const told = changes.filter(({ kind }) => kind === "session" || kind === "directory");
    if (told.length === 0) return [];
    const all = told.some(({ agent_no }) => agent_no === null);
    const some = new Set(told.map(({ agent_no }) => agent_no));
    return [...this.#members].filter(({ who }) => all || some.has(who.actor.agentNo));
  }

  /** Looks at these sessions again: ends the streams of those that are over, and tells whose reach has changed. */
  async #renew(members: readonly Member[]): Promise<void> {
    for (const member of members) {
      if (!member.stream.open) continue;
      const now = await this.#gate.renewed(member.who);
      if (now === undefined || now.actor.role !== member.who.actor.role) {
        this.#bye([member], "session");
        continue;
      }
      const moved = reachKey(now.actor.reach) !== reachKey(member.who.actor.reach);
      member.who = now;
      member.renewedAt = this.#desk.env.monotonic();
      if (moved) this.#send([member], eventText("reset", "{}"));
    }
  }

  async #join(member: Member, after: number | undefined): Promise<void> {
    if (!member.stream.open) return;
    if (this.#closing.signal.aborted) return this.#bye([member], "stopping");
    // Between the request and now the session may have ended, untold: this stream was not among those who are told.
    const who = await this.#gate.renewed(member.who);
    if (who === undefined) return this.#bye([member], "session");
    member.who = who;
    const beginning = after === undefined
      ? eventText("ready", "{}")
      : await catchUp(this.#desk.store, this.#feed, who, { after, until: this.#place });
    member.stream.send(bytesOf(beginning + placeText(this.#place)));
    if (!member.stream.open) return;
    this.#members.add(member);
    this.#presence.stay(who.actor.agentId);
  }

  #tellPresence(inboxNo: number, view: unknown): void {
    const bytes = bytesOf(eventText("presence", JSON.stringify(view)));
    for (const member of [...this.#members]) {
      const { reach } = member.who.actor;
      if (reach.all || inboxNo === 0 || reach.inboxNos.includes(inboxNo)) member.stream.send(bytes);
    }
  }

  #send(members: Iterable<Member>, text: string): void {
    const bytes = bytesOf(text);
    for (const member of [...members]) member.stream.send(bytes);
  }

  #bye(members: readonly Member[], reason: "session" | "stopping"): void {
    const bytes = bytesOf(eventText("bye", JSON.stringify({ reason })));
    for (const { stream } of members) {
      stream.send(bytes);
      stream.end();
    }
  }

  /** What time itself brings. Whoever closes the last page is still to be taken away: visitors see who writes. */
  async #tick(): Promise<void> {
    const { env } = this.#desk;
    while ((this.#wanted > 0 || !this.#presence.isEmpty) && !this.#closing.signal.aborted) {
      await env.sleep(TICK_MS, this.#closing.signal).catch(() => {});
      this.#presence.sweep();
      const now = env.monotonic();
      const due = [...this.#members].filter(({ who, renewedAt }) =>
        who.expiresAt <= env.now() || now - renewedAt >= RENEW_MS
      );
      if (due.length > 0) this.#take({ renew: due });
      for (const member of [...this.#members]) {
        if (now - member.heardAt < HEARTBEAT_MS) continue;
        member.heardAt = now;
        member.stream.send(bytesOf(`:\n\n${placeText(this.#place)}`));
      }
    }
  }
}

/** The same for all who reach the same. */
function reachKey(reach: Reach): string {
  return reach.all ? "all" : reach.inboxNos.toSorted((a, b) => a - b).join();
}
