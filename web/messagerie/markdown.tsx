/**
 * Light Markdown as nodes, for the desk and the widget: what is no bold, italic, list or link is text, whatever it looks
 * like. No HTML is ever parsed (contract: messagerie §3 `send_reply`).
 * @module
 */
import type { ComponentChildren } from "preact";
import { type Block, type Inline, parseMarkdown } from "../../service/messagerie/markdown.ts";

/** How a page shows a link whose words are `children`. */
export type ShowLink = (
  link: Extract<Inline, { readonly type: "link" }>,
  children: ComponentChildren,
) => ComponentChildren;

/** The nodes of a text. */
export function renderMarkdown(text: string, showLink: ShowLink): ComponentChildren {
  const inlinesOf = (nodes: readonly Inline[]) => nodes.map(inlineOf);

  function inlineOf(node: Inline): ComponentChildren {
    switch (node.type) {
      case "text":
        return node.text;
      case "strong":
        return <strong>{inlinesOf(node.children)}</strong>;
      case "emphasis":
        return <em>{inlinesOf(node.children)}</em>;
      case "link":
        return showLink(node, inlinesOf(node.children));
    }
  }

  function blockOf(block: Block): ComponentChildren {
    if (block.type === "paragraph") {
      return (
        <p dir="auto">{block.lines.map((line, at) => [at > 0 && <br key={at} />, ...inlinesOf(line)])}</p>
      );
    }
    const items = block.items.map((item, at) => <li key={at} dir="auto">{inlinesOf(item)}</li>);
    return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
  }

  return parseMarkdown(text).map(blockOf);
}
