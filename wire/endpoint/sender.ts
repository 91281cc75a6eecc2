/**
 * Writes messages: durable before anyone is told of them, whatever becomes of this process.
 * @module
 */
import { attachmentsOf } from "../attachment.ts";
import type { FileShelf } from "../file/file_shelf.ts";
import { fileLayout } from "../file/layout.ts";
import { newShortId } from "../ids.ts";
import {
  type ConnectionStatus,
  type Draft,
  type SendChange,
  SendFault,
  type SendOptions,
  type Sent,
} from "./api.ts";
import { checkDraft } from "./check_draft.ts";
import type { Core } from "./core.ts";
import type { OutgoingMessage } from "./records.ts";
import { SendWaits } from "./send_waits.ts";

/** Messages in the outbox: as many as may wait for one endpoint at the relay. */
const MAX_OUTBOX = 10_000;

/** What sending sets off. */
export interface SenderDuties {
  status(): ConnectionStatus;
  /** Something was written. */
  wake(): void;
  /** Where files were attached; undefined: none are taken. */
  readonly shelf: FileShelf | undefined;
}

/** Takes drafts, and answers those who wait for the relay. */
export class Sender {
  readonly #core: Core;
  readonly #duties: SenderDuties;
  readonly #waits = new SendWaits();

  constructor(core: Core, duties: SenderDuties) {
    this.#core = core;
    this.#duties = duties;
  }

  /** A message came further. */
  tell(change: SendChange): void {
    this.#waits.tell(change);
  }

  /** See `Endpoint.send`. @throws {SendFault} */
  async send(draft: Draft, options: SendOptions = {}): Promise<Sent> {
    const { env, state, signal } = this.#core;
    if (signal.aborted) throw new SendFault("STOPPED");
    const { id = newShortId(env), conversation, audience, content } = draft;
    const message: OutgoingMessage = { id, conversation, audience, content, at: env.now() };
    checkDraft(message);
    const files = attachmentsOf(content);
    const { shelf } = this.#duties;
    if (!shelf && files.length > 0) throw new SendFault("INVALID");
    await this.#core.addressing(async () => {
      if (state.outbox.entry(id)) return;
      for (const file of files) {
        if (await shelf?.get(file.id, 0, fileLayout(file.size).sealedBytes) === undefined) {
          throw new SendFault("FILE_LOST");
        }
      }
      const recipients = state.recipientsOf(audience);
      if (recipients.length === 0) throw new SendFault("NO_RECIPIENT");
      if (state.outbox.size >= MAX_OUTBOX) throw new SendFault("OUTBOX_FULL");
      await this.#core.append([{ t: "out", message, recipients }], options.alongside);
    });
    this.#duties.wake();
    return await this.#answer(id, message.at, options);
  }

  /** How it stands, or how it stands once the relay has answered, if that is waited for. */
  async #answer(id: string, at: number, { waitMs = 0, signal }: SendOptions): Promise<Sent> {
    const { env, state } = this.#core;
    const sent = state.outbox.sentOf(id);
    // Gone from the outbox already: every recipient has it.
    if (!sent) return { id, state: "submitted", at };
    const isOpen = sent.state === "queued" || sent.state === "uncertain";
    // Without a relay there is nothing to wait for.
    const canWait = waitMs > 0 && ["connected", "connecting"].includes(this.#duties.status().state);
    if (!isOpen || !canWait) return sent;
    const signals = [this.#core.signal, ...(signal ? [signal] : [])];
    const change = await this.#waits.wait(env, id, waitMs, AbortSignal.any(signals));
    return change ?? state.outbox.sentOf(id) ?? sent;
  }
}
