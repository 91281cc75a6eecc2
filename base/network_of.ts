/**
 * Addresses as limits count them. One customer of an IPv6 provider has 2^64 addresses and more, so that the half which all
 * of them begin with counts as one; IPv4 that is written as IPv6 is IPv4.
 * @module
 */

/** Of an IPv6 address the eight groups of 16 bits, whichever way it is written; undefined for anything else. */
function groupsOf(address: string): readonly number[] | undefined {
  const [, text] = /^([0-9a-f:.]{2,45})(?:%.*)?$/s.exec(address) ?? [];
  // WHATWG URL says which text is an address, and writes each in one way (RFC 5952, without dots).
  const plain = text?.includes(":") ? URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) : undefined;
  if (plain === undefined) return undefined;
  const [before = [], after = []] = plain.split("::").map((side) => side === "" ? [] : side.split(":"));
  const between = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...between, ...after].map((group) => parseInt(group, 16));
}

/** An address in its one form: IPv4 with dots, IPv6 in eight groups. What is none comes back in lower case. */
export function plainAddress(address: string): string {
  const text = address.trim().toLowerCase();
  const groups = groupsOf(text);
  if (groups === undefined) return text;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).every((group, at) => group === (at === 5 ? 0xffff : 0));
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  return groups.map((group) => group.toString(16)).join(":");
}

/** What limits count an address as: an IPv4 address is itself, an IPv6 one its /64. */
export function networkOf(address: string): string {
  const groups = plainAddress(address).split(":");
  return groups.length === 8 ? `${groups.slice(0, 4).join(":")}::/64` : groups.join(":");
}
