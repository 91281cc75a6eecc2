/**
 * Holds what a server serves against a built page, file by file.
 * @module
 */

/** What the comparison came to. `others`: files that are missing, other, or have a weaker policy. */
export interface Comparison {
  readonly same: number;
  readonly others: readonly { readonly path: string; readonly what: string }[];
}

/** What the shell's policy has to say for the scripts to be those that were compared. */
const NEEDED = ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"];

/**
 * Asks `address` for every file under `folder`.
 * @throws what `fetch` throws: no answer is no comparison
 */
export async function comparePages(folder: string, address: string): Promise<Comparison> {
  const others: { path: string; what: string }[] = [];
  let same = 0;
  for (const path of await filesUnder(folder, "")) {
    const response = await fetch(new URL(path === "/index.html" ? "/" : path, address), {
      redirect: "error",
    });
    const served = new Uint8Array(await response.arrayBuffer());
    const what = response.ok
      ? describe(await Deno.readFile(folder + path), served)
      : `answered with ${response.status}`;
    const policy = path === "/index.html" ? missingPolicy(response.headers) : undefined;
    if (what === undefined && policy === undefined) same++;
    else others.push({ path, what: what ?? `its policy lacks ${policy}` });
  }
  return { same, others };
}

function describe(built: Uint8Array, served: Uint8Array): string | undefined {
  if (built.length !== served.length) return `${served.length} bytes in place of ${built.length}`;
  return built.every((byte, at) => byte === served[at]) ? undefined : "another content";
}

function missingPolicy(headers: Headers): string | undefined {
  const policy = (headers.get("content-security-policy") ?? "").split(/;\s*/);
  return NEEDED.find((directive) => !policy.includes(directive));
}

async function filesUnder(folder: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder + below)) {
    const path = `${below}/${name}`;
    found.push(...(isDirectory ? await filesUnder(folder, path) : [path]));
  }
  return found.sort();
}
