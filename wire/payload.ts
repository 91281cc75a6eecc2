/**
 * What is sealed: checked with the same schema before sealing and after opening (contract: channel, An envelope).
 * @module
 */
import * as z from "zod/mini";
import { type Bytes, fromUtf8, utf8 } from "./bytes.ts";
import { ChannelFault } from "./fault.ts";
import { base64urlOf } from "./identity.ts";
import { AgentId, ConversationId, EndpointId, ShortId } from "./ids.ts";
import { MacedCard } from "./card.ts";
import { MAX_AGENTS, MAX_ITEMS, MAX_TEXT } from "./limits.ts";
import { pad, unpad } from "./padding.ts";
import { RosterClaim } from "./roster.ts";
import { boundedText, ProgressUpdate, Widget, WidgetItemId } from "./widget.ts";
import { Attachments } from "./attachment.ts";
import { WidgetAnswer } from "./widget_answer.ts";

/** A widget on its way has its id. */
export const SentWidget = z.intersection(Widget, z.object({ id: WidgetItemId }));

/** Text from a person or an assistant; files may come without one. */
export const MessageBody = z.object({
  text: boundedText(MAX_TEXT),
  attachments: z.optional(Attachments),
  /** How the person is called, when a device says so. */
  author: z.optional(boundedText(100, 1)),
}).check(
  z.refine(
    ({ text, attachments }) => text.trim() !== "" || attachments !== undefined,
    "neither text nor files",
  ),
);
export type MessageBody = z.output<typeof MessageBody>;

/** How far messages came at the other end. `received`: durably stored. `processed` comes from agents, `read` from devices. */
const RECEIPT_STATES = ["received", "processed", "read"] as const;
export const ReceiptBody = z.object({
  ids: z.array(ShortId).check(z.minLength(1), z.maxLength(MAX_ITEMS)),
  state: z.enum(RECEIPT_STATES),
});
export type ReceiptBody = z.output<typeof ReceiptBody>;

/**
 * Why a message was not taken. `no-key`: seal it again to a fresh prekey, same id. `missing`: counters show a gap, send
 * what lies between again. `gone`: of what was missing, this is not here any more and will not come. `closed`, `foreign`, `invalid`: an answer that does not count. `unsupported`: of the future.
 */
export const NACK_REASONS = [
  "no-key",
  "missing",
  "gone",
  "closed",
  "foreign",
  "invalid",
  "unsupported",
] as const;
const isAboutRange = (reason: typeof NACK_REASONS[number]) => reason === "missing" || reason === "gone";
export const NackBody = z.object({
  /** The message, where its id is known. */
  id: z.optional(ShortId),
  reason: z.enum(NACK_REASONS),
  /** For `missing` and `gone`: the first and last counter that did not arrive. */
  range: z.optional(z.object({ from: z.int().check(z.gte(1)), to: z.int().check(z.gte(1)) })),
}).check(
  z.refine(
    (body) => isAboutRange(body.reason) === (body.range !== undefined),
    "range goes with missing and gone",
  ),
  z.refine((body) => isAboutRange(body.reason) !== (body.id !== undefined), "id goes with the other reasons"),
);
export type NackBody = z.output<typeof NackBody>;

const entryOf = <Kind extends string, Body extends z.ZodMiniType>(kind: Kind, body: Body) =>
  z.object({
    id: ShortId,
    conversation: ConversationId,
    agent: AgentId,
    from: EndpointId,
    at: z.int().check(z.gte(0)),
    re: z.optional(ShortId),
    kind: z.literal(kind),
    body,
  });

/** One entry of the history that a device passes on to a new one. */
export const HistoryEntry = z.discriminatedUnion("kind", [
  entryOf("message", MessageBody),
  entryOf("widget", SentWidget),
  entryOf("answer", WidgetAnswer),
]);
export type HistoryEntry = z.output<typeof HistoryEntry>;

/**
 * What devices tell each other of an agent; the agent itself gets its name alone. The pairing key goes to devices, so
 * that each can check the card's MAC; the card, when it is pinned already.
 */
export const SharedAgent = z.object({
  id: AgentId,
  name: boundedText(100, 1),
  pairingKey: z.optional(base64urlOf(32)),
  card: z.optional(MacedCard),
});
export type SharedAgent = z.output<typeof SharedAgent>;

/** A chunk of history; `part` counts from 1. */
export const HistoryBody = z.object({
  part: z.int().check(z.gte(1), z.lte(10_000)),
  parts: z.int().check(z.gte(1), z.lte(10_000)),
  entries: z.array(HistoryEntry).check(z.maxLength(1_000)),
  agents: z.array(SharedAgent).check(z.maxLength(MAX_AGENTS)),
}).check(z.refine((body) => body.part <= body.parts, "part above parts"));
export type HistoryBody = z.output<typeof HistoryBody>;

const payloadOf = <Kind extends string, Body extends z.ZodMiniType>(kind: Kind, body: Body) =>
  z.object({
    v: z.literal(1),
    /** The envelope's message id. */
    id: ShortId,
    /** The envelope's counter. */
    n: z.int().check(z.gte(1)),
    at: z.int().check(z.gte(0)),
    /** The roster that the sender holds: a relay that hides a newer one is found out by it. */
    roster: RosterClaim,
    /** The message that this one answers. */
    re: z.optional(ShortId),
    /** On a copy between devices: the agent whose conversation this is. */
    agent: z.optional(AgentId),
    kind: z.literal(kind),
    body,
  });

/** Anything that is sealed. */
export const Payload = z.discriminatedUnion("kind", [
  payloadOf("message", MessageBody),
  payloadOf("widget", SentWidget),
  payloadOf("answer", WidgetAnswer),
  payloadOf("receipt", ReceiptBody),
  payloadOf("progress", ProgressUpdate),
  payloadOf("nack", NackBody),
  payloadOf("history", HistoryBody),
]);
export type Payload = z.output<typeof Payload>;

/**
 * The padded bytes to seal.
 * @throws {ChannelFault} PAYLOAD_INVALID, TOO_LARGE
 */
export function encodePayload(payload: Payload): Bytes {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) throw new ChannelFault("PAYLOAD_INVALID");
  return pad(utf8(JSON.stringify(parsed.data)));
}

/**
 * Reads padded bytes that were opened.
 * @throws {ChannelFault} PAYLOAD_INVALID
 */
export function decodePayload(padded: Bytes): Payload {
  const content = unpad(padded);
  try {
    return Payload.parse(JSON.parse(fromUtf8(content)));
  } catch {
    // Without its cause: a parse error quotes what it could not read.
    throw new ChannelFault("PAYLOAD_INVALID");
  }
}
