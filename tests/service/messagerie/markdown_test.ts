import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownToHtml, markdownToPlain, parseMarkdown } from "../../../service/messagerie/markdown.ts";

const html = (text: string) => markdownToHtml(parseMarkdown(text));
const plain = (text: string) => markdownToPlain(parseMarkdown(text));
const REL = ' rel="noopener noreferrer nofollow"';

const CASES: readonly (readonly [text: string, html: string, plain: string])[] = [
  ["un **deux** trois", "<p>un <strong>deux</strong> trois</p>", "un deux trois"],
  ["__gras__ et _italique_", "<p><strong>gras</strong> et <em>italique</em></p>", "gras et italique"],
  ["*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>", "a b c"],
  ["***les deux***", "<p><strong><em>les deux</em></strong></p>", "les deux"],
  ["2*3*4 = 24 et snake_case_name", "<p>2*3*4 = 24 et snake_case_name</p>", "2*3*4 = 24 et snake_case_name"],
  ["5 * 3 * 2, **ouvert", "<p>5 * 3 * 2, **ouvert</p>", "5 * 3 * 2, **ouvert"],
  ["**** __ ** ", "<p>**** __ ** </p>", "**** __ ** "],
  ["**(l’accord)**, ok", "<p><strong>(l’accord)</strong>, ok</p>", "(l’accord), ok"],
  ["a\nb\n\nc", "<p>a<br>b</p><p>c</p>", "a\nb\n\nc"],
  ["- un\n* deux", "<ul><li>un</li><li>deux</li></ul>", "- un\n- deux"],
  [
    "Voici :\n3. trois\n4) quatre\nfin",
    '<p>Voici :</p><ol start="3"><li>trois</li><li>quatre</li></ol><p>fin</p>',
    "Voici :\n\n3. trois\n4. quatre\n\nfin",
  ],
  ["-5 degrés\n1.5 litre", "<p>-5 degrés<br>1.5 litre</p>", "-5 degrés\n1.5 litre"],
  [
    "[le site](https://a.example/x?y=1&z=2)",
    `<p><a href="https://a.example/x?y=1&amp;z=2"${REL}>le site</a></p>`,
    "le site (https://a.example/x?y=1&z=2)",
  ],
  [
    "[**gras** https://b.example/](https://a.example/)",
    `<p><a href="https://a.example/"${REL}><strong>gras</strong> https://b.example/</a></p>`,
    "gras https://b.example/ (https://a.example/)",
  ],
  ["1. un\n    - dessous", "<ol><li>un</li></ol><ul><li>dessous</li></ul>", "1. un\n\n- dessous"],
  ["[nous](mailto:a@b.example)", `<p><a href="mailto:a@b.example"${REL}>nous</a></p>`, "nous (a@b.example)"],
  [
    "Voir https://a.example/b_c_d, puis (http://x.example).",
    `<p>Voir <a href="https://a.example/b_c_d"${REL}>https://a.example/b_c_d</a>, puis (<a href="http://x.example/"${REL}>http://x.example</a>).</p>`,
    "Voir https://a.example/b_c_d, puis (http://x.example).",
  ],
  ["[clic](javascript:alert(1))", "<p>[clic](javascript:alert(1))</p>", "[clic](javascript:alert(1))"],
  [
    "[x](data:text/html,a) [y](/chemin)",
    "<p>[x](data:text/html,a) [y](/chemin)</p>",
    "[x](data:text/html,a) [y](/chemin)",
  ],
  ["<b>&\"'", "<p>&lt;b&gt;&amp;&quot;&#39;</p>", "<b>&\"'"],
  [
    "# Titre\n> cité\n`code`\n![i](https://a.example/i.png)",
    `<p># Titre<br>&gt; cité<br>\`code\`<br>!<a href="https://a.example/i.png"${REL}>i</a></p>`,
    "# Titre\n> cité\n`code`\n!i (https://a.example/i.png)",
  ],
];

for (const [text, expectedHtml, expectedPlain] of CASES) {
  Deno.test(`light Markdown: ${JSON.stringify(text)} [@covers messagerie.outbound.email]`, () => {
    assert.equal(html(text), expectedHtml);
    assert.equal(plain(text), expectedPlain);
  });
}

const TAG = /<(\/?)(p|br|ul|ol|li|strong|em|a)((?: [a-z]+="[^"<>]*")*)>/g;
const hostile = fc.array(
  fc.constantFrom(
    ..."*_[]()<>\"'&\n- 1.",
    "**",
    "__",
    "](",
    "](https://a.example",
    "javascript:",
    "<script>",
    "https://a.example/",
    "a",
    "é",
    "😀",
    "\r\n",
    "onload=",
    "&lt;",
  ),
  { maxLength: 60 },
).map((pieces) => pieces.join(""));

Deno.test("whatever the text, HTML holds only the known tags, balanced, with safe addresses [@covers messagerie.outbound.email]", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const rendered = html(text);
      const stack: string[] = [];
      for (const [, slash, name = "", attributes = ""] of rendered.matchAll(TAG)) {
        if (name === "a" && slash === "") assert.ok(!stack.includes("a"), "no link in a link");
        if (slash === "/") assert.equal(stack.pop(), name);
        else if (name !== "br") stack.push(name);
        const href = / href="([^"]*)"/.exec(attributes)?.[1];
        if (name === "a" && slash === "") assert.match(href ?? "", /^(https?:|mailto:)/);
        assert.match(attributes, /^(?: href="[^"]*" rel="noopener noreferrer nofollow"| start="\d+")?$/);
      }
      assert.deepEqual(stack, []);
      assert.doesNotMatch(rendered.replaceAll(TAG, ""), /[<>"']/);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("whatever the text, no letter is lost or added outside links [@covers messagerie.outbound.sms]", () => {
  const letters = (text: string) => text.replace(/[^\p{L}😀]/gu, "");
  fc.assert(
    fc.property(hostile.filter((text) => !text.includes("https:")), (text) => {
      assert.equal(letters(plain(text)), letters(text));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("the longest hostile texts are parsed in full [@covers messagerie.outbound.email]", () => {
  for (
    const piece of [
      "*",
      "_",
      "[",
      "[a](",
      "**a ",
      "*a __b ",
      "https://",
      "- ",
      "(",
      "1. x\n",
      "[a](https://b.example)",
    ]
  ) {
    const text = piece.repeat(Math.floor(10_000 / piece.length));
    assert.ok(html(text).length > 1_000, piece);
  }
});
