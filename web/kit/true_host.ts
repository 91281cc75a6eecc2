/**
 * Where a link truly leads, where its words do not say so themselves. Pure.
 * @module
 */

/**
 * The host (or the address of an e-mail link) to show after the words; undefined when the words are the address to the
 * letter: anything else may mislead. Other scripts stand in it as the network knows them (`xn--…`), so that no letter looks
 * like another.
 */
export function trueHost(href: string, words: string): string | undefined {
  const url = new URL(href);
  const said = words.trim();
  if (url.protocol === "mailto:") {
    const address = decode(url.pathname);
    return said === address || said === href ? undefined : address;
  }
  const isSame = URL.canParse(said) && new URL(said).href === href && said.includes(url.host);
  return isSame ? undefined : url.host;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
