/**
 * Reads a built page into memory: a few hundred kilobytes, so that a request touches no disk and a newer build never meets
 * an older page's scripts. Holds nothing of either product.
 * @module
 */

/** A file of a page, ready to be sent. */
export interface PageFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Quoted, as the header has it. */
  readonly etag: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
}

/** The files by their path, `/index.html` among them where the page has a shell. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  mp3: "audio/mpeg",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/** Where `deno task pages` puts what it builds. */
const PAGES_ROOT = "./dist/web";

/**
 * Reads the page `name` of the build that `current` names.
 * @param root as `PAGES_ROOT`
 * @returns undefined when the pages are not built
 */
export async function loadPages(name: string, root: string = PAGES_ROOT): Promise<PageFiles | undefined> {
  try {
    const build = (await Deno.readTextFile(`${root}/current`)).trim();
    const files = new Map<string, PageFile>();
    await readInto(files, `${root}/${build}/${name}`, "");
    return files;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function readInto(files: Map<string, PageFile>, folder: string, below: string): Promise<void> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${below}/${entry.name}`;
    if (entry.isDirectory) await readInto(files, `${folder}/${entry.name}`, path);
    else files.set(path, await fileOf(`${folder}/${entry.name}`, path));
  }
}

async function fileOf(from: string, path: string): Promise<PageFile> {
  const content = await Deno.readFile(from);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).toHex().slice(0, 32);
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? "";
  return Object.freeze({
    content,
    type: TYPES[extension] ?? "application/octet-stream",
    etag: `"${hash}"`,
    immutable: /-[0-9A-Za-z]{8,}\.\w+$/.test(path) && path.startsWith("/assets/"),
  });
}
