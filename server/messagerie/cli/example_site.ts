/**
 * The demo's web site: one page, on an origin of its own, that holds the widget as docs/widget.md tells, so that a newcomer
 * sees the visitor beside the advisor.
 * @module
 */
import { escapeHtml } from "../../../service/messagerie/markdown.ts";
import { httpAddress } from "../target.ts";

/** Whose page, and where its desk is. */
export interface ExampleSite {
  readonly name: string;
  /** What the widget's tag names it by. */
  readonly key: string;
  /** Without a slash at its end. */
  readonly deskUrl: string;
}

/** The site while it is served. */
export interface ServedSite {
  readonly url: string;
  close(): Promise<void>;
}

const TEXTS = {
  fr: {
    bar: "Site d’exemple de la démonstration.",
    desk: "Ouvrir le bureau des conseillers",
    lead: "Des meubles et des lampes faits en Bretagne, livrés partout en France.",
    ask:
      "Une question ? La bulle, en bas de la page, est celle des visiteurs : ce que vous y écrivez arrive " +
      "aussitôt au bureau des conseillers, et leur réponse arrive ici.",
    goods: ["Lampe Orsay", "Table Ouessant", "Chaise Groix"],
  },
  en: {
    bar: "Example site of the demo.",
    desk: "Open the advisors’ desk",
    lead: "Furniture and lamps made in Brittany, delivered all over France.",
    ask:
      "A question? The bubble at the bottom of the page is the visitors’: what you write there reaches the " +
      "advisors’ desk at once, and their answer arrives here.",
    goods: ["Orsay lamp", "Ouessant table", "Groix chair"],
  },
} as const;
const PRICES = { fr: ["89 €", "540 €", "129 €"], en: ["€89", "€540", "€129"] } as const;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; color: light-dark(#2b2320, #f1e9e4); background: light-dark(#faf6f2, #1c1816); }
a { color: inherit; }
.bar { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0.5rem 1rem; font-size: 0.875rem;
  background: light-dark(#eadfd6, #2f2824); }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1rem 6rem; }
h1 { margin: 0; font: 2.75rem/1.1 Georgia, serif; overflow-wrap: anywhere; }
p { max-width: 38rem; }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 2rem 0 0; padding: 0;
  list-style: none; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; padding: 0.75rem;
  border-radius: 0.75rem; background: light-dark(#fff, #27211e); }
li::before { content: ""; flex: 0 0 100%; height: 8rem; margin-bottom: 0.75rem; border-radius: 0.5rem;
  background: linear-gradient(135deg, light-dark(#f0c9a0, #6b4a2b), light-dark(#d98f6c, #8a4a33)); }
li:nth-child(2)::before { background: linear-gradient(135deg, light-dark(#b9cfc4, #33493f), light-dark(#7da596, #4d7364)); }
li:nth-child(3)::before { background: linear-gradient(135deg, light-dark(#bcc8e0, #35405a), light-dark(#8395bd, #53648c)); }
`;

function pageOf({ name, key, deskUrl }: ExampleSite, lang: "fr" | "en"): string {
  const { bar, desk, lead, ask, goods } = TEXTS[lang];
  const [title, address] = [escapeHtml(name), escapeHtml(deskUrl)];
  const items = goods.map((good, at) => `<li><span>${good}</span><span>${PRICES[lang][at]}</span></li>`);
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<header class="bar"><span>${bar}</span><a href="${address}" target="_blank" rel="noopener">${desk}</a></header>
<main>
<h1>${title}</h1>
<p>${lead}</p>
<p>${ask}</p>
<ul>${items.join("")}</ul>
</main>
<script async src="${address}/widget.js" data-site="${escapeHtml(key)}"></script>
</html>
`;
}

/** Answers the page, in the language that the browser asks for first, and its style sheet. */
function answerExampleSite(site: ExampleSite, request: Request): Response {
  const { origin } = new URL(site.deskUrl);
  const headers = {
    // What docs/widget.md asks of a page that has a policy, and nothing more.
    "content-security-policy":
      `default-src 'none'; style-src 'self'; script-src ${origin}; connect-src ${origin}; base-uri 'none'`,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  const answered = (type: string, text: string) =>
    new Response(text, { headers: { ...headers, "content-type": `${type}; charset=utf-8` } });
  const { pathname } = new URL(request.url);
  if (pathname === "/style.css") return answered("text/css", STYLE);
  if (pathname !== "/") return new Response("not found\n", { status: 404, headers });
  const english = /^\s*en\b/i.test(request.headers.get("accept-language") ?? "");
  return answered("text/html", pageOf(site, english ? "en" : "fr"));
}

/** Serves the page on the port after the desk's, so that it stays where it was at another start; else on a free one. */
export function serveExampleSite(
  site: ExampleSite,
  { hostname, deskPort }: { readonly hostname: string; readonly deskPort: number },
): ServedSite {
  const listen = (port: number) => {
    const server = Deno.serve(
      { hostname, port, onListen: () => {} },
      (request) => answerExampleSite(site, request),
    );
    return { url: httpAddress(hostname, server.addr.port), close: () => server.shutdown() };
  };
  try {
    return listen(deskPort + 1);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse) && !(error instanceof RangeError)) throw error;
    return listen(0);
  }
}
