/**
 * The kinds of file that a question takes, as people name them. Pure.
 * @module
 */
import { words } from "./words.ts";

/** `accept` is as in HTML: extensions and media types. A type that has no short name is told as it is. */
export function acceptText(accept: readonly string[]): string {
  const { families } = words.value;
  return accept.map((entry) => {
    const [family = "", kind] = entry.toLowerCase().split("/");
    if (kind === "*" && Object.hasOwn(families, family)) return families[family as keyof typeof families];
    return kind !== undefined && /^[a-z0-9]{2,4}$/.test(kind) ? kind.toUpperCase() : entry;
  }).join(", ");
}
