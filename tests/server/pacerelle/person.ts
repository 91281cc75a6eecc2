/**
 * A person at a real relay: an account with one device, whose end of the channel is `wire/endpoint` over memory, and an
 * agent with its token.
 * @module
 */
import { silentLogger } from "../../../base/log.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { chunkCaller } from "../../../wire/file/chunk_call.ts";
import { MemoryShelf } from "../../wire/file/memory_shelf.ts";
import { concat, toBase64url } from "../../../wire/bytes.ts";
import type { Endpoint, SendChange, Sent } from "../../../wire/endpoint/api.ts";
import { openEndpoint } from "../../../wire/endpoint/open_endpoint.ts";
import type { Content, EndpointRecord, IncomingRecord } from "../../../wire/endpoint/records.ts";
import { type WebSocketLike, webSockets } from "../../../wire/endpoint/socket.ts";
import { EndpointState } from "../../../wire/endpoint/state.ts";
import { newId } from "../../../wire/ids.ts";
import { callRelay, liveUrl } from "../../../wire/relay_call.ts";
import { anchorRoster } from "../../../wire/roster.ts";
import { deriveTokenSecrets, makeToken } from "../../../wire/token.ts";
import { until } from "../../until.ts";
import { call, type Device, env, signUp, type TestRelay } from "../relay/harness.ts";

/** An agent as its owner knows it. */
export interface OwnedAgent {
  readonly id: string;
  readonly token: string;
  readonly conversation: string;
}

/** One person, one device. */
export class Person implements AsyncDisposable {
  readonly device: Device;
  readonly endpoint: Endpoint;
  readonly received: IncomingRecord[] = [];
  readonly changes: SendChange[] = [];

  private constructor(device: Device, open: (person: Person) => Endpoint) {
    this.device = device;
    this.endpoint = open(this);
  }

  static async signUp(relay: TestRelay): Promise<Person> {
    const device = await signUp(relay);
    const state = new EndpointState();
    state.apply({ t: "identity", self: device.id, seed: null, at: env.now() });
    state.apply({ t: "roster", pinned: device.roster! });
    const told: { person?: Person } = {};
    const endpoint = await openEndpoint({
      env,
      log: silentLogger,
      state,
      store: {
        append: (records) => {
          for (const record of records) state.apply(record as EndpointRecord);
          return Promise.resolve();
        },
      },
      call: (name, input) => callRelay({ baseUrl: relay.url, credential: device.credential }, name, input),
      connect: webSockets((url) => new WebSocket(url) as WebSocketLike),
      url: liveUrl(relay.url),
      credential: device.credential,
      client: "test-person",
      identity: device.identity,
      files: {
        shelf: new MemoryShelf(),
        chunks: chunkCaller({ baseUrl: relay.url, credential: device.credential }),
      },
      events: {
        onIncoming: (message) => told.person?.take(message),
        onSend: (change) => told.person?.change(change),
      },
    });
    const person = told.person = new Person(device, () => endpoint);
    endpoint.start();
    return person;
  }

  take(message: IncomingRecord): void {
    this.received.push(message);
  }

  change(change: SendChange): void {
    this.changes.push(change);
  }

  /** An agent of this account. */
  async createAgent(name = "Atelier"): Promise<OwnedAgent> {
    const id = newId("agent", env);
    const token = await makeToken(env);
    const { bearerHash, pairingKey } = await deriveTokenSecrets(token, id);
    const anchor = await anchorRoster(this.device.roster!.roster, id, pairingKey);
    await call(this.device, "createAgent", { agent: id, bearerHash, anchor });
    await this.endpoint.keepAgent({ id, name, pairingKey: toBase64url(pairingKey) });
    return { id, token, conversation: newId("conversation", env) };
  }

  /** Writes to an agent; answers the message's id once it is written down here. */
  async say(agent: OwnedAgent, text: string): Promise<string> {
    return (await this.give(agent, { kind: "message", body: { text, author: "Claire" } })).id;
  }

  give(agent: OwnedAgent, content: Content, id?: string): Promise<Sent> {
    const { id: to, conversation } = agent;
    return this.endpoint.send({ id, conversation, audience: { to: "agent", agent: to }, content });
  }

  /** Seals a file, ready to be told of in a message. */
  async attach(name: string, mimeType: string, content: Uint8Array): Promise<Attachment> {
    const read = (offset: number, length: number) => Promise.resolve(content.slice(offset, offset + length));
    return await this.endpoint.files!.attach({ name, mimeType, size: content.length, read });
  }

  /** Writes to an agent, with files. */
  async send(agent: OwnedAgent, text: string, attachments: Attachment[]): Promise<string> {
    return (await this.give(agent, { kind: "message", body: { text, attachments } })).id;
  }

  /** The content of a file that came. */
  async fetch(attachment: Attachment): Promise<Uint8Array> {
    return concat(...await Array.fromAsync(this.endpoint.files!.fetch(attachment)));
  }

  /** Files that agents sent, in the order of their arrival. */
  get files(): Attachment[] {
    return this.received.flatMap(({ payload }) =>
      payload.kind === "message" ? payload.body.attachments ?? [] : []
    );
  }

  /** What agents wrote: texts in the order of their arrival. */
  get texts(): string[] {
    return this.received.flatMap(({ payload }) => payload.kind === "message" ? payload.body.text : []);
  }

  /** Waits until `condition` holds. */
  async until(condition: () => boolean): Promise<void> {
    await until(condition, () => ({ texts: this.texts, changes: this.changes }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endpoint.stop();
  }
}
