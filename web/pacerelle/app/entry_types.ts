/**
 * The entries of a conversation as pages see them, and where each of the person's own stands. Plain immutable data.
 * @module
 */
import type { Attachment } from "../../../wire/attachment.ts";
import type { Widget } from "../../../wire/widget.ts";
import type { AnswerValue } from "../../../wire/widget_answer.ts";
import type { Told, Words } from "./told.ts";

/**
 * Where an own message stands; never more than the relay or the agent has said.
 * - `here`: kept on this device, leaves by itself
 * - `uncertain`: handed over without an answer; asked about after reconnecting
 * - `relay`: the relay keeps it for the agent
 * - `received`, `processed`: the agent said so, sealed
 * - `refused`: it will not arrive, or does not count; `refusal` tells why
 * - `elsewhere`: written on another device of the account, which alone is told how far it came
 */
export type StandingState =
  | "here"
  | "uncertain"
  | "relay"
  | "received"
  | "processed"
  | "refused"
  | "elsewhere";

export interface Standing {
  readonly state: StandingState;
  readonly words: Words;
  readonly refusal: Told | null;
}

/** The answer that stands to a question. */
export interface AnswerView {
  /** Id of the answering entry. */
  readonly id: string;
  readonly at: number;
  readonly value: AnswerValue;
  readonly isCancelled: boolean;
  /** Given on this device. */
  readonly isHere: boolean;
  readonly standing: Standing;
}

interface EntryHead {
  readonly id: string;
  readonly agent: string;
  readonly at: number;
  /** Written by the person, on this or another device. */
  readonly isMine: boolean;
  /** Null for what the agent wrote. */
  readonly standing: Standing | null;
  /** Of the agent's: shown to the person already. */
  readonly isSeen: boolean;
  /** The entry that this one answers. */
  readonly re: string | null;
}

/** A text. Markdown of the agent's is hostile text until it is rendered safely. */
export interface MessageEntry extends EntryHead {
  readonly kind: "message";
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A question, or a progress bar (as of its last update). */
export interface WidgetEntry extends EntryHead {
  readonly kind: "widget";
  readonly widget: Widget & { readonly id: string };
  readonly answer: AnswerView | null;
  /** Whether an answer can be given now. */
  readonly isOpen: boolean;
}

/** An answer stands in the conversation too, where it was given. */
export interface AnswerEntry extends EntryHead {
  readonly kind: "answer";
  readonly value: AnswerValue;
  readonly isCancelled: boolean;
}

export type EntryView = MessageEntry | WidgetEntry | AnswerEntry;
