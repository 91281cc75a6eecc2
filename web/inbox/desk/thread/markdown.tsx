/**
 * Light Markdown as nodes of the page, never as HTML. A link says where it truly leads, and takes nothing along.
 * @module
 */
import { type Block, type Inline, parseMarkdown } from "../../../../service/messagerie/markdown.ts";
import { deskWords } from "../words.ts";
import { trueHost } from "./true_host.ts";

/** A text as it is shown. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div class="markdown">{parseMarkdown(text).map((block, at) => <BlockView key={at} block={block} />)}</div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.type === "paragraph") {
    return (
      <p dir="auto">
        {block.lines.map((line, at) => (
          <>
            {at > 0 && <br />}
            <Inlines of={line} />
          </>
        ))}
      </p>
    );
  }
  const items = block.items.map((item, at) => (
    <li key={at} dir="auto">
      <Inlines of={item} />
    </li>
  ));
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function Inlines({ of }: { readonly of: readonly Inline[] }) {
  return <>{of.map((node, at) => <InlineView key={at} node={node} />)}</>;
}

function InlineView({ node }: { readonly node: Inline }) {
  switch (node.type) {
    case "text":
      return <>{node.text}</>;
    case "strong":
      return (
        <strong>
          <Inlines of={node.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines of={node.children} />
        </em>
      );
    case "link": {
      const host = trueHost(node);
      return (
        <>
          <a href={node.href} target="_blank" rel="noopener noreferrer nofollow" title={node.href}>
            <bdi>
              <Inlines of={node.children} />
            </bdi>
          </a>
          {host !== undefined && (
            <span class="link-host" title={deskWords.value.linkTo(host)}>
              {" ("}
              <bdi>{host}</bdi>)
            </span>
          )}
        </>
      );
    }
  }
}
