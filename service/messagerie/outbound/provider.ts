/**
 * What the queue asks of a channel's provider. Adapters stand on the server's floor and do the network; the rules of
 * sending are here and know none of it.
 * @module
 */
import type { DeliveryCode } from "./delivery_codes.ts";

/** An e-mail, ready to leave. */
export interface EmailMessage {
  readonly recipient: string;
  /** Names the message whatever happens: the same for every attempt. Becomes the local part of Message-ID. */
  readonly key: string;
  /** Name shown beside the sending address, unless the address has one of its own. */
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Message-IDs of the conversation's earlier e-mails, oldest first. */
  readonly references: readonly string[];
}

/** An SMS, or one part of a long one. */
export interface SmsMessage {
  readonly recipient: string;
  readonly text: string;
  /** Echoed by the provider in its status calls. */
  readonly messageId: string;
  readonly part: number;
}

/** How handing a message over ended. */
export type SendOutcome =
  /** The provider has it, under this id. `guessed`: it was found there, by its text, after an attempt was cut short. */
  | { readonly kind: "accepted"; readonly providerId: string; readonly guessed?: boolean }
  /** It will never take it. */
  | { readonly kind: "refused"; readonly code: DeliveryCode }
  /** It did not take it this time, surely. `afterMs`: when it asks to be left alone for longer than the schedule. */
  | { readonly kind: "later"; readonly code: DeliveryCode; readonly afterMs?: number }
  /** It may have taken it. */
  | { readonly kind: "unknown"; readonly code: DeliveryCode };

/** A message that the provider has and that may be the one looked for. */
export interface Candidate {
  readonly providerId: string;
  /** When the provider got it, by its own clock. Milliseconds since the epoch. */
  readonly at: number;
}

/** What the provider has; or that it could not be asked. */
export type FindOutcome =
  | { readonly kind: "found"; readonly candidates: readonly Candidate[] }
  | { readonly kind: "unknown"; readonly code: DeliveryCode };

/** A channel's provider. Expected failures are outcomes; what is thrown is a bug and counts as `unknown`. */
export interface OutboundProvider<Message> {
  /** Hands the message over. Ends soon after `signal` is aborted. */
  send(message: Message, signal: AbortSignal): Promise<SendOutcome>;
  /**
   * Looks for messages of the same sender, recipient and text, after an attempt that was cut short. Absent where the
   * protocol has no such question (SMTP): then the message is sent again under the same key.
   */
  find?(message: Message, signal: AbortSignal): Promise<FindOutcome>;
}

/** The channels that this process can send on. */
export interface OutboundProviders {
  readonly email?: OutboundProvider<EmailMessage> | undefined;
  readonly sms?: OutboundProvider<SmsMessage> | undefined;
}
