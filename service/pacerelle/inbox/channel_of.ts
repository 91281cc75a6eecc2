/**
 * The endpoint as the inbox sees it.
 * @module
 */
import { type Endpoint, SendFault } from "../../../wire/endpoint/api.ts";
import { Stopped } from "../../../wire/endpoint/core.ts";
import type { EndpointState } from "../../../wire/endpoint/state.ts";
import type { Channel } from "./inbox.ts";

/** The channel over an endpoint and its state. An endpoint that stops meanwhile is a send that was not written. */
export function channelOf(endpoint: Endpoint, { outbox }: EndpointState): Channel {
  return {
    self: endpoint.self,
    files: endpoint.files,
    get status() {
      return endpoint.status;
    },
    get alerts() {
      return endpoint.alerts;
    },
    get outbox() {
      return [...outbox.entries()].map(({ message }) => message);
    },
    send: async (draft, options) => {
      try {
        return await endpoint.send(draft, options);
      } catch (error) {
        throw error instanceof Stopped ? new SendFault("STOPPED") : error;
      }
    },
    sendStateOf: (id) => endpoint.sendStateOf(id),
  };
}
