/**
 * Makes an endpoint over a state and a journal.
 * @module
 */
import type { Endpoint, EndpointOptions } from "./api.ts";
import { ChannelEndpoint } from "./endpoint.ts";
import { sweepShelf } from "./uploads.ts";
import { identityOf } from "./identity_record.ts";

/**
 * An endpoint, not connected yet: call `start`.
 * @throws {RangeError} when the state has no identity and none is given.
 */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const identity = options.identity ?? await identityOf(options.state);
  const { self } = options.state;
  if (identity === undefined || self === undefined) throw new RangeError("the state has no identity");
  if (options.files) await sweepShelf(options, options.files);
  return new ChannelEndpoint({ ...options, identity, self });
}
