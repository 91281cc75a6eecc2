/**
 * A link that somebody else wrote: it says where it truly leads, and takes nothing along.
 * @module
 */
import type { ComponentChildren } from "preact";
import { kitWords } from "./kit_words.ts";
import { trueHost } from "./true_host.ts";

/** `words`: what `children` say, without what they look like. */
export function OutwardLink({ href, words, children }: {
  readonly href: string;
  readonly words: string;
  readonly children: ComponentChildren;
}) {
  const host = trueHost(href, words);
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
        <bdi>{children}</bdi>
      </a>
      {host !== undefined && (
        <span class="link-host" title={kitWords.value.leadsTo(host)}>
          {" ("}
          <bdi>{host}</bdi>)
        </span>
      )}
    </>
  );
}
