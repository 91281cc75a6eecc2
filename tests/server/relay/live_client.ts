/**
 * The live side of a test's endpoint: a WebSocket that says hello and answers pings, and lets a test look at every frame.
 * @module
 */
import { systemEnv as env } from "../../../base/env.ts";
import type { Envelope } from "../../../wire/envelope.ts";
import type { Identity } from "../../../wire/identity.ts";
import { newShortId } from "../../../wire/ids.ts";
import { type ClientFrame, helloBytes, RelayFrame } from "../../../wire/live.ts";
import { liveUrl } from "../../../wire/relay_call.ts";
import { PATIENCE_MS } from "../../until.ts";

/** What it takes to connect. */
export interface LiveEndpoint {
  readonly relay: { readonly url: string };
  readonly id: string;
  readonly identity: Identity;
  readonly credential: string;
}

type FrameOf<Type extends RelayFrame["type"]> = Extract<RelayFrame, { type: Type }>;

/** A live connection. Answers pings unless told not to. */
export class Live implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #frames: RelayFrame[] = [];
  readonly #closed: Promise<void>;
  #wake: () => void = () => {};
  isOpen = true;
  answersPings = true;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    let closed: () => void;
    this.#closed = new Promise((resolve) => closed = resolve);
    socket.onmessage = ({ data }) => {
      const frame = RelayFrame.parse(JSON.parse(data));
      if (frame.type === "ping" && this.answersPings) this.send({ type: "pong", t: frame.t });
      this.#frames.push(frame);
      this.#wake();
    };
    socket.onclose = () => {
      this.isOpen = false;
      closed();
      this.#wake();
    };
    socket.onerror = (event) => event.preventDefault();
  }

  static dial(relay: LiveEndpoint["relay"]): Live {
    return new Live(new WebSocket(liveUrl(relay.url)));
  }

  /** Connects and says hello; the next frame is the welcome or an error. */
  static async hello(
    endpoint: LiveEndpoint,
    changes: Partial<Extract<ClientFrame, { type: "hello" }>> = {},
  ): Promise<Live> {
    const live = Live.dial(endpoint.relay);
    const { nonce } = await live.next("challenge");
    const instance = changes.instance ?? newShortId(env);
    live.send({
      type: "hello",
      v: 1,
      endpoint: endpoint.id,
      credential: endpoint.credential,
      instance,
      client: "test 1",
      signature: await endpoint.identity.sign(helloBytes(nonce, endpoint.id, instance)),
      ...changes,
    });
    return live;
  }

  /** Connects and is welcomed. */
  static async connect(endpoint: LiveEndpoint, instance = newShortId(env)): Promise<Live> {
    const live = await Live.hello(endpoint, { instance });
    live.welcome = await live.next("welcome");
    return live;
  }

  welcome: FrameOf<"welcome"> | undefined;

  /** All that was sent, as it was. */
  readonly sent: string[] = [];

  send(frame: ClientFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  sendText(text: string): void {
    this.sent.push(text);
    this.#socket.send(text);
  }

  /** The next frame of one of the types; others that came before it are passed over. Fails when it never comes. */
  async next<Type extends RelayFrame["type"]>(...types: Type[]): Promise<FrameOf<Type>> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const index = this.#frames.findIndex((frame) => types.includes(frame.type as Type));
      if (index >= 0) return this.#frames.splice(0, index + 1).at(-1) as FrameOf<Type>;
      if (!this.isOpen) throw new Error(`closed before ${types}: ${JSON.stringify(this.#frames)}`);
      const left = deadline - performance.now();
      if (left <= 0) {
        throw new Error(`no ${types}: ${JSON.stringify(this.#frames.map((frame) => frame.type))}`);
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  /** All frames of a type that have come and were not taken yet. */
  take<Type extends RelayFrame["type"]>(type: Type): FrameOf<Type>[] {
    const taken = this.#frames.filter((frame) => frame.type === type) as FrameOf<Type>[];
    this.#frames.splice(0, Infinity, ...this.#frames.filter((frame) => frame.type !== type));
    return taken;
  }

  /** Whether no frame of the type comes within `ms`. */
  async hasNo(type: RelayFrame["type"], ms = 150): Promise<boolean> {
    await env.sleep(ms);
    return !this.#frames.some((frame) => frame.type === type);
  }

  ack(envelope: Envelope, outcome: "stored" | "unreadable" = "stored"): void {
    this.send({ type: "ack", items: [{ from: envelope.from, id: envelope.id, outcome }] });
  }

  async submit(envelope: Envelope): Promise<FrameOf<"submitted">> {
    this.send({ type: "submit", envelope });
    return await this.next("submitted");
  }

  get closed(): Promise<void> {
    return this.#closed;
  }

  async close(): Promise<void> {
    if (this.isOpen) this.#socket.close();
    await this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
