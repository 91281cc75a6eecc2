/**
 * What may be written into the outbox: only what can be sealed for every recipient, whatever its counter will be. Something
 * else would fail where nobody is there to be told, or make the relay end the connection each time.
 * @module
 */
import { ChannelFault } from "../fault.ts";
import { AgentId, ConversationId, EndpointId, ShortId } from "../ids.ts";
import { MAX_ROSTER_VERSION } from "../limits.ts";
import { encodePayload, type Payload } from "../payload.ts";
import { SendFault } from "./api.ts";
import type { OutgoingMessage } from "./records.ts";

const HASH = "A".repeat(43);

/** @throws {SendFault} INVALID, TOO_LARGE */
export function checkDraft({ id, conversation, at, audience, content }: OutgoingMessage): void {
  const addressed = audience.to === "devices" ||
    (audience.to === "agent" && AgentId.safeParse(audience.agent).success) ||
    (audience.to === "endpoint" && EndpointId.safeParse(audience.endpoint).success);
  if (!addressed || !ShortId.safeParse(id).success || !ConversationId.safeParse(conversation).success) {
    throw new SendFault("INVALID");
  }
  const longest: Payload = {
    ...content,
    ...(audience.to === "agent" ? { agent: audience.agent } : {}),
    v: 1,
    id,
    n: Number.MAX_SAFE_INTEGER,
    at,
    roster: { version: MAX_ROSTER_VERSION, hash: HASH },
  };
  try {
    encodePayload(longest);
  } catch (error) {
    throw new SendFault(
      error instanceof ChannelFault && error.code === "TOO_LARGE" ? "TOO_LARGE" : "INVALID",
    );
  }
}
