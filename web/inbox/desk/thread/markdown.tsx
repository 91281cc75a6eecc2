/**
 * Light Markdown as the desk shows it: a link says where it truly leads.
 * @module
 */
import type { Inline } from "../../../../service/messagerie/markdown.ts";
import { OutwardLink } from "../../../kit/outward_link.tsx";
import { renderMarkdown, type ShowLink } from "../../../messagerie/markdown.tsx";

/** A text as it is shown. */
export function Markdown({ text }: { readonly text: string }) {
  return <div class="markdown">{renderMarkdown(text, showLink)}</div>;
}

const showLink: ShowLink = (link, children) => (
  <OutwardLink href={link.href} words={wordsOf(link.children)}>{children}</OutwardLink>
);

function wordsOf(nodes: readonly Inline[]): string {
  return nodes.map((node) => node.type === "text" ? node.text : wordsOf(node.children)).join("");
}
