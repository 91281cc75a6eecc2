/**
 * An agent's Markdown is hostile: what becomes of it is a small tree, whatever it is.
 * @covers pacerelle-web.app.hostile-text
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Block,
  type Inline,
  parseMarkdown,
  wordsOf,
} from "../../../../web/pacerelle/markdown/parse_markdown.ts";

const text = (text: string): Inline => ({ type: "text", text });

/** Every inline part of a tree, and how deep its blocks go. */
function walk(
  blocks: readonly Block[],
  depth = 0,
): { readonly inlines: readonly Inline[]; readonly depth: number } {
  let deepest = depth;
  const inlines: Inline[] = [];
  const take = (nodes: readonly Inline[]) => {
    for (const node of nodes) {
      inlines.push(node);
      if ("of" in node) take(node.of);
    }
  };
  const below = (blocks: readonly Block[]) => {
    const found = walk(blocks, depth + 1);
    inlines.push(...found.inlines);
    deepest = Math.max(deepest, found.depth);
  };
  for (const block of blocks) {
    if (block.type === "paragraph" || block.type === "heading") take(block.of);
    if (block.type === "quote") below(block.of);
    if (block.type === "list") block.items.forEach((item) => below(item.of));
    if (block.type === "table") [block.head, ...block.rows].flat().forEach(take);
  }
  return { inlines, depth: deepest };
}

Deno.test("parseMarkdown() reads what people write", () => {
  assert.deepEqual(parseMarkdown("# Titre\n\nUn **mot** et `du code`.\nÀ la ligne"), [
    { type: "heading", level: 1, of: [text("Titre")] },
    {
      type: "paragraph",
      of: [
        text("Un "),
        { type: "strong", of: [text("mot")] },
        text(" et "),
        { type: "code", text: "du code" },
        text("."),
        { type: "break" },
        text("À la ligne"),
      ],
    },
  ]);
  assert.deepEqual(parseMarkdown("```ts\nconst a = 1 < 2;\n```"), [
    { type: "code", language: "ts", text: "const a = 1 < 2;" },
  ]);
  const [list] = parseMarkdown("3. trois\n4. quatre");
  assert.ok(list?.type === "list" && list.start === 3 && list.items.length === 2);
  const [boxes] = parseMarkdown("- [x] fait\n- [ ] à faire");
  assert.ok(boxes?.type === "list");
  assert.deepEqual(boxes.items.map(({ isDone }) => isDone), [true, false]);
  const [table] = parseMarkdown("| a | b |\n|---|---|\n| 1 | **2** |");
  assert.ok(table?.type === "table");
  assert.deepEqual(table.rows, [[[text("1")], [{ type: "strong", of: [text("2")] }]]]);
});

Deno.test("parseMarkdown() leaves HTML text, once, and signs as they were typed", () => {
  for (
    const typed of ["<b>gras</b> & <script>x</script>", "a < b && c > d", "&lt;b&gt;", '"guillemets" l\'un']
  ) {
    const [block] = parseMarkdown(typed);
    assert.ok(block?.type === "paragraph");
    assert.equal(wordsOf(block.of), typed === "&lt;b&gt;" ? "<b>" : typed);
  }
});

Deno.test("parseMarkdown() makes links of web and mail addresses alone; an image is one, and fetches nothing", () => {
  const links = (typed: string) =>
    walk(parseMarkdown(typed)).inlines.flatMap((node) => node.type === "link" ? [node.href] : []);
  assert.deepEqual(links("[a](https://exemple.fr/x) et <mailto:a@exemple.fr>"), [
    "https://exemple.fr/x",
    "mailto:a@exemple.fr",
  ]);
  assert.deepEqual(links("![a](https://exemple.fr/p.png)"), ["https://exemple.fr/p.png"]);
  for (
    const typed of [
      "[a](javascript:alert(1))",
      "[a](data:text/html,x)",
      "[a](/agents)",
      "[a](//exemple.fr)",
      "[a](https://exemple.fr@voleur.example/)",
      "[a](JaVaScRiPt:x)",
    ]
  ) assert.deepEqual(links(typed), [], typed);
});

Deno.test("parseMarkdown() takes any text: no throw, no deep tree, no address but of web and mail", () => {
  const part = fc.constantFrom(
    ">",
    "> ",
    "- ",
    "1. ",
    "  ",
    "\n",
    "\n\n",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```\n",
    "[",
    "](",
    ")",
    "!",
    "<b>",
    "</",
    "&amp;",
    "|",
    "\n|-|\n",
    "javascript:",
    "https://a.fr",
    "\u202E",
    "é",
    "a",
    "\\",
    "#",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 300 }), (parts) => {
      const { inlines, depth } = walk(parseMarkdown(parts.join("")));
      assert.ok(depth <= 10, `${depth} deep`);
      for (const node of inlines) {
        if (node.type === "link") assert.match(node.href, /^(?:https?:\/\/|mailto:)/);
      }
    }),
    { numRuns: 300 },
  );
  const stairs = Array.from({ length: 40 }, (_, level) => `${"  ".repeat(level)}- marche`).join("\n");
  assert.ok(walk(parseMarkdown(stairs)).depth <= 10, "a deep list");
  // One part that the parser could not take leaves the others what they are.
  const beside = walk(parseMarkdown(`${">".repeat(15_000)} fin\n\n[a](https://a.fr/)`));
  assert.equal(beside.inlines.filter(({ type }) => type === "link").length, 1);
  for (const sign of [">", "- ", "*", "[", "`", "![", "> - ", "|"]) {
    const { depth } = walk(parseMarkdown(`avant\n\n${sign.repeat(20_000 / sign.length)} après`));
    assert.ok(depth <= 10, sign);
  }
});
