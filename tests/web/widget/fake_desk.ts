/**
 * A desk in memory whose every request and every event is on its way until the test lets it go on: a request arrives (what
 * it asks is done, as of then), then its answer does, or either is lost; events come one by one, in their order.
 */
import type { VisitorNews } from "../../../service/messagerie/widget/visitor_reads.ts";
import type {
  VisitorConversationView,
  VisitorFileView,
  VisitorMessageView,
  VisitorThreadView,
} from "../../../service/messagerie/widget/views.ts";
import { Refused, Unreachable, type VisitorClient } from "../../../web/widget/client.ts";

interface Contact {
  readonly id: string;
  user?: string;
  data: Record<string, unknown>;
}

interface Conversation {
  readonly id: string;
  contact: Contact;
  readonly messages: VisitorMessageView[];
  advisor: string | null;
  at: number;
  /** How many of its messages were seen. */
  seen: number;
}

/** A request on its way. */
export interface Call {
  readonly secret: string;
  readonly what: string;
  readonly body: Record<string, unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Set once it has arrived. */
  answer?: { readonly value: unknown } | { readonly error: unknown };
}

/** A live stream, and what is on its way through it. */
export interface Stream {
  readonly contact: Contact | undefined;
  readonly pending: string[];
  readonly told: Map<string, string>;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
}

/** The desk. */
export class FakeDesk {
  readonly conversations: Conversation[] = [];
  readonly visitors = new Map<string, Contact>();
  readonly calls: Call[] = [];
  readonly streams: Stream[] = [];
  /** Its clock, in seconds. */
  clock = 1_000_000;
  readonly #page: number;
  #made = 0;

  /** `page`: messages of one page; few, and there are several pages soon. */
  constructor(page = 3) {
    this.#page = page;
  }

  /** What the widget's model asks through. */
  connect(secret: string): VisitorClient {
    const ask = <Answer>(what: string, body?: unknown, signal?: AbortSignal) =>
      new Promise<Answer>((resolve, reject) => {
        const call = { secret, what, body: body ?? {}, resolve, reject } as Call;
        this.calls.push(call);
        signal?.addEventListener("abort", () => {
          this.#end(call);
          reject(signal.reason);
        });
      });
    return {
      call: (method, path, body) => ask(`${method} ${path}`, body),
      stream: async (signal) => {
        const stream = await ask<Stream>("GET /live", undefined, signal);
        signal.addEventListener("abort", () => this.cut(stream));
        return stream.body;
      },
      upload: (file, _, signal) => ask<VisitorFileView>("POST /files", { name: file.name }, signal),
      download: () => Promise.reject(new Unreachable()),
    };
  }

  /** A request arrives: it is done. */
  arrive(call: Call): void {
    try {
      call.answer = { value: structuredCloneOf(this.#do(call)) };
    } catch (error) {
      call.answer = { error };
    }
  }

  /** Its answer arrives. */
  deliver(call: Call): void {
    if (call.answer === undefined) this.arrive(call);
    this.#end(call);
    const { answer } = call;
    if (answer !== undefined && "value" in answer) call.resolve(answer.value);
    else call.reject(answer?.error);
  }

  /** It, or its answer, is lost. */
  lose(call: Call): void {
    this.#end(call);
    call.reject(new Unreachable());
  }

  /** The desk has no time for it. */
  fail(call: Call): void {
    this.refuse(call, 503, "");
  }

  /** The desk refuses it. */
  refuse(call: Call, status: number, code: string): void {
    this.#end(call);
    call.reject(new Refused(status, { code }, null));
  }

  /** The next event of a stream arrives. */
  tell(stream: Stream): void {
    const event = stream.pending.shift();
    if (event !== undefined) stream.controller.enqueue(new TextEncoder().encode(event));
  }

  /** A stream ends; what was on its way through it is lost. */
  cut(stream: Stream): void {
    const at = this.streams.indexOf(stream);
    if (at < 0) return;
    this.streams.splice(at, 1);
    stream.controller.close();
  }

  /** Somebody answers. */
  reply(conversation: Conversation, text: string): void {
    this.#write(conversation, (head) => ({ ...head, from: "agent", author: "Claire", text, files: [] }));
  }

  /** Somebody takes it over. */
  assign(conversation: Conversation, advisor: string): void {
    conversation.advisor = advisor;
    this.#news(conversation, []);
  }

  /** Somebody takes a message away. */
  remove(conversation: Conversation, at: number): void {
    const message = conversation.messages[at];
    if (message === undefined) return;
    const gone = { id: message.id, at: message.at, from: "deleted" } as const;
    conversation.messages[at] = gone;
    this.#news(conversation, [gone]);
  }

  /** The visitor writes from somewhere else. */
  writeElsewhere(conversation: Conversation, text: string): void {
    this.#write(
      conversation,
      (head) => ({ ...head, from: "visitor", text, files: [], key: `other ${head.id}` }),
    );
  }

  /** What a visitor's list says. */
  list(secret: string): VisitorConversationView[] {
    const contact = this.visitors.get(secret);
    return this.conversations.filter((one) => one.contact === contact && contact !== undefined).map(lineOf)
      .sort((a, b) =>
        a.lastMessageAt !== b.lastMessageAt
          ? a.lastMessageAt < b.lastMessageAt ? 1 : -1
          : a.id < b.id
          ? 1
          : -1
      );
  }

  #end(call: Call): void {
    const at = this.calls.indexOf(call);
    if (at >= 0) this.calls.splice(at, 1);
  }

  #do({ secret, what, body }: Call): unknown {
    const [method, address = ""] = what.split(" ");
    const [path = "", query = ""] = address.split("?");
    const [, place, id, act] = path.split("/");
    const contact = this.visitors.get(secret);
    const own = () => {
      const found = this.conversations.find((one) => one.id === id && one.contact === contact);
      if (found === undefined) throw new Refused(404, { code: "CONVERSATION_NOT_FOUND" }, null);
      return found;
    };
    switch (`${method} ${place}${act === undefined ? "" : ` ${act}`}`) {
      case "GET config":
        return {
          site: "La boutique",
          greeting: { fr: "", en: "" },
          accent: "#1d4ed8",
          files: { count: 5, bytes: 1e7, accept: "" },
        };
      case "GET conversations":
        return id === undefined
          ? this.list(secret)
          : this.#thread(own(), new URLSearchParams(query).get("before"));
      case "POST conversations seen":
        return this.#seen(own(), String(body["messageId"]));
      case "POST conversations typing":
        return null;
      case "POST messages":
        return this.#send(secret, body);
      case "POST identity":
        return this.#identify(secret, String(body["jwt"]));
      case "POST data":
        if (contact === undefined) return { kept: false };
        Object.assign(contact.data, body["data"]);
        return { kept: true };
      case "POST files":
        return { id: `f${++this.#made}`, name: body["name"], type: "text/plain", size: 1 };
      case "DELETE visitor":
        this.visitors.delete(secret);
        return null;
      case "GET live":
        return this.#open(contact);
      default:
        throw new Error(what);
    }
  }

  #thread(conversation: Conversation, before: string | null): VisitorThreadView {
    const { messages } = conversation;
    const end = before === null ? messages.length : messages.findIndex(({ id }) => id === before);
    const start = Math.max(0, end - this.#page);
    return { conversation: lineOf(conversation), messages: messages.slice(start, end), more: start > 0 };
  }

  #seen(conversation: Conversation, messageId: string): null {
    const upTo = conversation.messages.findIndex(({ id }) => id === messageId) + 1;
    if (upTo > conversation.seen) {
      conversation.seen = upTo;
      this.#news(conversation, []);
    }
    return null;
  }

  #send(secret: string, body: Record<string, unknown>): unknown {
    const known = this.visitors.get(secret);
    const contact = known ?? { id: `k${++this.#made}`, data: {} };
    for (const conversation of this.conversations) {
      if (conversation.contact !== contact) continue;
      const sent = conversation.messages.find((one) => one.from === "visitor" && one.key === body["key"]);
      if (sent !== undefined) return { conversation: lineOf(conversation), message: sent };
    }
    let conversation = this.conversations.find(({ id }) => id === body["conversationId"]);
    if (body["conversationId"] !== undefined && conversation?.contact !== contact) {
      throw new Refused(404, { code: "CONVERSATION_NOT_FOUND" }, null);
    }
    this.visitors.set(secret, contact);
    Object.assign(contact.data, body["data"]);
    if (conversation === undefined) {
      conversation = { id: `c${++this.#made}`, contact, messages: [], advisor: null, at: 0, seen: 0 };
      this.conversations.push(conversation);
    }
    const message = this.#write(conversation, (head) => ({
      ...head,
      from: "visitor",
      text: String(body["text"]),
      files: [],
      key: String(body["key"]),
    }));
    return { conversation: lineOf(conversation), message };
  }

  #identify(secret: string, user: string): unknown {
    const contact = this.visitors.get(secret);
    if (user === "") throw new Refused(401, { code: "IDENTITY_INVALID" }, null);
    if (contact?.user !== undefined && contact.user !== user) {
      throw new Refused(409, { code: "IDENTITY_CONFLICT" }, null);
    }
    const known = [...this.visitors.values(), ...this.conversations.map((one) => one.contact)]
      .find((one) => one.user === user);
    const now = known ?? contact ?? { id: `k${++this.#made}`, data: {} };
    now.user = user;
    this.visitors.set(secret, now);
    for (const one of this.conversations) if (one.contact === contact) one.contact = now;
    return { ignored: [] };
  }

  #open(contact: Contact | undefined): Stream {
    let controller: Stream["controller"];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (given) => void (controller = given) });
    const pending = ["event: ready\ndata: {}\n\n"];
    const stream = { contact, pending, told: new Map(), body, controller: controller! };
    this.streams.push(stream);
    return stream;
  }

  #write(
    conversation: Conversation,
    message: (head: { id: string; at: string }) => VisitorMessageView,
  ): VisitorMessageView {
    const written = message({ id: `m${++this.#made}`, at: isoOf(++this.clock) });
    conversation.messages.push(written);
    // A clock that went back takes no date back, as at the real one.
    conversation.at = Math.max(conversation.at, this.clock);
    this.#news(conversation, [written]);
    return written;
  }

  #news(conversation: Conversation, messages: readonly VisitorMessageView[]): void {
    const news: VisitorNews = { conversation: lineOf(conversation), messages };
    const line = JSON.stringify(news.conversation);
    for (const { contact, told, pending } of this.streams) {
      if (contact !== conversation.contact) continue;
      if (messages.length === 0 && told.get(conversation.id) === line) continue;
      told.set(conversation.id, line);
      pending.push(`event: news\ndata: ${JSON.stringify(news)}\n\n`);
    }
  }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function lineOf({ id, messages, advisor, at, seen }: Conversation): VisitorConversationView {
  const last = messages.findLast(({ from }) => from !== "event" && from !== "deleted");
  const from = last?.from === "visitor" || last?.from === "agent" ? last.from : null;
  return {
    id,
    resolved: false,
    advisor,
    lastMessage: { from, text: last !== undefined && "text" in last ? last.text : "" },
    lastMessageAt: isoOf(at),
    unread: messages.slice(seen).filter((one) => one.from === "agent").length,
  };
}

/** An answer is what it was when it was given. A stream is itself. */
function structuredCloneOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "body" in value ? value : structuredClone(value);
}
