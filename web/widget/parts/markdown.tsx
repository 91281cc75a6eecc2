/**
 * Light Markdown as nodes: what is no bold, italic, list or link is text, whatever it looks like. No HTML is ever parsed
 * (contract: messagerie §3 `send_reply`).
 * @module
 */
import type { ComponentChildren } from "preact";
import { type Block, type Inline, parseMarkdown } from "../../../service/messagerie/markdown.ts";

/** A text of the desk's. */
export function Markdown({ text }: { readonly text: string }) {
  return <>{parseMarkdown(text).map(blockOf)}</>;
}

function blockOf(block: Block): ComponentChildren {
  if (block.type === "paragraph") {
    return (
      <p dir="auto">
        {block.lines.map((line, index) => [index > 0 && <br key={index} />, ...line.map(inlineOf)])}
      </p>
    );
  }
  const items = block.items.map((item, index) => <li key={index} dir="auto">{item.map(inlineOf)}</li>);
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function inlineOf(node: Inline): ComponentChildren {
  switch (node.type) {
    case "text":
      return node.text;
    case "strong":
      return <strong>{node.children.map(inlineOf)}</strong>;
    case "emphasis":
      return <em>{node.children.map(inlineOf)}</em>;
    case "link":
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {node.children.map(inlineOf)}
        </a>
      );
  }
}
