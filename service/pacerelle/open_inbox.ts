/**
 * Opens the inbox: lock, then journal, then channel, at the first call and not before (contract: pacerelle §1 "State: one
 * holder"). While another process holds the state every call says who does; when it goes, this one takes over by itself.
 * @module
 */
import { join } from "node:path";
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import { Refusal } from "../../base/refusal.ts";
import { FolderShelf } from "../../store/mailbox/folder_shelf.ts";
import type { Journal } from "../../store/mailbox/journal.ts";
import type { HeldLock, TakenLock } from "../../store/mailbox/lock/lock_holder.ts";
import { SingleHolder } from "../../store/mailbox/lock/single_holder.ts";
import { mailboxRefusal } from "../../store/mailbox/mailbox_refusal.ts";
import type { MailboxFs } from "../../store/mailbox/mailbox_fs.ts";
import { openJournal } from "../../store/mailbox/open_journal.ts";
import type { Endpoint } from "../../wire/endpoint/api.ts";
import { newIdentityRecord } from "../../wire/endpoint/identity_record.ts";
import { openEndpoint } from "../../wire/endpoint/open_endpoint.ts";
import { type EndpointRecord, isEndpointRecord } from "../../wire/endpoint/records.ts";
import type { Connect } from "../../wire/endpoint/socket.ts";
import { EndpointState } from "../../wire/endpoint/state.ts";
import { chunkCaller } from "../../wire/file/chunk_call.ts";
import { callRelay, type RelayFetch } from "../../wire/relay_call.ts";
import { deriveTokenSecrets } from "../../wire/token.ts";
import type { InboxRecord } from "./inbox/entries.ts";
import { channelOf } from "./inbox/channel_of.ts";
import { Inbox } from "./inbox/inbox.ts";
import { InboxState } from "./inbox/inbox_state.ts";
import { stateInUse } from "./state_in_use.ts";
import { tellRefusedAnswers } from "./tell_refused_answers.ts";

/** Which agent, with which secret, over which relay. */
export interface InboxSettings {
  readonly agentId: string;
  readonly token: string;
  /** PACERELLE_STORE_ROOT, absolute. */
  readonly storeRoot: string;
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** PACERELLE_FILES_DIR, absolute: the folder for files in and out; without it there are none. */
  readonly filesDir?: string | undefined;
}

/** What an inbox stands on. */
export interface InboxDoorParts {
  readonly settings: InboxSettings;
  readonly env: Env;
  readonly log: Logger;
  /** How the host names itself, for others that find the state in use. */
  readonly app: () => string;
  /** Which program this is, for the relay: `pacerelle-mcp 0.1.0`. */
  readonly client: string;
  readonly connect: Connect;
  /** The runtime's own when left out. */
  readonly fetch?: RelayFetch | undefined;
  readonly fs?: MailboxFs;
}

/** Endpoint and inbox share one journal. */
type StoredRecord = EndpointRecord | InboxRecord;

/** What is open under one lock. */
interface Opened {
  readonly inbox: Inbox;
  readonly journal: Journal<StoredRecord>;
  readonly endpoint: Endpoint;
}

/** The way to the one inbox of this process. Holds nothing until it is asked. */
export class InboxDoor {
  readonly #parts: InboxDoorParts;
  #holder: SingleHolder | undefined;
  #opened: Opened | undefined;
  #opening: Promise<Inbox> | undefined;
  #shutting: Promise<void> | undefined;
  #closed = false;

  constructor(parts: InboxDoorParts) {
    this.#parts = parts;
  }

  /**
   * The inbox, opened when it is not open yet or has failed.
   * @throws {Refusal} STATE_IN_USE, STATE_UNREADABLE, KEY_MISSING
   */
  open(): Promise<Inbox> {
    return this.#opening ??= this.#open().finally(() => this.#opening = undefined);
  }

  /** Ends the channel, the journal and the lock, or the wait for it. Nothing opens afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => {});
    await this.#shut();
    await this.#holder?.release();
  }

  async #open(): Promise<Inbox> {
    const { settings } = this.#parts;
    if (this.#closed) throw mailboxRefusal("closed", settings.storeRoot);
    const lock = await this.#lock();
    if (this.#opened !== undefined && lock === this.#opened.inbox.lock) return this.#opened.inbox;
    // A lock that was lost and taken again, or a journal that failed: what was opened before can write no more.
    await this.#shut();
    try {
      this.#opened = await this.#openUnder(lock);
    } catch (error) {
      await this.#holder?.release();
      throw error;
    }
    this.#opened.endpoint.start();
    return this.#opened.inbox;
  }

  async #lock(): Promise<HeldLock> {
    const { settings, app, env, log } = this.#parts;
    this.#holder ??= new SingleHolder({
      folder: join(settings.storeRoot, settings.agentId),
      app: app(),
      env,
      log,
      onHeld: () => this.#takeOver(),
    });
    let lock: HeldLock | TakenLock;
    try {
      lock = await this.#holder.acquire();
    } catch (error) {
      throw mailboxRefusal("open-failed", settings.storeRoot, error);
    }
    if (!lock.held) throw stateInUse(lock);
    return lock;
  }

  /** The holder is gone: requests are to arrive here from now on, before anyone calls again. */
  #takeOver(): void {
    this.open().catch((error) => {
      this.#parts.log.warn("inbox.take_over_failed", { code: error?.code ?? "unknown" });
    });
  }

  async #openUnder(lock: HeldLock): Promise<Opened> {
    const { settings, env, log, client, connect, fetch, fs } = this.#parts;
    const { agentId, storeRoot, baseUrl, wsUrl, token } = settings;
    const { bearer, pairingKey } = await deriveTokenSecrets(token, agentId);
    const relay = { baseUrl, credential: bearer, fetch };
    const endpointState = new EndpointState();
    const state = new InboxState();
    const journal = await openJournal<StoredRecord>({
      root: storeRoot,
      name: agentId,
      ownerId: agentId,
      create: true,
      env,
      log,
      guard: lock.guard,
      apply: (record) => state.apply(record, isEndpointRecord(record) ? endpointState.apply(record) : []),
      snapshot: () => [...endpointState.snapshot(), ...state.snapshot()],
      ...(fs === undefined ? {} : { fs }),
    });
    let inbox: Inbox | undefined;
    const append = async (records: readonly StoredRecord[]) => {
      try {
        await journal.append(records);
      } catch (error) {
        // A value that no journal takes is its caller's mistake; after anything else it takes nothing more.
        if (!(error instanceof TypeError || error instanceof RangeError)) this.#failed(inbox, error);
        throw error;
      }
    };
    try {
      if (endpointState.self === undefined) await journal.append([newIdentityRecord(env, agentId)]);
      const endpoint: Endpoint = await openEndpoint({
        env,
        log,
        state: endpointState,
        store: { append: (records) => append(records as readonly StoredRecord[]) },
        call: (name, input) => callRelay(relay, name, input),
        connect,
        url: wsUrl,
        credential: bearer,
        pairingKey,
        client,
        files: {
          shelf: new FolderShelf({ folder: join(storeRoot, agentId, "outgoing"), guard: lock.guard, fs }),
          chunks: chunkCaller(relay),
        },
        events: {
          onIncoming: () => {
            inbox?.acknowledged();
            if (inbox) void tellRefusedAnswers(inbox);
          },
          onStatus: () => inbox?.wake(),
          onFailure: (error) => this.#failed(inbox, error),
        },
      });
      inbox = new Inbox({
        env,
        log,
        lock,
        state,
        channel: channelOf(endpoint, endpointState),
        store: { append },
        filesFolder: settings.filesDir ?? null,
        facts: () => ({
          root: storeRoot,
          holder: lock.heldBy,
          generation: journal.generation,
          bytes: journal.bytes,
        }),
      });
      void tellRefusedAnswers(inbox);
      return { inbox, journal, endpoint };
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  /** The journal takes nothing more: the next call opens everything anew. */
  #failed(inbox: Inbox | undefined, error: unknown): void {
    if (inbox === undefined || this.#opened?.inbox !== inbox) return;
    const code = error instanceof Refusal ? String(error.details?.["reason"] ?? error.code) : "unknown";
    this.#parts.log.error("inbox.failed", { code });
    inbox.fail(error);
    void this.#shut();
  }

  /** Ends what is open; joins an ending that is under way. */
  #shut(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened !== undefined) {
      this.#shutting = this.#end(opened).finally(() => this.#shutting = undefined);
    }
    return this.#shutting ?? Promise.resolve();
  }

  async #end({ endpoint, journal, inbox }: Opened): Promise<void> {
    await endpoint.stop().catch(() => {});
    await journal.close().catch(() => {});
    inbox.fail(mailboxRefusal("closed", this.#parts.settings.storeRoot));
  }
}
