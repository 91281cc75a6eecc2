/**
 * The record of a nack that is to be sent.
 * @module
 */
import { newId, newShortId } from "../ids.ts";
import type { NackBody } from "../payload.ts";
import type { Core } from "./core.ts";
import type { EndpointRecord } from "./records.ts";

/** A nack to `to`, to be written down. */
export function nackRecord(core: Pick<Core, "env">, to: string, body: NackBody): EndpointRecord {
  const { env } = core;
  return {
    t: "out",
    message: {
      id: newShortId(env),
      // Receipts and nacks belong to no conversation.
      conversation: newId("conversation", env),
      at: env.now(),
      audience: { to: "endpoint", endpoint: to },
      content: { kind: "nack", body },
    },
    recipients: [to],
  };
}
