/**
 * The inbox as the journal's records say it is: requests until they are marked, a bounded history, checkpoints, widgets
 * that wait for an answer. Pure and synchronous; whatever it says is on disk (contract: pacerelle §2, §4).
 * @module
 */
import type { SendChange } from "../../../wire/endpoint/api.ts";
import type { EndpointRecord, IncomingRecord, OutgoingRecord } from "../../../wire/endpoint/records.ts";
import type { ProgressUpdate } from "../../../wire/widget.ts";
import { findDevice, type PinnedRoster } from "../../../wire/roster.ts";
import { settleAnswer, type WidgetAnswer } from "../../../wire/widget_answer.ts";
import { HISTORY_MS, MAX_HISTORY } from "../limits.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { filesOf } from "./files_of.ts";
import type { Author, Checkpoint, Entry, InboxRecord, RefusedAnswer, Reply, Request } from "./entries.ts";

/** The state. Read it freely; only `apply` changes it. */
export class InboxState {
  readonly #pending = new Map<string, Request>();
  /** Replies and processed requests, in the order in which they came to be done. */
  readonly #history = new Map<string, Entry>();
  readonly #checkpoints = new Map<string, Checkpoint>();
  readonly #refusedAnswers = new Map<string, RefusedAnswer>();
  #self: string | undefined;
  #roster: PinnedRoster | undefined;
  #seq = 0;
  #lastId = "";
  #agentName: string | null = null;
  #lastReceivedAt: number | null = null;

  /** The newest place in the inbox and whose it is. */
  get last(): { readonly seq: number; readonly id: string } {
    return { seq: this.#seq, id: this.#lastId };
  }

  /** How the person calls this agent; null until a device says so. */
  get agentName(): string | null {
    return this.#agentName;
  }

  /** When the newest request was stored. */
  get lastReceivedAt(): number | null {
    return this.#lastReceivedAt;
  }

  /** Requests that are not marked, oldest first. */
  get pending(): ReadonlyMap<string, Request> {
    return this.#pending;
  }

  /** What the assistant saved, oldest first. */
  get checkpoints(): ReadonlyMap<string, Checkpoint> {
    return this.#checkpoints;
  }

  /** Answers that do not count and whose devices are not told yet. */
  get refusedAnswers(): Iterable<RefusedAnswer> {
    return this.#refusedAnswers.values();
  }

  /** An entry that is still kept. */
  entry(id: string): Entry | undefined {
    return this.#pending.get(id) ?? this.#history.get(id);
  }

  /** A request that is still kept. */
  request(id: string): Request | undefined {
    const entry = this.entry(id);
    return entry?.kind === "request" ? entry : undefined;
  }

  /** Every entry, in the order in which they came. */
  entries(): Entry[] {
    return [...this.#history.values(), ...this.#pending.values()].sort((a, b) => a.seq - b.seq);
  }

  /** A file that came with a request that is still kept, or as its answer. */
  attachment(id: string): { readonly request: Request; readonly attachment: Attachment } | undefined {
    for (const request of [...this.#pending.values(), ...this.#history.values()]) {
      if (request.kind !== "request") continue;
      const attachment = filesOf(request).find((file) => file.id === id);
      if (attachment) return { request, attachment };
    }
    return undefined;
  }

  /** What was sent for a request, newest first. */
  repliesTo(source: string): Reply[] {
    return [...this.#history.values()]
      .filter((entry): entry is Reply => entry.kind === "reply" && entry.source === source)
      .sort((a, b) => b.seq - a.seq);
  }

  /** Takes a record in. `changes` is what the endpoint's state made of the same record. */
  apply(record: EndpointRecord | InboxRecord, changes: readonly SendChange[] = []): void {
    switch (record.t) {
      case "identity":
        this.#self = record.self;
        break;
      case "roster":
        this.#roster = record.pinned;
        break;
      case "in":
        this.#receive(record);
        break;
      case "out":
        this.#write(record);
        break;
      case "processed":
        for (const id of record.ids) this.#process(id, record.at);
        break;
      case "checkpoint": {
        const { checkpoint } = record;
        if (!this.#pending.has(checkpoint.sourceMessageId)) break;
        // Deleted first: a replaced one takes its new place in the order.
        this.#checkpoints.delete(checkpoint.sourceMessageId);
        this.#checkpoints.set(checkpoint.sourceMessageId, checkpoint);
        break;
      }
      case "answer-told":
        this.#refusedAnswers.delete(record.id);
        break;
      case "file-saved": {
        const request = this.request(record.request);
        if (request) this.#put({ ...request, saved: { ...request.saved, [record.file]: record.path } });
        break;
      }
      case "inbox":
        this.#seq = record.seq;
        this.#lastId = record.lastId;
        this.#agentName = record.agentName;
        this.#lastReceivedAt = record.lastReceivedAt;
        break;
      case "entry":
        this.#put(record.entry);
        break;
      case "answer-refused":
        this.#refusedAnswers.set(record.answer.id, record.answer);
        break;
    }
    for (const change of changes) this.#cameFurther(change);
  }

  /** The shortest list of records that rebuilds this state beside the endpoint's. */
  snapshot(): InboxRecord[] {
    return [
      {
        t: "inbox",
        seq: this.#seq,
        lastId: this.#lastId,
        agentName: this.#agentName,
        lastReceivedAt: this.#lastReceivedAt,
      },
      ...[...this.#history.values(), ...this.#pending.values()].map((entry) =>
        ({ t: "entry", entry }) as const
      ),
      ...[...this.#checkpoints.values()].map((checkpoint) => ({ t: "checkpoint", checkpoint }) as const),
      ...[...this.#refusedAnswers.values()].map((answer) => ({ t: "answer-refused", answer }) as const),
    ];
  }

  #receive(record: IncomingRecord): void {
    const { payload } = record;
    switch (payload.kind) {
      case "message": {
        const { text, attachments, author } = payload.body;
        this.#addRequest(record, author, { text, ...(attachments ? { attachments } : {}) });
        break;
      }
      case "answer":
        this.#settle(record, payload.body);
        break;
      case "history": {
        const own = payload.body.agents.find(({ id }) => id === this.#self);
        if (own) this.#agentName = own.name;
        break;
      }
    }
  }

  #addRequest(
    { id, from, conversation, at, payload }: IncomingRecord,
    author: string | undefined,
    content: Pick<Request, "text" | "attachments" | "answer">,
  ): void {
    if (this.entry(id)) return;
    this.#lastReceivedAt = at;
    this.#put({
      kind: "request",
      seq: this.#next(id),
      id,
      conversation,
      from: this.#authorOf(from, author),
      at: payload.at,
      ...content,
      ...(payload.re === undefined ? {} : { re: payload.re }),
    });
  }

  #authorOf(from: string, author: string | undefined): Author {
    const device = (this.#roster && findDevice(this.#roster, from)?.name) ?? from;
    return { id: this.#roster?.roster.account ?? "", name: author ?? device, device };
  }

  /** The first answer counts; the device of another one is to be told why not (contract: pacerelle §3). */
  #settle(record: IncomingRecord, answer: WidgetAnswer): void {
    const { id, from, conversation, payload } = record;
    const reply = payload.re === undefined ? undefined : this.#history.get(payload.re);
    const refuse = (reason: RefusedAnswer["reason"]) =>
      void this.#refusedAnswers.set(id, { id, device: from, conversation, reason });
    if (reply?.kind !== "reply" || reply.widget === undefined) return refuse("foreign");
    const account = this.#roster?.roster.account ?? "";
    const settled = settleAnswer(
      {
        widget: reply.widget,
        message: reply.id,
        conversation: reply.conversation,
        account,
        answeredBy: reply.answeredBy,
      },
      // Only devices of the pinned roster are opened at all, and they are all of this account.
      { answer, message: id, re: payload.re, conversation, account },
    );
    if (!settled.ok) return refuse(settled.reason);
    this.#history.set(reply.id, { ...reply, answeredBy: id });
    this.#addRequest(record, undefined, { text: "", answer: settled.answer });
  }

  #write({ message }: OutgoingRecord): void {
    const { id, conversation, at, content } = message;
    if (content.kind === "progress") return this.#update(content.re, content.body);
    if ((content.kind !== "message" && content.kind !== "widget") || content.re === undefined) return;
    this.#put({
      kind: "reply",
      seq: this.#next(id),
      id,
      conversation,
      source: content.re,
      at,
      ...said(content),
      state: "queued",
      stateAt: at,
    });
    this.#trim(at);
  }

  /** `about`: the message that carried the widget. */
  #update(about: string | undefined, { ref: _ref, ...progress }: ProgressUpdate): void {
    const reply = about === undefined ? undefined : this.#history.get(about);
    if (reply?.kind !== "reply" || reply.widget?.kind !== "progress") return;
    const { label: _label, done: _done, ...widget } = reply.widget;
    this.#history.set(reply.id, { ...reply, widget: { ...widget, ...progress } });
  }

  #process(id: string, at: number): void {
    const request = this.#pending.get(id);
    if (!request) return;
    this.#pending.delete(id);
    this.#checkpoints.delete(id);
    this.#put({ ...request, processedAt: at });
    this.#trim(at);
  }

  /** The endpoint tells the furthest of all recipients, so that what one has done is never taken back. */
  #cameFurther({ id, state, at, code }: SendChange): void {
    const reply = this.#history.get(id);
    if (reply?.kind !== "reply") return;
    const { code: _before, ...rest } = reply;
    this.#history.set(id, { ...rest, state, stateAt: at, ...(code === undefined ? {} : { code }) });
  }

  #put(entry: Entry): void {
    const isPending = entry.kind === "request" && entry.processedAt === undefined;
    if (isPending) this.#pending.set(entry.id, entry);
    else this.#history.set(entry.id, entry);
  }

  #next(id: string): number {
    this.#lastId = id;
    return ++this.#seq;
  }

  /** Drops what is done and too old, or too much; `now` is the record's own time. */
  #trim(now: number): void {
    for (const entry of this.#history.values()) {
      const doneAt = entry.kind === "request" ? entry.processedAt ?? entry.at : entry.at;
      if (this.#history.size <= MAX_HISTORY && doneAt >= now - HISTORY_MS) return;
      this.#history.delete(entry.id);
    }
  }
}

/** What a reply says: text and files, or a widget. */
function said(
  content: Extract<OutgoingRecord["message"]["content"], { kind: "message" | "widget" }>,
): Pick<Reply, "text" | "attachments" | "widget"> {
  if (content.kind === "widget") return { widget: content.body };
  const { text, attachments } = content.body;
  return { text, ...(attachments === undefined ? {} : { attachments }) };
}
