/**
 * What pages there are and what each is made of. A script `x.tsx` becomes a module with a hash in its name, loaded by the
 * page's `index.html` in the place of `{{script}}`; styles become one file in the place of `{{styles}}`. In a fixed script the
 * text `"__BUILD__"` becomes the JSON of `{version, files}`: what a service worker keeps.
 * @module
 */

/** A page, or a single script that others load. */
export interface Page {
  /** Folder under `dist/web`. */
  readonly name: string;
  /** The shell; without it the page is scripts alone. */
  readonly html?: string;
  /** The module that the shell loads. */
  readonly script?: string;
  /** Folders whose `.css` files make the style sheet, in this order, then by path. */
  readonly styles?: readonly string[];
  /** Scripts that keep one address for ever: what others embed, a service worker. */
  readonly fixed?: readonly { readonly source: string; readonly as: string }[];
  /** A folder of files that are served as they are: icons, a manifest. */
  readonly assets?: string;
}

/** The pages. */
export const PAGES: readonly Page[] = Object.freeze([
  {
    name: "inbox",
    html: "web/inbox/index.html",
    script: "web/inbox/main.tsx",
    styles: ["web/kit", "web/inbox"],
    assets: "web/inbox/assets",
  },
  {
    name: "widget",
    fixed: [{ source: "web/widget/main.tsx", as: "widget.js" }],
  },
  {
    name: "pacerelle",
    html: "web/pacerelle/index.html",
    script: "web/pacerelle/main.tsx",
    styles: ["web/kit", "web/pacerelle"],
    fixed: [{ source: "web/pacerelle/worker/service_worker.ts", as: "service_worker.js" }],
    assets: "web/pacerelle/assets",
  },
]);
