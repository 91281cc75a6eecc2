/**
 * How a host starts Pacerelle's stdio server, for each form in which the server is there (contract: pacerelle §1).
 * Runs in a browser too.
 * @module
 */

/** A program and its arguments. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
}

/** The npm package by its name: works once it is published. */
export const PUBLISHED: ServerStart = { command: "npx", args: ["-y", "@pacerelle/mcp-server"] };

/** The source, from a checkout in `folder`, by the Deno of that version, which npm brings. */
export function fromCheckout(folder: string, denoVersion: string): ServerStart {
  const args = ["-y", `deno@${denoVersion}`, "task", "--cwd", folder, "--quiet", "pacerelle"];
  return { command: "npx", args };
}

/** The one executable file at `path`. */
export function fromFile(path: string): ServerStart {
  return { command: path, args: [] };
}

/** The npm package as the tarball at `path`, absolute. */
export function fromTarball(path: string): ServerStart {
  return { command: "npx", args: ["-y", `file:${path}`] };
}
