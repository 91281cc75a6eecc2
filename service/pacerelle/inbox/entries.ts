/**
 * What the inbox keeps, and the journal records that it adds to the endpoint's own (wire/endpoint/records.ts). Values are
 * immutable: a change is a new value, so that a snapshot may be read while records come in.
 * @module
 */
import type { SendState } from "../../../wire/endpoint/api.ts";
import type { MessageBody } from "../../../wire/payload.ts";
import type { Widget } from "../../../wire/widget.ts";
import type { AnswerRefusal, WidgetAnswer } from "../../../wire/widget_answer.ts";

/** Who wrote a request: the account, how the person is called, and on which device it was written. */
export interface Author {
  readonly id: string;
  readonly name: string;
  readonly device: string;
}

/** What a person wrote, or answered to a widget. Times in milliseconds since the Unix epoch. */
export interface Request {
  readonly kind: "request";
  /** Place in the inbox; only grows. */
  readonly seq: number;
  readonly id: string;
  readonly conversation: string;
  readonly from: Author;
  /** When it was written, by the device's clock. */
  readonly at: number;
  readonly text: string;
  readonly attachments?: MessageBody["attachments"];
  /** The message that it answers. */
  readonly re?: string;
  readonly answer?: WidgetAnswer;
  /** Where files of it were saved, by their ids. */
  readonly saved?: Readonly<Record<string, string>>;
  /** When it was marked; absent while it is pending. */
  readonly processedAt?: number;
}

/** What the assistant sent. */
export interface Reply {
  readonly kind: "reply";
  readonly seq: number;
  readonly id: string;
  readonly conversation: string;
  /** The request that it answers. */
  readonly source: string;
  readonly at: number;
  readonly text?: string;
  readonly attachments?: MessageBody["attachments"];
  readonly widget?: SentWidget;
  readonly state: SendState;
  readonly stateAt: number;
  /** Why it was refused. */
  readonly code?: string;
  /** Message id of the answer to the widget that counts. */
  readonly answeredBy?: string;
}

/** A widget on its way has its id. */
export type SentWidget = Widget & { readonly id: string };

/** Anything in the history. */
export type Entry = Request | Reply;

/** Progress of a request, as the assistant saved it. */
export interface Checkpoint {
  readonly sourceMessageId: string;
  readonly summary: string;
  readonly nextAction: string;
  readonly at: number;
}

/** An answer that does not count, whose device has yet to be told. */
export interface RefusedAnswer {
  readonly id: string;
  readonly device: string;
  readonly conversation: string;
  readonly reason: AnswerRefusal;
}

/** The inbox's own records. */
export type InboxRecord =
  | { readonly t: "processed"; readonly ids: readonly string[]; readonly at: number }
  | { readonly t: "checkpoint"; readonly checkpoint: Checkpoint }
  | { readonly t: "answer-told"; readonly id: string }
  | { readonly t: "file-saved"; readonly request: string; readonly file: string; readonly path: string }
  // What a snapshot writes beside the above.
  | {
    readonly t: "inbox";
    readonly seq: number;
    readonly lastId: string;
    readonly agentName: string | null;
    readonly lastReceivedAt: number | null;
  }
  | { readonly t: "entry"; readonly entry: Entry }
  | { readonly t: "answer-refused"; readonly answer: RefusedAnswer };
