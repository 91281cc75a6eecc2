/**
 * Where a link truly leads, where its words do not say so themselves. Pure.
 * @module
 */
import type { Inline } from "../../../../service/messagerie/markdown.ts";

type Link = Extract<Inline, { readonly type: "link" }>;

function wordsOf(nodes: readonly Inline[]): string {
  return nodes.map((node) => node.type === "text" ? node.text : wordsOf(node.children)).join("");
}

/**
 * The host (or the address of an e-mail link) to show after the words; undefined when the words are the address. Other
 * scripts stand in it as the network knows them (`xn--…`), so that no letter looks like another.
 */
export function trueHost({ href, children }: Link): string | undefined {
  const url = new URL(href);
  const words = wordsOf(children).trim();
  if (url.protocol === "mailto:") {
    const address = decode(url.pathname);
    return words === address || words === href ? undefined : address;
  }
  // Only words that are the address to the letter need no help: anything else may mislead.
  return URL.canParse(words) && new URL(words).href === href && words.includes(url.host)
    ? undefined
    : url.host;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
