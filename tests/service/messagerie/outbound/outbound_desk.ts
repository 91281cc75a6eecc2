/** A desk's database with conversations that write to the queue. */
import type { Env } from "../../../../base/env.ts";
import { systemEnv } from "../../../../base/env.ts";
import { uuidv7 } from "../../../../base/uuid.ts";
import { queueMessage } from "../../../../service/messagerie/outbound/queue_message.ts";
import type {
  FindOutcome,
  OutboundProvider,
  SendOutcome,
} from "../../../../service/messagerie/outbound/provider.ts";
import { type DeskStore, openDeskStore } from "../../../../store/messagerie/open.ts";
import { type DeskPlace, placeDesk } from "../../../place_desk.ts";
import { databaseEnv } from "./manual_env.ts";

export class OutboundDesk implements AsyncDisposable {
  readonly url: string;
  readonly env: Env;
  readonly store: DeskStore;
  readonly #place: DeskPlace;

  private constructor(place: DeskPlace, env: Env, store: DeskStore) {
    this.#place = place;
    this.url = place.url;
    this.env = env;
    this.store = store;
  }

  static async open(env: Env): Promise<OutboundDesk> {
    const place = await placeDesk("file");
    const store = await openDeskStore({ url: place.url, env: databaseEnv });
    const desk = new OutboundDesk(place, env, store);
    await store.write(async (trx) => {
      await trx.insertInto("site").values({
        no: 1,
        id: uuidv7(systemEnv),
        name: "Boutique",
        ai: 0,
        created_at: 0,
      })
        .execute();
      await trx.insertInto("contact").values({
        no: 1,
        id: uuidv7(systemEnv),
        site_no: 1,
        name: "Léa",
        email: null,
        phone: null,
        external_id: null,
        identified: 0,
        segment: null,
        search: "",
        last_message_at: null,
        created_at: 0,
        updated_at: 0,
      }).execute();
    });
    return desk;
  }

  /** Another connection, as another process has it. */
  reopen(): Promise<DeskStore> {
    return openDeskStore({ url: this.url, env: databaseEnv });
  }

  /** @returns its number */
  async conversation(channel: "sms" | "email" = "sms"): Promise<number> {
    const { no } = await this.store.write((trx) =>
      trx.insertInto("conversation").values({
        id: uuidv7(systemEnv),
        contact_no: 1,
        site_no: 1,
        channel,
        status: "open",
        assignee_no: null,
        sentiment: null,
        intent: null,
        summary: null,
        unread: 0,
        snoozed_until: null,
        resolved_at: null,
        last_message_at: 0,
        last_from: null,
        created_at: 0,
      }).returning("no").executeTakeFirstOrThrow()
    );
    return no;
  }

  /** Writes a reply and queues it. @returns the message's id */
  async reply(
    conversationNo: number,
    body: string,
    options: { readonly recipient?: string; readonly author?: string } = {},
  ): Promise<string> {
    const at = this.env.now();
    const id = uuidv7(systemEnv);
    await this.store.write(async (trx) => {
      const { channel } = await trx.selectFrom("conversation").where("no", "=", conversationNo).select(
        "channel",
      )
        .executeTakeFirstOrThrow();
      await trx.insertInto("message").values({
        id,
        conversation_no: conversationNo,
        inbox_no: 0,
        kind: 0,
        author: 1,
        agent_no: null,
        author_name: options.author ?? "Robot",
        body,
        confidence: null,
        event: null,
        created_at: at,
        deleted_at: null,
      }).execute();
      const outward = channel === "email" ? "email" : "sms";
      await queueMessage(trx, {
        messageId: id,
        conversationNo,
        channel: outward,
        recipient: options.recipient ?? (outward === "sms" ? "+33612345678" : "lea@client.example"),
        body,
        at,
      });
    });
    return id;
  }

  /** The queue, in order. */
  rows() {
    return this.store.read.selectFrom("outbound").selectAll().orderBy("no").execute();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    await this.#place[Symbol.asyncDispose]();
  }
}

/** A provider that answers as it is told and remembers what it was given. */
export class ScriptedProvider<Message extends { readonly recipient: string }>
  implements OutboundProvider<Message> {
  readonly sent: { readonly at: number; readonly message: Message }[] = [];
  readonly asked: Message[] = [];
  answer: (message: Message, n: number) => SendOutcome | Promise<SendOutcome>;
  found: (message: Message) => FindOutcome | Promise<FindOutcome> = () => ({ kind: "found", candidates: [] });
  readonly #env: Env;
  #accepted = 0;

  constructor(env: Env, answer?: (message: Message, n: number) => SendOutcome | Promise<SendOutcome>) {
    this.#env = env;
    this.answer = answer ?? (() => this.accept());
  }

  accept(): SendOutcome {
    return { kind: "accepted", providerId: `SM${++this.#accepted}-${crypto.randomUUID()}` };
  }

  async send(message: Message): Promise<SendOutcome> {
    this.sent.push({ at: this.#env.monotonic(), message });
    return await this.answer(message, this.sent.length);
  }

  async find(message: Message): Promise<FindOutcome> {
    this.asked.push(message);
    return await this.found(message);
  }
}
