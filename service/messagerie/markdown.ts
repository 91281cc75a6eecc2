/**
 * Light Markdown, as replies carry it: bold, italic, lists and links; anything else is plain text, never HTML (contract:
 * messagerie §3 `send_reply`). One parser for e-mail, SMS, widget and inbox; one pass, every repetition bounded, so hostile
 * text costs little. Imports nothing: it runs in a browser too.
 * @module
 */

/** A run of text. `href` is always an absolute http, https or mailto URL. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "strong" | "emphasis"; readonly children: readonly Inline[] }
  | { readonly type: "link"; readonly href: string; readonly children: readonly Inline[] };

/** A paragraph of lines, or a list of one-line items. */
export type Block =
  | { readonly type: "paragraph"; readonly lines: readonly (readonly Inline[])[] }
  | {
    readonly type: "list";
    readonly ordered: boolean;
    readonly start: number;
    readonly items: readonly (readonly Inline[])[];
  };

const LIST_ITEM = /^[ \t]{0,20}(?:([-*+])|(\d{1,9})[.)])[ \t]+(\S.*)$/;

/** Parses a text into blocks. Every character that is not a mark of bold, italic, list or link is kept. */
export function parseMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: (readonly Inline[])[] = [];
  let list: { ordered: boolean; start: number; items: (readonly Inline[])[] } | undefined;
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ type: "paragraph", lines });
    lines = [];
  };
  const endList = () => {
    if (list !== undefined) blocks.push({ type: "list", ...list });
    list = undefined;
  };
  for (const line of text.replaceAll("\r\n", "\n").split(/[\n\r]/)) {
    const item = LIST_ITEM.exec(line);
    if (item !== null) {
      endParagraph();
      const ordered = item[2] !== undefined;
      if (list !== undefined && list.ordered !== ordered) endList();
      list ??= { ordered, start: Number(item[2] ?? 1), items: [] };
      list.items.push(parseInline(item[3] ?? ""));
    } else {
      endList();
      if (line.trim() === "") endParagraph();
      else lines.push(parseInline(line));
    }
  }
  endParagraph();
  endList();
  return blocks;
}

// Bounded repetitions keep a run of "[" from costing more than its length times a constant.
const LINK = /\[([^[\]\n]{1,500})\]\(([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,500})?)\)/y;
const BARE_URL = /https?:\/\/[^\s<>"'«»]{1,2000}/y;
const AFTER_URL = /[.,;:!?*_)\]…]+$/;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;

/** The URL in its normal form, or null when a click on it could do anything but open a page or write an e-mail. */
function safeHref(text: string): string | null {
  try {
    const url = new URL(text);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

type Mark = "**" | "__" | "*" | "_";

interface Delimiter {
  readonly mark: Mark;
  /** Index in the output of the piece that holds the mark. */
  readonly index: number;
}

/** `links`: false inside the words of a link, since a link holds no other. */
function parseInline(line: string, links = true): readonly Inline[] {
  const out: Inline[] = [];
  const open: Delimiter[] = [];
  let text = "";
  const flush = () => {
    if (text !== "") out.push({ type: "text", text });
    text = "";
  };
  let at = 0;
  while (at < line.length) {
    const char = line[at] ?? "";
    if (links && (char === "[" || char === "h")) {
      const link = char === "[" ? linkAt(line, at) : bareUrlAt(line, at);
      if (link !== null) {
        flush();
        out.push(link.node);
        at = link.end;
        continue;
      }
    } else if (char === "*" || char === "_") {
      const mark = markAt(line, at, char, open.at(-1)?.mark);
      const before = line[at - 1] ?? " ";
      const after = line[at + mark.length] ?? " ";
      // Between two letters or digits it is a character like any other: snake_case, 2*3*4.
      const plain = WORD.test(before) && WORD.test(after);
      const opener = plain || SPACE.test(before) ? -1 : open.findLastIndex((one) => one.mark === mark);
      const start = open[opener]?.index ?? 0;
      flush();
      if (opener >= 0 && out.length > start + 1) {
        const children = out.splice(start).slice(1);
        out.push({ type: mark.length === 2 ? "strong" : "emphasis", children });
        open.length = opener;
      } else {
        if (!plain && !SPACE.test(after)) open.push({ mark, index: out.length });
        out.push({ type: "text", text: mark });
      }
      at += mark.length;
      continue;
    }
    text += char;
    at++;
  }
  flush();
  return out;
}

/** Of three marks in a row, the one that was opened last is closed first. */
function markAt(line: string, at: number, char: "*" | "_", last: Mark | undefined): Mark {
  if (line[at + 1] !== char || (line[at + 2] === char && last === char)) return char;
  return char === "*" ? "**" : "__";
}

function linkAt(line: string, at: number): { node: Inline; end: number } | null {
  LINK.lastIndex = at;
  const match = LINK.exec(line);
  const href = match === null ? null : safeHref(match[2] ?? "");
  if (match === null || href === null) return null;
  return {
    node: { type: "link", href, children: parseInline(match[1] ?? "", false) },
    end: LINK.lastIndex,
  };
}

function bareUrlAt(line: string, at: number): { node: Inline; end: number } | null {
  if (WORD.test(line[at - 1] ?? " ")) return null;
  BARE_URL.lastIndex = at;
  // Punctuation at the end belongs to the sentence.
  const url = BARE_URL.exec(line)?.[0].replace(AFTER_URL, "") ?? "";
  const href = safeHref(url);
  if (href === null) return null;
  return { node: { type: "link", href, children: [{ type: "text", text: url }] }, end: at + url.length };
}

/** Escapes text for HTML, attribute values included. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  )
    .replaceAll("'", "&#39;");
}

/** Blocks as HTML: `p`, `br`, `ul`, `ol`, `li`, `strong`, `em` and `a`, nothing else; every text escaped. */
export function markdownToHtml(blocks: readonly Block[]): string {
  return blocks.map((block) => {
    if (block.type === "paragraph") return `<p>${block.lines.map(inlineToHtml).join("<br>")}</p>`;
    const items = block.items.map((item) => `<li>${inlineToHtml(item)}</li>`).join("");
    if (!block.ordered) return `<ul>${items}</ul>`;
    return block.start === 1 ? `<ol>${items}</ol>` : `<ol start="${block.start}">${items}</ol>`;
  }).join("");
}

function inlineToHtml(inline: readonly Inline[]): string {
  return inline.map((node) => {
    switch (node.type) {
      case "text":
        return escapeHtml(node.text);
      case "strong":
        return `<strong>${inlineToHtml(node.children)}</strong>`;
      case "emphasis":
        return `<em>${inlineToHtml(node.children)}</em>`;
      case "link":
        return `<a href="${escapeHtml(node.href)}" rel="noopener noreferrer nofollow">${
          inlineToHtml(node.children)
        }</a>`;
    }
  }).join("");
}

/** Blocks as plain text: marks gone, lists with dashes or numbers, a link's address after its words. */
export function markdownToPlain(blocks: readonly Block[]): string {
  return blocks.map((block) => {
    if (block.type === "paragraph") return block.lines.map(inlineToPlain).join("\n");
    return block.items.map((item, index) =>
      `${block.ordered ? `${block.start + index}.` : "-"} ${inlineToPlain(item)}`
    ).join("\n");
  }).join("\n\n");
}

function inlineToPlain(inline: readonly Inline[]): string {
  return inline.map((node) => {
    if (node.type === "text") return node.text;
    const words = inlineToPlain(node.children);
    if (node.type !== "link") return words;
    const address = node.href.replace(/^mailto:/, "");
    return words === address || safeHref(words) === node.href ? words : `${words} (${address})`;
  }).join("");
}
