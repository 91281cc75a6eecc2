/**
 * One connection from its opening to its end: challenge, hello, welcome, frames, heartbeat. It ends once, with a reason.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Identity } from "../identity.ts";
import {
  type ClientFrame,
  helloBytes,
  MAX_FRAME,
  PROTOCOL_VERSION,
  RelayFrame,
  type Welcome,
} from "../live.ts";
import { FINAL_ERRORS } from "../relay_error.ts";
import type { ConnectionError } from "./api.ts";
import type { Connect, Socket } from "./socket.ts";

/** How long the relay has for challenge and welcome. */
const HANDSHAKE_MS = 20_000;
/** Bounds for what a relay may ask for as heartbeat: neither a busy loop nor hours of silence. */
const MIN_HEARTBEAT_MS = 1_000;
const MAX_HEARTBEAT_MS = 60_000;
/** How long a sign of life may take that is asked for because the way may be gone; or so many times what the last one took. */
const HURRY_MS = 4_000;
const HURRY_ROUND_TRIPS = 3;
/** Frames that are none before the connection is given up. */
const MAX_GARBAGE = 50;

/** Frames between welcome and end, without what the connection itself answers. */
export type LiveFrame = Exclude<
  RelayFrame,
  { readonly type: "challenge" | "welcome" | "ping" | "pong" | "error" }
>;

/** Why a connection ended. */
export interface ConnectionEnd {
  readonly error: ConnectionError;
  /** What the relay asked for. */
  readonly retryAfterMs: number;
}

/** What a connection is made of. */
export interface LiveSocketOptions {
  readonly env: Env;
  readonly url: string;
  readonly connect: Connect;
  readonly self: string;
  readonly identity: Identity;
  readonly credential: string;
  readonly instance: string;
  readonly client: string;
  onWelcome(welcome: Welcome): void;
  onFrame(frame: LiveFrame): void;
}

function readFrame(text: string): RelayFrame | undefined {
  if (text.length > MAX_FRAME) return undefined;
  try {
    return RelayFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A connection. `ended` resolves; it never rejects. */
export class LiveSocket {
  readonly ended: Promise<ConnectionEnd>;
  readonly #options: LiveSocketOptions;
  readonly #socket: Socket;
  readonly #over = new AbortController();
  #end: (end: ConnectionEnd) => void = () => {};
  #phase: "challenge" | "hello" | "live" = "challenge";
  #heartbeatMs = MAX_HEARTBEAT_MS;
  /** Monotonic. */
  #heardAt: number;
  #pingedAt: number | undefined;
  /** When the relay was asked for what it answers by `welcome` or `pong`, and how long it took last. */
  #askedAt: number | undefined;
  #roundTripMs = 0;
  #heardWall: number | undefined;
  #garbage = 0;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => this.#end = resolve);
    this.#heardAt = options.env.monotonic();
    this.#socket = options.connect(options.url, {
      onMessage: (text) => this.#receive(text),
      onClose: () => this.end("UNREACHABLE"),
    });
    this.#watch();
  }

  /** When a frame last came, wall clock. */
  get heardAt(): number | undefined {
    return this.#heardWall;
  }

  /** Whether the relay welcomed this endpoint and was heard within two heartbeats. */
  get isHeard(): boolean {
    return this.#phase === "live" && !this.#over.signal.aborted &&
      this.#options.env.monotonic() - this.#heardAt <= 2 * this.#heartbeatMs;
  }

  /** Sends a frame; false when the connection is not live. */
  send(frame: ClientFrame): boolean {
    if (this.#phase !== "live" || this.#over.signal.aborted) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Asks for a sign of life; one that does not come ends the connection. */
  probe(): void {
    this.#pingedAt = this.#options.env.monotonic();
    this.#askedAt ??= this.#pingedAt;
    this.send({ type: "ping", t: Math.max(0, Math.floor(this.#options.env.now())) });
  }

  /** The same, where the way may be gone: the answer comes soon, for a way like this one, or not at all. */
  hurry(): void {
    const { env } = this.#options;
    const patience = Math.max(HURRY_MS, HURRY_ROUND_TRIPS * this.#roundTripMs);
    // A page that nobody looks at has slow clocks: whoever asks again may come before the end of the sleep below.
    if (env.monotonic() - (this.#pingedAt ?? Infinity) >= patience) return this.end("DEAF");
    if (this.#pingedAt === undefined) this.probe();
    const asked = this.#pingedAt;
    env.sleep(patience, this.#over.signal).then(
      () => this.#pingedAt === asked && this.end("DEAF"),
      () => {},
    );
  }

  /** Ends it. The first reason counts. */
  end(
    code: ConnectionError["code"],
    extra: Pick<ConnectionError, "holder"> & { retryAfterMs?: number } = {},
  ): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    const final = (FINAL_ERRORS as ReadonlySet<string>).has(code);
    const { holder, retryAfterMs = 0 } = extra;
    this.#end({ error: { code, final, ...(holder ? { holder } : {}) }, retryAfterMs });
    this.#socket.close();
  }

  #receive(text: string): void {
    if (this.#over.signal.aborted) return;
    const frame = readFrame(text);
    if (!frame) {
      if (++this.#garbage >= MAX_GARBAGE) this.end("FLOOD");
      return;
    }
    this.#heardAt = this.#options.env.monotonic();
    this.#heardWall = this.#options.env.now();
    if (this.#pingedAt !== undefined && frame.type !== "error") this.#pingedAt = undefined;
    switch (frame.type) {
      case "error":
        return this.end(frame.code, { holder: frame.holder, ...pick(frame.retryAfterMs) });
      case "ping":
        this.#socket.send(JSON.stringify({ type: "pong", t: frame.t } satisfies ClientFrame));
        return;
      case "pong":
        return this.#timeAnswer();
      case "challenge":
        if (this.#phase === "challenge") this.#greet(frame);
        return;
      case "welcome":
        if (this.#phase !== "hello") return;
        this.#phase = "live";
        this.#timeAnswer();
        return this.#options.onWelcome(frame);
      default:
        if (this.#phase === "live") this.#options.onFrame(frame);
    }
  }

  #timeAnswer(): void {
    if (this.#askedAt === undefined) return;
    this.#roundTripMs = this.#options.env.monotonic() - this.#askedAt;
    this.#askedAt = undefined;
  }

  #greet(challenge: Extract<RelayFrame, { type: "challenge" }>): void {
    if (challenge.v !== PROTOCOL_VERSION) return this.end("VERSION_UNSUPPORTED");
    this.#phase = "hello";
    this.#heartbeatMs = Math.min(MAX_HEARTBEAT_MS, Math.max(MIN_HEARTBEAT_MS, challenge.heartbeatMs));
    const { self, identity, credential, instance, client } = this.#options;
    identity.sign(helloBytes(challenge.nonce, self, instance)).then((signature) => {
      if (this.#over.signal.aborted) return;
      const hello: ClientFrame = {
        type: "hello",
        v: PROTOCOL_VERSION,
        endpoint: self,
        credential,
        instance,
        client,
        signature,
      };
      this.#askedAt = this.#options.env.monotonic();
      this.#socket.send(JSON.stringify(hello));
    }).catch(() => this.end("UNREACHABLE"));
  }

  /** Pings a silent relay, and ends the connection of a deaf one. */
  async #watch(): Promise<void> {
    const { env } = this.#options;
    const openedAt = env.monotonic();
    let lastMono = openedAt;
    let lastWall = env.now();
    while (!this.#over.signal.aborted) {
      const tick = this.#phase === "live" ? this.#heartbeatMs / 5 : MIN_HEARTBEAT_MS;
      try {
        await env.sleep(tick, this.#over.signal);
      } catch {
        return;
      }
      const now = env.monotonic();
      const wall = env.now();
      // A computer that slept wakes with a connection that may be dead: ask at once. Which clock shows it depends on the
      // system; a wall clock that was set costs one ping.
      const slept = Math.max(now - lastMono, wall - lastWall) > tick + 10_000;
      [lastMono, lastWall] = [now, wall];
      if (this.#phase !== "live") {
        if (now - openedAt >= HANDSHAKE_MS) this.end("UNREACHABLE");
      } else if (slept || (this.#pingedAt === undefined && now - this.#heardAt >= this.#heartbeatMs * 0.6)) {
        this.probe();
      } else if (this.#pingedAt !== undefined && now - this.#pingedAt >= this.#heartbeatMs * 0.4) {
        this.end("DEAF");
      }
    }
  }
}

const pick = (retryAfterMs: number | undefined) => retryAfterMs === undefined ? {} : { retryAfterMs };
