/**
 * Markdown as nodes of the page, never as HTML. A link says where it truly leads, and takes nothing along.
 * @module
 */
import { Fragment } from "preact";
import { OutwardLink } from "../../kit/outward_link.tsx";
import { createWords } from "../../kit/words.ts";
import { CodeBlock } from "./code_block.tsx";
import { type Block, type Inline, type ListItem, parseMarkdown, wordsOf } from "./parse_markdown.ts";

const words = createWords({
  fr: { done: "fait", open: "à faire" },
  en: { done: "done", open: "to do" },
});

/** A text as it is shown. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div class="markdown">
      <Blocks of={parseMarkdown(text)} />
    </div>
  );
}

function Blocks({ of }: { readonly of: readonly Block[] }) {
  return <>{of.map((block, at) => <BlockView key={at} block={block} />)}</>;
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case "paragraph":
      return (
        <p dir="auto">
          <Inlines of={block.of} />
        </p>
      );
    case "heading":
      // A part of a message is none of the page's own headings.
      return (
        <p class="markdown-heading" data-level={Math.min(block.level, 3)} dir="auto">
          <strong>
            <Inlines of={block.of} />
          </strong>
        </p>
      );
    case "code":
      return <CodeBlock language={block.language} text={block.text} />;
    case "quote":
      return (
        <blockquote>
          <Blocks of={block.of} />
        </blockquote>
      );
    case "list": {
      const items = block.items.map((item, at) => <Item key={at} item={item} />);
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case "table":
      return (
        <div class="markdown-table" tabIndex={0} role="group">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col" dir="auto">
                    <Inlines of={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column} dir="auto">
                      <Inlines of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "rule":
      return <hr />;
  }
}

function Item({ item: { isDone, of } }: { readonly item: ListItem }) {
  const t = words.value;
  return (
    <li>
      {isDone !== null && (
        <span class="markdown-box" role="img" aria-label={isDone ? t.done : t.open}>
          {isDone ? "☑" : "☐"}
        </span>
      )}
      <Blocks of={of} />
    </li>
  );
}

function Inlines({ of }: { readonly of: readonly Inline[] }) {
  return (
    <>
      {of.map((node, at) => (
        <Fragment key={at}>
          <InlineView node={node} />
        </Fragment>
      ))}
    </>
  );
}

function InlineView({ node }: { readonly node: Inline }) {
  switch (node.type) {
    case "text":
      return <>{node.text}</>;
    case "code":
      return <code>{node.text}</code>;
    case "break":
      return <br />;
    case "strong":
      return (
        <strong>
          <Inlines of={node.of} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines of={node.of} />
        </em>
      );
    case "deleted":
      return (
        <del>
          <Inlines of={node.of} />
        </del>
      );
    case "link":
      return (
        <OutwardLink href={node.href} words={wordsOf(node.of)}>
          <Inlines of={node.of} />
        </OutwardLink>
      );
  }
}
