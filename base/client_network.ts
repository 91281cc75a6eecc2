/**
 * Where a request comes from: the peer's address, or behind a reverse proxy that is believed, the one that the proxy adds
 * at the end of `X-Forwarded-For`. What stands before it was written by anybody. It serves for limits alone, and is given
 * as they count it, so that none can count single IPv6 addresses by mistake.
 * @module
 */
import { networkOf, plainAddress } from "./network_of.ts";

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|0:0:0:0:0:0:0:1)$/;
const ADDRESS = /^[0-9a-f.:]{2,45}$/;
/** Some proxies add the port: each connection would be another address. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** The client's network (see {@linkcode networkOf}); `proxies`: addresses that are believed besides this machine's own. */
export function clientNetwork(
  peer: string,
  forwarded: string | null,
  proxies: readonly string[],
): string {
  const from = plainAddress(peer);
  if (forwarded === null || !(LOOPBACK.test(from) || proxies.some((proxy) => plainAddress(proxy) === from))) {
    return networkOf(peer);
  }
  const last = forwarded.split(",").at(-1)?.trim() ?? "";
  const [, bracketed, dotted] = WITH_PORT.exec(last) ?? [];
  const client = plainAddress(bracketed ?? dotted ?? last);
  return networkOf(ADDRESS.test(client) ? client : peer);
}
