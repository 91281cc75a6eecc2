/**
 * Where a request comes from: the peer's address, or behind a reverse proxy that is believed, the one that the proxy adds
 * at the end of `X-Forwarded-For`. What stands before it was written by anybody. It serves for limits alone.
 * @module
 */

/** Without the form in which IPv4 is written as IPv6. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1)$/;
const ADDRESS = /^[0-9a-f.:]{2,45}$/;

/** The client's address; `proxies`: addresses that are believed besides this machine's own. */
export function clientAddress(
  peer: string,
  forwarded: string | null,
  proxies: readonly string[],
): string {
  const from = plain(peer);
  if (forwarded === null || !(LOOPBACK.test(from) || proxies.some((proxy) => plain(proxy) === from))) {
    return peer;
  }
  const last = plain(forwarded.split(",").at(-1) ?? "");
  return ADDRESS.test(last) ? last : peer;
}
