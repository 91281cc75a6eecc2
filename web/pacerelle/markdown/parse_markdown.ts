/**
 * Markdown as a small tree of our own. Whatever an agent sends is hostile: HTML stays text, a link leads to the web or to a
 * mail and nowhere else, an image is a link, what is nested too deep is text. Pure.
 * @module
 */
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";

/** What stands within a line. */
export type Inline =
  | { readonly type: "text" | "code"; readonly text: string }
  | { readonly type: "strong" | "emphasis" | "deleted"; readonly of: readonly Inline[] }
  | { readonly type: "link"; readonly href: string; readonly of: readonly Inline[] }
  | { readonly type: "break" };

/** What stands by itself. */
export type Block =
  | { readonly type: "paragraph"; readonly of: readonly Inline[] }
  | { readonly type: "heading"; readonly level: number; readonly of: readonly Inline[] }
  | { readonly type: "code"; readonly language: string; readonly text: string }
  | { readonly type: "quote"; readonly of: readonly Block[] }
  | { readonly type: "list"; readonly start: number | null; readonly items: readonly ListItem[] }
  | { readonly type: "table"; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly type: "rule" };

/** An item; `isDone` where it is a box to tick, which nobody can tick here. */
export interface ListItem {
  readonly isDone: boolean | null;
  readonly of: readonly Block[];
}

/** A cell of a table. */
export type Cell = readonly Inline[];

/** Deeper nesting is shown as it was written: it means nothing to a reader, and costs. */
const MAX_DEPTH = 8;
/** A quote within so many others: its sign is made a plain one, since the parser would give up on thousands. */
const DEEP_QUOTE = /^((?:[ \t]*>){9}[ \t]*)(?=>)/gm;
/** Trees that are kept: what is on the screen, and a little around it. */
const KEPT = 200;
const kept = new Map<string, readonly Block[]>();

/** The tree of a text. */
export function parseMarkdown(text: string): readonly Block[] {
  const known = kept.get(text);
  if (known) return known;
  const tree = parse(text);
  kept.set(text, tree);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return tree;
}

function parse(text: string): readonly Block[] {
  try {
    return blocksOf(lexer(text.replace(DEEP_QUOTE, "$1\\"), { gfm: true, breaks: true }), 0);
  } catch {
    // So deep that the parser gave up.
    return [{ type: "paragraph", of: [{ type: "text", text }] }];
  }
}

function blocksOf(tokens: readonly Token[], depth: number): readonly Block[] {
  return tokens.flatMap((token) => blockOf(token as MarkedToken, depth));
}

const asWritten = ({ raw }: { readonly raw: string }): Block => ({
  type: "paragraph",
  of: [{ type: "text", text: raw.trim() }],
});

function blockOf(token: MarkedToken, depth: number): readonly Block[] {
  if (depth > MAX_DEPTH) return [asWritten(token)];
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return [{ type: "heading", level: token.depth, of: inlinesOf(token.tokens, 0) }];
    case "code":
      return [{ type: "code", language: /^[\w+#.-]*/.exec(token.lang ?? "")?.[0] ?? "", text: token.text }];
    case "blockquote":
      return [{ type: "quote", of: blocksOf(token.tokens, depth + 1) }];
    case "list":
      return [{
        type: "list",
        start: token.ordered ? Number(token.start) : null,
        items: token.items.map((item) => itemOf(item, depth + 1)),
      }];
    case "table":
      return [{
        type: "table",
        head: token.header.map((cell) => inlinesOf(cell.tokens, 0)),
        rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens, 0))),
      }];
    case "hr":
      return [{ type: "rule" }];
    case "paragraph":
    case "text":
      return [{ type: "paragraph", of: inlinesOf(token.tokens ?? [token], 0) }];
    default:
      return [asWritten(token)];
  }
}

function itemOf({ task, checked, tokens }: Tokens.ListItem, depth: number): ListItem {
  return { isDone: task ? checked === true : null, of: blocksOf(tokens, depth) };
}

function inlinesOf(tokens: readonly Token[], depth: number): readonly Inline[] {
  return tokens.flatMap((token) => inlineOf(token as MarkedToken, depth));
}

function inlineOf(token: MarkedToken, depth: number): readonly Inline[] {
  if (depth > MAX_DEPTH) return [{ type: "text", text: token.raw }];
  switch (token.type) {
    case "text":
      return token.tokens
        ? inlinesOf(token.tokens, depth + 1)
        : [{ type: "text", text: unescape(token.text) }];
    case "escape":
      return [{ type: "text", text: unescape(token.text) }];
    case "strong":
      return [{ type: "strong", of: inlinesOf(token.tokens, depth + 1) }];
    case "em":
      return [{ type: "emphasis", of: inlinesOf(token.tokens, depth + 1) }];
    case "del":
      return [{ type: "deleted", of: inlinesOf(token.tokens, depth + 1) }];
    case "codespan":
      return [{ type: "code", text: unescape(token.text) }];
    case "br":
      return [{ type: "break" }];
    case "checkbox":
      return [];
    case "link":
      return linkOf(token.href, inlinesOf(token.tokens, depth + 1), token.raw);
    case "image":
      // Nothing is fetched because somebody wrote an address.
      return linkOf(token.href, [{ type: "text", text: unescape(token.text) }], token.raw);
    default:
      return [{ type: "text", text: token.raw }];
  }
}

function linkOf(href: string, of: readonly Inline[], raw: string): readonly Inline[] {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url === undefined || !["https:", "http:", "mailto:"].includes(url.protocol)) {
    return [{ type: "text", text: raw }];
  }
  // A name and a password before the host are there to be taken for the host.
  if (url.username !== "" || url.password !== "") return [{ type: "text", text: raw }];
  return [{ type: "link", href: url.href, of }];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Where the parser has made text ready for HTML, it is made text again. */
function unescape(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The words of a part, without what they look like. */
export function wordsOf(nodes: readonly Inline[]): string {
  return nodes.map((node) => "text" in node ? node.text : "of" in node ? wordsOf(node.of) : " ").join("");
}
